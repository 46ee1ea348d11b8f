"""A circle with a thousand games: its page from nothing, while it fills in, and once it is warm."""

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from bench.report import Row, at_most, best_ms, timed_ms, told
from companion.app import create_app
from companion.boards.model import Board
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import Store, open_store
from companion.store.schema import FINISHED
from tests.support.evenings import Evening, read

GAMES: Final = 1000
PEOPLE: Final = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
DIFFERENT: Final = 25  # games; each is played forty times
WARM: Final = 150  # milliseconds
FROM_NOTHING: Final = 500
# In memory where there is such a folder: what is measured is reading, and a thousand games are to be written first.
QUICK: Final = "/dev/shm" if Path("/dev/shm").is_dir() else None
COOKIE: Final = "the-keeper-of-the-circle"


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """The page of a circle with so many games of six people, of which five play at a time."""
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        store = open_store(f"sqlite:///{Path(folder) / 'games.sqlite3'}")
        circle = filled(Tables(store, boards))
        with store.engine.begin() as connection:
            connection.execute(FINISHED.update().values(rules=None, summary=None))
        what = f"a circle's page, {GAMES} games of {len(PEOPLE)} people"
        tables = Tables(Store(store.engine), boards)
        page = asked(tables, boards, circle)
        yield at_most(f"{what}: from nothing", timed_ms(page)[0], FROM_NOTHING)
        began, times = time.perf_counter(), 1
        while "being counted" in page():
            times += 1
        yield told("  filled in", f"{time.perf_counter() - began:.1f} s, {times} requests")
        yield at_most(f"{what}: warm", best_ms(page), WARM)
        again = asked(Tables(Store(store.engine), boards), boards, circle)
        yield at_most("  the first page of another process", timed_ms(again)[0], FROM_NOTHING)


def filled(tables: Tables) -> str:
    """A circle with that many games."""
    keeper = browser_with(COOKIE)
    circle = tables.circles.make(keeper, "Friday people")
    records = []
    for seed in range(DIFFERENT):
        names = tuple(PEOPLE[(seed + n) % len(PEOPLE)] for n in range(5))
        records.append(read(Evening(seed, ("usa", "europe")[seed % 2], 5).record(names=names)))
    for n in range(GAMES):
        tables.circles.add(circle, tables.open(records[n % DIFFERENT], keeper).table, keeper)
    return circle


def asked(tables: Tables, boards: Mapping[str, Board], circle: str) -> Callable[[], str]:
    """Asks for the page of the circle."""
    client = create_app(boards, tables).test_client()
    client.set_cookie("trackside", COOKIE)
    client.get("/circles")

    def page() -> str:
        answer = client.get(f"/circles/{circle}")
        assert answer.status_code == 200
        return answer.text

    return page
