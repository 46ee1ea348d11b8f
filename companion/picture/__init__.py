"""A board and its state as an SVG, for screen and print alike. Pure.

All attributes are literal: style sheets do not apply on paper, and inline styles are not allowed on our pages.
`companion.picture.scene_attributes` describes how a picture on the screen is changed from one state to another.
"""

from collections.abc import Mapping
from typing import Final

from companion.boards.model import Board
from companion.picture import looks as players
from companion.picture.draw import draw
from companion.picture.element import Element
from companion.picture.looks import Look
from companion.picture.palette import DARK, LIGHT, PALETTES, PRINT, Palette
from companion.picture.plan import Plan, runs
from companion.picture.scene import Scene, Walk
from companion.picture.scene_attributes import Attributes, parts

__all__ = [
    "DARK",
    "LIGHT",
    "PALETTES",
    "PRINT",
    "Changes",
    "Drawing",
    "NoLayout",
    "Palette",
    "Scene",
    "Walk",
    "picture",
    "plan_of",
]

Changes = dict[str, dict[str, str | None]]

PLAIN: Final = Scene()


class NoLayout(ValueError):
    """Raised for a board without a layout, which cannot be drawn."""


def picture(
    board: Board,
    scene: Scene = PLAIN,
    palette: Palette = LIGHT,
    *,
    looks: Mapping[str, Look] | None = None,
    width: float | None = None,
    name: str = "board",
    title: str | None = None,
    labelled_by: str | None = None,
    networks_alone: bool = False,
) -> str:
    """The board as SVG text, of this `width` or else as wide as its container.

    `looks` is for players who chose another shape than their colour's; `name` makes ids unique on a page with several
    pictures; `title` is for screen readers; on a page another element may be the label instead (`labelled_by`).
    A small picture may show the `networks_alone`, without names and without the routes that nobody claimed.
    """
    plan = plan_of(board, palette, looks, name)
    root = draw(plan)
    elements = _elements_by_selector(root)
    for selector, attributes in parts(plan, scene).items():
        elements[selector].put(attributes)
    if palette is PRINT:
        _leave_out_invisible(root, bool(scene.owners))
    if networks_alone:
        _leave_out_open_routes_and_names(root)
    if title:
        root.inside.insert(0, Element("title", text=title))
    if labelled_by:
        root.put({"aria-labelledby": labelled_by})
    if width:
        *_corner, across, down = map(float, root.attributes["viewBox"].split())
        root.put({"width": f"{width:g}", "height": f"{width * down / across:g}"})
    return str(root)


def _leave_out_open_routes_and_names(root: Element) -> None:
    """Removes what a small picture has no room for."""
    for element in root.all():
        element.inside = [
            inner
            for inner in element.inside
            if inner.tag != "text"
            and "data-loco" not in inner.attributes
            and ("data-route" not in inner.attributes or "data-owner" in inner.attributes)
        ]


def _leave_out_invisible(root: Element, claimed: bool) -> None:
    """Removes elements that draw nothing: on paper the state never changes, and they only cost time.

    If any route is `claimed` the game is over, so the hatching of open routes is removed as well.
    """
    for element in root.all():
        element.inside = [inner for inner in element.inside if _is_visible(inner.attributes, claimed)]


def _is_visible(attributes: Mapping[str, str], claimed: bool) -> bool:
    """Whether an element with these attributes draws anything that is wanted."""
    if "data-marks" in attributes:  # the marks on a route's spaces; they have a stroke only if it is claimed
        return "stroke" in attributes or (not claimed and "marker-mid" in attributes)
    return attributes.get("d") != "" and attributes.get("display") != "none"


class Drawing:
    """A picture whose state changes repeatedly; what is the same in every state is computed once."""

    def __init__(
        self,
        board: Board,
        palette: Palette = LIGHT,
        *,
        looks: Mapping[str, Look] | None = None,
        name: str = "board",
    ) -> None:
        self._plan = plan_of(board, palette, looks, name)
        self._plain = {
            selector: element.attributes for selector, element in _elements_by_selector(draw(self._plan)).items()
        }

    def changes(self, before: Scene, after: Scene) -> Changes:
        """The attributes to set, by selector, so that a picture of `before` becomes one of `after`.

        An attribute that is None is to be removed.
        """
        old, new = parts(self._plan, before), parts(self._plan, after)
        differences = {
            selector: _difference(self._plain[selector], old.get(selector, {}), new.get(selector, {}))
            for selector in {**old, **new}
        }
        return {selector: difference for selector, difference in differences.items() if difference}


def _difference(plain: Attributes, old: Attributes, new: Attributes) -> dict[str, str | None]:
    """What to set on an element to replace the old attributes on top of its plain ones by the new ones."""
    before, after = plain | old, plain | new
    return {name: after.get(name) for name in {**before, **after} if before.get(name) != after.get(name)}


def plan_of(
    board: Board, palette: Palette = LIGHT, looks: Mapping[str, Look] | None = None, name: str = "board"
) -> Plan:
    """The plan of a board's picture. Raises NoLayout if the board has no layout."""
    if board.layout is None:
        raise NoLayout(board.id)
    everyone = players.looks(board.colors) | dict(looks or {})
    return Plan(board, board.layout, runs(board, board.layout), everyone, palette, name)


def _elements_by_selector(root: Element) -> dict[str, Element]:
    """The elements that a state may change, by selector: those with a `data-` attribute."""
    elements: dict[str, Element] = {}
    for element in root.all():
        for name, value in element.attributes.items():
            if name.startswith("data-"):
                elements[f'[{name}="{value}"]'] = element
    return elements
