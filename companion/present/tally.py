"""The tally as a timetable: a line a row, a player a column, best first. Every figure has its reason behind it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.play.game import Game
from companion.present.people import Mark, marks
from companion.rules.tally import Line, Tally

Told = tuple[str, str]  # a figure, and a few words that it comes from


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a player."""

    color: str
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the tally for everybody; `line` is what its reasons are asked for by."""

    line: str
    label: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A player at the head of a column."""

    mark: Mark
    won: bool


def columns(game: Game) -> list[Column]:
    """Everybody, best first."""
    everybody = marks(game)
    return [Column(everybody[line.score.color], line.rank == 1) for line in game.result.by_rank]


def rows(game: Game) -> list[Row]:
    """Every line of the tally."""
    found = [_row(game, name, label, told) for name, label, told in _lines(game.result)]
    return [*found, _row(game, "total", _("Total"), _total), _row(game, "place", _("Place"), _place)]


def _lines(result: Tally) -> Iterable[tuple[str, str, Callable[[Line], Told]]]:
    board = result.table.board
    yield "routes", _("Routes"), _routes
    yield "won", _("Tickets won"), _won
    yield "lost", _("Tickets lost"), _lost
    if board.stations:
        yield "stations", _("Stations"), _stations
    paid = {award.bonus for award in result.awards}
    if result.decided_by == "longest-path" and "longest-path" not in paid:
        yield "longest-path", board.bonus_name("longest-path"), lambda line: ("–", str(line.score.path.length))
    for award in result.awards:
        yield award.bonus, board.bonus_name(award.bonus), _bonus(award.bonus)


def _row(game: Game, name: str, label: str, told: Callable[[Line], Told]) -> Row:
    return Row(name, label, tuple(Figure(line.score.color, *told(line)) for line in game.result.by_rank))


def _routes(line: Line) -> Told:
    return str(line.score.route_points), _count(len(line.score.routes))


def _won(line: Line) -> Told:
    done = line.score.completed
    return figure(sum(map(line.score.points_of, done))), _count(len(done))


def _lost(line: Line) -> Told:
    open_ = line.score.failed
    return figure(sum(map(line.score.points_of, open_))), _count(len(open_))


def _stations(line: Line) -> Told:
    built = len(line.score.stations)
    says = ngettext("{n} built", "{n} built", built).format(n=built) if built else ""
    return figure(line.score.station_points), says


def _bonus(name: str) -> Callable[[Line], Told]:
    def told(line: Line) -> Told:
        measures = {"longest-path": line.score.path.length, "globetrotter": len(line.score.completed)}
        return figure(line.bonuses[name]), _count(measures.get(name, 0))

    return told


def _total(line: Line) -> Told:
    return str(line.total).replace("-", "−"), ""


def _place(line: Line) -> Told:
    return str(line.rank), ""


def _count(count: int) -> str:
    return str(count) if count else ""


def figure(points: int) -> str:
    """Points as a timetable prints them: nothing is a dash."""
    return str(points).replace("-", "−") if points else "–"
