"""Graph questions answered the long way: by flood, by trying every walk, by trying every loan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from companion.boards.model import Board, Route
from companion.boards.tickets import Card


def card(board: Board, variant: str, ticket: str) -> Card:
    """The line of a board's file that a ticket's id is for."""
    sets = board.variants[variant].ticket_sets
    for each in [each for each in board.tickets if set(each.sets) & set(sets)]:
        if each.stops:
            name = f"tour--{each.stops[0]}--{each.stops[-1]}"
        elif each.options:
            name = f"{each.a}--choice"
        else:
            name = "--".join(sorted([str(each.a), str(each.b)]))
        if ticket in [name] * (each.copies == 1) + [f"{name}-{n + 1}" for n in range(each.copies) if each.copies > 1]:
            return each
    raise KeyError(ticket)


def places(board: Board, end: str) -> list[str]:
    """The places of a country, or the place itself."""
    return next((list(country.places) for country in board.countries if country.id == end), [end])


def borders(board: Board) -> set[str]:
    return {city.id for city in board.cities if city.kind == "border"}


def flood(board: Board, start: str, routes: Iterable[Route]) -> Iterator[set[str]]:
    """Every place that can be reached from this one; from a border, where no path leads on, by each route apart."""
    routes, ends = list(routes), borders(board)
    begin = [{start}] if start not in ends else [{start, *r.ends} for r in routes if start in r.ends]
    for reached in begin:
        grew = True
        while grew:
            before = len(reached)
            for route in routes:
                for here, there in (route.ends, route.ends[::-1]):
                    if here in reached and here not in ends:
                        reached.add(there)
            grew = len(reached) > before
        yield reached


def joined(board: Board, ends: Sequence[str], routes: Sequence[Route]) -> bool:
    """Whether one network meets all of these ends."""
    first, *others = [places(board, end) for end in ends]
    for start in first:
        for reached in flood(board, start, routes):
            if all(any(place in reached for place in other) for other in others):
                return True
    return False


def in_order(board: Board, stops: Sequence[str], routes: Sequence[Route]) -> bool:
    """Whether a path passes the stops in their order and no place twice: every path is tried."""
    ends = borders(board)

    def on(way: list[str]) -> bool:
        passed = [place for place in way if any(place in places(board, stop) for stop in stops)]
        if len(passed) == len(stops):
            return all(place in places(board, stop) for place, stop in zip(passed, stops, strict=True))
        if len(way) > 1 and way[-1] in ends:
            return False
        near = {end for route in routes if way[-1] in route.ends for end in route.ends} - set(way)
        return any(on([*way, place]) for place in near)

    return any(on([start]) for start in places(board, stops[0]))


def met(board: Board, about: Card, routes: Sequence[Route]) -> int | None:
    """What a ticket brings with these routes; None where it fails."""
    if about.stops:
        if not joined(board, about.stops, routes):
            return None
        return about.points if in_order(board, about.stops, routes) else about.points_unordered
    if about.options:
        return max([o.points for o in about.options if joined(board, (str(about.a), o.b), routes)], default=None)
    return about.points if joined(board, (str(about.a), str(about.b)), routes) else None


def cost(about: Card) -> int:
    """What a ticket costs that fails."""
    return about.penalty or about.points or min(option.points for option in about.options)


def longest_walk(tracks: Sequence[tuple[object, object, int]], ends: Iterable[object] = ()) -> int:
    """The length of the longest walk that rides no track twice, and passes none of the `ends`."""
    at: dict[object, list[tuple[int, object, int]]] = {}
    for n, (a, b, length) in enumerate(tracks):
        at.setdefault(a, []).append((1 << n, b, length))
        at.setdefault(b, []).append((1 << n, a, length))
    stops = set(ends)

    @cache
    def rest(city: object, ridden: int) -> int:
        if ridden and city in stops:
            return 0
        return max((length + rest(end, ridden | n) for n, end, length in at[city] if not ridden & n), default=0)

    return max((rest(city, 0) for city in at), default=0)


def best_loans(
    board: Board, stations: Sequence[str], tickets: Sequence[Card], own: Sequence[Route], others: Sequence[Route]
) -> tuple[int, int, int]:
    """Ticket points, tickets completed, and (negative) routes borrowed, of the best of all choices."""
    offered = [[None, *(route for route in others if city in route.ends)] for city in stations]
    simple = not borders(board) and not board.countries and all(ticket.b for ticket in tickets)
    measure = worth_at_once if simple else worth
    best: tuple[int, int, int] | None = None
    for chosen in product(*offered):
        borrowed = {route.id: route for route in chosen if route}
        found = (*measure(board, tickets, [*own, *borrowed.values()]), -len(borrowed))
        best = max(best or found, found)
    assert best is not None
    return best


def worth(board: Board, tickets: Iterable[Card], routes: Sequence[Route]) -> tuple[int, int]:
    """The points of these tickets, failed ones included, and how many are completed."""
    each = [(met(board, ticket, routes), cost(ticket)) for ticket in tickets]
    done = [points for points, _cost in each if points is not None]
    return sum(done) - sum(cost for points, cost in each if points is None), len(done)


def worth_at_once(_board: Board, tickets: Iterable[Card], routes: Iterable[Route]) -> tuple[int, int]:
    """The same of tickets between two cities, with one flood for all: each route gives both of its sides one name."""
    name: dict[str, str] = {}
    for route in routes:
        old, new = name.get(route.a, route.a), name.get(route.b, route.b)
        name |= {route.a: new, route.b: new} | {city: new for city, known in name.items() if known == old}
    points = done = 0
    for ticket in tickets:
        met = name.get(str(ticket.a), ticket.a) == name.get(str(ticket.b), ticket.b)
        points += (ticket.points or 0) if met else -(ticket.points or 0)
        done += met
    return points, done
