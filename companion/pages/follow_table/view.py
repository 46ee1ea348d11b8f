"""Where a table is by now, for phones on any of its pages to follow it to the reveal and to the next game."""

from dataclasses import dataclass

from companion.play.view import View


@dataclass(frozen=True, slots=True)
class Destination:
    """How far a table is. When that changes, its phones go to `endpoint`, of `table`; nowhere while it is played."""

    at: str  # "playing", "reveal", "over", or "next-" and the next table
    endpoint: str = ""
    table: str = ""


def destination_of(game: View) -> Destination:
    """Where everybody at this table should be by now."""
    if game.facts.following:
        return Destination(f"next-{game.facts.following}", "table.page", game.facts.following)
    if not game.table.finished:
        return Destination("playing")
    if game.revealing:
        return Destination("reveal", "reveal.reveal", game.id)
    return Destination("over", "tally.page", game.id)
