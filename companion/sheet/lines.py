"""The tally as a timetable: a row a line of the tally, a column a player, best first."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.prose import reasons
from companion.rules.tally import Award, Line, Tally
from companion.sheet.figures import figure, or_dash
from companion.sheet.marks import Mark, everyone, mark


@dataclass(frozen=True, slots=True)
class Column:
    """A player at the head of a column."""

    mark: Mark
    name: str
    won: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure, and a few words that it comes from."""

    figure: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the tally for everybody."""

    label: str
    cells: tuple[Cell, ...]
    kind: Literal["line", "total", "rank"] = "line"


def columns(result: Tally) -> list[Column]:
    """Everybody, best first."""
    looks = everyone(result.table)
    return [
        Column(mark(line.score.color, looks[line.score.color]), line.score.name, line.rank == 1)
        for line in result.by_rank
    ]


def rows(result: Tally) -> Iterator[Row]:
    """Every line of the tally."""
    board = result.table.board

    def row(label: str, cell: Callable[[Line], Cell], kind: Literal["line", "total", "rank"] = "line") -> Row:
        return Row(label, tuple(cell(line) for line in result.by_rank), kind)

    yield row(_("Routes"), _routes)
    yield row(_("Tickets completed"), _won)
    yield row(_("Tickets not connected"), _lost)
    if board.stations:
        yield row(_("Stations in stock"), _stations)
    for award in result.awards:
        yield row(board.bonus_name(award.bonus), lambda line, award=award: _bonus(line, award))  # type: ignore[misc]
    yield row(_("Total"), lambda line: Cell(figure(line.total)), "total")
    yield row(_("Place"), lambda line: Cell(str(line.rank)), "rank")


def _routes(line: Line) -> Cell:
    count, left = len(line.score.routes), line.score.trains_left
    told = ngettext("{count} route", "{count} routes", count).format(count=count)
    rest = ngettext("{count} train left", "{count} trains left", left).format(count=left)
    return Cell(str(line.score.route_points), f"{told}, {rest}")


def _won(line: Line) -> Cell:
    done = line.score.completed
    return Cell(or_dash(sum(map(line.score.points_of, done))), _tickets(len(done)))


def _lost(line: Line) -> Cell:
    open_ = line.score.failed
    return Cell(or_dash(sum(map(line.score.points_of, open_))), _tickets(len(open_)))


def _tickets(count: int) -> str:
    return ngettext("{count} ticket", "{count} tickets", count).format(count=count) if count else ""


def _stations(line: Line) -> Cell:
    built = len(line.score.stations)
    return Cell(str(line.score.station_points), _("{count} built").format(count=built) if built else "")


def _bonus(line: Line, award: Award) -> Cell:
    note = reasons.trains(line.score.path.length) if award.bonus == "longest-path" else ""
    if award.bonus == "globetrotter":
        note = _tickets(len(line.score.completed))
    return Cell(or_dash(line.bonuses[award.bonus]), note)
