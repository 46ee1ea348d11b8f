"""Takes a picture of every screen of the end into build/end/: python -m tools.end_screens [name]"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from companion.boards import files
from companion.play.game import Game
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.rules.reveal_steps import Step
from companion.store import open_store
from tests.support.evenings import NAMES, Evening, read
from tests.support.serving import served
from tools import chromium
from tools.board_pictures import small
from tools.screens import MINE, SIZES

FOLDER = Path(__file__).resolve().parent.parent / "build" / "end"
TELEVISION = {"viewport": {"width": 1280, "height": 800}}
KINDS = ("start", "ticket", "station", "kept", "network", "bonus", "ranks", "winner")


def tables(url: str) -> dict[str, Game]:
    """Opens tables with sample games in this database, and returns the games by name; "open" is not finished yet."""
    store = Tables(open_store(url), files.boards())
    games = {}
    for name, seed, board, players, more in (
        ("usa-5", 3, "usa", 5, {}),
        ("usa-2", 4, "usa", 2, {}),
        ("mega-3", 5, "usa", 3, {"variant": "mega"}),
        ("europe-5", 18, "europe", 5, {"tickets": 5}),
        ("europe-2", 7, "europe", 2, {}),
        ("open", 9, "europe", 3, {}),
    ):
        evening = Evening(seed, board, players, **more)
        if name == "open":
            evening.log.pop()
        record = read(evening.record(NAMES, title="Friday night"))
        table = store.open(record, browser_with(MINE)).table
        games[name], _viewer = store.games.at(table, browser_with(MINE))
    unfinished = games["open"].snapshot.id
    store.seats.take(unfinished, browser_with(MINE), "blue")
    store.seats.take(unfinished, browser_with(MINE), "red")
    store.seats.confirm(unfinished, browser_with(MINE), "red")
    return games


def addresses(games: dict[str, Game]) -> Iterator[tuple[str, str]]:
    """The names and addresses of all screens.

    For each finished game they are its tally, replay, picture and a step of each kind of the reveal; for the
    unfinished one the end and the recount; and then the import of a game.
    """
    for name, game in games.items():
        here = f"/t/{game.snapshot.id}"
        if name == "open":
            yield "end", f"{here}/end"
            yield "recount", f"{here}/recount"
            differences = (-2, 3, 0)  # so that the recount has something to explain
            counted = [
                f"{color}={max(0, left + difference)}"
                for (color, left), difference in zip(game.table.trains.items(), differences, strict=True)
            ]
            yield "recount-off", f"{here}/recount?{'&'.join(counted)}"
            continue
        yield f"tally-{name}", f"{here}/tally"
        yield f"reason-{name}", f"{here}/tally?player=red&line=won"
        yield f"replay-{name}", f"{here}/replay"
        yield f"picture-{name}", f"{here}/picture"
        first_of_kind: dict[str, int] = {}
        for number, step in enumerate(game.reveal):
            first_of_kind.setdefault(_kind_of_step(step), number)
        for kind, number in first_of_kind.items():
            yield f"step-{name}-{kind}", f"{here}/reveal?step={number}"
    yield "import", "/import"
    yield "import-wrong", "/import"


def _kind_of_step(step: Step) -> str:
    """The kind of a step of the reveal; a ticket may be lost, and stations make some tickets and stations special."""
    if step.kind == "ticket" and not step.items[0].walks:
        return "ticket-lost"
    if any(walk.borrowed for item in step.items for walk in item.walks):
        return f"{step.kind}-lent"
    if step.kind == "station" and step.items[0].tickets:
        return "station-used"
    return step.kind


def take(folder: Path, only: str = "", size: str = "", scheme: str = "") -> list[Path]:
    """Takes every screen whose name begins with `only`; in all sizes and both colour schemes unless one is given."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/games.sqlite3"
    wanted = [(name, address) for name, address in addresses(tables(os.environ["DATABASE_URL"]))]
    taken = []
    with served() as (_, port), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for kind in [size] if size else ["phone", "small", "tv"]:
            for colours in [scheme] if scheme else ["light", "dark"]:
                pages = [(name, address) for name, address in wanted if name.startswith(only)]
                taken += _all(browser, f"http://127.0.0.1:{port}", pages, folder, kind, colours)
        browser.close()
    return taken


def _all(
    browser: Browser, home: str, pages: list[tuple[str, str]], folder: Path, size: str, scheme: str
) -> list[Path]:
    """Takes these pages, given by name and address, in one size and colour scheme."""
    context = browser.new_context(color_scheme=scheme, **(TELEVISION if size == "tv" else SIZES[size]))
    context.add_cookies([{"name": "trackside", "value": MINE, "url": home}])
    page, taken = context.new_page(), []
    for name, address in pages:
        page.goto(home + address, wait_until="load")
        if name == "import-wrong":
            page.locator("textarea").fill('{"format": "companion/game", "version": 1, "map": "mars", "log": 3}')
            page.get_by_role("button", name="Open game").click()
        page.evaluate("document.fonts.ready.then(() => null)")
        page.wait_for_timeout(800)
        file = folder / f"{name}-{size}-{scheme}.png"
        page.screenshot(path=file, full_page="step" not in name)
        taken.append(file)
    context.close()
    return taken


# The pictures in docs/: name, screen, colour scheme.
KEPT = (("reveal", "step-europe-5-ticket-lent", "light"), ("winner", "step-usa-2-winner", "dark"))


def keep(folder: Path) -> list[Path]:
    """Takes the pictures of the end for docs/, as a television shows it, into this folder."""
    kept = []
    for name, screen, scheme in KEPT:
        (taken,) = take(FOLDER, screen, "tv", scheme)
        file = folder / f"{name}.png"
        small(Image.open(taken).convert("RGB")).save(file, optimize=True)
        kept.append(file)
    return kept


if __name__ == "__main__":
    print(*take(FOLDER, *sys.argv[1:]), sep="\n")
