"""Whether phones notice that sheets are made: the same load with the press idle and with sheets back to back.

The passes take turns, so that whatever else the machine does falls on both; of each kind the best is compared.
"""

import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench.live import a_table, part, served, spread, turns
from bench.report import Row, at_most, told
from companion.boards.model import Board
from companion.store import open_store

TABLES, RATE, SECONDS, PASSES = 100, 50, 12, 4
BEGUN = 20
PLAYED = 60  # entries of the game whose sheet is made
FINISH = {"type": "finish", "id": "end"}
SHEETS = {False: "press idle", True: "sheets back to back"}


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """From a tap until the other phones have fetched it, without and with sheets beside it."""
    board = boards["usa"]
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        url = f"sqlite:///{folder}/games.sqlite3"
        store = open_store(url)
        over, tokens = a_table(store, board, "over" + 28 * "0", PLAYED)
        tables = {
            (n, sheets): [a_table(store, board, f"{n}{sheets:d}{m:030}", BEGUN) for m in range(TABLES)]
            for n in range(PASSES)
            for sheets in SHEETS
        }
        store.engine.dispose()
        waits: dict[bool, list[list[float]]] = {sheets: [] for sheets in SHEETS}
        made = 0
        with served(url) as (port, __):
            for color, token in zip(board.colors, tokens, strict=False):
                _ask(port, "POST", f"/api/tables/{over}/confirm", token, {"color": color})
            _ask(port, "POST", f"/api/tables/{over}/entries", tokens[0], FINISH)
            _ask(port, "GET", f"/api/tables/{over}/sheet.pdf", tokens[0])  # the first one starts the press
            for (_n, sheets), some in tables.items():
                claims = turns(board)[BEGUN:]
                plan = {"port": port, "tables": some, "claims": claims, "rate": RATE, "most_seconds": 90}
                with _printing(port, over, tokens[0], sheets) as count:
                    waits[sheets].append(_pass(Path(folder), plan | {"taps": RATE * SECONDS}))
                made += len(count)
        best = {sheets: min(passes, key=lambda runs: part(runs, 0.99)) for sheets, passes in waits.items()}
        for sheets, words in SHEETS.items():
            yield told(f"tap -> others have fetched, {words}, p50 / p95 / p99", spread(best[sheets]))
        yield told("sheets made meanwhile", f"{made}, {made / PASSES / SECONDS:.1f} a second")
        ratio = part(best[True], 0.99) / part(best[False], 0.99)
        yield at_most("p99 beside sheets, times p99 without", ratio, 1.2, "")


def _pass(folder: Path, plan: dict[str, Any]) -> list[float]:
    file = folder / "plan.json"
    file.write_text(json.dumps(plan))
    load = subprocess.run([sys.executable, "-m", "bench.load", str(file)], stdout=subprocess.PIPE, check=True)
    seen = json.loads(load.stdout)
    assert not seen["wrong"], seen["wrong"]
    return list(seen["waits"])


@contextmanager
def _printing(port: int, table: str, token: str, sheets: bool) -> Iterator[list[int]]:
    """Asks for one sheet after the other while the block lasts; a list with a line for each that came."""
    over, count = threading.Event(), list[int]()

    def prints() -> None:
        while not over.is_set():
            count.append(_ask(port, "GET", f"/api/tables/{table}/sheet.pdf", token))

    asking = threading.Thread(target=prints)
    if sheets:
        asking.start()
    yield count
    over.set()
    if sheets:
        asking.join(30)


def _ask(port: int, method: str, path: str, token: str, said: dict[str, Any] | None = None) -> int:
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    line.request(method, path, json.dumps(said) if said else None, {"Authorization": f"Bearer {token}"})
    answer = line.getresponse()
    body = answer.read()
    line.close()
    assert answer.status == 200, (answer.status, body[:200])
    return len(body)
