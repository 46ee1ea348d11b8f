"""The longest path (on Europe the European Express): a bonus for the longest walk over one's own trains.

The rule: every city may be passed again, no train twice. All who share the longest length score.
"""

from companion.rules.score import PlayerScore


def measure(player: PlayerScore) -> int:
    """The length of the player's longest path."""
    return player.path.length
