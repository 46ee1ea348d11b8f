"""Where a table is, for phones on any of its pages: they come along to the reveal, and to the next game."""

from dataclasses import dataclass

from companion.play.view import View


@dataclass(frozen=True, slots=True)
class Along:
    """`at` names where the table is. A page that knew another place goes to this endpoint of that table."""

    at: str
    endpoint: str = ""
    table: str = ""


def along(game: View) -> Along:
    """Where everybody at this table should be by now."""
    if game.facts.following:
        return Along(f"next-{game.facts.following}", "table.page", game.facts.following)
    if not game.table.finished:
        return Along("playing")
    if game.revealing:
        return Along("reveal", "reveal.reveal", game.id)
    return Along("over", "tally.page", game.id)
