"""The race chart: every line, every stop, every sign, and nothing over another."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest

from companion.picture import PALETTES, PRINT, Palette
from companion.picture.element import NEVER
from companion.picture.looks import LOOKS, SHAPES
from companion.picture.race import SIGN, in_words, race, route_curves
from companion.sheet import html_to_pdf
from tests.picture.test_pixels import missing
from tests.rules.making import board, table
from tests.support.evenings import evening
from tests.support.naughty import tables

SVG = "{http://www.w3.org/2000/svg}"
SMALL = board("a b 3", "b c 2", "c d 6")


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def test_points_after_each_claim_in_the_order_of_the_log():
    found = route_curves(table(SMALL, "blue claim a--b", "red claim b--c", "blue claim c--d"))
    assert [run.stops for run in found] == [((1, 4), (3, 19)), ((2, 2),)]
    assert [run.points for run in found] == [19, 2]


def test_the_ends_are_the_points_of_the_tally():
    played = evening(4, "usa", 5).replayed()
    for run in route_curves(played):
        assert run.points == sum(
            played.board.points_for[played.board.route[r].length] for r in played.routes_of(run.color)
        )


def test_it_says_who_ended_where():
    small = table(SMALL, "blue claim a--b")
    assert in_words(small) == "Route points over the game. At the end: Ada 4, Bo 0"
    assert drawn(race(small)).findtext(f"{SVG}title") == in_words(small)


def test_it_can_be_drawn_before_anything_happened():
    root = drawn(race(table(SMALL), width=360, height=130))
    assert (root.attrib["width"], root.attrib["height"]) == ("360", "65")


def test_everybody_has_a_line_a_stop_a_claim_and_a_sign():
    played = evening(4, "usa", 5).replayed()
    root = drawn(race(played))
    assert {e.attrib["data-line"] for e in root.iter() if "data-line" in e.attrib} == set(played.setup.colors)
    stops = [e for e in root.iter(f"{SVG}path") if "scale(.46)" in e.attrib.get("transform", "")]
    assert len(stops) == len(played.owners)
    for sign in (e for e in root.iter() if "data-sign" in e.attrib):
        look = LOOKS[sign.attrib["data-sign"]]
        assert sign.find(f".//{SVG}rect").attrib["fill"] == look.colour
        assert sign.find(f".//{SVG}path").attrib["d"] == look.figure.path
        assert sign.findtext(f"{SVG}text").startswith(look.letter)


def test_signs_of_equals_stand_apart():
    svg = drawn(race(table(SMALL, players=5), height=130))
    heights = [float(e.find(f"{SVG}text").attrib["y"]) for e in svg.iter() if "data-sign" in e.attrib]
    assert all(later - earlier >= SIGN - 0.1 for earlier, later in itertools.pairwise(heights))


def test_a_shape_of_ones_own_is_shown():
    moon = LOOKS["blue"].__class__("#0013D8", "moon", "B")
    assert SHAPES["moon"].path in race(table(SMALL, "blue claim a--b"), looks={"blue": moon})


def test_a_token_without_a_drawing_is_its_letter_at_every_stop_and_at_the_end():
    bell = LOOKS["blue"].chosen("bell", "Q")
    svg = drawn(race(table(SMALL, "blue claim a--b", "blue claim c--d"), looks={"blue": bell}))
    assert [e.text for e in svg.iter(f"{SVG}text")].count("Q") == 3
    assert not any(e.get("d") == SHAPES["circle"].path for e in svg.iter())


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_colour_is_on_the_page(palette: Palette):
    svg = race(evening(4, "usa", 5).replayed(), palette, width=720)
    assert "var(" not in svg
    assert "currentColor" not in svg
    image = html_to_pdf.image(html_to_pdf.pdf(html_to_pdf.svg_page(svg)), 2000).convert("RGB")
    lines = {LOOKS[color].colour for color in ("blue", "red", "green", "yellow", "black")}
    assert not missing(lines | {palette.paper, palette.ink, palette.dot, palette.casing}, image)


def test_naughty_names_stay_texts():
    for chosen, result in tables():
        root = drawn(race(result.table, PRINT))
        told = root.findtext(f"{SVG}title")
        assert all(name.translate(NEVER) in told for name in chosen)
        assert {e.tag.removeprefix(SVG) for e in root.iter()} == {"svg", "title", "rect", "g", "path", "text"}
