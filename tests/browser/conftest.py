"""Two kinds of screen in Debian's Chromium, and a note of everything that goes wrong behind a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, ConsoleMessage, Page, expect

from companion.boards.model import Board
from tests.browser import poorer
from tests.support.housing import House, opened
from tests.support.resting import put_away
from tests.support.serving import served
from tests.support.tapping import Seated
from tools import chromium

# How long something may take is told by the benches; here it only has to come, on a machine however busy.
expect.set_options(timeout=20_000)

QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--accept-lang=en-GB,en",
]
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 1,  # nothing here looks at dots, and three times as many take longer
    "is_mobile": True,
    "has_touch": True,
    "service_workers": "block",  # a worker takes a fifth of a test, and is about itself in few
}
NO_WORKER = "Service Worker registration blocked by Playwright"  # what it says where a test wants none
DESK = {"viewport": {"width": 1280, "height": 800}, "service_workers": "block"}


@dataclass
class Screen:
    """A page on a screen, the server behind it, and what was heard of it."""

    page: Page
    home: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def open(self, path: str = "/") -> Page:
        """Goes there and waits until all of it has come."""
        self.page.goto(self.home + path, wait_until="load")
        self.page.evaluate("document.fonts.ready.then(() => null)")
        return self.page


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Without a browser these tests fail; they are not skipped."""
    path = chromium.engine()
    if path is None:
        pytest.fail(chromium.MISSING, pytrace=False)
    return browser_type_launch_args | {"executable_path": path, "args": QUIET}


@pytest.fixture(scope="session")
def whole_browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """Chromium with everything around its engine, for what only that has."""
    browser = browser_type.launch(**browser_type_launch_args | {"executable_path": chromium.find()})
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser(browser: Browser, request: pytest.FixtureRequest) -> Browser:
    """The browser; with `--without-apis` one that has less."""
    return poorer.made(browser) if request.config.getoption("--without-apis") else browser


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is about such an interface itself has nothing to look at where there is none."""
    if config.getoption("--without-apis"):
        for item in items:
            if item.path.name in poorer.ABOUT_THEM or item.get_closest_marker("with_apis"):
                item.add_marker(pytest.mark.skip(reason="about an interface that is taken away"))


@pytest.fixture(scope="session")
def home() -> Iterator[str]:
    """The address of the real server."""
    with served() as (_, port):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def house(boards: Mapping[str, Board], tmp_path: Path) -> Iterator[House]:
    """A server of a test's own, that can be stopped, slowed down and brought up to date."""
    yield from opened(boards, tmp_path)


@pytest.fixture
def seated(browser: Browser, house: House, boards: Mapping[str, Board]) -> Iterator[Seated]:
    """A table for three in that house; the phones come as they are called."""
    seated = Seated(house.tables, browser, house.home, boards["usa"], workers="allow").opens()
    yield seated
    seated.leave()


def _screen(browser: Browser, home: str, **options: Any) -> Iterator[Screen]:
    context = browser.new_context(**options)
    screen = Screen(context.new_page(), home)

    def hear(said: ConsoleMessage) -> None:
        if said.text != NO_WORKER:
            screen.complaints.append(f"{said.type}: {said.text}")

    screen.page.on("console", hear)
    screen.page.on("pageerror", lambda error: screen.complaints.append(str(error)))
    screen.page.on("request", lambda request: screen.requests.append(request.url))
    yield screen
    put_away(context)


@pytest.fixture
def phone(browser: Browser, home: str) -> Iterator[Screen]:
    """A phone as small as they come."""
    yield from _screen(browser, home, **PHONE)


@pytest.fixture
def desk(browser: Browser, home: str) -> Iterator[Screen]:
    """A laptop."""
    yield from _screen(browser, home, **DESK)


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def screen(browser: Browser, home: str, request: pytest.FixtureRequest) -> Iterator[Screen]:
    """The one and the other."""
    yield from _screen(browser, home, **request.param)
