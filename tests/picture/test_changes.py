"""A picture on a screen is brought from state to state by attributes alone."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import files
from companion.boards.model import Board
from companion.picture import DARK, Drawing, Scene, picture, samples
from tests.picture import scenes

BOARDS: Mapping[str, Board] = files.boards()


def put(text: str, changed: Mapping[str, Mapping[str, str | None]]) -> str:
    """What a few lines of script do: find each part by its selector, set or take off its attributes."""
    root = ElementTree.fromstring(text)
    for selector, attributes in changed.items():
        name, value = selector.strip("[]").replace('"', "").split("=")
        (part,) = [element for element in root.iter() if element.get(name) == value]
        for attribute, new in attributes.items():
            if new is None:
                del part.attrib[attribute]
            else:
                part.set(attribute, new)
    return written(root)


def written(root: ElementTree.Element) -> str:
    """The picture in one order of attributes, so that two of them can be compared."""
    return ElementTree.canonicalize(ElementTree.tostring(root, encoding="unicode"))


@given(st.data())
@settings(max_examples=40)
def test_changes_lead_from_any_state_to_any_other(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from([*BOARDS.values()]), "board")
    before, after = (data.draw(scenes.any_scene(board), name) for name in ("before", "after"))
    came = put(picture(board, before, DARK), Drawing(board, DARK).changes(before, after))
    assert came == written(ElementTree.fromstring(picture(board, after, DARK)))


def test_nothing_changes_where_nothing_did(board: Board) -> None:
    scene = samples.everything(board)
    assert Drawing(board).changes(scene, scene) == {}


def test_one_claim_is_a_small_change(board: Board) -> None:
    before = samples.mid_game(board, 30)
    route = next(name for name in board.route if name not in before.owners)
    after = Scene(owners={**before.owners, route: board.colors[0]}, last=route, big_cities=before.big_cities)
    changed = Drawing(board).changes(before, after)
    assert len(str(changed)) < 1024 + 2 * len(changed['[data-layer="last"]']["d"])
    assert {*changed} == {f'[data-route="{route}"]', f'[data-marks="{route}"]'} | {
        '[data-layer="last"]',
        '[data-layer="last-case"]',
        f'[data-layer="letters-{board.colors[0]}"]',
    } | ({f'[data-loco="{route}"]'} if board.route[route].ferry else set())


def test_taking_a_claim_back_restores_the_open_route(board: Board) -> None:
    route = next(iter(board.route))
    claimed = Scene(owners={route: board.colors[0]})
    came = put(picture(board, claimed), Drawing(board).changes(claimed, Scene()))
    assert came == written(ElementTree.fromstring(picture(board)))
