"""What comes out on paper: pages are drawn by WeasyPrint, turned into pixels by PDFium, and looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, product

import pytest
from PIL import Image

from companion.boards import files
from companion.boards.model import Board
from companion.picture import PALETTES, Palette, Scene, picture, samples
from companion.picture.looks import LOOKS, SHAPES, looks
from companion.picture.space_marks import MARKS, WEIGHT, WEIGHTS
from companion.sheet import html_to_pdf as paper

Colour = tuple[int, int, int]
PIXELS = 2400


def page(board: Board, scene: Scene, palette: Palette) -> Image.Image:
    """A picture as it is printed, in pixels."""
    pdf = paper.pdf(paper.svg_page(picture(board, scene, palette, width=1000)))
    return paper.image(pdf, PIXELS).convert("RGB")


def colours(image: Image.Image) -> set[Colour]:
    found = image.getcolors(image.width * image.height)
    assert found
    return {colour for _count, colour in found}


def missing(wanted: Iterable[str], image: Image.Image) -> set[str]:
    """Which of these colours are nowhere on the page. A printer's rounding is forgiven."""
    there = colours(image)
    return {colour for colour in wanted if not any(_alike(colour, pixel) for pixel in there)}


def _alike(colour: str, pixel: Colour) -> bool:
    return all(abs(int(colour[i : i + 2], 16) - p) <= 2 for i, p in zip((1, 3, 5), pixel, strict=True))


def all_at_once(board: Board) -> Scene:
    """Every state, some open route of every colour among the offered, and a claim and a station for everyone."""
    one_each = {route.color: route.id for route in board.route.values()}
    done = samples.everything(board)
    owners = {route: owner for route, owner in done.owners.items() if route not in one_each.values()}
    cities = [city.id for city in board.cities]
    return Scene(
        owners=owners,
        stations=dict(zip(cities, board.colors, strict=False)),
        last=next(iter(owners)),
        candidates=tuple(one_each.values()),
        journey=done.journey,
        longest=done.longest,
        big_cities=done.big_cities,
    )


def everywhere(board: Board, palette: Palette) -> set[str]:
    """What has to be seen of a board where everything is at once."""
    printed = {route.color for route in board.routes}
    about_routes = {tint.fill for color, tint in palette.routes.items() if color in printed}
    about_states = {palette.longest, palette.arrow, palette.thread, palette.thread_case, palette.last}
    about_states |= {palette.offer, palette.offer_ink, palette.casing}
    ground = {palette.paper, palette.sea, palette.ink, palette.dot}
    if board.layout and board.layout.land:
        ground |= {palette.land, *palette.waves}
    players = {look.colour for look in looks(board.colors).values()}
    return about_routes | about_states | ground | players


def on_open_routes(board: Board, palette: Palette) -> set[str]:
    return {palette.routes[route.color].mark for route in board.routes if route.color in MARKS}


def on_trains(board: Board, palette: Palette) -> set[str]:
    return {look.on for look in looks(board.colors).values()}


# A scene, and which colours have to be seen of it.
SEEN = {
    "everything": (all_at_once, everywhere),
    "open": (lambda board: Scene(), on_open_routes),
    "mid-game": (samples.mid_game, on_trains),
}
LIGHTS = [*PALETTES]
DRAWN = [name for name, board in files.boards().items() if board.layout]
# One board is printed in every scene and light, every third of the others in one light, in which the next one is
# not; a soak prints them all.
DEEP = "europe"
IN_TURN = {("everything", name, LIGHTS[number % len(LIGHTS)]) for number, name in enumerate(DRAWN[::3])}
PRINTED = [
    pytest.param(*one, marks=[] if DEEP in one or one in IN_TURN else pytest.mark.soak)
    for one in product(SEEN, DRAWN, LIGHTS)
]


@pytest.mark.parametrize(("seen", "name", "light"), PRINTED)
def test_every_colour_is_on_the_page(boards: Mapping[str, Board], seen: str, name: str, light: str) -> None:
    (scene, wanted), board, palette = SEEN[seen], boards[name], PALETTES[light]
    assert not missing(wanted(board, palette), page(board, scene(board), palette))


@pytest.mark.parametrize("light", PALETTES)
@pytest.mark.parametrize("seen", SEEN)
def test_every_colour_is_in_the_picture(board: Board, seen: str, light: str) -> None:
    """What is printed of some boards is drawn for every one."""
    (scene, wanted), palette = SEEN[seen], PALETTES[light]
    drawn = picture(board, scene(board), palette)
    assert {colour for colour in wanted(board, palette) if f'"{colour}"' not in drawn} == set()


def test_a_route_is_printed_in_its_owners_colour_where_it_lies(boards: Mapping[str, Board]) -> None:
    """Around a route are its owner's colour and nobody else's."""
    board = boards["usa"]
    lying_flat = ("denver--kansas-city--1", "calgary--winnipeg", "duluth--sault-st-marie", "oklahoma-city--santa-fe")
    owners = dict(zip(lying_flat, ("blue", "red", "green", "yellow"), strict=True))
    image = page(board, Scene(owners=owners), PALETTES["light"])
    for route, player in owners.items():
        area = image.crop(_around(board, image, route))
        others = {LOOKS[other].colour for other in owners.values()} - {LOOKS[player].colour}
        assert not missing({LOOKS[player].colour}, area), route
        assert missing(others, area) == others, route


def _around(board: Board, image: Image.Image, route: str) -> tuple[int, int, int, int]:
    """The part of a page between the cities of a route."""
    assert board.layout
    scale = image.width / (board.layout.width + 14)
    one, other = (board.layout.place[city] for city in board.route[route].ends)
    xs, ys = sorted((one.x, other.x)), sorted((one.y, other.y))
    box = (xs[0] + 8, ys[0] - 16, xs[1] - 8, ys[1] + 4)
    left, top, right, bottom = (int((part + 7) * scale) for part in box)
    return left, top, right, bottom


def inked(data: str, box: str, **stroke: str) -> set[tuple[int, int]]:
    """Which pixels a figure blackens, when it is as small as on a phone."""
    drawn = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in stroke.items())
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="60" height="60">'
    svg = f'{head}<path d="{data}" {drawn}/></svg>'
    image = paper.image(paper.pdf(paper.svg_page(svg)), 24).convert("L")
    return {(x, y) for x in range(24) for y in range(24) if image.getpixel((x, y)) < 128}


def unlike(figures: Mapping[str, set[tuple[int, int]]]) -> float:
    """Of the two figures that are most alike, the part of what either covers that is not in both."""
    pairs = combinations(figures.values(), 2)
    return min(len(one ^ other) / len(one | other) for one, other in pairs)


def test_shapes_are_told_apart_when_they_are_small() -> None:
    figures = {name: inked(shape.path, "-12 -12 24 24") for name, shape in SHAPES.items()}
    assert unlike(figures) >= 0.22


def test_marks_are_told_apart_when_they_are_small() -> None:
    about = {"fill": "none", "stroke": "#000000", "stroke_linecap": "round"}
    figures = {
        color: inked(data, "-7 -7 14 14", stroke_width=str(WEIGHTS.get(color, WEIGHT)), **about)
        for color, data in MARKS.items()
    }
    assert unlike(figures) >= 0.5
