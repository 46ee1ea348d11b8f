"""How a finished game went: the points after each claim, the turning point, who blocked whom. Pure.

The points after a claim are those of all claims so far, and of the tickets that a player's own routes had completed
by then. What only counts at the end is left out: tickets not completed, stations, bonuses. Nobody knows when a ticket
was drawn, so each counts as if it had been held from the start.
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

    `more` is how many more pieces the way round it needed than the old way; None if there was no way left.
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
    """How a game went; without a turning point and blocks if the order of claims, and so these, would be a guess."""
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
    """The number of the claim after which the winner led until the last claim.

    None if several players won, or if the winner did not lead after the last claim.
    """
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
    """Adds the next claim to the table `now`, from which all were taken.

    `common` are the routes that everybody may use at the end of the game; `now.common` are those of them that have
    been claimed so far, in the same order.
    """
    route, player = made.claim.route, made.claim.player
    now.claims[route, player] = made
    now.owners.setdefault(route, player)
    claimed = {*now.common, route}
    now.common = [shared for shared in common if shared in claimed]


def _moments(table: Table) -> Iterator[Moment]:
    """Each claim of the game, with the tickets it completed and the points after it."""
    now, points = _unclaimed(table), dict.fromkeys(table.setup.colors, 0)
    waiting = {color: table.tickets_of(color) for color in points}
    for made in table.claims.values():
        _put_back(now, made, table.common)
        for color, more in made.points.items():
            points[color] += more
        completed = []
        extended = list(points) if made.claim.route in table.common else [made.claim.player]
        for color in extended:
            network = Network(table.board, now.network_of(color))
            goals = {ticket.id: goal for ticket in waiting[color] if (goal := network.reached(ticket))}
            waiting[color] = [ticket for ticket in waiting[color] if ticket.id not in goals]
            completed += [(color, name, goal.points) for name, goal in goals.items()]
        for color, _name, worth in completed:
            points[color] += worth
        yield Moment(made, tuple(completed), dict(points))


@dataclass(frozen=True, slots=True)
class _Way:
    """The way to complete a ticket that needs the fewest pieces."""

    pieces: int
    unclaimed: frozenset[str]  # its routes that the player still has to claim
    begun: bool  # whether it uses a route that the player has already


class _Wish:
    """A ticket that a player tries to complete, and the claim that was most in its way so far.

    Tables called `now` are those of the moment. `as_owned` has every route with length 0, as for its owner it needs
    no more pieces.
    """

    def __init__(self, player: str, ticket: Ticket) -> None:
        self.player, self.ticket = player, ticket
        self.way: _Way | None = None
        self.is_current = False  # whether `way` is the best way of this moment
        self.worst: Block | None = None

    def find_way(self, now: Table, as_owned: Mapping[str, Route]) -> None:
        """Sets `way` to the best way of this moment."""
        if self.is_current:
            return
        mine = {route.id for route in now.network_of(self.player)}
        network = Network(now.board, [*(as_owned[name] for name in mine), *now.free_routes()])
        ways = []
        for goal in self.ticket.goals:
            if journey := network.shortest(goal):
                unclaimed = frozenset(journey.routes) - mine
                pieces = sum(now.board.route[name].length for name in unclaimed)
                ways.append(_Way(pieces, unclaimed, begun=not mine.isdisjoint(journey.routes)))
        self.way = min(ways, key=lambda way: way.pieces, default=None)
        self.is_current = True

    def note_block(self, number: int, made: Made, now: Table, as_owned: Mapping[str, Route]) -> None:
        """Finds the way round a claim that took a route of the old way; notes the claim if it is the worst so far."""
        old, self.is_current = self.way, False
        self.find_way(now, as_owned)
        if old is None or not old.begun:
            return
        more = self.way.pieces - old.pieces if self.way else None
        if more != 0 and (self.worst is None or _is_worse(more, self.worst.more)):
            self.worst = Block(number, made, self.player, self.ticket.id, more)


def _is_worse(more: int | None, than: int | None) -> bool:
    """Whether a way round needs more extra pieces than another; None, no way left, is worse than any number."""
    return than is not None and (more is None or more > than)


def _blocks(table: Table, moments: Sequence[Moment]) -> Iterator[Block]:
    """For each ticket the claim that was most in its way, if any was, in the order of the claims.

    Only begun tickets can be blocked: those whose best way used a route of the player's own. Tickets with several
    stops are left out, since the best way through these isn't a path. So are boards where two players may share a
    track.
    """
    if any(mechanic.shares_tracks for mechanic in table.mechanics):
        return
    as_owned = {name: route.model_copy(update={"length": 0}) for name, route in table.board.route.items()}
    open_wishes = {
        (color, ticket.id): _Wish(color, ticket)
        for color in table.setup.colors
        for ticket in table.tickets_of(color)
        if all(len(goal.ends) == 2 for goal in ticket.goals)
    }
    all_wishes, now = list(open_wishes.values()), _unclaimed(table)
    for number, moment in enumerate(moments, 1):
        made = moment.made
        for wish in open_wishes.values():
            if wish.player != made.claim.player:
                wish.find_way(now, as_owned)
        free = {route.id for route in now.free_routes()}
        _put_back(now, made, table.common)
        gone = free - {route.id for route in now.free_routes()}
        for player, ticket, _points in moment.completed:
            open_wishes.pop((player, ticket), None)
        for wish in open_wishes.values():
            if wish.player == made.claim.player or made.claim.route in table.common:
                wish.is_current = False  # the route may have made its way shorter
            elif wish.way and wish.way.unclaimed & gone:
                wish.note_block(number, made, now, as_owned)
    yield from sorted((wish.worst for wish in all_wishes if wish.worst), key=lambda block: block.number)
