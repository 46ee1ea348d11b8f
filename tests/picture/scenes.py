"""States of a board to draw: some made on purpose, any at random."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st
from pydantic import BaseModel

from companion.board import Board
from companion.picture import Scene, Walk

Model = TypeVar("Model", bound=BaseModel)


def altered(model: Model, **update: Any) -> Model:
    """A model with other values, and without what it had worked out from the old ones."""
    facts = {name: getattr(model, name) for name in type(model).model_fields}
    return type(model).model_construct(**facts | update)


def mid_game(board: Board, claims: int = 40, seed: int = 3) -> Scene:
    """Everybody builds on from a city of their own, in turn; the last claim is shown."""
    owners = networks(board, claims, seed)
    return Scene(owners=owners, last=list(owners)[-1], big_cities=big_cities(board))


def finished(board: Board, seed: int = 3) -> Scene:
    """Nearly all is claimed; a longest path, a ticket's journey, stations and offers are shown at once."""
    owners = networks(board, 200, seed)
    random = Random(seed)
    first, second, *_ = board.colors
    journey, station = lent(board, owners, second, walk(board, owners, second, random))
    stations = dict(zip([c.id for c in board.cities[::6]], board.colors * 3, strict=False)) | station
    return Scene(
        owners=owners,
        stations=stations if board.stations else station,
        last=list(owners)[-1],
        candidates=tuple(route for route in board.route if route not in owners)[:4],
        journey=journey,
        longest=walk(board, owners, first, random),
        big_cities=big_cities(board),
    )


def big_cities(board: Board) -> tuple[str, ...]:
    return next((v.big_cities for v in board.variants.values() if v.big_cities), ())


def networks(board: Board, claims: int, seed: int) -> dict[str, str]:
    """Who would own what, if each claimed at random whatever touches what they have."""
    random = Random(seed)
    owners: dict[str, str] = {}
    reach = {color: {random.choice(board.cities).id} for color in board.colors}
    trains = dict.fromkeys(board.colors, board.trains_per_player)
    for turn in range(claims * 3):
        color = board.colors[turn % len(board.colors)]
        open_to = [
            route
            for route in board.route.values()
            if route.id not in owners
            and route.length <= trains[color]
            and not reach[color].isdisjoint(route.ends)
            and all(owners.get(twin) != color for twin in route.twins)
        ]
        if open_to and len(owners) < claims:
            route = random.choice(open_to)
            owners[route.id] = color
            trains[color] -= route.length
            reach[color] |= {*route.ends}
    return owners


def walk(board: Board, owners: dict[str, str], color: str, random: Random) -> Walk:
    """The longest of many walks at random over one player's routes."""
    mine = [board.route[route] for route, owner in owners.items() if owner == color]
    best = Walk((mine[0].a,), ())
    for _ in range(300):
        cities, routes = [random.choice(random.choice(mine).ends)], []
        while on := [r for r in mine if r.id not in routes and cities[-1] in r.ends]:
            route = random.choice(on)
            routes.append(route.id)
            cities.append(route.b if route.a == cities[-1] else route.a)
        if len(routes) > len(best.routes):
            best = Walk(tuple(cities), tuple(routes))
    return best


def lent(board: Board, owners: dict[str, str], color: str, way: Walk) -> tuple[Walk, dict[str, str]]:
    """The first part of a walk, and one route more that is somebody else's; and the station for it."""
    cities, routes = way.cities[:6], way.routes[:5]
    end = cities[-1]
    others = (r for r in board.route.values() if end in r.ends and owners.get(r.id, color) != color)
    if not board.stations or not (route := next(others, None)):
        return Walk(cities, routes), {}
    beyond = route.b if route.a == end else route.a
    return Walk((*cities, beyond), (*routes, route.id), frozenset([route.id])), {end: color}


def any_scene(board: Board) -> st.SearchStrategy[Scene]:
    """Any state at all, likely or not."""
    routes, cities = st.sampled_from([*board.route]), st.sampled_from([c.id for c in board.cities])
    colors = st.sampled_from(board.colors)
    return st.builds(
        Scene,
        owners=st.dictionaries(routes, colors, max_size=12),
        stations=st.dictionaries(cities, colors, max_size=6),
        last=st.none() | routes,
        candidates=st.lists(routes, unique=True, max_size=12).map(tuple),
        journey=st.none() | walks(board),
        longest=st.none() | walks(board),
        big_cities=st.lists(cities, unique=True, max_size=5).map(tuple),
    )


def walks(board: Board) -> st.SearchStrategy[Walk]:
    """Some walk over the board, with some of its routes borrowed."""

    def wander(random: Random, steps: int, borrowed: int) -> Walk:
        cities: list[str] = [random.choice(board.cities).id]
        routes: list[str] = []
        for _ in range(steps):
            route = random.choice([r for r in board.route.values() if cities[-1] in r.ends])
            routes.append(route.id)
            cities.append(route.b if route.a == cities[-1] else route.a)
        return Walk(tuple(cities), tuple(routes), frozenset(routes[:borrowed]))

    return st.builds(wander, st.randoms(use_true_random=False), st.integers(0, 9), st.integers(0, 3))
