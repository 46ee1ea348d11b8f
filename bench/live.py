"""A server with two workers, 1,000 tables and 5,000 phones; one at home with 60; long logs; five phones on one route.

`TABLES=100 python -m bench live` tries it with fewer.

The games lie in a fresh SQLite file, the phones live in a process of their own (`bench.load`). Everything is on
loopback, so the load's own work is in every figure.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Barrier, Thread
from typing import Any

from bench.networks import SEED, played
from bench.report import Row, at_most, exact, told
from companion.boards.model import Board
from companion.play.game import Options
from companion.play.keys import program_with
from companion.store import Snapshot, Store, open_store
from companion.store.snapshot import Seat, StoredEntry

TABLES, PHONES, RATE, SECONDS = int(os.environ.get("TABLES") or 1_000), 5, 100, 20
HOME, HOME_RATE, HOME_MOST = 12, 10, 100  # tables, taps a second, and milliseconds until the others have a tap
BEGUN = 20  # entries in a table's log before the load begins
LONG, LONG_TABLES, CLAIMS, PASSES = 250, 20, 10, 5
RACES, RACES_A_TABLE = 1_000, 20
WORKERS, MEMORY = 2, 480  # MB of all of them
# Where uvloop cannot be imported, uvicorn takes asyncio's own.
NO_UVLOOP = "import sys; sys.modules['uvloop'] = None; from companion.cli import main; sys.exit(main())"
ALONE = {"uvloop": ("-m", "companion"), "asyncio": ("-c", NO_UVLOOP)}


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """Every figure of a running server."""
    board = boards["usa"]
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        url = f"sqlite:///{folder}/games.sqlite3"
        store = open_store(url)
        tables = [a_table(store, board, f"{n:032}", BEGUN) for n in range(TABLES)]
        long = [a_table(store, board, f"long{n:028}", LONG) for n in range(LONG_TABLES)]
        races = [a_table(store, board, f"race{n:028}", 0) for n in range(RACES // RACES_A_TABLE)]
        store.engine.dispose()
        with served(url) as (port, server):
            yield from _long(port, board, long)
            yield from _races(port, board, races)
        with served(url) as (port, server):
            plan = {"port": port, "tables": tables, "claims": turns(board)[BEGUN:], "rate": RATE}
            plan |= {"taps": RATE * SECONDS, "most_seconds": 120}
            yield from loaded(Path(folder), plan, server)
        for loop in ("uvloop", "asyncio"):
            yield from _at_home(Path(folder), board, loop)


def _at_home(folder: Path, board: Board, loop: str) -> Iterator[Row]:
    """One process, as at home: with the loop that Linux and macOS get, and with the one that Windows has."""
    url = f"sqlite:///{folder}/{loop}.sqlite3"
    store = open_store(url)
    plan = {"tables": [a_table(store, board, f"{n:032}", BEGUN) for n in range(HOME)], "claims": turns(board)[BEGUN:]}
    store.engine.dispose()
    with served(url, 1, *ALONE[loop]) as (port, server):
        plan |= {"port": port, "rate": HOME_RATE, "taps": HOME_RATE * SECONDS, "most_seconds": 120}
        for row in loaded(folder, plan, server, HOME_MOST):
            yield replace(row, what=f"one process, {HOME * PHONES} phones, {loop}: {row.what}")


def turns(board: Board) -> list[dict[str, Any]]:
    """Claims of five players that fit one after the other."""
    networks = played(board, 5, Random(SEED))
    return [
        {"type": "claim", "player": board.colors[n], "route": network[turn].id}
        for turn in range(max(map(len, networks)))
        for n, network in enumerate(networks)
        if turn < len(network)
    ]


def a_table(store: Store, board: Board, name: str, entries: int) -> tuple[str, list[str]]:
    """A table of five in the middle of its game, a phone at each seat; its name and the phones' tokens."""
    tokens = [f"{name}-{n}" for n in range(PHONES)]
    devices = [program_with(token) for token in tokens]
    players = [{"color": color, "name": color.title()} for color in board.colors[:5]]
    begun = turns(board)[: min(entries, BEGUN)]
    log = [*begun, *({"type": "draw", "player": board.colors[n % 5]} for n in range(entries - len(begun)))]
    at = "2026-11-18T19:04:11Z"
    stored = [
        StoredEntry(n, f"entry-{n:015}", 1, devices[0], {**e, "at": at, "id": f"entry-{n:015}"}) for n, e in _n(log)
    ]
    seats = {color: Seat(color, device) for color, device in zip(board.colors[:5], devices, strict=True)}
    times = {"opened": int(time.time()), "changed": int(time.time())}
    members = {device: "player" if n else "maker" for n, device in enumerate(devices)}
    facts = {"id": name, "code": None, "version": 1, "setup_version": 1, **times}
    game = {"setup": {"map": board.id, "players": players}, "options": asdict(Options()), "entries": tuple(stored)}
    store.open_game(Snapshot(**facts, **game, members=members, seats=seats))
    return name, tokens


