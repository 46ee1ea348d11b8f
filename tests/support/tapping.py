"""A phone at a real table: a page in a real browser, a finger on its board, and the server behind both."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from math import dist
from random import Random
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Page

from companion.boards.geometry import Point
from companion.boards.model import Board
from companion.picture.track_shapes import Shapes
from companion.play.game import Options
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.record.read import Record
from companion.rules.game_setup import Setup
from companion.rules.log import ENTRY
from tests.support.resting import put_away

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "reduced_motion": "reduce",
    "service_workers": "block",  # a worker takes a fifth of a test, and is about itself in few
}
NAMES = {"blue": "Ada", "red": "Bo", "green": "Cy", "yellow": "Dee", "black": "Eli"}
FINGER = 1.5 / 0.159  # px: the error of a finger, one sigma an axis
SAME_PLACE, DOUBLE_TAP = 30, 400  # px and ms, a little more than the page's own
TO_SCREEN = """([x, y]) => {
  const view = document.querySelector("[data-board]"), svg = view.querySelector("svg");
  const at = () => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  view.scrollLeft += at().x - view.getBoundingClientRect().width / 2;
  const { top, bottom } = view.getBoundingClientRect();
  const over = document.querySelector(".choice:not([data-empty])") ?? document.querySelector("#start");
  const rows = (over ?? document.querySelector(".choice")).getBoundingClientRect();
  const edge = rows.height && rows.left < view.clientWidth ? Math.min(bottom, rows.top) : bottom;
  if (at().y < top + 20 || at().y > edge - 20) view.scrollTop += at().y - (top + edge) / 2;
  const point = at();
  return [point.x, point.y];
}"""
_numbers = itertools.count(1)


@dataclass
class Seated:
    """A table on the server, and the phones around it."""

    tables: Tables
    browser: Browser
    home: str
    board: Board
    table: str = ""
    maker: str = ""
    workers: Literal["allow", "block"] = "block"
    dots: int = 1  # of the screen for one of the page: three, as on a phone, only where time is measured
    contexts: list[Any] = field(default_factory=list)

    def opens(
        self, players: int = 3, log: list[dict[str, Any]] | None = None, options: Options | None = None, **setup: Any
    ) -> Seated:
        """A new table with whatever was told there already."""
        colors = list(self.board.colors[:players])
        names, chosen = setup.pop("names", NAMES), setup.pop("chosen", {})
        seats = [{"color": color, "name": names[color]} for color in colors]
        played = Setup.model_validate({"map": self.board.id, "players": seats, "options": chosen, **setup})
        entries = tuple(ENTRY.validate_python(entry) for entry in log or [])
        self.maker = f"finger-{next(_numbers)}"
        self.table = self.tables.open(Record(self.board, played, entries), browser_with(self.maker), options).table
        return self

    def phone(self, *seats: str, path: str = "", role: Any = "player", start: bool = False, **options: Any) -> Finger:
        """A phone at the table; the first is its maker's. The card on the empty board is put away, unless wanted."""
        token, first = self.maker, not self.contexts
        if not first:
            token = f"finger-{next(_numbers)}"
            secret = self.tables.door.invite(self.table, browser_with(self.maker))
            self.tables.door.join_by_secret(secret, browser_with(token), role)
        for seat in seats:
            self.tables.seats.take(self.table, browser_with(token), seat)
        context = self.browser.new_context(
            **{**PHONE, "device_scale_factor": self.dots, "service_workers": self.workers, **options}
        )
        context.add_cookies([{"name": "trackside", "value": token, "url": self.home}])
        if not start:
            context.add_cookies([{"name": "trackside-start", "value": "hidden", "url": self.home}])
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(f"{self.home}/t/{self.table}{path}", wait_until="load")
        return Finger(page, self.board, touches=bool({**PHONE, **options}["has_touch"]))

    def elsewhere(self, seat: str) -> Seated:
        """A phone that nobody looks at here holds this seat."""
        other = browser_with(f"finger-{next(_numbers)}")
        self.tables.door.join_by_secret(self.tables.door.invite(self.table, browser_with(self.maker)), other)
        self.tables.seats.take(self.table, other, seat)
        return self

    def leave(self) -> None:
        for context in self.contexts:
            put_away(context)


@dataclass
class Finger:
    """Taps, and counts them."""

    page: Page
    board: Board
    taps: int = 0
    touches: bool = True
    last: Point = (-99, -99)
    pressed: str = ""  # the button's name

    def tap(self, found: Locator, again: bool = False) -> None:
        box = found.bounding_box()
        near = box and dist(self.last, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)) < SAME_PLACE
        if near or again:
            # Nobody reads a row and presses it just where they tapped within the time of a double tap.
            self.page.wait_for_timeout(DOUBLE_TAP)
        (found.tap if self.touches else found.click)()
        if box:
            self.last = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1

    def press(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True), again=name == self.pressed)
        self.pressed = name

    def label(self, color: str) -> Locator:
        """A player's label that can be pressed: while rows are open the one under them, else the panel."""
        return self.page.locator(f':is(.panel, .whom button)[value="{color}"] >> visible=true')

    def point_on(self, point: Point, off: Point = (0, 0)) -> None:
        """A tap on the board, off by so many pixels."""
        self.page.locator("[data-board] svg").first.wait_for(state="attached")  # a link may just have led here
        self.page.wait_for_load_state("load")
        x, y = self.page.evaluate(TO_SCREEN, point)
        self.last = x + off[0], y + off[1]
        (self.page.touchscreen.tap if self.touches else self.page.mouse.click)(*self.last)
        self.taps += 1

    def choose(self, route: str, off: Point = (0, 0), rng: Random | None = None) -> Locator:
        """Taps near a route; gives its button among what comes up."""
        spaces = next(t.spaces for t in self._shapes.tracks if t.route.id == route)
        space = rng.choice(spaces) if rng else spaces[len(spaces) // 2]
        self.point_on((space.x, space.y), off)
        return self.page.locator(f'button.take[value="{route}"]')

    def claim(self, route: str, off: Point = (0, 0), rng: Random | None = None) -> None:
        """Two taps, and the route is on the picture; one where a board is entered afterwards and the tap is clear."""
        row, has = self.choose(route, off, rng), self.page.locator(f'[data-route="{route}"][data-owner]')
        row.or_(has).first.wait_for(state="attached")
        if row.count() and row.get_attribute("data-sure") is None:
            self.tap(row)
        self.has(route)
        # Another phone's news may paint it before this one's own answer has come, which closes the rows.
        self.page.locator("#choice[data-empty]").wait_for(state="attached")

    def city(self, city: str) -> None:
        """Taps on a city."""
        assert self.board.layout
        place = self.board.layout.place[city]
        self.point_on((place.x, place.y))

    def has(self, route: str, owner: str | None = None) -> None:
        """Waits until the picture shows the route claimed."""
        by = f'="{owner}"' if owner else ""
        self.page.locator(f'[data-route="{route}"][data-owner{by}]').wait_for(state="attached")

    def has_not(self, route: str) -> None:
        self.page.locator(f'[data-route="{route}"]:not([data-owner])').wait_for(state="attached")

    @property
    def turn(self) -> Locator:
        return self.page.locator(".turn-whose")

    @property
    def _shapes(self) -> Shapes:
        assert self.board.layout
        return Shapes(self.board, self.board.layout)
