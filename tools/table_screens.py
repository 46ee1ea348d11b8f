"""Takes a picture of the table in every state into build/screens/: python -m tools.table_screens [name]"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from companion.boards import files
from companion.play.game import Options
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.evenings import Evening
from tests.support.serving import served
from tests.support.tapping import Finger, Seated
from tools import chromium
from tools.screens import FOLDER, SIZES

SIDEWAYS: Final[dict[str, Any]] = {"viewport": {"width": 740, "height": 360}}
KINDS: Final[dict[str, dict[str, Any]]] = {
    "phone": SIZES["phone"],
    "small": SIZES["small"],
    "sideways": {**SIZES["phone"], **SIDEWAYS},
    "desk": {**SIZES["desk"], "device_scale_factor": 1, "is_mobile": False, "has_touch": False},
}
LONG: Final = {
    "blue": "Maximiliana Featherstone",
    "red": "Ольга Константиновна",
    "green": "<b>Bo</b> & Co.",
    "yellow": "אבגדה וזחטי",
    "black": "Wilhelmina-Charlotte IV.",
}
Log = list[dict[str, Any]]
Show = Callable[[Seated, dict[str, Any]], Finger]


def turns(board: str, players: int, count: int | None = None) -> Log:
    """The first turns of a sample game, or all of them; without tickets, since no picture shows any."""
    log = [entry for entry in Evening(5, board, players).log if entry["type"] not in ("keep", "finish")]
    return log[:count]


def empty(at: Seated, size: dict[str, Any]) -> Finger:
    """Before the first turn, with the hints for a new table."""
    return at.opens(4).phone(start=True, **size)


def playing(at: Seated, size: dict[str, Any]) -> Finger:
    """A game of four in progress."""
    return at.opens(4, log=turns(at.board.id, 4, 46)).phone(**size)


def five(at: Seated, size: dict[str, Any]) -> Finger:
    """A game of five in progress, from the phone of one player."""
    return at.opens(5, log=turns(at.board.id, 5, 40)).phone("green", **size)


def long_names(at: Seated, size: dict[str, Any]) -> Finger:
    """Long names and right-to-left ones, while a route is chosen."""
    finger = at.opens(5, log=turns(at.board.id, 5, 41), names=LONG).phone(**size)
    return chosen(finger)


def points_hidden(at: Seated, size: dict[str, Any]) -> Finger:
    """A table that hides the points until the end."""
    return at.opens(3, log=turns(at.board.id, 3, 20), options=Options(points_hidden=True)).phone(**size)


def choosing(at: Seated, size: dict[str, Any]) -> Finger:
    """The choice of routes after a tap."""
    return chosen(at.opens(4, log=turns(at.board.id, 4, 24)).phone(**size))


def chosen(finger: Finger) -> Finger:
    """Taps near the middle of the board and waits for the choice of routes."""
    assert finger.board.layout
    finger.point_on((finger.board.layout.width / 2, finger.board.layout.height * 0.55))
    finger.page.locator(".choice-head").wait_for()
    return finger


def city(at: Seated, size: dict[str, Any]) -> Finger:
    """The choice of routes after a tap on a city."""
    finger = at.opens(4, log=turns(at.board.id, 4, 24)).phone(**size)
    finger.city("wien" if "wien" in at.board.city else "denver")
    finger.page.locator(".choice-head").wait_for()
    return finger


def refused(at: Seated, size: dict[str, Any]) -> Finger:
    """The refusal of a claim, since another phone claimed the route first."""
    at.opens(4)
    finger, other = at.phone("red", **size), at.phone("blue")
    route = next(iter(at.board.route))
    finger.choose(route).wait_for()
    other.claim(route)
    finger.page.locator(f'button.take[value="{route}"]').click()
    finger.page.get_by_role("alert").wait_for()
    return finger


def put_right(at: Seated, size: dict[str, Any]) -> Finger:
    """What can be done about a route that is claimed already."""
    log = turns(at.board.id, 4, 24)
    route = next(entry["route"] for entry in log if entry["type"] == "claim")
    return at.opens(4, log=log).phone(path=f"?route={route}", **size)


def stations(at: Seated, size: dict[str, Any]) -> Finger:
    """Stations on the board, if it has any."""
    built = [("red", "roma"), ("blue", "paris"), ("green", "kyiv"), ("yellow", "berlin"), ("red", "venezia")]
    entries: Log = [{"type": "station", "player": player, "city": name, "late": True} for player, name in built]
    return at.opens(4, log=turns("europe", 4, 20) + (entries if at.board.stations else [])).phone(**size)


def final_round(at: Seated, size: dict[str, Any]) -> Finger:
    """The final round, with two turns left."""
    return at.opens(3, log=turns(at.board.id, 3)[:-2]).phone(**size)


def tickets_next(at: Seated, size: dict[str, Any]) -> Finger:
    """After the last turn, when tickets are to be entered."""
    return at.opens(3, log=turns(at.board.id, 3)).phone(**size)


def finished(at: Seated, size: dict[str, Any]) -> Finger:
    """After the end."""
    return at.opens(4, log=Evening(5, at.board.id, 4).log).phone(**size)


def at_the_end(at: Seated, size: dict[str, Any]) -> Finger:
    """A game whose claims are entered afterwards, player by player."""
    log = [entry for entry in turns(at.board.id, 5) if entry["type"] == "claim"]
    return at.opens(5, log=sorted(log, key=lambda e: e["player"])[:30], tracking="tally").phone(**size)


def listed(at: Seated, size: dict[str, Any]) -> Finger:
    """All routes as a list."""
    return at.opens(4).phone(path="?all=1", **size)


def menu(at: Seated, size: dict[str, Any]) -> Finger:
    """The open menu."""
    finger = playing(at, size)
    finger.page.locator(".menu summary").click()
    return finger


STATES: Final[dict[str, Show]] = {
    shown.__name__.replace("_", "-"): shown
    for shown in (
        empty,
        playing,
        five,
        long_names,
        points_hidden,
        choosing,
        city,
        refused,
        put_right,
        stations,
        final_round,
        tickets_next,
        finished,
        at_the_end,
        listed,
        menu,
    )
}


@contextmanager
def tables() -> Iterator[Callable[[Browser, str], Seated]]:
    """Runs a real server with an empty database; gives a function that seats a browser at a table of a board."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/games.sqlite3"
        with served() as (_process, port):
            store = Tables(open_store(os.environ["DATABASE_URL"]), files.boards())
            yield lambda browser, board: Seated(store, browser, f"http://127.0.0.1:{port}", store.boards[board])


def take(at: Seated, name: str, file: Path, size: dict[str, Any], scheme: str) -> Path:
    """Takes a picture of one state, in one size and colour scheme, into a file; returns the file."""
    finger = STATES[name](at, {**size, "color_scheme": scheme})
    finger.page.evaluate("document.fonts.ready.then(() => null)")
    finger.page.wait_for_timeout(250)
    finger.page.screenshot(path=file)
    at.leave()
    return file


def main(names: list[str]) -> int:
    """Takes these states, or all: on a phone by day and by night, and in the other sizes by day or by night.

    USA and Europe take turns, except where a state needs Europe.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tables() as on, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for number, name in enumerate(names or STATES):
            board = "europe" if name in ("city", "stations") or number % 2 else "usa"
            for kind, size in KINDS.items():
                one_scheme = "dark" if number % 2 else "light"
                for scheme in ("light", "dark") if kind == "phone" else (one_scheme,):
                    file = FOLDER / f"table-{name}-{kind}-{scheme}.png"
                    print(take(on(browser, board), name, file, size, scheme))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
