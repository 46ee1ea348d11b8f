"""The load of `live` while somebody else keeps one core busy, as on a small machine that does other things too."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bench.live import BEGUN, TABLES, a_table, loaded, served, turns
from bench.report import Row
from companion.boards.model import Board
from companion.store import open_store

MOST: Final = 100  # milliseconds from a tap until the others have fetched it, for 95 of 100
RATE, SECONDS = 100, 20


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """How long others wait for a tap, and whether every phone has its stream."""
    board = boards["usa"]
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        url = f"sqlite:///{folder}/games.sqlite3"
        store = open_store(url)
        tables = [a_table(store, board, f"{n:032}", BEGUN) for n in range(TABLES)]
        store.engine.dispose()
        with one_core_busy(), served(url) as (port, server):
            plan = {"port": port, "tables": tables, "claims": turns(board)[BEGUN:], "most_seconds": 180}
            yield from loaded(Path(folder), plan | {"rate": RATE, "taps": RATE * SECONDS}, server, MOST)


@contextmanager
def one_core_busy() -> Iterator[None]:
    """Somebody who computes without a pause, on the first core that there is."""
    core = min(os.sched_getaffinity(0))
    work = f"import os; os.sched_setaffinity(0, {{{core}}})\nwhile True: pass"
    other = subprocess.Popen([sys.executable, "-c", work])
    try:
        yield
    finally:
        other.kill()
        other.wait()
