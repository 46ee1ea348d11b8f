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
    """Evenings on both boards, for two and for five, one of them not finished yet."""
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
        games[name] = store.games.at(store.open(record, browser_with(MINE)).table, browser_with(MINE))[0]
    store.seats.take(games["open"].snapshot.id, browser_with(MINE), "blue")
    store.seats.take(games["open"].snapshot.id, browser_with(MINE), "red")
    store.seats.confirm(games["open"].snapshot.id, browser_with(MINE), "red")
    return games


def addresses(games: dict[str, Game]) -> Iterator[tuple[str, str]]:
    """What to look at: a step of each kind, won and lost, the tallies, a figure opened, the recount, an import."""
    for name, game in games.items():
        here = f"/t/{game.snapshot.id}"
        if name == "open":
            yield "end", f"{here}/end"
            yield "recount", f"{here}/recount"
            counted = {
                color: max(0, left + off)
                for (color, left), off in zip(game.table.trains.items(), (-2, 3, 0), strict=True)
            }
            yield "recount-off", f"{here}/recount?" + "&".join(f"{c}={n}" for c, n in counted.items())
            continue
        yield f"tally-{name}", f"{here}/tally"
        yield f"reason-{name}", f"{here}/tally?player=red&line=won"
        yield f"replay-{name}", f"{here}/replay"
        yield f"picture-{name}", f"{here}/picture"
        found: dict[str, int] = {}
        for number, step in enumerate(game.reveal):
            lost = "-lost" if step.kind == "ticket" and not step.items[0].walks else ""
            borrowed = any(walk.borrowed for item in step.items for walk in item.walks)
            saved = step.kind == "station" and step.items[0].tickets
            lent = "-lent" if borrowed else "-used" if saved else ""
            found.setdefault(f"{step.kind}{lost}{lent}", number)
        for kind, number in found.items():
            yield f"step-{name}-{kind}", f"{here}/reveal?step={number}"
    yield "import", "/import"
    yield "import-wrong", "/import"


def take(folder: Path, only: str = "", size: str = "", scheme: str = "") -> list[Path]:
    """Every screen whose name begins with `only`."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/games.sqlite3"
    wanted = [(name, address) for name, address in addresses(tables(os.environ["DATABASE_URL"]))]
    taken = []
    with served() as (_, port), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for kind in [size] if size else ["phone", "small", "tv"]:
            for light in [scheme] if scheme else ["light", "dark"]:
                pages = [(name, address) for name, address in wanted if name.startswith(only)]
                taken += _all(browser, f"http://127.0.0.1:{port}", pages, folder, kind, light)
        browser.close()
    return taken


def _all(
    browser: Browser, home: str, pages: list[tuple[str, str]], folder: Path, size: str, light: str
) -> list[Path]:
    context = browser.new_context(color_scheme=light, **(TELEVISION if size == "tv" else SIZES[size]))
    context.add_cookies([{"name": "trackside", "value": MINE, "url": home}])
    page, taken = context.new_page(), []
    for name, address in pages:
        page.goto(home + address, wait_until="load")
        if name == "import-wrong":
            page.locator("textarea").fill('{"format": "companion/game", "version": 1, "map": "mars", "log": 3}')
            page.get_by_role("button", name="Open game").click()
        page.evaluate("document.fonts.ready.then(() => null)")
        page.wait_for_timeout(800)
        page.screenshot(path=(file := folder / f"{name}-{size}-{light}.png"), full_page="step" not in name)
        taken.append(file)
    context.close()
    return taken


# name, screen, by day or by night
KEPT = (("reveal", "step-europe-5-ticket-lent", "light"), ("winner", "step-usa-2-winner", "dark"))


def keep(folder: Path) -> list[Path]:
    """The pictures of the end in docs/, as a television shows it."""
    kept = []
    for name, screen, light in KEPT:
        (taken,) = take(FOLDER, screen, "tv", light)
        small(Image.open(taken).convert("RGB")).save(file := folder / f"{name}.png", optimize=True)
        kept.append(file)
    return kept


if __name__ == "__main__":
    print(*take(FOLDER, *sys.argv[1:]), sep="\n")
