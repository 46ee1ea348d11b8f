"""The state of a table for programs: what everybody may know, and the tickets of the device's own seats."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from companion.export.tally_json import FinalRound
from companion.play.view import OpenRequest, View
from companion.rules.log import Hidden
from companion.rules.network import Network
from companion.rules.table import Table
from companion.web.api import schemas


def state(game: View, since: int | None = None) -> schemas.State:
    """The newest state of a table as one device may see it; with `since`, also what changed since that version."""
    setup = game.setup
    return schemas.State(
        **game.public.cached("state", lambda: _for_everybody(game)),
        players=[
            player.model_copy(update={"yours": player.color in game.seats})
            for player in game.public.cached("players", lambda: [_player(game, color) for color in setup.colors])
        ],
        last=_last(game),
        undo=game.undo if game.plays else None,
        tickets={color: _tickets(game, color) for color in setup.colors if color in game.hands},
        you=schemas.You(role=game.role, seats=[color for color in setup.colors if color in game.seats]),
        covered=[color for color in setup.colors if color in game.taken_over],
        asked=[_request(request) for request in game.requests],
        reopened=game.was_finished,
        following=game.facts.following,
        code=game.facts.code if game.plays else None,
        waiting=_guests(game) if game.plays else None,
        changed=None if since is None else game.public.cached(f"since {since}", lambda: _changed(game, since)),
    )


def _for_everybody(game: View) -> dict[str, Any]:
    """The members of a state that are the same for all devices, without the players; computed once per version."""
    table, setup = game.table, game.setup
    return dict(
        table=game.id,
        version=game.version,
        map=setup.map,
        variant=setup.variant,
        tracking=setup.tracking,
        title=setup.title,
        one_token=setup.one_token,
        starts=setup.starts or setup.colors[0],
        options=schemas.Options(**asdict(game.options)),
        chosen=setup.options,
        phase=table.phase,
        turns_followed=table.turns_followed,
        final_round=FinalRound.of(table),
        next=table.next_player,
        owners=dict(table.owners),
        stations=dict(table.stations),
        **{name: value for mechanic in table.mechanics for name, value in mechanic.values_of_table(table).items()},
    )


def _changed(game: View, since: int) -> schemas.Changed:
    """Which routes, stations and players have changed since a version; all players if the set-up has changed."""
    before = game.public.table_at(since) if since <= game.version else None
    now = game.table
    players = game.setup.colors
    if before is None:
        return schemas.Changed(routes=sorted(game.board.route), stations=sorted(game.board.city), players=players)
    if game.facts.setup_version > since:
        routes, stations = {*before.owners, *now.owners}, {*before.stations, *now.stations}
        return schemas.Changed(routes=sorted(routes), stations=sorted(stations), players=players)
    return schemas.Changed(
        routes=_differing(before.owners, now.owners),
        stations=_differing(before.stations, now.stations),
        players=[color for color in players if _figures(before, color) != _figures(now, color)],
    )


def _differing(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))


def _figures(table: Table, color: str) -> tuple[object, ...]:
    """Everything that a player's panel shows; compared to find out whether the panel has changed."""
    is_next = table.next_player == color
    own = [*table.figures(color), *(thing for player, thing in table.taken if player == color)]
    return table.trains[color], table.routes_of(color), table.built_by(color), own, table.turns_left(color), is_next


def _player(game: View, color: str) -> schemas.PlayerState:
    """A player as everybody may see them."""
    table, player = game.table, game.setup.player(color)
    left = table.pieces_left(color)
    return schemas.PlayerState(
        **player.model_dump(exclude_none=True),
        trains_left=table.trains[color],
        route_points=table.route_points(color),
        routes=len(table.routes_of(color)),
        stations_left=game.board.stations.count - len(table.built_by(color)) if game.board.stations else None,
        counts=_counts(game, color),
        takes=_takes(table, color),
        pieces_left=None if left is None else dict(left),
        held=game.seat(color).held,
        yours=False,
        confirmed=game.confirmed(color),
        tickets_in=game.seat(color).tickets_in,
        stopped=color in game.facts.stopped,
        **{
            name: value
            for mechanic in table.mechanics
            for name, value in mechanic.values_of_player(table, color).items()
        },
    )


def _counts(game: View, color: str) -> dict[str, int] | None:
    """What was counted or taken, if everybody may know it; None where the board has nothing to count."""
    things, public = game.table.counters, game.public.table
    if not things:
        return None
    return {name: public.count(color, name) for name in things if public.has_count(color, name)}


def _takes(table: Table, color: str) -> dict[str, int] | None:
    """How much of each thing was taken with claims; None on boards where nothing can be taken."""
    if not any(counter.taken for counter in table.counters.values()):
        return None
    return dict(Counter(thing for player, thing in table.taken if player == color))


def _tickets(game: View, color: str) -> list[schemas.HeldTicket]:
    """A seat's tickets; with the table's option for that, also whether its routes connect each of them."""
    table = game.table
    tickets = [schemas.HeldTicket(ticket=ticket.id, points=ticket.points) for ticket in table.tickets_of(color)]
    if game.options.ticket_hint:
        network = Network(game.board, table.network_of(color))
        for held, ticket in zip(tickets, table.tickets_of(color), strict=True):
            held.connected = network.reached(ticket) is not None
    return tickets


def _last(game: View) -> dict[str, Any] | None:
    """The newest entry that this device may see, with its place in the log; None if there is none."""
    for place in range(len(game.log), 0, -1):
        entry = game.log[place - 1]
        if not isinstance(entry, Hidden):
            return {"entry": place, **entry.model_dump(by_alias=True, exclude_defaults=True)}
    return None


def _request(request: OpenRequest) -> schemas.Request:
    """A request that this device may answer or wait for."""
    return schemas.Request(
        about=request.kind,  # type: ignore[arg-type]
        color=request.color or None,
        by=request.by or None,
        until=request.until,
        yours=request.mine,
        answers=request.answers,
        signs=request.signs or None,
    )


def _guests(game: View) -> list[schemas.Guest]:
    return [
        schemas.Guest(id=guest.id, role=guest.role, name=guest.name)  # type: ignore[arg-type]
        for guest in game.guests
    ]
