"""The mandala (on India the Grand Tour): a bonus for tickets whose two cities are connected by two separate paths.

The two paths share no route; they may meet in a city. Of all such pairs of paths the shortest is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.boards.model import Route
from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import BY_NUMBER
from companion.rules.network import Journey
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table

Step = tuple[str, str, str]  # a route, the city it is travelled from, and the one it is travelled to
Cost = tuple[int, int]  # trains; and, to break ties, a bit for each route


def measure(table: Table, player: PlayerScore) -> Item:
    """The completed tickets with two separate paths, and the paths."""
    own = [table.board.route[name] for name in sorted(player.routes)]
    parts = []
    for ticket in player.completed:
        ways = two_ways(own, *ticket.ends) if len(ticket.ends) == 2 else None
        if ways:
            parts.append(Item("mandala/part", 1, walks=ways, tickets=(ticket.id,)))
    walks = tuple(way for part in parts for way in part.walks)
    tickets = tuple(name for part in parts for name in part.tickets)
    return Item("mandala", len(parts), walks=walks, tickets=tickets, parts=tuple(parts))


def two_ways(routes: Iterable[Route], start: str, end: str) -> tuple[Journey, Journey] | None:
    """The two shortest paths between two cities that share no route, by total length; None if there are none.

    Suurballe's algorithm: find the shortest path, then the shortest one in a network where the steps of the first can
    be undone at negative cost. Steps that both take, in opposite directions, cancel out.
    """
    steps: dict[Step, Cost] = {}
    for n, route in enumerate(sorted(routes, key=lambda route: route.id)):
        one, other = route.nodes
        steps[route.id, one, other] = steps[route.id, other, one] = route.length, 1 << n
    used: set[Step] = set()
    for _path in range(2):
        path = _cheapest(steps, start, end)
        if path is None:
            return None
        for step in path:
            name, one, other = step
            back = name, other, one
            if back in used:
                used.remove(back)
            else:
                used.add(step)
            trains, tie_break = steps.pop(step)
            steps[back] = -trains, -tie_break
    lengths = {route.id: route.length for route in routes}
    one_way, other_way = (_walk(used, start, end, lengths) for _path in range(2))
    shorter, longer = sorted((one_way, other_way), key=lambda way: (way.trains, way.routes))
    return shorter, longer


def _cheapest(steps: dict[Step, Cost], start: str, end: str) -> list[Step] | None:
    """The cheapest path (Bellman–Ford, as steps may have negative cost); None if there is none."""
    cost: dict[str, Cost] = {start: (0, 0)}
    last_step: dict[str, Step] = {}  # of the cheapest path to each city so far
    changed = True
    while changed:
        changed = False
        for step, (trains, tie_break) in steps.items():
            __, one, other = step
            if one not in cost:
                continue
            by_this_step = cost[one][0] + trains, cost[one][1] + tie_break
            if other not in cost or by_this_step < cost[other]:
                cost[other], last_step[other], changed = by_this_step, step, True
    if end not in last_step:
        return None
    path: list[Step] = []
    city = end
    while not path or city != start:
        path.append(last_step[city])
        city = path[-1][1]
    return path[::-1]


def _walk(used: set[Step], start: str, end: str, lengths: dict[str, int]) -> Journey:
    """Follows one path along the used steps, and removes these from `used`."""
    cities = [start]
    routes = []
    while cities[-1] != end:
        step = min(step for step in used if step[1] == cities[-1])
        used.remove(step)
        routes.append(step[0])
        cities.append(step[2])
    return Journey(tuple(routes), tuple(cities), sum(lengths[name] for name in routes))


BONUS: Final = Bonus(
    id="mandala",
    name=N_("Mandala"),
    measure=measure,
    pay=BY_NUMBER,
    note=NN_("{n} ticket", "{n} tickets"),
    number=NN_("{n} ticket", "{n} tickets"),
    reason=NN_(
        "{n} ticket completed by two separate paths: {tickets}",
        "{n} tickets completed by two separate paths: {tickets}",
    ),
    part=N_("{tickets} by two separate paths: {ways}"),
    rules=lambda _board: [
        N_("For completed tickets whose two cities you've connected by two separate paths."),
        N_("The two paths can meet in a city, but can't share a route."),
        N_("You score once for the number of these tickets, on top of the tickets themselves."),
    ],
)
