"""Changing an entry in its place: what can be chosen, and the entry that the choice amounts to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.languages import sort_key
from companion.play.view import View
from companion.prose.names import route_name, ticket_name
from companion.rules.log import Claim, Draw, Keep, Station, in_force

KINDS: Final = frozenset({"claim", "station", "draw", "keep"})
ABOUT: Final = {"claim": "route", "station": "city", "keep": "ticket"}
Choice = tuple[str, str]  # what is sent, and what is read


@dataclass(frozen=True, slots=True)
class Mending:
    """The form of one entry. A ticket has a player for good; a turn may turn out to have been another's."""

    kind: str
    player: str
    chosen: str
    late: bool
    choices: tuple[Choice, ...]


def form(game: View, place: int, typed: Mapping[str, str] | None = None) -> Mending:
    """The form to correct an entry: its fields as they stand or were just chosen, and everything they could be."""
    entry: Any = dict(in_force(game.log)).get(place, game.log[place - 1])
    now = Mending(entry.type, entry.player, _about(entry), getattr(entry, "late", False), _choices(game, entry))
    if typed is None:
        return now
    player, chosen = typed.get("player", now.player), typed.get("what", now.chosen)
    return Mending(now.kind, player, chosen, "late" in typed, now.choices)


def instead(game: View, place: int, typed: Mapping[str, str]) -> dict[str, Any]:
    """The entry to be put in its place."""
    now = form(game, place)
    player, chosen = typed.get("player", now.player), typed.get("what", now.chosen)
    late = {"late": True} if "late" in typed else {}
    if now.kind == "keep":
        return {"type": "keep", "player": now.player, "ticket": chosen}
    if now.kind == "station":
        return {"type": "station", "player": player, "city": chosen, **late}
    if not chosen:
        return {"type": "draw", "player": player}
    return {"type": "claim", "player": player, "route": chosen, **late}


def _about(entry: Claim | Station | Draw | Keep) -> str:
    return str(getattr(entry, ABOUT.get(entry.type, ""), ""))


def _choices(game: View, entry: Claim | Station | Draw | Keep) -> tuple[Choice, ...]:
    board = game.board
    if isinstance(entry, Keep):
        tickets = board.tickets_of(game.setup.variant)
        return _sorted((name, ticket_name(board, name)) for name in tickets)
    if isinstance(entry, Station):
        return _sorted((city.id, city.name) for city in board.cities)
    return _sorted((route.id, route_name(board, route)) for route in board.route.values())


def _sorted(choices: Any) -> tuple[Choice, ...]:
    return tuple(sorted(choices, key=lambda choice: sort_key(choice[1])))
