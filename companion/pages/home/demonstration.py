"""What Trackside does, in ten seconds: the trial game claim by claim, for whoever has no games yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.pages.shared.board_picture import SCREEN
from companion.picture.game_scene import looks_of
from companion.picture.looks import Look
from companion.picture.looks import looks as usual_looks
from companion.picture.palette import Palette
from companion.picture.thumbnail import claimed_thumbnail
from companion.play.trials import finished_trial
from companion.prose.course_words import completed_words
from companion.prose.display_names import board_name, isolated, pair_name, pieces_in_words
from companion.rules.course import Moment, course
from companion.rules.tally import Tally, tally


@dataclass(frozen=True, slots=True)
class Demonstration:
    """The board after all claims, everyone's points then, and each claim in words with the points after it."""

    picture: Markup
    players: tuple[tuple[str, Look, int], ...]
    steps: tuple[tuple[str, tuple[int, ...]], ...]


def demonstration(boards: Mapping[str, Board]) -> Demonstration:
    """The trial game, in the language in use now."""
    result = tally(finished_trial(boards).replayed())
    board, setup = result.table.board, result.table.setup
    moments = course(result).moments
    looks = {**usual_looks(board.colors), **looks_of(result.table)}
    claims = [(moment.made.claim.route, looks[moment.made.claim.player].colour) for moment in moments]
    title = _("Three players' routes on the {name} board").format(name=board_name(board))
    return Demonstration(
        Markup(claimed_thumbnail(board, _with_quiet_routes(), claims, title)),  # noqa: S704  (drawn by us)
        tuple((player.name, looks[player.color], moments[-1].points[player.color]) for player in setup.players),
        tuple((_words(result, moment), tuple(moment.points.values())) for moment in moments),
    )


def _with_quiet_routes() -> Palette:
    """The screen's palette with all free routes alike, since only players' colours count here."""
    gray = replace(SCREEN.routes["gray"], edge=SCREEN.routes["gray"].fill)
    return replace(SCREEN, routes=dict.fromkeys(SCREEN.routes, gray))


def _words(result: Tally, moment: Moment) -> str:
    """The claim in the log's words, and the tickets it completed."""
    made, board, setup = moment.made, result.table.board, result.table.setup
    said = _("{player} claimed {route}, {trains}, {points}").format(
        player=isolated(setup.name(made.claim.player)),
        route=pair_name(board, made.claim.route),
        trains=pieces_in_words(board.route[made.claim.route].pieces, made.pieces),
        points=f"+{made.points[made.claim.player]}",
    )
    return ". ".join((said, *completed_words(result, moment)))
