"""One sentence on why the winner won: what is equal first, then what decided."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.prose import counts
from companion.rules.tally import Line, Tally, Verdict


def verdict(result: Tally) -> str:
    """Why the winner won; as if the game ended now."""
    verdict = result.verdict
    if verdict.decided_by == "points":
        return _by_points(verdict)
    equal = and_joined([EQUAL[name](verdict.winners[0]) for name in verdict.level if name in EQUAL])
    if verdict.decided_by == "shared":
        text = _("{names} share the win: each has {equal}, and nothing sets them apart")
        return text.format(names=_names(verdict.winners), equal=equal)
    everybody = [line for line in result.lines if line in (*verdict.winners, *verdict.rivals)]
    text = _("{names} each have {equal}; {difference}")
    return text.format(names=_names(everybody), equal=equal, difference=_difference(verdict))


def _by_points(verdict: Verdict) -> str:
    winner, rivals = verdict.winners[0], verdict.rivals
    ahead = winner.total - rivals[0].total
    text = ngettext(
        "{name} wins with {total} points, {ahead} more than {rivals}",
        "{name} wins with {total} points, {ahead} more than {rivals}",
        ahead,
    )
    return text.format(name=winner.score.name, total=winner.total, ahead=ahead, rivals=_names(rivals))


def _difference(verdict: Verdict) -> str:
    winner = verdict.winners[0]
    if verdict.decided_by == "longest-path":
        return _("{name} has the longest path").format(name=winner.score.name)
    if verdict.decided_by == "tickets":
        others = [f"{line.score.name} {len(line.score.completed)}" for line in verdict.rivals]
        text, count = _("{name} completed {count}, {others}"), _tickets(winner)
    else:
        others = [f"{line.score.name} {len(line.score.stations)}" for line in verdict.rivals]
        text, count = _("{name} built {count}, {others}"), _stations(winner)
    return text.format(name=winner.score.name, count=count, others=and_joined(others))


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
