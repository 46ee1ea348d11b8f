"""A player's network: its connected parts, the tickets it completes, and the shortest way through it.

A path may pass through cities and junctions. A border is only an end: routes that meet there are not connected, and
a path may only begin or end there. A ticket that names a country is met at any of the country's places.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

from companion.boards.model import Board, Route
from companion.boards.tickets import Goal, Ticket

Step = tuple[Route, str, str]  # a route to take, the node it leads to, and the place of that node


class Joined:
    """The connected parts of a set of routes (union–find): two nodes are connected if they have the same `home`.

    A city is one node. A border has a node for each route that leads to it.
    """

    def __init__(self, routes: Iterable[Route] = ()) -> None:
        self._above: dict[str, str] = {}  # node -> another one of its part, nearer to the part's home
        self._entrances: dict[str, list[str]] = {}  # border -> its nodes
        for route in routes:
            one, other = route.nodes
            self._above[self.home(one)] = self.home(other)
            if route.borders:
                self.enter(route)

    def enter(self, route: Route) -> None:
        """Adds the border places of a route, without connecting its ends."""
        for place, node in route.borders:
            self._entrances.setdefault(place, []).append(node)

    def home(self, node: str) -> str:
        """The representative of the connected part that a node belongs to."""
        while (above := self._above.get(node, node)) != node:
            node = above
        return node

    def homes(self, places: Iterable[str]) -> set[str]:
        """The representatives of all parts that any of these places belongs to."""
        return {self.home(node) for place in places for node in self._entrances.get(place, (place,))}


@dataclass(frozen=True, slots=True)
class Journey:
    """A path: its routes and places in order, the total length of its routes, and which of these are borrowed."""

    routes: tuple[str, ...]
    cities: tuple[str, ...]
    trains: int
    borrowed: tuple[str, ...] = ()


def fewest_trains(board: Board, goal: Goal) -> int:
    """The length of the shortest path to a goal over all tracks of a board; for a tour, from stop to stop."""
    way = Network(board, board.route.values()).shortest(goal)
    return way.trains if way else 0


class Network:
    """The routes that a player may use, some of them perhaps borrowed, and what they reach."""

    def __init__(self, board: Board, own: Iterable[Route], borrowed: Iterable[Route] = ()) -> None:
        self._board = board
        self._lent = {route.id: route for route in borrowed}
        self._routes = [*own, *self._lent.values()]
        self._joined = Joined(self._routes)

    def reached(self, ticket: Ticket) -> Goal | None:
        """The goal worth most that the network reaches, or None if the ticket is not completed."""
        return next((goal for goal in ticket.goals if self._reaches(goal)), None)

    def journey(self, ticket: Ticket) -> Journey | None:
        """The shortest path to the goal of a ticket that counts; None if it is not completed."""
        goal = self.reached(ticket)
        return self.way(goal) if goal else None

    def way(self, goal: Goal) -> Journey | None:
        """The shortest path to a goal; of equally short ones the one that borrows least, then the first by name."""
        return self._tour(goal) if goal.in_order else self.shortest(goal)

    def shortest(self, goal: Goal) -> Journey | None:
        """The shortest paths from each end of a goal to the next, joined. They may pass through a city twice."""
        legs = [self._leg(*ends) for ends in pairwise(self._places(goal))]
        ways = [leg for leg in legs if leg]
        if len(ways) == 1:
            return ways[0]
        if len(ways) < len(legs):
            return None
        routes = tuple(route for way in ways for route in way.routes)
        cities = (ways[0].cities[0], *(city for way in ways for city in way.cities[1:]))
        return self._journey(routes, cities)

    def _places(self, goal: Goal) -> list[tuple[str, ...]]:
        """For each end of a goal the places that satisfy it."""
        return [self._board.places(end) for end in goal.ends]

    def _reaches(self, goal: Goal) -> bool:
        """Whether one part of the network has a place for every end, and, if required, a path in their order."""
        parts_at_ends = [self._joined.homes(places) for places in self._places(goal)]
        if not set.intersection(*parts_at_ends):
            return False
        return not goal.in_order or self._tour(goal) is not None

    def _journey(self, routes: tuple[str, ...], cities: tuple[str, ...]) -> Journey:
        """A journey over these routes; a route that is used twice counts once in its length."""
        trains = sum(self._board.route[route].length for route in {*routes})
        return Journey(routes, cities, trains, tuple(route for route in routes if route in self._lent))

    def _leg(self, starts: Collection[str], goals: Collection[str]) -> Journey | None:
        """The shortest path from any start to any goal (Dijkstra): by length, then borrowed routes, then names."""
        at, begin = self._around(), self._begin(starts)
        waiting: list[tuple[int, int, tuple[str, ...], tuple[str, ...], str]] = [
            (0, 0, (place,), (), node) for place, node in begin
        ]
        seen: set[str] = set()
        while waiting:
            trains, loans, cities, routes, node = heappop(waiting)
            if routes and cities[-1] in goals:
                return Journey(routes, cities, trains, tuple(r for r in routes if r in self._lent))
            if node in seen:
                continue
            seen.add(node)
            for route, further, place in at.get(node, ()):
                if further not in seen:
                    loan = loans + (route.id in self._lent)
                    step = (trains + route.length, loan, (*cities, place), (*routes, route.id), further)
                    heappush(waiting, step)
        return None

    def _tour(self, goal: Goal) -> Journey | None:
        """The shortest path that passes the ends of a goal in their order and no place twice."""
        at, (first, *stops) = self._around(), self._places(goal)
        named = {place for places in stops for place in places}
        best: tuple[int, int, tuple[str, ...], tuple[str, ...]] | None = None

        def walk(trains: int, loans: int, cities: tuple[str, ...], routes: tuple[str, ...], node: str) -> None:
            """Continues a walk that has come to a node; keeps the best one that passes all stops in order."""
            nonlocal best
            passed = sum(1 for place in cities[1:] if place in named)
            if passed == len(stops):
                best = min(filter(None, (best, (trains, loans, cities, routes))))
                return
            for route, further, place in sorted(at.get(node, ()), key=lambda step: step[0].length):
                is_in_order = place not in named or place in stops[passed]
                may_be_best = best is None or trains + route.length <= best[0]
                if is_in_order and place not in cities and may_be_best:
                    loan = loans + (route.id in self._lent)
                    walk(trains + route.length, loan, (*cities, place), (*routes, route.id), further)

        for place, node in self._begin(first):
            walk(0, 0, (place,), (), node)
        if best is None:
            return None
        _trains, _loans, cities, routes = best
        return self._journey(routes, cities)

    def _around(self) -> dict[str, list[Step]]:
        """The possible steps from each node."""
        at: dict[str, list[Step]] = {}
        for route in self._routes:
            one, other = route.nodes
            at.setdefault(one, []).append((route, other, route.b))
            at.setdefault(other, []).append((route, one, route.a))
        return at

    def _begin(self, places: Iterable[str]) -> Iterator[tuple[str, str]]:
        """The nodes at which a path from one of these places may begin, each with its place."""
        for place in places:
            at_border = [node for route in self._routes for end, node in route.borders if end == place]
            for node in at_border or [place]:
                yield place, node
