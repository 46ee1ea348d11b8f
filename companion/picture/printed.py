"""The figures printed on routes: mountains, tolls, bonus cards, bullet trains. Pure.

They are where the owner's letter goes, which covers them once the route is claimed and they no longer matter.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.boards.model import Route
from companion.picture.element import Element
from companion.picture.lettering import text_width
from companion.picture.plan import Plan, line_data
from companion.picture.space_marks import HALF, marker

# Outlines by mark or tag of a route; figures of marks show its number.
FIGURES: Final[Mapping[str, str]] = {
    "mountain": "M0-6L6.4 4.2H-6.4z",
    "toll": "M-4.4 0a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0z",
    "draw-bonus": "M-3.4-4.6H3.4V4.6H-3.4z",
    "terrain": "M-4.2-4.2H4.2V4.2H-4.2z",
    "any-set-of": "M0-5.4L5.4 0L0 5.4L-5.4 0z",
    "fixed-points": "M-7-4.6H7V4.6H-7z",
    "bullet": "M-5.4 2.4C-4-1-1-2.4 5.4-2.4V2.4z",
}
LOWER: Final[Mapping[str, float]] = {"mountain": 1.0}  # moves the number down into the wide part of the figure
SIZE: Final = 6.5


def printed(plan: Plan) -> Iterator[Element]:
    """For each figure an invisible line with the figure as a marker on each route that has it."""
    for name, routes in _by_figure(plan).items():
        places = [(plan.runs[route].sign.x, plan.runs[route].sign.y) for route in routes]
        data = line_data(places * 2 if len(places) == 1 else places)
        mark = f"url(#{plan.name}-{name})"
        line = Element("path", d=data)
        line.put({"marker-start": mark, "marker-mid": mark, "marker-end": mark})
        yield line


def printed_markers(plan: Plan) -> Iterator[Element]:
    """The marker definitions of the figures on this board."""
    p = plan.palette
    for name in _by_figure(plan):
        kind, number = _kind_and_number(name)
        shape = Element("path", d=FIGURES[kind], fill=p.dot, stroke=p.ink, stroke_width=0.8)
        y = LOWER.get(kind, 0.0) + HALF * SIZE
        digits = Element("text", text=number, x=-text_width(number, SIZE) / 2, y=y, font_size=SIZE, fill=p.ink)
        yield marker(f"{plan.name}-{name}", shape, *([digits] if number else []))


def _kind_and_number(figure: str) -> tuple[str, str]:
    """A figure's key in FIGURES, and the number in it, which may be empty: ("mountain", "2") for "mountain-2"."""
    if figure in FIGURES:
        return figure, ""
    kind, _dash, number = figure.rpartition("-")
    return kind, number


def _by_figure(plan: Plan) -> dict[str, list[str]]:
    """The routes by the figure that is printed on them, as `_figures` names it."""
    routes: dict[str, list[str]] = {}
    for route in plan.runs:
        for name in _figures(plan.board.route[route]):
            routes.setdefault(name, []).append(route)
    return routes


def _figures(route: Route) -> list[str]:
    """The figures printed on a route: marks with their number, such as "mountain-2", and tags."""
    marks = [f"{name}-{number}" for name, number in route.marks.items() if name in FIGURES]
    return marks + [tag for tag in route.tags if tag in FIGURES]
