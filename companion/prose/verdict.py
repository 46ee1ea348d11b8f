"""One sentence on why the winner won: what is equal first, then what decided."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.prose import counts
from companion.rules.tally import Line, Tally, Verdict


def verdict(result: Tally) -> str:
    """Why the winner won; as if the game ended now."""
    found = result.verdict
    if found.decided_by == "points":
        return _by_points(found)
    equal = and_joined([EQUAL[name](found.winners[0]) for name in found.level if name in EQUAL])
    if found.decided_by == "shared":
        says = _("{names} share the win: each has {equal}, and nothing sets them apart")
        return says.format(names=_names(found.winners), equal=equal)
    everybody = [line for line in result.lines if line in (*found.winners, *found.rivals)]
    says = _("{names} each have {equal}; {difference}")
    return says.format(names=_names(everybody), equal=equal, difference=_difference(found))


def _by_points(found: Verdict) -> str:
    winner, rivals = found.winners[0], found.rivals
    ahead = winner.total - rivals[0].total
    says = ngettext(
        "{name} wins with {total} points, {ahead} more than {rivals}",
        "{name} wins with {total} points, {ahead} more than {rivals}",
        ahead,
    )
    return says.format(name=winner.score.name, total=winner.total, ahead=ahead, rivals=_names(rivals))


def _difference(found: Verdict) -> str:
    winner = found.winners[0]
    if found.decided_by == "longest-path":
        return _("{name} has the longest path").format(name=winner.score.name)
    if found.decided_by == "tickets":
        others = [f"{line.score.name} {len(line.score.completed)}" for line in found.rivals]
        says, count = _("{name} completed {count}, {others}"), _tickets(winner)
    else:
        others = [f"{line.score.name} {len(line.score.stations)}" for line in found.rivals]
        says, count = _("{name} built {count}, {others}"), _stations(winner)
    return says.format(name=winner.score.name, count=count, others=and_joined(others))


def _tickets(line: Line) -> str:
    return counts.tickets(len(line.score.completed))


def _stations(line: Line) -> str:
    count = len(line.score.stations)
    return ngettext("{count} station", "{count} stations", count).format(count=count)


def _points(line: Line) -> str:
    return counts.points(line.total)


def _names(lines: Sequence[Line]) -> str:
    return and_joined([line.score.name for line in lines])


# What equals have in common, in words. Who has the longest path is not among it: equal there may be that neither has.
EQUAL: Final[Mapping[str, Callable[[Line], str]]] = {
    "points": _points,
    "tickets": lambda line: _("{tickets} completed").format(tickets=_tickets(line)),
    "stations": lambda line: _("{stations} built").format(stations=_stations(line)),
}
