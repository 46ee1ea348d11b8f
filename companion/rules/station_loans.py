"""The best use of a player's stations.

The rule: at the end each station lets its owner use one route of another player that leads to its city, the same
one for all tickets. Borrowed routes do not count for the longest path. The best choice has the most ticket points,
then the most completed tickets, then the fewest borrowed routes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Final

from companion.boards.model import Board, Route
from companion.boards.tickets import Ticket
from companion.rules.network import Joined, Network

Loan = tuple[str, str]  # a station's city and the route it borrows
Offer = tuple[str, str, Loan]  # two parts of the network that a loan would join
Parts = Sequence[str]  # parts of the network where one end of a ticket can be met


@dataclass(frozen=True, slots=True)
class Wish:
    """A ticket that loans could improve: for each better goal the points it adds, and where its ends lie."""

    completed: bool
    goals: tuple[tuple[int, tuple[Parts, ...]], ...]


@dataclass(frozen=True, slots=True)
class Loans:
    """Which route each station borrows, and the tickets that would fail without it."""

    uses: Mapping[str, str] = field(default_factory=dict)
    saved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


NONE: Final = Loans()


def best_loans(
    board: Board, stations: Sequence[str], tickets: Sequence[Ticket], own: Sequence[Route], others: Sequence[Route]
) -> Loans:
    """The best use of the stations in these cities; of several always the same one.

    Only the parts of the network that a route connects matter. So of a city's routes to the same part only one is
    tried, and only tickets whose ends lie in different parts are looked at.
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
    return _with_saved_tickets(board, dict([loan for _here, _there, loan in best]), tickets, own, others)


def _wish_for(board: Board, joined: Joined, network: Network, ticket: Ticket) -> Wish:
    """The goals of a ticket that are worth more than the one that counts without loans."""
    now = network.reached(ticket)
    base = now.points if now else -ticket.penalty
    dearer = [goal for goal in ticket.goals if goal.points > base]
    met = [tuple(tuple(joined.homes(board.places(end))) for end in goal.ends) for goal in dearer]
    return Wish(now is not None, tuple((goal.points - base, ends) for goal, ends in zip(dearer, met, strict=True)))


def _offers(city: str, others: Iterable[Route], joined: Joined) -> list[Offer]:
    """The routes a station could borrow, one for each other part of the network that they lead to."""
    here = joined.home(city)
    offers: dict[str, Offer] = {}
    for route in others:
        if city in route.ends:
            there = joined.home(route.nodes[0] if route.b == city else route.nodes[1])
            if there != here:
                offers.setdefault(there, (here, there, (city, route.id)))
    return list(offers.values())


def _useful_offers(offers: list[list[Offer]], wishes: Iterable[Wish]) -> list[list[Offer]]:
    """The loans that could help: to a ticket's end, to a station, or to a part that another loan reaches too."""
    goals = {home for wish in wishes for _gain, ends in wish.goals for parts in ends for home in parts}
    if not goals:
        return []
    goals.update(here for one in offers for here, _there, _loan in one)
    reached = Counter(there for one in offers for _here, there, _loan in one)
    return [[offer for offer in one if offer[1] in goals or reached[offer[1]] > 1] for one in offers]


def _worth(wishes: Iterable[Wish], chosen: Iterable[Offer]) -> tuple[int, int]:
    """The points that these loans add, and the number of tickets that they complete."""
    merged: dict[str, str] = {}
    for one, other, _loan in chosen:
        here, there = merged.get(one, one), merged.get(other, other)
        merged |= {home: there for home, stands in merged.items() if stands == here}
        merged[one] = merged[other] = merged[here] = there
    points = completed = 0
    for wish in wishes:
        for gain, ends in wish.goals:
            if _connects(merged, ends):
                points += gain
                completed += not wish.completed
                break
    return points, completed


def _connects(merged: Mapping[str, str], ends: tuple[Parts, ...]) -> bool:
    """Whether one part of the network reaches every end of a goal.

    Each end is given as the parts that reach it. `merged` maps every part that borrowed routes join to others to
    the whole that they are together; other parts are not in it.
    """
    first, *others = ends
    if len(first) == 1 and len(others) == 1 and len(others[0]) == 1:  # as nearly always
        return merged.get(first[0], first[0]) == merged.get(others[0][0], others[0][0])
    return bool(set.intersection(*({merged.get(home, home) for home in parts} for parts in ends)))


def _with_saved_tickets(
    board: Board, uses: Mapping[str, str], tickets: Sequence[Ticket], own: Sequence[Route], others: Iterable[Route]
) -> Loans:
    """The loans, each with the tickets that would be worth less without it alone."""
    if not uses:
        return NONE
    borrowed = {route.id: route for route in others if route.id in uses.values()}
    best = Network(board, own, borrowed.values())
    saved = {}
    for name in uses.values():
        without = Network(board, own, (route for route in borrowed.values() if route.id != name))
        saved[name] = tuple(t.id for t in tickets if best.reached(t) != without.reached(t))
    return Loans(uses, saved)
