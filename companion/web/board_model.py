"""A board as JSON for a phone's script, which needs it to follow a game, to interpret taps, and to draw.

It is the same for every table on the board, so a phone fetches it once and caches it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, product
from typing import Any, Final

from companion.boards.model import Board, City, Route
from companion.picture import plan_of
from companion.picture.owner_letters import Sign
from companion.picture.plan import Plan
from companion.picture.tap_targets import box
from companion.rules.mechanics import mechanics_of

SIDE_BY_SIDE: Final = (2, 3)  # tracks of a double and of a triple route


def board_model(board: Board) -> dict[str, Any]:
    """The board as JSON; without positions if it has no picture."""
    facts: dict[str, Any] = {
        "id": board.id,
        "piece": board.piece_name,
        "finalRoundAt": board.final_round_at,
        "finalTurns": board.final_turns,
        "stations": board.stations.count if board.stations else 0,
        "points": {str(length): points for length, points in board.points_for.items()},
        "open": {variant: _open_tracks(board, variant) for variant in board.variants},
        "cities": {city.id: _city(city) for city in board.cities},
        "routes": {route.id: _route(route, board.piece_name) for route in board.route.values()},
    }
    return facts if board.layout is None else _with_picture(board, facts)


def _open_tracks(board: Board, variant: str) -> dict[str, dict[str, int]]:
    """How many tracks of a double or triple route may be claimed, by number of players and number of tracks."""
    # Any route will do: the answer depends only on its being one of several parallel tracks.
    track = next(iter(board.route.values())).model_copy(update={"parallel": "double"})
    by_players: dict[str, dict[str, int]] = {}
    for players, count in product(range(board.players.least, board.players.most + 1), SIDE_BY_SIDE):
        by_players.setdefault(str(players), {})[str(count)] = board.open_tracks(track, count, players, variant)
    return by_players


def _city(city: City) -> dict[str, Any]:
    """A place as phones get it: its name, and `noCity` if it is not a city."""
    return {"name": city.name} if city.kind == "city" else {"name": city.name, "noCity": True}


def _route(route: Route, piece: str) -> dict[str, Any]:
    """A route as phones get it: always its length and colour, and anything else only where it is unusual."""
    always: dict[str, Any] = {"length": route.length, "color": route.color}
    unusual = {
        "pieces": "" if route.pieces == piece else route.pieces,
        "twins": None if route.twins == route.beside else route.twins,  # left out where all beside it are
        "allOpen": route.parallel == "open",
        "tunnel": route.tunnel,
        "ferry": route.ferry,
        "bed": "track-bed" in route.tags,
    }
    return always | {name: value for name, value in unusual.items() if value not in (None, "", False, 0)}


def _with_picture(board: Board, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts with positions added: those of cities and of everything that may be drawn on a route.

    `half` is half the length and half the width of a train space.
    """
    plan = plan_of(board)
    second_letters = plan.second_letters if any(mechanic.shares_tracks for mechanic in mechanics_of(board)) else {}
    for route in plan.runs:
        facts["routes"][route] |= _positions_on_route(plan, route, second_letters.get(route))
    for place in plan.places():
        facts["cities"][place.id].setdefault("spots", []).append([place.x, place.y, *(place.label or ())])
    return facts | {"half": [part / 2 for part in plan.layout.space]}


def _positions_on_route(plan: Plan, route: str, second_letter: Sign | None) -> dict[str, Any]:
    """Where a route has its owner's letter (`sign`), the number of an offer (`tag`), a second owner's letter, and its
    train spaces.

    All are in tenths of a unit. `sign` is a position, the others are distances: of `tag` and `second` from the
    letter, of each space from the one before it. These are short numbers, often equal, so the file compresses well.
    """
    run = plan.runs[route]
    letter = _tenths(run.sign[:2])
    positions = {"sign": letter, "tag": _steps([letter, _tenths(plan.tag(route))])}
    if second_letter:
        positions["second"] = _steps([letter, _tenths(second_letter[:2])])
    positions["spaces"] = _steps([[*letter, 0], *(_tenths(box(space)) for space in run.spaces)])
    return positions


def _tenths(numbers: Iterable[float]) -> list[int]:
    """Numbers in tenths of a unit."""
    return [round(10 * round(number, 1)) for number in numbers]


def _steps(points: list[list[int]]) -> list[int]:
    """The distance from each point to the next in each coordinate, all in one list."""
    steps: list[int] = []
    for point, next_point in pairwise(points):
        steps += (after - before for before, after in zip(point, next_point, strict=True))
    return steps
