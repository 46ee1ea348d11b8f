"""Graph questions answered the long way: by flood, by trying every walk, by trying every loan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

from companion.boards.model import Route, Ticket


def flood(start: str, routes: Iterable[Route]) -> set[str]:
    """Every city that can be reached from this one."""
    reached, grew = {start}, True
    routes = list(routes)
    while grew:
        before = len(reached)
        for route in routes:
            if route.a in reached or route.b in reached:
                reached |= {route.a, route.b}
        grew = len(reached) > before
    return reached


def completed(tickets: Iterable[Ticket], routes: Sequence[Route]) -> list[Ticket]:
    return [ticket for ticket in tickets if ticket.b in flood(ticket.a, routes)]


def longest_walk(tracks: Sequence[tuple[object, object, int]]) -> int:
    """The length of the longest walk that rides no track twice: every walk from every city, remembered."""
    at: dict[object, list[tuple[int, object, int]]] = {}
    for n, (a, b, length) in enumerate(tracks):
        at.setdefault(a, []).append((1 << n, b, length))
        at.setdefault(b, []).append((1 << n, a, length))

    @cache
    def rest(city: object, ridden: int) -> int:
        return max((length + rest(end, ridden | n) for n, end, length in at[city] if not ridden & n), default=0)

    return max((rest(city, 0) for city in at), default=0)


def best_loans(
    stations: Sequence[str], tickets: Sequence[Ticket], own: Sequence[Route], others: Sequence[Route]
) -> tuple[int, int, int]:
    """Ticket points completed, tickets completed, and (negative) routes borrowed, of the best of all choices."""
    offered = [[None, *(route for route in others if city in route.ends)] for city in stations]
    best = (0, 0, 0)
    for chosen in product(*offered):
        borrowed = {route.id: route for route in chosen if route}
        done = completed_at_once(tickets, [*own, *borrowed.values()])
        best = max(best, (sum(ticket.points for ticket in done), len(done), -len(borrowed)))
    return best


def completed_at_once(tickets: Iterable[Ticket], routes: Iterable[Route]) -> list[Ticket]:
    """As `completed`, with one flood for all tickets: each route gives both of its sides one name."""
    name: dict[str, str] = {}
    for route in routes:
        old, new = name.get(route.a, route.a), name.get(route.b, route.b)
        name |= {route.a: new, route.b: new} | {city: new for city, known in name.items() if known == old}
    return [ticket for ticket in tickets if name.get(ticket.a, ticket.a) == name.get(ticket.b, ticket.b)]
