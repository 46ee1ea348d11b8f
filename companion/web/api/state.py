"""The state of a table as data: what everybody may know, and the tickets of the seats that a device holds."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from companion.play.view import OpenRequest, View
from companion.rules.log import Hidden
from companion.rules.network import Network
from companion.rules.table import Table


def state(game: View, since: int | None = None) -> dict[str, Any]:
    """The table at its newest version for one device; with `since` also what changed since that version."""
    setup = game.setup
    state: dict[str, Any] = {
        **game.public.kept("state", lambda: _of_everybody(game)),
        "last": _last(game),
        "undo": game.undo if game.plays else None,
        "tickets": {color: _tickets(game, color) for color in setup.colors if color in game.hands},
        "you": {"role": game.role, "seats": [color for color in setup.colors if color in game.seats]},
        "covered": [color for color in setup.colors if color in game.taken_over],
        "asked": [_request(request) for request in game.requests],
        "reopened": game.was_finished,
        "following": game.facts.following,
    }
    state["players"] = [{**player, "yours": player["color"] in game.seats} for player in state["players"]]
    if game.plays:
        state["code"] = game.facts.code
        state["waiting"] = [{"id": guest.id, "role": guest.role, "name": guest.name} for guest in game.guests]
    if since is not None:
        state["changed"] = game.public.kept(f"since {since}", lambda: changed(game, since))
    return state


def _request(request: OpenRequest) -> dict[str, Any]:
    """A request among phones, as programs read it."""
    whole: dict[str, Any] = {
        "about": request.kind,
        "until": request.until,
        "yours": request.mine,
        "answers": request.answers,
    }
    return whole | {name: value for name, value in (("color", request.color), ("by", request.by)) if value}


def _of_everybody(game: View) -> dict[str, Any]:
    """The part of the state that all devices see alike; made once a version."""
    table, setup = game.table, game.setup
    final = table.final_round
    return {
        "table": game.id,
        "version": game.version,
        **{name: getattr(setup, name) for name in ("map", "variant", "tracking", "title", "one_token")},
        "starts": setup.starts or setup.colors[0],
        "options": asdict(game.options),
        "chosen": setup.options,
        "phase": table.phase,
        "turns_followed": table.turns_followed,
        "final_round": final and {"triggered_by": final.triggered_by, "waiting_for": table.waiting_for},
        "next": table.next_player,
        "players": [_player(game, color) for color in setup.colors],
        "owners": dict(table.owners),
        "stations": dict(table.stations),
        **{name: told for mechanic in table.mechanics for name, told in mechanic.of_table(table).items()},
    }


def changed(game: View, since: int) -> dict[str, list[str]]:
    """Which routes, stations and players are not as they were at a version; all players where the set-up changed."""
    before = game.public.table_at(since) if since <= game.version else None
    now = game.table
    players = game.setup.colors
    if before is None:
        return {"routes": sorted(game.board.route), "stations": sorted(game.board.city), "players": players}
    if game.facts.setup_version > since:
        routes, stations = {*before.owners, *now.owners}, {*before.stations, *now.stations}
        return {"routes": sorted(routes), "stations": sorted(stations), "players": players}
    return {
        "routes": _differing(before.owners, now.owners),
        "stations": _differing(before.stations, now.stations),
        "players": [c for c in players if _counts(before, c) != _counts(now, c)],
    }


def _differing(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))


def _counts(table: Table, color: str) -> tuple[object, ...]:
    """The figures of a player's panel."""
    is_next = table.next_player == color
    own = [*table.figures(color), *(thing for player, thing in table.taken if player == color)]
    return table.trains[color], table.routes_of(color), table.built_by(color), own, table.turns_left(color), is_next


def _player(game: View, color: str) -> dict[str, Any]:
    table = game.table
    player = next(player for player in game.setup.players if player.color == color)
    state: dict[str, Any] = {
        **player.model_dump(exclude_none=True),
        "trains_left": table.trains[color],
        "route_points": table.route_points(color),
        "routes": len(table.routes_of(color)),
        "held": game.seat(color).held,
        "confirmed": game.confirmed(color),
        "tickets_in": game.seat(color).tickets_in,
    }
    if game.board.stations:
        state["stations_left"] = game.board.stations.count - len(table.built_by(color))
    if things := table.counters:
        known = game.public.table
        state["counts"] = {name: known.count(color, name) for name in things if known.counted(color, name)}
    if any(counter.taken for counter in table.counters.values()):
        state["takes"] = dict(Counter(thing for player, thing in table.taken if player == color))
    if (left := table.pieces_left(color)) is not None:
        state["pieces_left"] = dict(left)
    return state | {name: told for each in table.mechanics for name, told in each.of_player(table, color).items()}


def _tickets(game: View, color: str) -> list[dict[str, Any]]:
    """A seat's own tickets, and whether each is connected by its own routes now, where the table wants that told."""
    table = game.table
    network = Network(game.board, table.network_of(color))
    state = [{"ticket": t.id, "points": t.points} for t in table.tickets_of(color)]
    if game.options.ticket_hint:
        for line, ticket in zip(state, table.tickets_of(color), strict=True):
            line["connected"] = network.reached(ticket) is not None
    return state


def _last(game: View) -> dict[str, Any] | None:
    """The newest entry that this device may see, with its place."""
    for place in range(len(game.log), 0, -1):
        entry = game.log[place - 1]
        if not isinstance(entry, Hidden):
            return {"entry": place, **entry.model_dump(by_alias=True, exclude_defaults=True)}
    return None
