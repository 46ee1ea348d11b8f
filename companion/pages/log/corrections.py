"""Changing an entry in its place: what can be chosen, and the entry that a choice amounts to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.languages import sort_key
from companion.play.view import View
from companion.prose.display_names import route_name, ticket_name
from companion.rules.log import Claim, Draw, Keep, Station, in_force

AMENDABLE_KINDS: Final = frozenset({"claim", "station", "draw", "keep"})
CHOSEN_MEMBER: Final = {"claim": "route", "station": "city", "keep": "ticket"}  # of an entry, by its kind
SelectOption = tuple[str, str]  # what is sent, and what is read


@dataclass(frozen=True, slots=True)
class AmendForm:
    """The form to change an entry. A turn may be given to another player; a ticket stays with its player."""

    kind: str
    player: str
    chosen: str  # the route, city or ticket; empty where cards were drawn
    late: bool  # whether the turn was entered late
    choices: tuple[SelectOption, ...]


def amend_form(game: View, place: int, typed: Mapping[str, str] | None = None) -> AmendForm:
    """The form for an entry: its fields as they are or were just typed, and everything they could be."""
    entry: Any = dict(in_force(game.log)).get(place, game.log[place - 1])
    current = AmendForm(
        entry.type, entry.player, _current_choice(entry), getattr(entry, "late", False), _choices(game, entry)
    )
    if typed is None:
        return current
    player, chosen = typed.get("player", current.player), typed.get("what", current.chosen)
    return AmendForm(current.kind, player, chosen, "late" in typed, current.choices)


def replacement(game: View, place: int, typed: Mapping[str, str]) -> dict[str, Any]:
    """The entry that the form asks for instead, as a record has it. A claim without a route is a draw of cards."""
    current = amend_form(game, place)
    player, chosen = typed.get("player", current.player), typed.get("what", current.chosen)
    late = {"late": True} if "late" in typed else {}
    if current.kind == "keep":
        return {"type": "keep", "player": current.player, "ticket": chosen}
    if current.kind == "station":
        return {"type": "station", "player": player, "city": chosen, **late}
    if not chosen:
        return {"type": "draw", "player": player}
    return {"type": "claim", "player": player, "route": chosen, **late}


def _current_choice(entry: Claim | Station | Draw | Keep) -> str:
    """The route, city or ticket that an entry has now; empty where cards were drawn."""
    member = CHOSEN_MEMBER.get(entry.type)
    return str(getattr(entry, member)) if member else ""


def _choices(game: View, entry: Claim | Station | Draw | Keep) -> tuple[SelectOption, ...]:
    """All the tickets, cities or routes that the entry could have instead, sorted by name."""
    board = game.board
    if isinstance(entry, Keep):
        tickets = board.tickets_of(game.setup.variant)
        return _sorted((name, ticket_name(board, name)) for name in tickets)
    if isinstance(entry, Station):
        return _sorted((city.id, city.name) for city in board.cities)
    return _sorted((route.id, route_name(board, route)) for route in board.route.values())


def _sorted(choices: Iterable[SelectOption]) -> tuple[SelectOption, ...]:
    """The choices, sorted by what is read."""
    return tuple(sorted(choices, key=lambda choice: sort_key(choice[1])))
