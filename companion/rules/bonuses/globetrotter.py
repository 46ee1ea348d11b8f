"""The Globetrotter (1910 and Mega): a bonus for the most completed tickets.

The rule: the number of tickets counts, not their value. All who share the highest number score.
"""

from companion.rules.score import PlayerScore


def measure(player: PlayerScore) -> int:
    """How many tickets the player completed."""
    return len(player.completed)
