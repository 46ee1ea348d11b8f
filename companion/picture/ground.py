"""Draws the ground under the routes: sea, coast lines, land and a frame. Pure."""

from collections.abc import Iterator
from typing import Final

from companion.boards.layout import Layout
from companion.picture.element import Element, numbers
from companion.picture.plan import Plan

# How far outside the board its frame ends, and where the frame's bold line and its fine line are.
MARGIN: Final = 7.0
BOLD: Final = 3.0
FINE: Final = 5.2
# How much farther out the mat goes, where a screen shows more than the frame.
BEYOND: Final = 40.0

# Widths of the lines along the coast, from the outermost to the innermost.
WAVES: Final = (16, 9.5, 4)


def ground(plan: Plan) -> Iterator[Element]:
    """Sea and land in a frame."""
    palette, layout = plan.palette, plan.layout
    yield Element("path", d=_border(layout, MARGIN), fill=palette.sea)
    if layout.land:
        land = f"{plan.name}-land"
        for colour, breadth in zip(palette.waves, WAVES, strict=True):
            if colour == palette.sea:
                continue  # invisible, and slow to print
            yield Element("use", href=f"#{land}", fill="none", stroke=colour, stroke_width=breadth)
        # Without colours, so that each use can set its own.
        shape = Element("path", id=land, d=layout.land, fill_rule="evenodd", stroke_linejoin="round")
        yield Element("g", shape, fill=palette.land, stroke=palette.coast, stroke_width=0.7)
    yield from _upon_land(plan)
    for x, y, across, down in layout.insets:
        panel = Element(
            "rect", x=x, y=y, width=across, height=down, rx=3, fill=palette.land, stroke=palette.ink, stroke_width=0.8
        )
        yield panel
    yield from _frame(plan)


def _upon_land(plan: Plan) -> Iterator[Element]:
    """Parks, rivers and borders, on top of the land."""
    palette, layout = plan.palette, plan.layout
    if layout.parks:
        yield Element("path", d=layout.parks, fill=palette.park)
    if layout.rivers:
        river = Element("path", d=layout.rivers, fill="none", stroke=palette.waves[1], stroke_width=1.6)
        river.put({"stroke-linejoin": "round"})
        yield river
    if layout.borders:
        dashes = "7 2.5 1.5 2.5"
        border = Element("path", d=layout.borders, fill="none", stroke=palette.coast, stroke_dasharray=dashes)
        border.put({"stroke-linejoin": "round"})
        yield border


def view_box(layout: Layout) -> tuple[float, float, float, float]:
    """The view box of the picture: the board and its frame."""
    return -MARGIN, -MARGIN, layout.width + 2 * MARGIN, layout.height + 2 * MARGIN


def _frame(plan: Plan) -> Iterator[Element]:
    """A mat that covers land and waves beyond the board, with a bold and a fine line around the board."""
    palette = plan.palette
    hole = _border(plan.layout, BOLD)
    mat = _border(plan.layout, MARGIN + BEYOND) + hole
    yield Element("path", d=mat, fill=palette.paper, fill_rule="evenodd")
    yield Element("path", d=hole, fill="none", stroke=palette.ink, stroke_width=1.4)
    yield Element("path", d=_border(plan.layout, FINE), fill="none", stroke=palette.ink, stroke_width=0.5)


def _border(layout: Layout, distance: float) -> str:
    """Path data of a rectangle around the board at this distance."""
    across, down = numbers(layout.width + 2 * distance), numbers(layout.height + 2 * distance)
    return f"M{numbers(-distance, -distance)}h{across}v{down}h-{across}z"
