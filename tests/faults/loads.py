"""Phones by the hundred and thousand that play at an even rate, each some processes' worth of `bench.load`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.live import part, turns
from companion.boards import files
from tests.faults.servers import Server

BEGUN = 20  # entries in a table's log before the load begins
MOST = 1000  # tables that one process plays at: each phone has two connections


@dataclass
class Seen:
    """What the load saw, and what the server was like meanwhile."""

    connected: int = 0
    taps: int = 0
    behind: int = 0
    waits: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    looks: list[tuple[float, int, float]] = field(default_factory=list)  # when, kilobytes, processor seconds
    played: tuple[float, float] = (0.0, 0.0)

    def p(self, share: float) -> float:
        """So large is that share of the times from a tap until another phone has fetched it, in milliseconds."""
        return part(self.waits, share)

    @property
    def cores(self) -> float:
        """How many processors the server had while people played, not while they came."""
        during = [look for look in self.looks if self.played[0] <= look[0] <= self.played[1]]
        if len(during) < 2:
            return 0.0
        return (during[-1][2] - during[0][2]) / (during[-1][0] - during[0][0])

    def memory(self, first: float, last: float) -> int:
        """The most kilobytes of the server in a part of the time that was played."""
        length = self.played[1] - self.played[0]
        whole = [(when - self.played[0]) / length for when, __, __ in self.looks]
        return max((look[1] for look, at in zip(self.looks, whole, strict=True) if first <= at <= last), default=0)


def entries(count: int) -> list[dict[str, Any]]:
    """What is tapped at each table: claims as long as they bring no final round, which would end it, then draws."""
    board = files.boards()["usa"]
    trains, claims = dict.fromkeys(board.colors, board.trains_per_player), []
    for n, claim in enumerate(turns(board)):
        left = trains[claim["player"]] - board.route[claim["route"]].length
        if n < BEGUN or left > board.final_round_at:
            trains[claim["player"]] = left
            claims.append(claim)
    draws = [{"type": "draw", "player": board.colors[n % 5]} for n in range(max(0, count - len(claims)))]
    return claims[BEGUN:] + draws


def loaded(
    server: Server,
    tables: list[tuple[str, list[str]]],
    rate: float,
    seconds: float,
    folder: Path,
    beside: Callable[[], None] | None = None,
    through: Mapping[str, Any] | None = None,
) -> Seen:
    """Everybody listens, some tap, all fetch. `beside` is called again and again meanwhile.

    They come `through` another port, where one is given.
    """
    seen, over = Seen(), threading.Event()
    gate = Path(tempfile.mkdtemp(dir=folder))
    some = [tables[n : n + MOST] for n in range(0, len(tables), MOST)]
    plan = {"port": server.port, "gate": str(gate), "loads": len(some), "most_seconds": seconds + 400}
    loads = []
    for n, share in enumerate(some):
        its = rate * len(share) / len(tables)
        its_plan = plan | {"host": f"127.0.0.{n + 1}", "tables": share, "rate": its, "taps": round(its * seconds)}
        its_plan |= through or {}
        loads.append(_begun(its_plan | {"claims": entries(3 * round(its * seconds) // len(share) + 50)}, folder, n))
    helper = threading.Thread(target=_again, args=(beside, over, seen), daemon=True)
    if beside:
        helper.start()
    while any(load.poll() is None for load in loads):
        seen.looks.append((time.monotonic(), server.memory, server.spent))
        time.sleep(0.5)
    over.set()
    for load in loads:
        text = load.seen.read_text()
        told = json.loads(text) if text.strip() else {}
        seen.wrong.update(told.get("wrong", {"the load did not come to its end": 1}))
        seen.connected += told.get("connected", 0)
        seen.taps += told.get("taps", 0)
        seen.behind += told.get("behind", 0)
        seen.waits += told.get("waits", [])
        seen.played = tuple(told.get("played", seen.played))
    if beside:
        helper.join(60)
    return seen


def _begun(plan: dict[str, Any], folder: Path, n: int) -> Any:
    file = folder / f"plan-{n}.json"
    file.write_text(json.dumps(plan))
    command = [sys.executable, "-m", "bench.load", str(file)]
    # What it says goes into a file: a pipe would be full before it is read.
    with (folder / f"seen-{n}.json").open("w") as out:
        load = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
    load.seen = folder / f"seen-{n}.json"  # type: ignore[attr-defined]
    return load


def _again(beside: Callable[[], None], over: threading.Event, seen: Seen) -> None:
    while not over.is_set():
        try:
            beside()
        except Exception as error:
            seen.wrong[f"beside: {error!r}"] += 1
            over.wait(1)
