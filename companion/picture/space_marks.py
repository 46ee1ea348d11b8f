"""The small figures in train spaces: hatchings for route colours, players' marks, and the locomotive. Pure.

A space is horizontal with its middle at 0 0. Each colour has its own hatching so that it can be recognised without
colour vision; grey has none. Colours that are easily confused (red and green, blue and purple) differ most.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.picture.element import Element
from companion.picture.lettering import is_measured, text_width
from companion.picture.looks import Look
from companion.picture.plan import Plan

# Path data of strokes; dots are strokes of no length with round ends.
MARKS: Final[Mapping[str, str]] = {
    "red": "M-3-2V2M0-2V2M3-2V2",
    "orange": "M-4-2l2.6 2l-2.6 2M.6-2l2.6 2l-2.6 2",
    "yellow": "M-4 0h.01M0 0h.01M4 0h.01",
    "green": "M-5.2 0c0-2.4 3.6-2.4 3.6 0s-3.6 2.4-3.6 0zM1.6 0c0-2.4 3.6-2.4 3.6 0s-3.6 2.4-3.6 0z",
    "blue": "M-5.5 0h11",
    "purple": "M-4.4 1.9l2.4-3.8M-1.2 1.9l2.4-3.8M2 1.9l2.4-3.8",
    "black": "M-4.2-1.9l3.4 3.8M-4.2 1.9l3.4-3.8M.8-1.9l3.4 3.8M.8 1.9l3.4-3.8",
    "white": "M-5.5-1.3h11M-5.5 1.3h11",
}
# The width of these strokes: for some colours, and for all others.
WEIGHTS: Final[Mapping[str, float]] = {"yellow": 2.0, "white": 0.8}
WEIGHT: Final = 1.0

LOCOMOTIVE: Final = "M-7 1.2V-2.4H-2.4V-.9H2.8V-2.6H4.6V-.9H6.4V1.2L7.8 2H-7z"
WHEELS: Final = "M-4.8 2.1h.01M-1 2.1h.01M2.2 2.1h.01M5 2.1h.01"
PLATE: Final = "M-8.6-2.8H8.6V2.8H-8.6z"
# From the middle of a letter to its baseline, relative to the font size.
HALF: Final = 0.36


def markers(plan: Plan) -> Iterator[Element]:
    """The definitions that paths refer to: a marker for each route colour, and the locomotive."""
    for color, data in MARKS.items():
        ink, weight = plan.palette.routes[color].mark, WEIGHTS.get(color, WEIGHT)
        mark = Element("path", d=data, fill="none", stroke=ink, stroke_width=weight, stroke_linecap="round")
        yield marker(color_marker(plan, color), mark, orient="auto")
    ink = plan.palette.routes["gray"].mark
    wheels = Element("path", d=WHEELS, stroke=ink, stroke_width=1.8, stroke_linecap="round")
    # It is on a plate in the grey of most ferries, or it would not be seen on a coloured space.
    plate = Element("path", d=PLATE, fill=plan.palette.routes["gray"].fill)
    yield marker(locomotive_marker(plan), plate, Element("path", d=LOCOMOTIVE, fill=ink), wheels, orient="auto")


def owners(plan: Plan, player: str) -> Iterator[Element]:
    """The markers of a player's trains: the shape on every car, and a disc with the letter between two cars."""
    look = plan.looks[player]
    yield marker(owner_marker(plan, player), figure(look, "scale(.27)") if look.figure.path else letter(look, 7))
    disc = Element("circle", r=4.6, fill=look.colour, stroke=plan.palette.casing)
    yield marker(letter_marker(plan, player), disc, letter(look, 8))


def color_marker(plan: Plan, color: str) -> str:
    """The id of the marker for a route colour."""
    return f"{plan.name}-{color}"


def locomotive_marker(plan: Plan) -> str:
    """The id of the marker for locomotives."""
    return f"{plan.name}-locomotive"


def owner_marker(plan: Plan, player: str) -> str:
    """The id of the marker for a player's cars."""
    return f"{plan.name}-own-{player}"


def letter_marker(plan: Plan, player: str) -> str:
    """The id of the marker for a player's letter."""
    return f"{plan.name}-sign-{player}"


def figure(look: Look, transform: str) -> Element:
    """A player's shape as an element."""
    return Element("path", d=look.figure.path, transform=transform)


def letter(look: Look, size: float, x: float = 0, y: float = 0) -> Element:
    """A player's letter, centred at x, y. The font is set once, by the group."""
    # Printing is faster without `text-anchor`, so we centre letters of known width ourselves.
    measured = is_measured(look.letter)
    left = round(x - text_width(look.letter, size) / 2, 1) if measured else x
    anchor = None if measured else "middle"
    return Element("text", text=look.letter, x=left, y=round(y + HALF * size, 1), font_size=size, text_anchor=anchor)


def marker(ident: str, *inside: Element, orient: str | None = None) -> Element:
    """A marker definition, for figures on the corners of a path: upright, or rotated along it."""
    size = {"markerUnits": "userSpaceOnUse", "markerWidth": "30", "markerHeight": "30"}
    return Element("marker", *inside, id=ident, overflow="visible", orient=orient, **size)
