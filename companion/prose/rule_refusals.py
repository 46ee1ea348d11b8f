"""Why the rules of the game refuse an entry, as clauses: one for each code."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.i18n import N_, marked, ngettext
from companion.i18n import gettext as _
from companion.prose import counts
from companion.prose.display_names import member_in_words
from companion.rules.broken_rules import RuleBroken


def clause(broken: RuleBroken) -> str:
    """Which rule an entry would break, in the language in use now."""
    if broken.wording:
        return marked(broken.wording, int(broken.data.get("n", 0))).format(**_facts(broken))
    words = CLAUSES[broken.code]
    return words(broken) if callable(words) else _(words).format(**_facts(broken))


def _facts(broken: RuleBroken) -> dict[str, object]:
    """The data of a refusal in words; if they name a kind of piece, their numbers are numbers of such pieces."""
    facts = {
        name: member_in_words(broken.board, broken.setup, broken.members.get(name, ""), value)
        for name, value in broken.data.items()
    }
    kind = broken.data.get("kind")
    if kind is None:
        return facts
    numbers = {name: n for name, n in broken.data.items() if isinstance(n, int)}
    return facts | {name: counts.pieces(str(kind), n) for name, n in numbers.items()}


def _twin_closed(broken: RuleBroken) -> str:
    """That a parallel track is closed, since with so few players only some of the tracks are used."""
    text = ngettext(
        "with {players} player, only one track of a double route is used, so {route} is closed",
        "with {players} players, only one track of a double route is used, so {route} is closed",
        int(broken.data["players"]),
    )
    if int(broken.data["open"]) > 1:
        text = _("with {players} players, only {open} of the parallel tracks can be claimed, so {route} is closed")
    return text.format(**_facts(broken))


def _not_enough_trains(broken: RuleBroken) -> str:
    """That a player has too few pieces left for a route."""
    kind, left = str(broken.data.get("kind", broken.board.piece_name)), int(broken.data["left"])
    needed = counts.pieces(kind, int(broken.data["length"]))
    if left:
        text = ngettext(
            "{route} needs {needed}, but {player} has only {n} left",
            "{route} needs {needed}, but {player} has only {n} left",
            left,
        )
    else:
        text = _("{route} needs {needed}, but {player} has none left")
    return text.format(n=left, needed=needed, **_facts(broken))


def _no_stations_left(broken: RuleBroken) -> str:
    """That a player has built all their stations."""
    text = ngettext(
        "{player} has already built their only station",
        "{player} has already built all {count} of their stations",
        int(broken.data["count"]),
    )
    return text.format(**_facts(broken))


CLAUSES: Final[Mapping[str, str | Callable[[RuleBroken], str]]] = {
    "route-taken": N_("{route} is already {player}'s"),
    "own-twin": N_("{player} has the other track of {route}; nobody can own both"),
    "twin-closed": _twin_closed,
    "not-enough-trains": _not_enough_trains,
    "city-taken": N_("{player} already has a station in {city}"),
    "no-stations-left": _no_stations_left,
    "ticket-held": N_("{player} already has the ticket {ticket}"),
    "after-finish": N_("the game is finished; reopen it first to add something"),
    "final-turn-had": N_("{player} has had their last turn; was this an earlier turn?"),
}
