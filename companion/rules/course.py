"""How a finished game went: the points after each claim, the turning point, who blocked whom. Pure.

Points so far are those of claims, and of tickets that a player's own routes had completed by then. What only the end
counts is left out: lost tickets, stations, bonuses. Nobody knows when a ticket was drawn: each counts from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.boards.model import Route
from companion.boards.tickets import Ticket
from companion.rules.counters import ROUTE_POINTS
from companion.rules.network import Network
from companion.rules.table import Made, Table
from companion.rules.tally import Tally


@dataclass(frozen=True, slots=True)
class Moment:
    """A claim, the tickets it completed (player, ticket, points), and everybody's points after it."""

    made: Made
    completed: tuple[tuple[str, str, int], ...]
    points: Mapping[str, int]

    def leads(self, player: str) -> bool:
        """Whether a player has more points than every other."""
        return all(self.points[player] > points for other, points in self.points.items() if other != player)


@dataclass(frozen=True, slots=True)
class Block:
    """A claim in the way of another player's ticket.

    `more` is how many pieces the way round needed beside those of the old way; None if there was no way left.
    """

    number: int  # of the claim, from 1
    made: Made
    player: str
    ticket: str
    more: int | None


@dataclass(frozen=True, slots=True)
class Course:
    """A whole game, claim by claim."""

    moments: tuple[Moment, ...]
    ordered: bool  # whether the claims are known to have been made in this order, with these points
    turning: int | None  # the number of the claim after which the only winner led for good
    blocks: tuple[Block, ...]
    idle: Mapping[str, int]  # player -> pieces left at the end


def course(result: Tally) -> Course:
    """How a game went. Where the order of claims is a guess, turning point and blocks would be one too."""
    table = result.table
    moments = tuple(_moments(table))
    counted = any((color, ROUTE_POINTS) in table.typed for color in table.setup.colors)
    ordered = not counted and all(map(table.in_order, table.claims.values()))
    return Course(
        moments,
        ordered,
        _turning(moments, result.winners) if ordered else None,
        tuple(_blocks(table, moments)) if ordered else (),
        {color: sum(table.left(color).values()) for color in table.setup.colors},
    )


def _turning(moments: Sequence[Moment], winners: Sequence[str]) -> int | None:
    if len(winners) != 1 or not moments or not moments[-1].leads(winners[0]):
        return None
    behind = [number for number, moment in enumerate(moments, 1) if not moment.leads(winners[0])]
    return max(behind, default=0) + 1


def _unclaimed(table: Table) -> Table:
    """The table without its claims, which are put back one by one."""
    now = table.copy()
    now.claims, now.owners, now.common = {}, {}, []
    return now


def _put_back(now: Table, made: Made, common: Sequence[str]) -> None:
    route, player = made.claim.route, made.claim.player
    now.claims[route, player] = made
    now.owners.setdefault(route, player)
    now.common += [route] if route in common else []


def _moments(table: Table) -> Iterator[Moment]:
    now, points = _unclaimed(table), dict.fromkeys(table.setup.colors, 0)
    waiting = {color: table.tickets_of(color) for color in points}
    for made in table.claims.values():
        _put_back(now, made, table.common)
        for color, more in made.points.items():
            points[color] += more
        completed = []
        for color in points if made.claim.route in table.common else (made.claim.player,):
            network = Network(table.board, now.network_of(color))
            done = {ticket.id: goal for ticket in waiting[color] if (goal := network.reached(ticket))}
            waiting[color] = [ticket for ticket in waiting[color] if ticket.id not in done]
            completed += [(color, name, goal.points) for name, goal in done.items()]
        for color, _name, worth in completed:
            points[color] += worth
        yield Moment(made, tuple(completed), dict(points))


@dataclass(frozen=True, slots=True)
class _Way:
    """The way to complete a ticket that needs the fewest pieces: how many, and on which routes."""

    pieces: int
    free: frozenset[str]
    begun: bool  # whether it uses a route that the player has already


class _Wish:
    """A ticket that a player tries to complete, and the claim that was most in its way so far."""

    def __init__(self, player: str, ticket: Ticket) -> None:
        self.player, self.ticket = player, ticket
        self.way: _Way | None = None
        self.known = False  # whether the way is the best of this moment
        self.worst: Block | None = None

    def look(self, now: Table, owned: Mapping[str, Route]) -> None:
        """Finds the best way of this moment. The player's own routes need no pieces more."""
        if self.known:
            return
        mine = {route.id for route in now.network_of(self.player)}
        network = Network(now.board, [*(owned[name] for name in mine), *now.free_routes()])
        ways = [{*way.routes} for goal in self.ticket.goals if (way := network.shortest(goal))]
        found = [
            _Way(sum(now.board.route[name].length for name in way - mine), frozenset(way - mine), bool(way & mine))
            for way in ways
        ]
        self.way, self.known = min(found, key=lambda way: way.pieces, default=None), True

    def meet(self, number: int, made: Made, now: Table, owned: Mapping[str, Route]) -> None:
        """Finds the way round a claim, and notes the claim if that is longer than round any other."""
        before, self.known = self.way, False
        self.look(now, owned)
        if before is None or not before.begun:
            return
        more = self.way.pieces - before.pieces if self.way else None
        if more == 0 or (self.worst and (self.worst.more is None or (more is not None and more <= self.worst.more))):
            return
        self.worst = Block(number, made, self.player, self.ticket.id, more)


def _blocks(table: Table, moments: Sequence[Moment]) -> Iterator[Block]:
    """For each ticket the claim that was most in its way, if any was, in the order of the claims.

    A ticket counts once it was begun: its best way used a route of the player's own. Tickets with several stops are
    left out, since the best way through these isn't a path; so are boards where two players may share a track.
    """
    if any(mechanic.shares_tracks for mechanic in table.mechanics):
        return
    owned = {name: route.model_copy(update={"length": 0}) for name, route in table.board.route.items()}
    held = [(color, ticket) for color in table.setup.colors for ticket in table.tickets_of(color)]
    wishes = {(c, t.id): _Wish(c, t) for c, t in held if all(len(goal.ends) == 2 for goal in t.goals)}
    found, now = list(wishes.values()), _unclaimed(table)
    for number, moment in enumerate(moments, 1):
        made = moment.made
        others = [wish for wish in wishes.values() if wish.player != made.claim.player]
        for wish in others:
            wish.look(now, owned)
        free = {route.id for route in now.free_routes()}
        _put_back(now, made, table.common)
        gone = free - {route.id for route in now.free_routes()}
        for player, ticket, _points in moment.completed:
            wishes.pop((player, ticket), None)
        for wish in wishes.values():
            if wish.player == made.claim.player or made.claim.route in table.common:
                wish.known = False
            elif wish.way and wish.way.free & gone:
                wish.meet(number, made, now, owned)
    yield from sorted((wish.worst for wish in found if wish.worst), key=lambda block: block.number)
