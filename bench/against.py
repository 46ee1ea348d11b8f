"""This tree against the one before the house was rebuilt, in one run: a claim at tables with long logs.

Both serve at the same time and are asked in turn, over the interface that both have, so that whatever else the
machine does slows both alike. `BEFORE=REVISION` compares with another revision.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

from bench.live import BEGUN, CLAIMS, LONG, part, turns
from bench.report import Row, at_most, told
from companion.boards.model import Board
from hatch_build import compile_catalogues
from tests.support.serving import free_port

BEFORE: Final = os.environ.get("BEFORE", "ddd59fa")
TABLES: Final = 40
HERE: Final = Path(__file__).resolve().parent.parent


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """The middle of all claims, now and before, and the one as a part of the other."""
    board = boards["usa"]
    with ExitStack() as stack:
        before = stack.enter_context(_checkout(BEFORE))
        lines = [stack.enter_context(_served(folder)) for folder in (before, HERE)]
        runs: tuple[list[float], list[float]] = ([], [])
        for _table in range(TABLES):
            tables = [_table_of(line, board) for line in lines]
            for n, claim in enumerate(turns(board)[BEGUN : BEGUN + CLAIMS]):
                for line, (table, token), taken in zip(lines, tables, runs, strict=True):
                    started = time.perf_counter()
                    _post(line, f"/api/tables/{table}/entries", {**claim, "id": f"c{n}"}, token)
                    taken.append((time.perf_counter() - started) * 1000)
    was, now = (part(taken, 0.5) for taken in runs)
    yield told(f"claim with {LONG} entries in the log, p50 at {BEFORE} / now", f"{was:.2f} / {now:.2f} ms")
    yield at_most(f"claim with {LONG} entries in the log, p50 against {BEFORE}", now / was, 1.05, "")


@contextmanager
def _checkout(revision: str) -> Iterator[Path]:
    """Another revision of this project in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="companion-before-") as folder:
        before = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(before), revision], cwd=HERE, check=True)
        try:
            compile_catalogues(before / "languages")
            yield before
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(before)], cwd=HERE, check=True)


@contextmanager
def _served(folder: Path) -> Iterator[HTTPConnection]:
    """A server of the tree in a folder, and a line to it."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as games:
        url = f"sqlite:///{games}/games.sqlite3"
        options = ["--host", "127.0.0.1", "--port", str(port), "--workers", "1", "--database", url, "--tables", "0"]
        command = [sys.executable, "-m", "companion", "serve", *options, "--imports", "0"]
        server = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(folder)}
        )
        line = HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            for _ in range(400):
                try:
                    line.connect()
                    break
                except OSError:
                    time.sleep(0.05)
            yield line
        finally:
            line.close()
            server.send_signal(signal.SIGTERM)
            server.wait(15)


def _table_of(line: HTTPConnection, board: Board) -> tuple[str, str]:
    """A table in the middle of a long game, and the token of the device that opened it."""
    begun = turns(board)[:BEGUN]
    log = [*begun, *({"type": "draw", "player": board.colors[n % 5]} for n in range(LONG - len(begun)))]
    players = [{"color": color, "name": color.title()} for color in board.colors[:5]]
    answer = _post(line, "/api/tables", {"map": board.id, "players": players, "log": log})
    return answer["table"], answer["token"]


def _post(line: HTTPConnection, path: str, body: Mapping[str, Any], token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    line.request("POST", path, json.dumps(body), headers)
    answer = line.getresponse()
    text = answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{path}: {answer.status} {text[:300]!r}")
    return json.loads(text)
