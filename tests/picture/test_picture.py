"""What every picture of a board has to be, whatever its state."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.boards.model import Board
from companion.picture import DARK, LIGHT, PALETTES, PRINT, NoLayout, Palette, Scene, Walk, picture, samples
from companion.picture.looks import SHAPES, looks
from companion.picture.space_marks import LOCOMOTIVE, MARKS
from tests.picture import scenes

SVG = "{http://www.w3.org/2000/svg}"
PLAIN = Scene()
LITERAL = re.compile(r"#[0-9A-F]{6}|none|url\(#[a-z0-9-]+\)")


def drawn(board: Board, scene: Scene = PLAIN, palette: Palette = LIGHT, **more: Any) -> ElementTree.Element:
    return ElementTree.fromstring(picture(board, scene, palette, **more))


def by(root: ElementTree.Element, kind: str) -> dict[str, ElementTree.Element]:
    """Elements by the name they have in a data attribute, each of which is there but once."""
    found = [(e.attrib[f"data-{kind}"], e) for e in root.iter() if f"data-{kind}" in e.attrib]
    assert len(found) == len(dict(found))
    return dict(found)


def states(board: Board) -> list[Scene]:
    return [sample(board) for sample in samples.SAMPLES.values()]


def test_every_route_is_there_once_with_all_its_spaces(board: Board) -> None:
    for scene in states(board):
        spaces = by(drawn(board, scene), "route")
        assert spaces.keys() == board.route.keys()
        assert {name: path.attrib["d"].count("z") for name, path in spaces.items()} == {
            name: route.length for name, route in board.route.items()
        }


def test_a_mark_stands_in_every_space(board: Board) -> None:
    """The corners of a line, without its ends, are where its marks are put."""
    for name, path in by(drawn(board), "marks").items():
        numbers = re.findall(r"-?(?:\d+\.?\d*|\.\d+)", path.attrib["d"])
        assert len(numbers) / 2 - 2 == board.route[name].length
        assert ("marker-mid" in path.attrib) == (board.route[name].color in MARKS)


def test_a_claimed_route_is_its_owners_by_colour_casing_and_shape(board: Board) -> None:
    scene = samples.everything(board)
    root = drawn(board, scene)
    spaces, marks = by(root, "route"), by(root, "marks")
    own = looks(board.colors)
    for name, owner in scene.owners.items():
        assert spaces[name].attrib["fill"] == own[owner].colour
        assert spaces[name].attrib["stroke"] == LIGHT.casing
        assert marks[name].attrib["marker-mid"] == f"url(#board-own-{owner})"
    open_routes = board.route.keys() - scene.owners.keys()
    assert all("data-owner" not in spaces[name].attrib for name in open_routes)


def test_tunnels_and_ferries_are_told(boards: Mapping[str, Board]) -> None:
    europe = boards["europe"]
    root = drawn(europe)
    dashed = {name for name, path in by(root, "route").items() if "stroke-dasharray" in path.attrib}
    assert dashed == {route.id for route in europe.route.values() if route.tunnel}
    locomotives = by(root, "loco")
    assert locomotives.keys() == {route.id for route in europe.route.values() if route.ferry}
    for name, path in locomotives.items():
        corners = len(re.findall(r"-?(?:\d+\.?\d*|\.\d+)", path.attrib["d"])) / 2
        assert corners - 2 == europe.route[name].ferry


def test_no_mark_is_another_ones() -> None:
    figures = [*MARKS.values(), LOCOMOTIVE, *(shape.path for shape in SHAPES.values())]
    assert all(one != other for one, other in combinations(figures, 2))
    assert MARKS.keys() == LIGHT.routes.keys() - {"gray"}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_all_colours_are_literal(board: Board, palette: Palette) -> None:
    for scene in states(board) if palette is LIGHT else [samples.everything(board)]:
        text = picture(board, scene, palette)
        elsewhere = r"var\(|currentColor|url\((?!#)|(?<!font-)style|class=|https?://(?!www\.w3\.org/2000/svg)"
        assert not re.search(elsewhere, text)
        for element in ElementTree.fromstring(text).iter():
            for name in ("fill", "stroke", "marker-start", "marker-mid", "marker-end"):
                assert LITERAL.fullmatch(element.get(name, "none")), element.attrib


def test_what_is_referred_to_is_there(board: Board) -> None:
    text = picture(board, samples.everything(board), name="one")
    idents = re.findall(r' id="([^"]+)"', text)
    assert len(idents) == len(set(idents))
    assert all(ident.startswith("one-") for ident in idents)
    assert set(re.findall(r'(?:url\(|href=")#([a-z0-9-]+)', text)) <= set(idents)


def test_names_are_escaped(board: Board) -> None:
    nasty = "<b>&\"'"
    cities = (scenes.altered(board.cities[0], name=nasty), *board.cities[1:])
    named = scenes.altered(board, cities=cities)
    root = ElementTree.fromstring(picture(named, title="</title><script>"))
    assert by(root, "city")[board.cities[0].id].text == nasty
    assert root.find(f"{SVG}title").text == "</title><script>"
    assert not root.findall(f".//{SVG}b") + root.findall(f".//{SVG}script")


def test_every_city_has_a_dot_and_every_name_a_label_of_its_width(board: Board) -> None:
    root = drawn(board)
    names = by(root, "city")
    assert names.keys() == {place.id for place in board.layout.cities if place.label}
    assert all(board.city[name].name for name in names)
    circles = [dot.attrib for dot in root.iter(f"{SVG}circle") if "cx" in dot.attrib]
    dots = {(float(dot["cx"]), float(dot["cy"])) for dot in circles}
    signs = {place for place in board.layout.again if board.layout.over_the_edge(place)}
    signs |= {place for place in board.layout.cities if board.city[place.id].kind == "border"}
    assert dots == {(place.x, place.y) for place in board.layout.spots if place not in signs}
    for name, label in names.items():
        assert label.text == board.city[name].name
        assert float(label.attrib["textLength"]) == pytest.approx(board.layout.place[name].label[2], abs=0.01)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_it_is_small(board: Board, palette: Palette) -> None:
    for scene in states(board):
        text = picture(board, scene, palette)
        assert len(gzip.compress(text.encode())) <= 1024 * (4 + 1.2 * len(board.routes) / 10)
        assert sum(1 for _ in ElementTree.fromstring(text).iter()) <= 5 * max(100, len(board.routes))


def test_each_state_shows_in_a_way_of_its_own(board: Board) -> None:
    scene = samples.everything(board)
    layers = by(drawn(board, scene), "layer")
    shown = {name for name, layer in layers.items() if layer.get("d")}
    assert {"last", "offer", "discs", "longest", "arrows", "thread", "big"} <= shown
    if board.stations:
        assert {"thread-lent", *(f"stations-{color}" for color in board.colors)} <= shown
    of_lines = {name: layers[name] for name in shown if "marker-mid" not in layers[name].attrib}
    strokes = ({k: v for k, v in line.attrib.items() if k.startswith("stroke")} for line in of_lines.values())
    unlike = {tuple(sorted(stroke.items())) for stroke in strokes}
    assert len(unlike) == len(of_lines)
    figures = {layers[name].attrib["marker-mid"] for name in shown - of_lines.keys()}
    assert len(figures) == len(shown) - len(of_lines)


def test_open_routes_step_back_beside_claimed_ones(board: Board) -> None:
    assert "fill-opacity" not in by(drawn(board), "layer")["routes"].attrib
    one = next(iter(board.route))
    root = drawn(board, Scene(owners={one: board.colors[0]}))
    assert float(by(root, "layer")["routes"].attrib["fill-opacity"]) < 1
    assert by(root, "route")[one].attrib["fill-opacity"] == "1"


def test_the_longest_path_points_the_way_it_was_walked(board: Board) -> None:
    scene = samples.everything(board)
    back = Walk(scene.longest.cities[::-1], scene.longest.routes[::-1])
    one, other = (
        by(drawn(board, Scene(longest=way)), "layer")["arrows"].attrib["d"] for way in (scene.longest, back)
    )
    assert one.count("M") == other.count("M") >= len(back.routes)
    assert {*one.split("M")[1:]}.isdisjoint(other.split("M")[1:])


def test_size_and_title(board: Board) -> None:
    root = ElementTree.fromstring(picture(board, width=1280, title="A board"))
    across, down = (float(root.attrib[name]) for name in ("width", "height"))
    box = [float(part) for part in root.attrib["viewBox"].split()]
    assert (across, across / down) == (1280, pytest.approx(box[2] / box[3], rel=1e-3))
    assert root[0].text == "A board"
    assert "width" not in drawn(board).attrib


def test_a_board_without_places_is_refused(board: Board) -> None:
    with pytest.raises(NoLayout):
        picture(scenes.altered(board, layout=None))


def test_a_pair_without_a_bend_is_left_out(board: Board) -> None:
    bends = board.layout.pairs[1:]
    gone = board.layout.pairs[0].pair
    part = scenes.altered(board, layout=scenes.altered(board.layout, pairs=bends))
    routes = [route.id for route in board.route.values() if route.pair == gone]
    scene = Scene(owners=dict.fromkeys(routes, "blue"), last=routes[0], candidates=tuple(routes))
    assert not by(drawn(part, scene), "route").keys() & {*routes}


def test_on_paper_open_routes_are_hatched_until_routes_are_claimed(board: Board) -> None:
    hatched = {name for name, route in board.route.items() if route.color in MARKS}
    claimed = dict.fromkeys(list(board.route)[:5], board.colors[0])
    assert set(by(drawn(board, PLAIN, PRINT), "marks")) == hatched
    assert set(by(drawn(board, Scene(owners=claimed), PRINT), "marks")) == set(claimed)


def test_on_paper_nothing_waits_for_another_state(board: Board) -> None:
    for scene in (PLAIN, Scene(last=next(iter(board.route)))):
        root = drawn(board, scene, PRINT)
        assert not [element for element in root.iter() if element.attrib.get("d") == ""]
        assert not [element for element in root.iter() if element.attrib.get("display") == "none"]
        assert set(by(root, "route")) == set(by(drawn(board, scene), "route"))
