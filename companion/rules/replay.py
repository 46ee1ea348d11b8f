"""Reads a log by the rules, entry by entry: from the start, or on from a table that was read before."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from companion.boards.model import Board
from companion.rules import broken_rules
from companion.rules.counting import Count
from companion.rules.game_setup import Setup
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
from companion.rules.table import FinalRound, Made, Table


def new_table(board: Board, setup: Setup) -> Table:
    """A new table, before its first entry."""
    table = Table(board, setup, turns_followed=setup.tracking == "live")
    table.trains = dict.fromkeys(setup.colors, board.trains_per_player)
    table.bonuses = board.variants[setup.variant].bonuses
    for mechanic in table.mechanics:
        mechanic.begin(table)
    return table


def replay(board: Board, setup: Setup, log: Sequence[AnyEntry]) -> Table:
    """The table after all entries of a log. Raises RuleBroken at the first entry that the rules do not allow."""
    table = new_table(board, setup)
    table.hidden = Hidden in map(type, log)
    for place, entry in in_force(log):
        _read_next(table, place, entry)
    return table


def read_on(before: Table, length: int, new: Sequence[AnyEntry]) -> Table | None:
    """A copy of the table `before`, which a log of `length` entries led to, after `new` ones as well.

    None if one of them is hidden or changes an earlier entry: then the log has to be read from its start.
    """
    if any(isinstance(entry, Strike | Amend | Hidden) for entry in new):
        return None
    table = before.copy()
    for place, entry in enumerate(new, length + 1):
        _read_next(table, place, entry)
    return table


def _read_next(table: Table, place: int, entry: Entry) -> None:
    """Reads the next entry of the log, and ends the turn if it is one. Raises RuleBroken."""
    if table.finished:
        raise broken_rules.AfterFinish(place, table.board, table.setup)
    read(table, place, entry)
    if isinstance(entry, Turn):
        _end_turn(table, place, entry)


def read(table: Table, place: int, entry: Entry) -> None:
    """Applies one entry to a table, by the common rules and the board's mechanics. Raises RuleBroken."""
    if reader := READERS.get(entry.type):
        reader(table, place, entry)
    for mechanic in table.mechanics:
        mechanic.read(table, place, entry)


def broken_by(table: Table, entry: Entry) -> broken_rules.RuleBroken | None:
    """The rule that an entry would break, if any. The table stays as it is."""
    try:
        tried(table, entry)
    except broken_rules.RuleBroken as broken:
        return broken
    return None


def tried(table: Table, entry: Entry, place: int = 0) -> Table:
    """A copy of the table with one more entry. Raises RuleBroken."""
    after = table.copy()
    read(after, place, entry)
    return after


def take_in(
    board: Board, setup: Setup, log: Sequence[AnyEntry], entry: AnyEntry, before: Table | None = None
) -> Table:
    """The table after a log and one more entry, for a game in play. Raises RuleBroken.

    Unlike in a replay, the new entry is also refused if it is a turn too many in the final round. If `before`, the
    table after the log, is given, only the new entry is read.
    """
    table = read_on(before, len(log), [entry]) if before else None
    table = table or replay(board, setup, [*log, entry])
    for place, player in table.turns_too_many:
        if place == len(log) + 1:
            raise broken_rules.FinalTurnHad(place, board, setup, player=player)
    return table


def _claim(table: Table, place: int, entry: Claim) -> None:
    """Reads a claim: the route gets an owner, the pieces are used, and the points are scored at once."""
    # A mechanic may lift a common rule that is broken. Asked once more with None, it may name a broken one of its
    # own.
    for broken in chain(_rules_broken_by_claim(table, place, entry), [None]):
        for mechanic in table.mechanics:
            broken = mechanic.broken_rule(table, place, entry, broken)
        if broken:
            raise broken
    made = Made(place, entry, table.pieces_for(entry), table.points_for(entry))
    table.claims[entry.route, entry.player] = made
    table.owners.setdefault(entry.route, entry.player)
    table.trains[entry.player] -= made.pieces
    table.taken += [(entry.player, thing) for thing in getattr(entry, "takes", ())]


