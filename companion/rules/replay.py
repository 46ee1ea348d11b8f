"""Reading a log by the rules, entry by entry: from the first, or on from a table that is known."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from companion.boards.model import Board
from companion.rules import refusals
from companion.rules.counting import Count
from companion.rules.log import (
    Amend,
    AnyEntry,
    CatchUp,
    Claim,
    Entry,
    Finish,
    Hidden,
    Keep,
    Station,
    Strike,
    Turn,
    in_force,
)
from companion.rules.setup import Setup
from companion.rules.table import FinalRound, Made, Table


def opened(board: Board, setup: Setup) -> Table:
    """A table before its first entry."""
    table = Table(board, setup, turns_followed=setup.tracking == "live")
    table.trains = dict.fromkeys(setup.colors, board.trains_per_player)
    table.bonuses = board.variants[setup.variant].bonuses
    for mechanic in table.mechanics:
        mechanic.begin(table)
    return table


def replay(board: Board, setup: Setup, log: Sequence[AnyEntry]) -> Table:
    """The table that a log amounts to. Raises RuleBroken at the first entry that the rules do not allow."""
    table = opened(board, setup)
    table.hidden = Hidden in map(type, log)
    for place, entry in in_force(log):
        _read_on(table, place, entry)
    return table


def continued(known: Table, length: int, new: Sequence[AnyEntry]) -> Table | None:
    """The table of a log that new entries have come to; None where one changes an earlier entry, or is hidden."""
    if any(isinstance(entry, Strike | Amend | Hidden) for entry in new):
        return None
    table = known.copy()
    for place, entry in enumerate(new, length + 1):
        _read_on(table, place, entry)
    return table


def _read_on(table: Table, place: int, entry: Entry) -> None:
    """Reads the next entry of the log."""
    if table.finished:
        raise refusals.AfterFinish(place, table.board, table.setup)
    read(table, place, entry)
    if isinstance(entry, Turn):
        _end_turn(table, place, entry)


def read(table: Table, place: int, entry: Entry) -> None:
    """Takes one entry in, by the common rules and by those of the board. Raises RuleBroken."""
    if reader := READERS.get(entry.type):
        reader(table, place, entry)
    for mechanic in table.mechanics:
        mechanic.read(table, place, entry)


def broken_by(table: Table, entry: Entry) -> refusals.RuleBroken | None:
    """The rule that an entry would break, if any; it is tried on a copy, so nothing happens."""
    try:
        tried(table, entry)
    except refusals.RuleBroken as broken:
        return broken
    return None


def tried(table: Table, entry: Entry, place: int = 0) -> Table:
    """The table as an entry would leave it, beside the real one. Raises RuleBroken."""
    after = table.copy()
    read(after, place, entry)
    return after


def take_in(
    board: Board, setup: Setup, log: Sequence[AnyEntry], entry: AnyEntry, known: Table | None = None
) -> Table:
    """The table with one entry more, as a live table takes it: it refuses a turn too many as well.

    Where the table of the log is known, it is read on from there.
    """
    table = continued(known, len(log), [entry]) if known else None
    table = table or replay(board, setup, [*log, entry])
    for place, player in table.turns_too_many:
        if place == len(log) + 1:
            raise refusals.FinalTurnHad(place, board, setup, player=player)
    return table


def _claim(table: Table, place: int, entry: Claim) -> None:
    """Reads a claim: the route gets an owner, its pieces are used and its points scored at once."""
    for broken in chain(_against(table, place, entry), [None]):
        for mechanic in table.mechanics:
            broken = mechanic.refusal(table, place, entry, broken)
        if broken:
            raise broken
    made = Made(place, entry, table.pieces_for(entry), table.points_for(entry))
    table.claims[entry.route, entry.player] = made
    table.owners.setdefault(entry.route, entry.player)
    table.trains[entry.player] -= made.pieces
    table.taken += [(entry.player, thing) for thing in getattr(entry, "takes", ())]


def _count(table: Table, _place: int, entry: Count) -> None:
    """What was counted last holds."""
    table.typed[entry.player, entry.what] = entry.n


def _against(table: Table, place: int, entry: Claim) -> Iterator[refusals.RuleBroken]:
    """A free track, no second one of its group, none that few players close, and trains enough."""
    route = table.board.route[entry.route]

    def refuse(why: type[refusals.RuleBroken], **data: str | int) -> refusals.RuleBroken:
        return why(place, table.board, table.setup, route=route.id, **data)

    if route.id in table.owners:
        yield refuse(refusals.RouteTaken, player=table.owners[route.id])
    if twins := table.twins(route):
        beside = [table.owners[twin] for twin in twins if twin in table.owners]
        if any((twin, entry.player) in table.claims for twin in twins):
            yield refuse(refusals.OwnTwin, player=entry.player)
        if table.closed(route):
            yield refuse(refusals.TwinClosed, player=beside[0], players=len(table.setup.players), open=len(beside))
    kinds, pieces = table.pieces_left(entry.player), table.pieces_for(entry)
    left = table.trains[entry.player] if kinds is None else kinds[route.pieces]
    if left < pieces:
        kind = {} if kinds is None else {"kind": route.pieces}
        yield refuse(refusals.NotEnoughTrains, player=entry.player, left=left, length=pieces, **kind)


def _station(table: Table, place: int, entry: Station) -> None:
    """One station a city, and so many a player."""
    stations = table.board.stations
    count = stations.count if stations else 0
    if entry.city in table.stations:
        owner = table.stations[entry.city]
        raise refusals.CityTaken(place, table.board, table.setup, city=entry.city, player=owner)
    if len(table.built_by(entry.player)) >= count:
        raise refusals.NoStationsLeft(place, table.board, table.setup, player=entry.player, count=count)
    table.stations[entry.city] = entry.player


def _keep(table: Table, place: int, entry: Keep) -> None:
    """A player holds a ticket once. That two players hold the same one is for the table to settle."""
    ticket = table.board.tickets_of(table.setup.variant)[entry.ticket]
    if any(player == entry.player and held.id == ticket.id for player, held in table.held):
        raise refusals.TicketHeld(place, table.board, table.setup, player=entry.player, ticket=ticket.id)
    table.held.append((entry.player, ticket))


def _catch_up(table: Table, place: int, _entry: CatchUp) -> None:
    """The table fell behind: from here on, as after the game, turns and the final round are not followed."""
    table.turns_followed = False
    table.caught_up_at = place if table.caught_up_at is None else table.caught_up_at
    table.final_round = None
    table.turns_too_many = []


def _finish(table: Table, _place: int, _entry: Finish) -> None:
    table.finished = True


def _end_turn(table: Table, place: int, entry: Turn) -> None:
    """The final round: it starts when a turn leaves its player with few trains; then everybody, that player
    included, has one more turn, or as many as the board gives. What is entered late uses no turn and starts nothing.
    """
    if not table.turns_followed or not entry.in_turn:
        return
    table.last_turn = entry.player
    final = table.final_round
    if final is None:
        if _starts_final_round(table, entry.player):
            table.final_round = FinalRound(entry.player, place, table.board.final_turns)
    elif final.had.get(entry.player, 0) == final.turns:
        table.turns_too_many.append((place, entry.player))
    else:
        final.had[entry.player] = final.had.get(entry.player, 0) + 1


def _starts_final_round(table: Table, player: str) -> bool:
    starts = table.trains[player] <= table.board.final_round_at
    for mechanic in table.mechanics:
        starts = mechanic.final_round(table, player, starts)
    return starts


READERS: Final[dict[str, Callable[[Table, int, Any], None]]] = {
    "claim": _claim,
    "station": _station,
    "keep": _keep,
    "count": _count,
    "catch-up": _catch_up,
    "finish": _finish,
}
