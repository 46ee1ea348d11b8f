"""One sentence on why the winner won: what is equal first, then what decided."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.i18n import N_, and_joined, ngettext
from companion.i18n import gettext as _
from companion.prose import counts
from companion.rules.tally import Line, Tally, Verdict


def verdict(result: Tally) -> str:
    """Why the winner won; as if the game ended now."""
    verdict = result.verdict
    if verdict.decided_by == "points":
        return _by_points(verdict)
    level = zip(verdict.level, verdict.winners[0].key, strict=False)
    equal = and_joined([EQUAL[name](n) for name, n in level if name in EQUAL])
    if verdict.decided_by == "shared":
        text = _("{names} share the win: each has {equal}, and no tie-break separates them")
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
    place = len(verdict.level)  # that of what decided among what players are compared by
    others = [f"{line.score.name} {abs(line.key[place])}" for line in verdict.rivals]
    # Translators: who won a tie and by what, and what the others have, such as: Ada completed 6 tickets, Bo 5
    text, counted = COMPARED[verdict.decided_by]
    return _(text).format(name=winner.score.name, count=counted(abs(winner.key[place])), others=and_joined(others))


def _stations(n: int) -> str:
    return ngettext("{count} station", "{count} stations", n).format(count=n)


def _passengers(n: int) -> str:
    return ngettext("{count} passenger", "{count} passengers", n).format(count=n)


def _mountains(n: int) -> str:
    return ngettext("{count} mountain route", "{count} mountain routes", n).format(count=n)


def _bonus_cards(n: int) -> str:
    return ngettext("{count} bonus card", "{count} bonus cards", n).format(count=n)


def _ticket_points(n: int) -> str:
    return ngettext("{n} point from completed tickets", "{n} points from completed tickets", n).format(n=n)


def _names(lines: Sequence[Line]) -> str:
    return and_joined([line.score.name for line in lines])


# What decided, with how it is counted.
COMPARED: Final[Mapping[str, tuple[str, Callable[[int], str]]]] = {
    "tickets": (N_("{name} completed {count}, {others}"), counts.tickets),
    "stations": (N_("{name} built {count}, {others}"), _stations),
    "passengers": (N_("{name} has {count}, {others}"), _passengers),
    "ticket-points": (N_("{name} has {count} from completed tickets, {others}"), counts.points),
    "mountain-routes": (N_("{name} has {count}, {others}"), _mountains),
    "bonus-cards": (N_("{name} scores {count}, {others}"), _bonus_cards),
}
# What equals have in common, in words. Who has the longest path is not among it: equal there may be that neither has.
EQUAL: Final[Mapping[str, Callable[[int], str]]] = {
    "points": counts.points,
    "tickets": counts.tickets_completed,
    "stations": lambda n: ngettext("{n} station built", "{n} stations built", -n).format(n=-n),
    "passengers": _passengers,
    "ticket-points": _ticket_points,
    "mountain-routes": _mountains,
    "bonus-cards": _bonus_cards,
}
