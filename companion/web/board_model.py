"""A board as JSON for a phone's script, which needs it to follow a game, to interpret taps, and to draw.

It is the same for every table on the board, so a phone fetches it once and caches it.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Final

from companion.boards.model import Board, City, Route
from companion.picture import plan_of
from companion.picture.plan import Plan
from companion.picture.sign import Sign
from companion.picture.tap_targets import Picker
from companion.picture.tracks import Shapes
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
    track = next(iter(board.route.values())).model_copy(update={"parallel": "double"})
    by_players: dict[str, dict[str, int]] = {}
    for players, count in product(range(board.players.least, board.players.most + 1), SIDE_BY_SIDE):
        by_players.setdefault(str(players), {})[str(count)] = board.open_tracks(track, count, players, variant)
    return by_players


def _city(city: City) -> dict[str, Any]:
    """A place and its names. `noCity` marks places that are not cities."""
    model: dict[str, Any] = {"name": city.name}
    return model | ({"also": city.also} if city.also else {}) | ({} if city.kind == "city" else {"noCity": True})


def _route(route: Route, piece: str) -> dict[str, Any]:
    """A route as phones get it; what is usual is left out."""
    plain: dict[str, Any] = {
        "length": route.length,
        "color": route.color,
    }
    printed = {
        "pieces": "" if route.pieces == piece else route.pieces,
        "twins": None if route.twins == route.beside else route.twins,  # left out where all beside it are
        "allOpen": route.parallel == "open",
        "tunnel": route.tunnel,
        "ferry": route.ferry,
        "bed": "track-bed" in route.tags,
    }
    return plain | {name: value for name, value in printed.items() if value not in (None, "", False, 0)}


def _with_picture(board: Board, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts with positions added: of cities, of routes' lengths, and of the letters of routes' owners."""
    plan = plan_of(board)
    picker = Picker.of(Shapes(board, plan.layout))
    second = plan.second_letters if any(mechanic.shares_tracks for mechanic in mechanics_of(board)) else {}
    for name in plan.runs:
        facts["routes"][name] |= _places(plan, name, second.get(name))
    for place in plan.places():
        facts["cities"][place.id].setdefault("spots", []).append([place.x, place.y, *(place.label or ())])
    return facts | {"half": picker.half, "boxes": picker.boxes}


def _places(plan: Plan, name: str, second: Sign | None) -> dict[str, Any]:
    sign, tag = plan.runs[name].sign, plan.tag(name)
    return {"sign": _rounded(sign[:2]), "tag": _rounded(tag)} | ({"second": _rounded(second[:2])} if second else {})


def _rounded(point: tuple[float, ...]) -> list[float]:
    return [round(part, 1) for part in point]
