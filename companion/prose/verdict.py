"""One sentence on why the winner won: what is equal first, then what decided."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.rules.tally import Line, Tally


def verdict(result: Tally) -> str:
    """Why the winner won; as if the game ended now."""
    order = result.table.board.tie_break
    winners = [line for line in result.lines if line.rank == 1]
    if result.decided_by == "shared":
        equal = and_joined([EQUAL[name](winners[0]) for name in order if name in EQUAL])
        says = _("{names} share the win: each has {equal}, and nothing sets them apart")
        return says.format(names=_names(winners), equal=equal)
    decided = order.index(result.decided_by)
    winner, rivals = winners[0], _rivals(result, decided)
    if result.decided_by == "points":
        return _by_points(winner, rivals)
    equal = and_joined([EQUAL[name](winner) for name in order[:decided] if name in EQUAL])
    difference = _difference(result.decided_by, winner, rivals)
    everybody = [line for line in result.lines if line is winner or line in rivals]
    says = _("{names} each have {equal}; {difference}")
    return says.format(names=_names(everybody), equal=equal, difference=difference)


def _rivals(result: Tally, decided: int) -> list[Line]:
    """Who was level with the winner until this decided; where points did, the next best."""
    if decided == 0:
        return [line for line in result.lines if line.rank == 2]
    level = result.line(result.winners[0]).key[:decided]
    return [line for line in result.lines if line.rank > 1 and line.key[:decided] == level]


def _by_points(winner: Line, rivals: Sequence[Line]) -> str:
    ahead = winner.total - rivals[0].total
    says = ngettext(
        "{name} wins with {total} points, {ahead} more than {rivals}",
        "{name} wins with {total} points, {ahead} more than {rivals}",
        ahead,
    )
    return says.format(name=winner.score.name, total=winner.total, ahead=ahead, rivals=_names(rivals))


def _difference(name: str, winner: Line, rivals: Sequence[Line]) -> str:
    if name == "longest-path":
        return _("{name} has the longest path").format(name=winner.score.name)
    if name == "tickets":
        others = [f"{line.score.name} {len(line.score.completed)}" for line in rivals]
        says, count = _("{name} completed {count}, {others}"), _tickets(winner)
    else:
        others = [f"{line.score.name} {len(line.score.stations)}" for line in rivals]
        says, count = _("{name} built {count}, {others}"), _stations(winner)
    return says.format(name=winner.score.name, count=count, others=and_joined(others))


def _tickets(line: Line) -> str:
    count = len(line.score.completed)
    return ngettext("{count} ticket", "{count} tickets", count).format(count=count)


def _stations(line: Line) -> str:
    count = len(line.score.stations)
    return ngettext("{count} station", "{count} stations", count).format(count=count)


def _points(line: Line) -> str:
    return ngettext("{count} point", "{count} points", line.total).format(count=line.total)


def _names(lines: Sequence[Line]) -> str:
    return and_joined([line.score.name for line in lines])


# What equals have in common, in words. Who has the longest path is not among it: equal there may be that neither has.
EQUAL: Final[Mapping[str, Callable[[Line], str]]] = {
    "points": _points,
    "tickets": lambda line: _("{tickets} completed").format(tickets=_tickets(line)),
    "stations": lambda line: _("{stations} built").format(stations=_stations(line)),
}
