"""The best use of a player's stations.

The rule: at the end each station lets its owner use one route of one other player that leads to its city, the
same one for all tickets. What is borrowed does not count for the longest path. Best is the choice with the most
ticket points, then the most completed tickets, then the fewest borrowed routes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Final

from companion.boards.model import Route, Ticket
from companion.rules.network import Joined

Loan = tuple[str, str]  # a station's city and the route it borrows
Apart = tuple[str, str, int]  # two parts of the network and the points for joining them
Offer = tuple[str, str, Loan]  # two parts of the network that a loan would join


@dataclass(frozen=True, slots=True)
class Loans:
    """Which route each station borrows, and the tickets that would fail without it."""

    uses: Mapping[str, str] = field(default_factory=dict)
    saved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


NONE: Final = Loans()


def best_loans(
    stations: Sequence[str], tickets: Sequence[Ticket], own: Sequence[Route], others: Sequence[Route]
) -> Loans:
    """The best use of the stations in these cities; among equals always the same one.

    Only what a route joins matters: of a city's routes to one and the same part of the network one is tried,
    and only tickets whose cities lie in different parts are counted.
    """
    joined = Joined(own)
    apart = [(joined.home(t.a), joined.home(t.b), t.points) for t in tickets]
    apart = [(a, b, points) for a, b, points in apart if a != b]
    offers = _useful([_offers(city, others, joined) for city in stations], apart)
    best: tuple[Offer, ...] = ()
    most = (0, 0)
    for count in range(1, len(offers) + 1):
        for some in combinations(offers, count):
            for chosen in product(*some):
                worth = _worth(apart, chosen)
                if worth > most:
                    most, best = worth, chosen
    return _explained(dict([loan for _here, _there, loan in best]), tickets, own, others)


def _offers(city: str, others: Iterable[Route], joined: Joined) -> list[Offer]:
    """What a station could borrow; a route that leads to where another one leads brings nothing more."""
    here = joined.home(city)
    found: dict[str, Offer] = {}
    for route in others:
        if city in route.ends:
            there = joined.home(route.b if route.a == city else route.a)
            if there != here:
                found.setdefault(there, (here, there, (city, route.id)))
    return list(found.values())


def _useful(offers: list[list[Offer]], apart: Iterable[Apart]) -> list[list[Offer]]:
    """Without loans that lead nowhere: to no ticket's city, no station, nothing that another station reaches."""
    goals = {home for a, b, _points in apart for home in (a, b)}
    if not goals:
        return []
    goals.update(here for one in offers for here, _there, _loan in one)
    reached = Counter(there for one in offers for _here, there, _loan in one)
    return [[offer for offer in one if offer[1] in goals or reached[offer[1]] > 1] for one in offers]


def _worth(apart: Iterable[Apart], chosen: Iterable[Offer]) -> tuple[int, int]:
    """Points and number of the tickets that these loans complete."""
    part: dict[str, str] = {}
    for one, other, _loan in chosen:
        here, there = part.get(one, one), part.get(other, other)
        part |= {home: there for home, stands in part.items() if stands == here}
        part[one] = part[other] = part[here] = there
    completed = [points for a, b, points in apart if part.get(a, a) == part.get(b, b)]
    return sum(completed), len(completed)


def _explained(
    uses: Mapping[str, str], tickets: Sequence[Ticket], own: Sequence[Route], others: Iterable[Route]
) -> Loans:
    """The loans with what each of them saves: the tickets that fail when it alone is given back."""
    if not uses:
        return NONE
    borrowed = {route.id: route for route in others if route.id in uses.values()}
    completed = _completed(tickets, [*own, *borrowed.values()])
    saved = {}
    for name in uses.values():
        without = _completed(tickets, [*own, *(r for r in borrowed.values() if r.id != name)])
        saved[name] = tuple(t for t in completed if t not in without)
    return Loans(uses, saved)


def _completed(tickets: Iterable[Ticket], routes: Iterable[Route]) -> list[str]:
    joined = Joined(routes)
    return [t.id for t in tickets if joined.home(t.a) == joined.home(t.b)]
