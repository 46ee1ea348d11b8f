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
    track = next(iter(board.route.values())).model_copy(update={"parallel": "double"})
    by_players: dict[str, dict[str, int]] = {}
    for players, count in product(range(board.players.least, board.players.most + 1), SIDE_BY_SIDE):
        by_players.setdefault(str(players), {})[str(count)] = board.open_tracks(track, count, players, variant)
    return by_players


def _city(city: City) -> dict[str, Any]:
    """A place by its name. `noCity` marks places that are not cities."""
    return {"name": city.name} | ({} if city.kind == "city" else {"noCity": True})


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
    """The facts with positions added: of cities, and of what lies on a route."""
    plan = plan_of(board)
    second = plan.second_letters if any(mechanic.shares_tracks for mechanic in mechanics_of(board)) else {}
    for name in plan.runs:
        facts["routes"][name] |= _places(plan, name, second.get(name))
    for place in plan.places():
        facts["cities"][place.id].setdefault("spots", []).append([place.x, place.y, *(place.label or ())])
    return facts | {"half": [part / 2 for part in plan.layout.space]}


def _places(plan: Plan, name: str, second: Sign | None) -> dict[str, Any]:
    """Where the owner's letter is, the number of an offer, a second owner's letter, and the train spaces.

    In tenths, and all but the letter by the steps that lead there from the letter, for the spaces from one to the
    next: these are short, and alike on lines that lie alike.
    """
    run = plan.runs[name]
    letter = _tenths(run.sign[:2])
    places = {"tag": _steps([letter, _tenths(plan.tag(name))])}
    if second:
        places["second"] = _steps([letter, _tenths(second[:2])])
    return {
        "sign": letter,
        **places,
        "spaces": _steps([[*letter, 0], *(_tenths(box(space)) for space in run.spaces)]),
    }


def _tenths(parts: Iterable[float]) -> list[int]:
    return [round(10 * round(part, 1)) for part in parts]


def _steps(points: list[list[int]]) -> list[int]:
    """What leads from each point to the next."""
    return [after - before for one, other in pairwise(points) for before, after in zip(one, other, strict=True)]
