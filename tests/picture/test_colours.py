"""Whether people of every kind of colour vision, and a printer without colours, can tell things apart."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise, product

import pytest

from companion import data
from companion.picture import PALETTES, Palette
from companion.picture.looks import LOOKS, contrast, looks, luminance
from companion.picture.space_marks import MARKS
from tests.picture.colour import EYES, ciede2000, difference, lightness

IN_THE_BOX = ("blue", "red", "green", "yellow", "black")
PAIRS = list(combinations(IN_THE_BOX, 2))

# Sharma, Wu and Dalal (2005), table 1: two colours in CIELAB, and their difference.
PUBLISHED = """
50 2.6772 -79.7751 50 0 -82.7485 2.0425      50 3.1571 -77.2803 50 0 -82.7485 2.8615
50 2.8361 -74.0200 50 0 -82.7485 3.4412      50 -1.3802 -84.2814 50 0 -82.7485 1.0000
50 -1.1848 -84.8006 50 0 -82.7485 1.0000     50 -0.9009 -85.5211 50 0 -82.7485 1.0000
50 0 0 50 -1 2 2.3669                        50 -1 2 50 0 0 2.3669
50 2.49 -0.001 50 -2.49 0.0009 7.1792        50 2.49 -0.001 50 -2.49 0.0010 7.1792
50 2.49 -0.001 50 -2.49 0.0011 7.2195        50 2.49 -0.001 50 -2.49 0.0012 7.2195
50 -0.001 2.49 50 0.0009 -2.49 4.8045        50 -0.001 2.49 50 0.0010 -2.49 4.8045
50 -0.001 2.49 50 0.0011 -2.49 4.7461        50 2.5 0 50 0 -2.5 4.3065
50 2.5 0 73 25 -18 27.1492                   50 2.5 0 61 -5 29 22.8977
50 2.5 0 56 -27 -3 31.9030                   50 2.5 0 58 24 15 19.4535
50 2.5 0 50 3.1736 0.5854 1.0000             50 2.5 0 50 3.2972 0 1.0000
50 2.5 0 50 1.8634 0.5757 1.0000             50 2.5 0 50 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""


def rows() -> Iterable[tuple[float, ...]]:
    numbers = [float(word) for word in PUBLISHED.split()]
    return [tuple(numbers[i : i + 7]) for i in range(0, len(numbers), 7)]


@pytest.mark.parametrize("row", rows())
def test_the_colour_difference_is_the_published_one(row: tuple[float, ...]) -> None:
    l1, a1, b1, l2, a2, b2, published = row
    assert ciede2000((l1, a1, b1), (l2, a2, b2)) == pytest.approx(published, abs=5e-5)
    assert ciede2000((l2, a2, b2), (l1, a1, b1)) == pytest.approx(published, abs=5e-5)


@pytest.mark.parametrize("eye", EYES)
def test_players_are_told_apart_by_every_eye(eye: str) -> None:
    found = {pair: difference(LOOKS[pair[0]].colour, LOOKS[pair[1]].colour, eye) for pair in PAIRS}
    assert min(found.values()) >= 25, min(found, key=lambda pair: found[pair])


def test_players_are_told_apart_in_grey_print() -> None:
    greys = sorted(lightness(LOOKS[player].colour) for player in IN_THE_BOX)
    assert min(b - a for a, b in pairwise(greys)) >= 15


# The sets of trains in boxes that have other colours than the usual five.
OTHER_BOXES = [
    ("white", "red", "purple", "yellow", "black"),
    ("blue", "purple", "white", "yellow"),
    ("white", "purple", "black"),
    ("blue", "red", "green", "yellow", "black", "white"),
]


@pytest.mark.parametrize("box", OTHER_BOXES, ids="-".join)
def test_players_of_other_boxes_are_told_apart_too(box: tuple[str, ...]) -> None:
    colours = [look.colour for look in looks(box).values()]
    pairs = [(*pair, eye) for pair in combinations(colours, 2) for eye in EYES]
    assert min(difference(*pair) for pair in pairs) >= 25
    greys = sorted(map(lightness, colours))
    assert min(b - a for a, b in pairwise(greys)) >= 13


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_the_casing_of_a_train_is_seen_on_land_and_sea(palette: Palette) -> None:
    for ground in (palette.land, palette.sea):
        assert contrast(palette.casing, ground) >= 3


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_train_has_an_outline_or_is_one(palette: Palette) -> None:
    """Against what is around it, either the colour itself or its casing stands out."""
    for look, ground in product(LOOKS.values(), (palette.land, palette.sea)):
        assert max(contrast(look.colour, ground), contrast(palette.casing, ground)) >= 3


@pytest.mark.parametrize("player", LOOKS)
def test_a_shape_is_seen_on_its_colour(player: str) -> None:
    look = LOOKS[player]
    assert contrast(look.colour, look.on) >= 4.5


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_words_and_dots_are_read_on_land_and_sea(palette: Palette) -> None:
    for ground in (palette.land, palette.sea, palette.halo):
        assert contrast(palette.ink, ground) >= 7


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_a_mark_is_seen_in_its_space(palette: Palette) -> None:
    for color in MARKS:
        tint = palette.routes[color]
        assert contrast(tint.mark, tint.fill) >= 3, color


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_a_mark_is_seen_when_its_space_steps_back(palette: Palette) -> None:
    for color, ground in product(MARKS, (palette.land, palette.sea)):
        tint = palette.routes[color]
        assert contrast(tint.mark, mixed(tint.fill, ground, palette.quiet)) >= 3, color


def mixed(colour: str, ground: str, part: float) -> str:
    """A colour laid so thick over another."""
    pairs = ((int(colour[i : i + 2], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(over * part + under * (1 - part)):02X}" for over, under in pairs)


def test_luminance_and_contrast_are_those_of_the_standard() -> None:
    assert luminance("#FFFFFF") == pytest.approx(1)
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_pages_name_the_same_colours() -> None:
    values = (data.static() / "css" / "values.css").read_text().lower()
    for player in IN_THE_BOX:
        assert f"--player-{player}: {LOOKS[player].colour.lower()};" in values
