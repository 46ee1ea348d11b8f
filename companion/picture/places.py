"""Draws the places: dots for cities, small dots for junctions, pointed signs for borders. Pure."""

from collections.abc import Iterator
from math import atan2, degrees, hypot
from typing import Final

from companion.boards.layout import Place
from companion.picture.element import Element
from companion.picture.lettering import text_width
from companion.picture.plan import Plan
from companion.picture.space_marks import HALF

JUNCTION: Final = 2.6
# A plate that points to the right; 0 0 is where its number is.
SIGN: Final = "M-4.6-4.4H2.6L6.4 0L2.6 4.4H-4.6z"
# Signs are rotated in steps of 45°: equal texts compress well.
EIGHTH: Final = 45
NUMBER: Final = 7.0
DIGITS: Final = {
    1: "M-1.2-1.6L.4-2.8V2.8",
    2: "M-1.7-1.3C-1.7-3.4 1.7-3.4 1.7-1.3C1.7.2-1.7 1.2-1.7 2.8H1.8",
    3: "M-1.6-2.2C-.6-3.3 1.7-3 1.6-1.3C1.5-.3.5-.1-.3-.1C.7-.1 1.9.3 1.8 1.4C1.7 3.1-.7 3.3-1.8 2.2",
    4: "M.9 2.8V-2.8L-2 1.2H2.1",
    5: "M1.6-2.7H-1.2L-1.5-.3C.4-1.2 2-.2 1.9 1.2C1.8 3-.8 3.2-1.8 2.2",
    7: "M-1.6-2.4H1.6L-.5 2.5",
}
# Small figures inside a city's dot, by tag; of a stack of tokens the top one.
INSIDE: Final = {
    "port": "M0-2.3V2.2M-1.2-1H1.2M-2.2.5C-1.8 2.6 1.8 2.6 2.2.5",
    "attraction": "M0-2.9L.8-.8L2.9-.8L1.2.5L1.8 2.6L0 1.3L-1.8 2.6L-1.2.5L-2.9-.8L-.8-.8z",
    "polar": "M0-2.6V2.6M-2.3-1.3L2.3 1.3M-2.3 1.3L2.3-1.3",
    **{f"district-{n}": DIGITS[n] for n in (1, 2, 3, 4, 5)},
    **{f"stack-{n}": DIGITS[n] for n in (2, 3, 4, 7)},
}


def places(plan: Plan) -> Iterator[Element]:
    """The elements of all places of the board."""
    kinds: dict[str, list[Place]] = {"city": [], "junction": [], "border": []}
    for place in plan.places():
        # A city that is shown again beyond the edge of the picture is drawn like a place across the border.
        is_beyond_edge = place in plan.layout.again and plan.layout.over_the_edge(place)
        kinds["border" if is_beyond_edge else plan.board.city[place.id].kind].append(place)
    p, radius = plan.palette, plan.layout.dot - 0.8
    dots = (Element("circle", cx=place.x, cy=place.y, r=radius) for place in kinds["city"])
    yield Element("g", *dots, fill=p.dot, stroke=p.ink, stroke_width=1.6)
    if kinds["junction"]:
        spots = (Element("circle", cx=place.x, cy=place.y, r=JUNCTION) for place in kinds["junction"])
        yield Element("g", *spots, fill=p.ink)
    if kinds["border"]:
        yield Element("g", *(_sign(plan, place) for place in kinds["border"]), fill=p.ink)
        numbers = filter(None, (_number(plan, place) for place in kinds["border"]))
        yield Element("g", *numbers, fill=p.dot, font_size=NUMBER)
    yield from _insides(plan, kinds["city"])


def _insides(plan: Plan, cities: list[Place]) -> Iterator[Element]:
    """The figures inside the dots of cities that have certain tags."""
    for tag, figure in INSIDE.items():
        tagged = [place for place in cities if tag in plan.board.city[place.id].tags]
        if not tagged:
            continue
        shape = Element("path", id=f"{plan.name}-{tag}", d=figure)
        uses = (Element("use", href=f"#{plan.name}-{tag}", x=place.x, y=place.y) for place in tagged)
        ink = plan.palette.ink
        yield Element("g", Element("defs", shape), *uses, fill="none", stroke=ink, stroke_width=0.9)


def _sign(plan: Plan, place: Place) -> Element:
    """The sign of a place across the border, which points away from the board."""
    turn = round(_outwards(plan, place) / EIGHTH) * EIGHTH
    return Element("path", d=SIGN, transform=f"translate({place.x:g} {place.y:g})rotate({turn})")


def _outwards(plan: Plan, place: Place) -> float:
    """The direction away from the routes that end at a place, in degrees: the mean of their directions there."""
    x = y = 0.0
    for bend in plan.layout.pairs:
        for line in bend.lines:
            start, after_start, before_end, end = line.path
            for here, next_point in ((start, after_start), (end, before_end)):
                if abs(here[0] - place.x) + abs(here[1] - place.y) < 1:
                    distance = hypot(next_point[0] - place.x, next_point[1] - place.y) or 1.0
                    x += (place.x - next_point[0]) / distance
                    y += (place.y - next_point[1]) / distance
    return degrees(atan2(y, x))


def _number(plan: Plan, place: Place) -> Element | None:
    """The number in a place that is an entrance; None in other places."""
    number = plan.board.entrance(place.id)
    if number is None:
        return None
    left = place.x - text_width(str(number), NUMBER) / 2
    return Element("text", text=str(number), x=left, y=place.y + HALF * NUMBER)
