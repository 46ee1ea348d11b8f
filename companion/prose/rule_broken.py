"""Why the rules refuse an entry, in words of the table: a clause for each refusal of the rules."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.i18n import N_, ngettext
from companion.i18n import gettext as _
from companion.prose import counts
from companion.prose.names import pair_name, ticket_name
from companion.rules.refusals import RuleBroken


def clause(broken: RuleBroken) -> str:
    """The reason why the rules refuse an entry, in the language in use now."""
    words = CLAUSES[broken.code]
    return words(broken) if callable(words) else _(words).format(**_facts(broken))


def _facts(broken: RuleBroken) -> dict[str, str | int]:
    return {name: _word(broken, name, value) for name, value in broken.data.items()}


def _word(broken: RuleBroken, name: str, value: str | int) -> str | int:
    if isinstance(value, int):
        return value
    if name == "player":
        return broken.setup.name(value)
    match name:
        case "route":
            return pair_name(broken.board, value)
        case "ticket":
            return ticket_name(broken.board, value)
    return broken.board.city[value].name


def _twin_closed(broken: RuleBroken) -> str:
    text = ngettext(
        "with {players} player only one track of a double route is used; {route} is closed",
        "with {players} players only one track of a double route is used; {route} is closed",
        int(broken.data["players"]),
    )
    if int(broken.data["open"]) > 1:
        text = _("with {players} players only {open} tracks side by side are used; {route} is closed")
    return text.format(**_facts(broken))


def _not_enough_trains(broken: RuleBroken) -> str:
    trains = {name: counts.trains(int(broken.data[name])) for name in ("left", "length")}
    return _("{player} has {left} left; {route} takes {length}").format(**_facts(broken) | trains)


def _no_stations_left(broken: RuleBroken) -> str:
    text = ngettext(
        "{player} has built the only station", "{player} has built all {count} stations", int(broken.data["count"])
    )
    return text.format(**_facts(broken))


CLAUSES: Final[Mapping[str, str | Callable[[RuleBroken], str]]] = {
    "route-taken": N_("{route} is already {player}'s"),
    "own-twin": N_("{player} has the other track of {route}; nobody may own both"),
    "twin-closed": _twin_closed,
    "not-enough-trains": _not_enough_trains,
    "city-taken": N_("{city} already has a station of {player}'s"),
    "no-stations-left": _no_stations_left,
    "ticket-held": N_("{player} already holds the ticket {ticket}"),
    "after-finish": N_("the game is finished; take the finish back first to add something"),
    "final-turn-had": N_("{player} has had the last turn; was this an earlier turn?"),
}
