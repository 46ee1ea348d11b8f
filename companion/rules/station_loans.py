"""The best use of a player's stations.

The rule: at the end each station lets its owner use one route of another player that leads to its city, the same
one for all tickets. Borrowed routes do not count for the longest path. The best choice has the most ticket points,
then the most completed tickets, then the fewest borrowed routes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Final, NamedTuple

from companion.boards.model import Board, Route
from companion.boards.tickets import Ticket
from companion.rules.network import Joined, Network

Parts = Sequence[str]  # parts of the network where one end of a ticket can be met


class Offer(NamedTuple):
    """A route that a station could borrow, and the two parts of the network that it would join."""

    here: str
    there: str
    city: str
    route: str


class BetterGoal(NamedTuple):
    """A goal that would make a ticket worth more: by how many points, and the parts that reach each of its ends."""

    gain: int
    ends: tuple[Parts, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """A ticket that loans could improve: whether it is completed without any, and its better goals, best first."""

    completed: bool
    goals: tuple[BetterGoal, ...]


@dataclass(frozen=True, slots=True)
class Loans:
    """Which route each station borrows, and the tickets that would be worth less without it."""

    uses: Mapping[str, str] = field(default_factory=dict)  # the station's city -> route
    saved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # borrowed route -> tickets


NONE: Final = Loans()


def best_loans(
    board: Board, stations: Sequence[str], tickets: Sequence[Ticket], own: Sequence[Route], others: Sequence[Route]
) -> Loans:
    """The best use of the stations in these cities; of several always the same one.

    `own` are the player's routes, `others` those that may be borrowed. Only the parts of the network that a route
    connects matter. So of a city's routes to the same part only one is tried, and only tickets whose ends lie in
    different parts are looked at.
    """
    joined, network = Joined(own), Network(board, own)
    for route in others:
        joined.enter(route)
    wishes = [wish for ticket in tickets if (wish := _wish_for(board, joined, network, ticket)).goals]
    offers = _useful_offers([_offers(city, others, joined) for city in stations], wishes)
    best: tuple[Offer, ...] = ()
    most = (0, 0)
    for count in range(1, len(offers) + 1):
        for some in combinations(offers, count):
            for chosen in product(*some):
                worth = _worth(wishes, chosen)
                if worth > most:
                    most, best = worth, chosen
    return _with_saved_tickets(board, {offer.city: offer.route for offer in best}, tickets, own, others)


def _wish_for(board: Board, joined: Joined, network: Network, ticket: Ticket) -> Wish:
    """A ticket with its goals that are worth more than the one that counts without loans."""
    now = network.reached(ticket)
    points_now = now.points if now else -ticket.penalty
    better = []
    for goal in ticket.goals:
        if goal.points > points_now:
            ends = tuple(tuple(joined.homes(board.places(end))) for end in goal.ends)
            better.append(BetterGoal(goal.points - points_now, ends))
    return Wish(now is not None, tuple(better))


def _offers(city: str, others: Iterable[Route], joined: Joined) -> list[Offer]:
    """The routes a station could borrow, one for each other part of the network that they lead to."""
    here = joined.home(city)
    offers: dict[str, Offer] = {}
    for route in others:
        if city in route.ends:
            there = joined.home(route.nodes[0] if route.b == city else route.nodes[1])
            if there != here:
                offers.setdefault(there, Offer(here, there, city, route.id))
    return list(offers.values())


def _useful_offers(offers: list[list[Offer]], wishes: Iterable[Wish]) -> list[list[Offer]]:
    """Of each station's offers those that could help; an empty list if no ticket could be improved.

    They lead to a ticket's end, to a station, or to a part that another offer leads to as well.
    """
    useful = {part for wish in wishes for goal in wish.goals for parts in goal.ends for part in parts}
    if not useful:
        return []
    useful.update(offer.here for of_station in offers for offer in of_station)
    reached = Counter(offer.there for of_station in offers for offer in of_station)
    useful.update(part for part, times in reached.items() if times > 1)
    return [[offer for offer in of_station if offer.there in useful] for of_station in offers]


def _worth(wishes: Iterable[Wish], chosen: Iterable[Offer]) -> tuple[int, int]:
    """The points that these loans add, and the number of tickets that they complete."""
    merged: dict[str, str] = {}  # every part that loans join to others -> the part that stands for all of these
    for offer in chosen:
        here, there = merged.get(offer.here, offer.here), merged.get(offer.there, offer.there)
        merged |= {part: there for part, whole in merged.items() if whole == here}
        merged[offer.here] = merged[offer.there] = merged[here] = there
    points = completed = 0
    for wish in wishes:
        for goal in wish.goals:
            if _connects(merged, goal.ends):
                points += goal.gain
                completed += not wish.completed
                break
    return points, completed


def _connects(merged: Mapping[str, str], ends: tuple[Parts, ...]) -> bool:
    """Whether one part of the network reaches every end of a goal.

    Each end is given as the parts that reach it. `merged` maps every part that borrowed routes join to others to the
    one that stands for all of these; other parts are not in it.
    """
    if len(ends) == 2 and len(ends[0]) == len(ends[1]) == 1:  # nearly always; the general way is slower
        one, other = ends[0][0], ends[1][0]
        return merged.get(one, one) == merged.get(other, other)
    return bool(set.intersection(*({merged.get(part, part) for part in parts} for parts in ends)))


def _with_saved_tickets(
    board: Board, uses: Mapping[str, str], tickets: Sequence[Ticket], own: Sequence[Route], others: Iterable[Route]
) -> Loans:
    """The loans, each with the tickets that would be worth less without it alone."""
    if not uses:
        return NONE
    borrowed = {route.id: route for route in others if route.id in uses.values()}
    with_all = Network(board, own, borrowed.values())
    saved = {}
    for name in uses.values():
        without = Network(board, own, (route for route in borrowed.values() if route.id != name))
        saved[name] = tuple(ticket.id for ticket in tickets if with_all.reached(ticket) != without.reached(ticket))
    return Loans(uses, saved)
