"""What another language costs: the time of a page beside the same in English, and the memory of all catalogues."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from flask.testing import FlaskClient

from bench.report import Row, at_most, told
from companion import i18n, languages
from companion.app import create_app
from companion.boards.model import Board
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.phones import Phone

TIMES: Final = 20  # of which the best counts, by turns with English; of the processor, whatever else it does
MOST: Final = 1.1  # times English
ALL_OF_THEM: Final = 20  # MB a worker
WEIGHED: Final = """
import gc
from companion import languages
def kilobytes():
    gc.collect()
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))
before = kilobytes()
for tag in languages.offered():
    languages.catalogue(tag)
print(kilobytes() - before)
"""


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """Every language that is here, on the pages that are asked for most."""
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(open_store(f"sqlite:///{Path(folder) / 'games.sqlite3'}"), boards)
        client = create_app(boards, tables).test_client()
        for what, address in _pages(tables, boards["europe"], client).items():
            factors = {tag: _factor(client, address, tag) for tag in languages.offered() if tag != i18n.ENGLISH}
            for tag, factor in sorted(factors.items(), key=lambda one: -one[1])[:1]:
                yield at_most(f"{what}: the slowest language ({tag}), times English", factor, MOST, "")
    if sys.platform == "linux":
        done = subprocess.run([sys.executable, "-c", WEIGHED], capture_output=True, text=True, check=True)
        yield at_most("all catalogues in memory", int(done.stdout) / 1024, ALL_OF_THEM, "MB")
    size = sum((language.folder / "trackside.mo").stat().st_size for language in _foreign())
    yield told("  on disk", f"{size / 1024:.0f} KB")


def _foreign() -> list[languages.Language]:
    return [language for tag, language in languages.offered().items() if tag != i18n.ENGLISH]


def _pages(tables: Tables, board: Board, client: FlaskClient) -> dict[str, str]:
    """A table while it is played, its log, and one at its end."""
    client.set_cookie("trackside", "bench")
    found = {}
    for finished in (False, True):
        phone = Phone.opens(tables, *board.colors[:3], players=3, board=board.id)
        tables.door.join_by_secret(tables.door.invite(phone.table, phone.device), browser_with("bench"), "watcher")
        for number, route in enumerate([route.id for route in board.route.values() if not route.twins][:40]):
            phone.claims(board.colors[number % 3], route)
        if finished:
            phone.confirms(*board.colors[:3])
            phone.tells("finish")
            found["tally"] = f"/t/{phone.table}/tally"
        else:
            found |= {"table": f"/t/{phone.table}", "log": f"/t/{phone.table}/log"}
    return found | {"new game": "/new"}


def _factor(client: FlaskClient, address: str, tag: str) -> float:
    """How much longer the page takes in a language, both by turns and each at its best."""
    best = {i18n.ENGLISH: float("inf"), tag: float("inf")}
    for _ in range(TIMES):
        for asked in best:
            start = time.process_time()
            answer = client.get(address, headers={"Accept-Language": asked})
            best[asked] = min(best[asked], time.process_time() - start)
            assert (answer.status_code, answer.headers["Content-Language"]) == (200, asked)
    return best[tag] / best[i18n.ENGLISH]
