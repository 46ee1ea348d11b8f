"""The layers over and under all routes, which are empty until a state fills them. Pure.

Each kind of highlight has its own form, so that all can be seen together and without colour: a ring around the last
claim, a dashed outline and a number for an offered route, a band with arrow heads for the longest path, a thread
between two rings for a ticket's path (dashed where a route is borrowed), a double ring for a big city, a house for a
station. Trains also carry their owner's letter.
"""

from collections.abc import Iterator
from typing import Final

from companion.picture.element import Element
from companion.picture.plan import Plan
from companion.picture.space_marks import figure, letter, letter_marker, marker, owners

# The most routes offered at once.
OFFERS: Final = 9
FACES: Final = "Helvetica Neue,Helvetica,Arial,Liberation Sans,sans-serif"
TYPE: Final = {"font-family": FACES, "font-weight": "bold"}
# A station house, its middle on the city.
HOUSE: Final = "M-7.2 6.4V-2.2L0-8.2L7.2-2.2V6.4z"


def under_routes(plan: Plan) -> Iterator[Element]:
    """Under the routes: the longest path, offered routes, the last claim, rings of big cities."""
    p = plan.palette
    yield _layer("longest", p.longest, 10.8, stroke_linejoin="round", stroke_linecap="round")
    yield _layer("offer-case", p.offer, 7.2, stroke_dasharray="3 2")
    yield _layer("offer", p.offer_ink, 5, stroke_linejoin="round")
    yield _layer("last-case", p.casing, 6.6, stroke_linejoin="round")
    yield _layer("last", p.last, 4.8, stroke_linejoin="round")
    yield _layer("big-case", p.ink, 15.4, stroke_linecap="round")
    yield _layer("big", p.dot, 12.6, stroke_linecap="round")


def over_routes(plan: Plan) -> Iterator[Element]:
    """Over the routes: the thread of a ticket's path, and the arrow heads of the longest path."""
    p = plan.palette
    yield _layer("thread-case", p.thread_case, 4.2, stroke_linecap="round")
    yield _layer("thread", p.thread, 2, stroke_linecap="round")
    yield _layer("thread-lent", p.thread, 2, stroke_dasharray="1.7 1.7")
    yield _layer("arrows-case", p.longest, 4.2, stroke_linecap="round")
    yield _layer("arrows", p.arrow, 1.9, stroke_linecap="round")


def letters(plan: Plan) -> Iterator[Element]:
    """For each player an invisible line with their letter as a marker on each of their routes."""
    return (_marker_layer(f"letters-{player}", letter_marker(plan, player)) for player in plan.looks)


def stations(plan: Plan) -> Iterator[Element]:
    """For each player an invisible line with a house as a marker on each of their stations."""
    return (_marker_layer(f"stations-{player}", _house(plan, player)) for player in plan.looks)


def figures(plan: Plan) -> Iterator[Element]:
    """The marker definitions of all players: shapes, letters and stations."""
    for player, look in plan.looks.items():
        yield Element("g", *owners(plan, player), _station(plan, player), fill=look.on)


def _station(plan: Plan, player: str) -> Element:
    """A player's station: a house in their colour with their shape and letter on it."""
    look = plan.looks[player]
    house = Element("path", d=HOUSE, fill=look.colour, stroke=plan.palette.casing, stroke_width=1.5)
    house.put({"stroke-linejoin": "round"})
    if look.figure.path:
        signs = [figure(look, "translate(-3.4 1.9)scale(.3)"), letter(look, 8, 3.4, 1.9)]
    else:
        signs = [letter(look, 10, y=1.2)]
    return marker(_house(plan, player), house, *signs)


def offers(plan: Plan) -> Iterator[Element]:
    """The numbers of offered routes, on discs."""
    p = plan.palette
    yield _layer("discs-case", p.offer_ink, 15, stroke_linecap="round")
    yield _layer("discs", p.offer, 12.6, stroke_linecap="round")
    digits = [Element("text", text=str(n), data_offer=str(n), display="none") for n in range(1, OFFERS + 1)]
    group = Element("g", *digits, fill=p.offer_ink, font_size=9.5, text_anchor="middle")
    group.put(TYPE)
    yield group


def _layer(name: str, colour: str, width: float, **more: str) -> Element:
    """An empty layer of lines."""
    return Element("path", data_layer=name, d="", fill="none", stroke=colour, stroke_width=width, **more)


def _marker_layer(name: str, ident: str) -> Element:
    """A layer without points yet; once it gets some, the marker with this id is drawn at each of them."""
    line = Element("path", data_layer=name, d="", fill="none")
    mark = f"url(#{ident})"
    line.put({"marker-start": mark, "marker-mid": mark, "marker-end": mark})
    return line


def _house(plan: Plan, player: str) -> str:
    """The id of the marker for a player's stations."""
    return f"{plan.name}-house-{player}"
