"""A game in a few words, for lists of the games that a device takes part in."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.pages.shared.head import board_and_variant, table_name
from companion.pages.shared.player_marks import Mark, marks
from companion.play.view import View
from companion.prose.display_names import isolated


@dataclass(frozen=True, slots=True)
class Score:
    """A player and their points; None if points are hidden or there are none yet."""

    mark: Mark
    points: int | None


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game to go on with, or to play again."""

    table: str
    name: str
    board: str
    about: str  # the board and variant in words
    scores: tuple[Score, ...]
    progress: str
    at: str  # when it last changed
    finished: bool
    plays: bool  # whether this device plays there


def game_card(game: View) -> GameCard:
    """One game in a few words."""
    return GameCard(
        game.id,
        table_name(game),
        game.board.id,
        board_and_variant(game),
        tuple(_scores(game)),
        progress(game),
        utc_time(game.facts.changed),
        game.table.finished,
        game.plays,
    )


def _scores(game: View) -> Iterator[Score]:
    """The players with their points for routes, in seating order; after the reveal all points, the best first."""
    people, table = marks(game), game.table
    if table.finished and not game.revealing:
        yield from (Score(people[line.score.color], line.total) for line in game.result.by_rank)
        return
    hidden = game.options.points_hidden or table.finished or not table.owners
    yield from (Score(mark, None if hidden else table.route_points(color)) for color, mark in people.items())


def progress(game: View) -> str:
    """How far the game has come, in a few words."""
    table = game.table
    if table.finished:
        if game.revealing:
            return _("The tickets are being revealed")
        winners = [isolated(game.setup.name(color)) for color in game.result.winners]
        text = ngettext("{names} won", "{names} share the win", len(winners))
        return text.format(names=and_joined(winners))
    if table.phase == "reveal":
        return _("Waiting for the tickets")
    if not table.turns_followed:
        routes = len(table.owners)
        if not routes:
            return _("No routes entered yet")
        return ngettext("{n} route entered", "{n} routes entered", routes).format(n=routes)
    name = isolated(game.setup.name(table.next_player))
    text = _("Final round: {name}'s turn") if table.phase == "final-round" else _("{name}'s turn")
    return text.format(name=name)


def utc_time(seconds: int) -> str:
    """A time in UTC, written as pages and records write it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
