"""States of a board at random, and boards that are not quite in order."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st
from pydantic import BaseModel

from companion.boards.model import Board
from companion.picture import Scene, Walk

Model = TypeVar("Model", bound=BaseModel)


def altered(model: Model, **update: Any) -> Model:
    """A model with other values, and without what it had worked out from the old ones."""
    facts = {name: getattr(model, name) for name in type(model).model_fields}
    return type(model).model_construct(**facts | update)


def any_scene(board: Board) -> st.SearchStrategy[Scene]:
    """Any state at all, likely or not."""
    routes, cities = st.sampled_from([*board.route]), st.sampled_from([c.id for c in board.cities if c.name])
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
