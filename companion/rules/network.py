"""What hangs together in a player's network, and the shortest way through it. Pure graph questions on a board."""

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush

from companion.boards.model import Route


class Joined:
    """Which cities are joined by a set of routes: two cities are when they have the same `home`."""

    def __init__(self, routes: Iterable[Route] = ()) -> None:
        self._above: dict[str, str] = {}
        for route in routes:
            self._above[self.home(route.a)] = self.home(route.b)

    def home(self, city: str) -> str:
        """The city that stands for all cities joined to this one."""
        while (above := self._above.get(city, city)) != city:
            city = above
        return city


@dataclass(frozen=True, slots=True)
class Journey:
    """A way from one city to another: the routes in order, its trains, and which of the routes are borrowed."""

    routes: tuple[str, ...]
    cities: tuple[str, ...]
    trains: int
    borrowed: tuple[str, ...] = ()


def journey(start: str, goal: str, own: Iterable[Route], borrowed: Iterable[Route] = ()) -> Journey | None:
    """The way with the fewest trains; among equals the one that borrows least, then the first by name."""
    lent = {route.id for route in borrowed}
    at: dict[str, list[tuple[Route, str]]] = {}
    for route in (*own, *borrowed):
        at.setdefault(route.a, []).append((route, route.b))
        at.setdefault(route.b, []).append((route, route.a))
    waiting: list[tuple[int, int, tuple[str, ...], tuple[str, ...]]] = [(0, 0, (start,), ())]
    seen: set[str] = set()
    while waiting:
        trains, loans, cities, routes = heappop(waiting)
        city = cities[-1]
        if city == goal:
            return Journey(routes, cities, trains, tuple(r for r in routes if r in lent))
        if city in seen:
            continue
        seen.add(city)
        for route, end in at.get(city, ()):
            if end not in seen:
                loan = route.id in lent
                heappush(waiting, (trains + route.length, loans + loan, (*cities, end), (*routes, route.id)))
    return None
