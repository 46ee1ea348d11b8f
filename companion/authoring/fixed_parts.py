"""The parts of a layout that stay fixed in a search: second places, insets, routes to them, exceptions. Pure.

The search knows one place for each city and one line for each pair. Routes that go round the edge of the picture or
lead to a second place are left out of it, and follow their cities afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import Any

from companion.boards.geometry import Point
from companion.boards.layout import Bend, Layout, Place
from companion.boards.model import Board

NEAR: float = 6.0  # a route begins at a place if its line ends nearer to it than this
BEHIND = ("land", "borders", "rivers", "parks")  # the parts of a layout that are drawn behind everything


def movable(board: Board, layout: Layout) -> Board:
    """The board without the routes that the search cannot move."""
    fixed = {bend.pair for bend in layout.pairs if _is_fixed(layout, bend)}
    if not fixed:
        return board
    fields = {name: getattr(board, name) for name in Board.model_fields if name != "drawing"}
    # Built anew, since a copy would keep the pairs it has looked up; and not validated, since its tickets don't
    # matter.
    return Board.model_construct(**fields | {"routes": tuple(r for r in board.routes if r.pair not in fixed)})


def whole(searched: Layout, before: Layout, room: str) -> Layout:
    """The searched layout, completed with the fixed parts of the one before.

    Of the pairs that were excused for their direction, those with the reason `room` stay so only if the search needs
    it.
    """
    excused = {turned.pair for turned in searched.turned}
    by_hand = tuple(turned for turned in before.turned if turned.pair not in excused and turned.reason != room)
    moved = {bend.pair: bend for bend in searched.pairs}
    bends = tuple(moved.get(bend.pair) or _followed(bend, before, searched) for bend in before.pairs)
    stays: dict[str, Any] = {name: getattr(before, name) for name in (*BEHIND, "again", "insets", "across")}
    return searched.model_copy(update={"pairs": bends, "turned": searched.turned + by_hand, **stays})


def in_inset(layout: Layout, bend: Bend) -> bool:
    """Whether a route begins or ends in an inset."""
    return any(_inside(point, box) for _place, point in bend.ends for box in layout.insets)


def _inside(point: Point, box: Sequence[float]) -> bool:
    """Whether a point is inside a box, given as its left, top, width and height."""
    left, top, width, height = box
    return left <= point[0] <= left + width and top <= point[1] <= top + height


def _is_fixed(layout: Layout, bend: Bend) -> bool:
    """Whether the search cannot move a route: it goes round the edge, or an end is not at its place's own dot."""
    return bend.rest is not None or any(not _begins_at(layout.place[place], point) for place, point in bend.ends)


def _begins_at(place: Place, point: Point) -> bool:
    """Whether an end of a line is at a place's own dot, and not at a second one."""
    return dist((place.x, place.y), point) < NEAR


def _followed(bend: Bend, before: Layout, searched: Layout) -> Bend:
    """A fixed route whose ends are moved with their cities; ends at an edge of the picture stay."""
    first = _step(before, searched, *bend.ends[0])
    last = _step(before, searched, *bend.ends[1])
    if bend.rest is None:
        return bend.model_copy(update={"path": _bent(bend.path, first, last)})
    stays = (0.0, 0.0)
    rest = bend.rest.model_copy(update={"path": _bent(bend.rest.path, stays, last)})
    return bend.model_copy(update={"path": _bent(bend.path, first, stays), "rest": rest})


def _step(before: Layout, searched: Layout, place: str, point: Point) -> Point:
    """How far an end moves: like its city, unless it is at a second place of it."""
    was, now = before.place[place], searched.place[place]
    return (now.x - was.x, now.y - was.y) if _begins_at(was, point) else (0.0, 0.0)


def _bent(path: Sequence[Point], first: Point, last: Point) -> tuple[Point, ...]:
    """A line whose ends are moved by these steps, each together with the control point next to it."""
    steps = (first, first, last, last)
    return tuple((round(x + u, 1), round(y + v, 1)) for (x, y), (u, v) in zip(path, steps, strict=True))