def _count(table: Table, _place: int, entry: Count) -> None:
    """Reads a count; the last one of a player and thing holds."""
    table.typed[entry.player, entry.what] = entry.n


def _rules_broken_by_claim(table: Table, place: int, entry: Claim) -> Iterator[broken_rules.RuleBroken]:
    """The common rules that a claim would break, each as an exception to raise."""
    route = table.board.route[entry.route]

    def refuse(why: type[broken_rules.RuleBroken], **data: str | int) -> broken_rules.RuleBroken:
        return why(place, table.board, table.setup, route=route.id, **data)

    if route.id in table.owners:
        yield refuse(broken_rules.RouteTaken, player=table.owners[route.id])
    if twins := table.twins(route):
        owners_beside = [table.owners[twin] for twin in twins if twin in table.owners]
        if any((twin, entry.player) in table.claims for twin in twins):
            yield refuse(broken_rules.OwnTwin, player=entry.player)
        if table.closed(route):
            players = len(table.setup.players)
            yield refuse(broken_rules.TwinClosed, player=owners_beside[0], players=players, open=len(owners_beside))
    kinds, pieces = table.pieces_left(entry.player), table.pieces_for(entry)
    left = table.trains[entry.player] if kinds is None else kinds[route.pieces]
    if left < pieces:
        kind = {} if kinds is None else {"kind": route.pieces}
        yield refuse(broken_rules.NotEnoughTrains, player=entry.player, left=left, length=pieces, **kind)


def _station(table: Table, place: int, entry: Station) -> None:
    """Reads a station: a city has only one, and a player only so many."""
    stations = table.board.stations
    count = stations.count if stations else 0
    if entry.city in table.stations:
        owner = table.stations[entry.city]
        raise broken_rules.CityTaken(place, table.board, table.setup, city=entry.city, player=owner)
    if len(table.built_by(entry.player)) >= count:
        raise broken_rules.NoStationsLeft(place, table.board, table.setup, player=entry.player, count=count)
    table.stations[entry.city] = entry.player


def _keep(table: Table, place: int, entry: Keep) -> None:
    """Reads a kept ticket: a player holds it only once. Two players with the same one are only a warning."""
    ticket = table.board.tickets_of(table.setup.variant)[entry.ticket_id]
    if any(player == entry.player and held.id == ticket.id for player, held in table.held):
        raise broken_rules.TicketHeld(place, table.board, table.setup, player=entry.player, ticket=ticket.id)
    table.held.append((entry.player, ticket))


def _catch_up(table: Table, place: int, _entry: CatchUp) -> None:
    """Stops following turns and the final round from here on, because the log fell behind the game."""
    table.turns_followed = False
    table.caught_up_at = place if table.caught_up_at is None else table.caught_up_at
    table.final_round = None
    table.turns_too_many = []


def _finish(table: Table, _place: int, _entry: Finish) -> None:
    """Ends the game: all tickets are on the table."""
    table.finished = True


def _end_turn(table: Table, place: int, entry: Turn) -> None:
    """Counts a turn, and starts the final round if it left its player with few trains.

    Then everybody, that player included, has one more turn, or as many as the board gives. Late entries do not count.
    """
    if not table.turns_followed or not entry.in_turn:
        return
    table.last_turn = entry.player
    final = table.final_round
    if final is None:
        if starts_final_round(table, entry.player):
            table.final_round = FinalRound(entry.player, place, table.board.final_turns)
    elif final.had.get(entry.player, 0) == final.turns:
        table.turns_too_many.append((place, entry.player))
    else:
        final.had[entry.player] = final.had.get(entry.player, 0) + 1


def starts_final_round(table: Table, player: str) -> bool:
    """Whether the final round begins when this player's turn ends."""
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