def _n(log: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    return enumerate(log, 1)


@contextmanager
def served(url: str, workers: int = WORKERS, *program: str) -> Iterator[tuple[int, int]]:
    """`companion serve` on a free port; the port, and the process that leads it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["serve", "--host", "127.0.0.1", "--port", str(port), "--workers", str(workers), "--database", url]
    server = subprocess.Popen(
        [sys.executable, *(program or ("-m", "companion")), *command], stdout=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()


def loaded(folder: Path, plan: dict[str, Any], server: int, most_wait: int = 60) -> Iterator[Row]:
    """What all the phones of a plan saw of a server."""
    (folder / "plan.json").write_text(json.dumps(plan))
    command = [sys.executable, "-m", "bench.load", str(folder / "plan.json")]
    before = _spent(server)
    load = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    most, out = 0, ""
    while not out:
        try:
            out = load.communicate(timeout=0.5)[0] or "{}"
        except subprocess.TimeoutExpired:
            most = max(most, _memory(server))
    seen, spent = json.loads(out), _spent(server) - before
    done = f"{seen['taps']} taps, {plan['rate']} a second, {len(seen['waits'])} fetches"
    yield told("load", done)
    yield at_most("processor, all server processes", spent, 36, "s")
    phones = PHONES * len(plan["tables"])
    yield exact("phones on streams", seen["connected"], phones)
    yield exact("phones at their table's newest version", phones - seen["behind"], phones)
    yield at_most("errors", sum(seen["wrong"].values()), 0, "")
    yield from (told(f"error: {what[:40]}", str(times)) for what, times in seen["wrong"].items())
    yield told("tap answered, p50 / p95 / p99", spread(seen["answers"]))
    yield told("tap -> others have fetched, p50 / p95 / p99", spread(seen["waits"]))
    yield at_most("tap -> others have fetched, p95", part(seen["waits"], 0.95), most_wait)
    yield told("answer to a fetch since, largest", f"{max(seen['sizes'])} bytes")
    yield at_most("memory of all server processes", most / 1024, MEMORY, "MB")


def _long(port: int, board: Board, tables: list[tuple[str, list[str]]]) -> Iterator[Row]:
    """One phone claims at tables with long logs: all that the server does, and a round trip on loopback.

    The best of some passes is told: what is wanted is the work, not the neighbours.
    """
    line, passes, sizes = HTTPConnection("127.0.0.1", port), [], []
    for some in (tables[n::PASSES] for n in range(PASSES)):
        runs = []
        for table, tokens in some:
            for n, claim in enumerate(turns(board)[BEGUN : BEGUN + CLAIMS]):
                told_as = {**claim, "id": f"c{n}"}
                started = time.perf_counter()
                status, __ = _ask(line, "POST", f"/api/tables/{table}/entries", tokens[n % 5], told_as)
                runs.append((time.perf_counter() - started) * 1000)
                assert status == 200
                sizes.append(len(_ask(line, "GET", f"/api/tables/{table}?since={n + 1}", tokens[n % 5])[1]))
        passes.append(runs)
    best = min(passes, key=lambda runs: part(runs, 0.95))
    yield told(f"claim with {LONG} entries in the log, best pass, p50 / p95 / p99", spread(best))
    yield at_most(f"claim with {LONG} entries in the log, p95", part(best, 0.95), 6)
    yield at_most("what a phone fetches after it, gzip", max(sizes), 2048, "bytes")


def _races(port: int, board: Board, tables: list[tuple[str, list[str]]]) -> Iterator[Row]:
    """Five phones tap the same route at the same moment: one has it, four are told who was first."""
    routes = [r.id for r in board.route.values() if not r.twins and r.length <= 3][:RACES_A_TABLE]
    barrier, told_to = Barrier(PHONES), [[] for _ in range(PHONES)]

    def taps(n: int) -> None:
        line = HTTPConnection("127.0.0.1", port)
        for table, tokens in tables:
            for route in routes:
                entry = {"type": "claim", "player": board.colors[n], "route": route, "id": f"{n}-{route}"}
                barrier.wait(30)
                status, body = _ask(line, "POST", f"/api/tables/{table}/entries", tokens[n], entry, plain=True)
                told_to[n].append("mine" if status == 200 else json.loads(body)["code"])

    phones = [Thread(target=taps, args=(n,)) for n in range(PHONES)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(120)
    clear = sum(sorted(answers) == ["mine", *["route-taken"] * 4] for answers in zip(*told_to, strict=True))
    yield exact("five phones on one route: one has it, four know who", clear, RACES)


def _ask(
    line: HTTPConnection, method: str, path: str, token: str, told: Any = None, plain: bool = False
) -> tuple[int, bytes]:
    headers = {"Authorization": f"Bearer {token}"} | ({} if plain else {"Accept-Encoding": "gzip"})
    line.request(method, path, json.dumps(told) if told else None, headers)
    answer = line.getresponse()
    return answer.status, answer.read()


def part(runs: list[float], share: float) -> float:
    return sorted(runs)[min(len(runs) - 1, int(len(runs) * share))] if runs else float("inf")


def spread(runs: list[float]) -> str:
    return " / ".join(f"{part(runs, share):.1f}" for share in (0.5, 0.95, 0.99)) + " ms"


def _family(server: int) -> list[Path]:
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return [Path(f"/proc/{number}") for number in (server, *children)]


def _memory(server: int) -> int:
    """Kilobytes of all processes, shared pages counted in each."""
    texts = [(folder / "status").read_text() for folder in _family(server)]
    return sum(int(line.split()[1]) for text in texts for line in text.splitlines() if line.startswith("VmRSS"))


def _spent(server: int) -> float:
    """Seconds of processor time."""
    fields = [(folder / "stat").read_text().rpartition(")")[2].split() for folder in _family(server)]
    return sum(int(found[11]) + int(found[12]) for found in fields) / os.sysconf("SC_CLK_TCK")
