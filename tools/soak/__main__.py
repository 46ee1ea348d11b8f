"""Runs the parts asked for, else all, and prints what held. `--list` names them, `--page` writes docs/soak.md."""

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from tools.soak import machine, report
from tools.soak.parts import PARTS, STAGES, Part

LOGS = Path("build/soak")
TAIL = 40  # lines of a part that failed


def main(args: list[str]) -> int:
    """The exit status says whether everything held."""
    if args == ["--list"]:
        print(*(f"{part.name:18} {part.about}" for part in PARTS.values()), sep="\n")
        return 0
    if args == ["--page"]:
        report.PAGE.write_text(report.as_page(report.kept(), list(PARTS)))
        return 0
    if unknown := [name for name in args if name not in PARTS]:
        print(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    begun = time.monotonic()
    rows: dict[str, list[report.Row]] = {}
    for stage in STAGES:
        lanes = [[part for part in lane if not args or part.name in args] for lane in stage]
        threads = [threading.Thread(target=_lane, args=(lane, rows)) for lane in lanes if lane]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    report.keep(rows, machine.facts())
    all_of_them = [row for name in PARTS for row in rows.get(name, [])]
    print(
        f"\n{report.as_table(all_of_them)}\n\n{(time.monotonic() - begun) / 60:.1f} minutes; as JSON: {report.KEPT}"
    )
    return 0 if all_of_them and all(row["held"] for row in all_of_them) else 1


def _lane(parts: Iterable[Part], rows: dict[str, list[report.Row]]) -> None:
    for part in parts:
        rows[part.name] = _run(part)


def _run(part: Part) -> list[report.Row]:
    """A part in a process of its own; what its tests told of their faults."""
    LOGS.mkdir(parents=True, exist_ok=True)
    told, log = LOGS / f"{part.name}.jsonl", LOGS / f"{part.name}.log"
    told.unlink(missing_ok=True)
    env = os.environ | {"HYPOTHESIS_PROFILE": "soak", "SOAK_REPORT": str(told.absolute())}
    started = time.monotonic()
    print(f"{part.name}: {part.about} …", flush=True)
    with log.open("w") as out:
        command = [sys.executable, "-m", "pytest", "-q", "-s", "-m", part.marked, *part.tests]
        status = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=env, check=False).returncode
    took = time.monotonic() - started
    said = log.read_text().splitlines()
    rows = [json.loads(line) for line in told.read_text().splitlines()] if told.exists() else []
    if not rows or (status and all(row["held"] for row in rows)):
        rows.append(_row_of(part, status, took, said))
    print(f"{part.name}: {'done' if not status else 'NOT HELD'} after {took / 60:.1f} minutes", flush=True)
    if status:
        print("\n".join(f"  | {line}" for line in said[-TAIL:]), flush=True)
    today = datetime.now(UTC).date().isoformat()
    return [row | {"date": today} for row in rows]


def _row_of(part: Part, status: int, took: float, said: list[str]) -> report.Row:
    """For tests that tell nothing themselves: how pytest ends."""
    last = said[-1] if said else ""
    passed = re.search(r"(\d+) passed", last)
    count = int(passed[1]) if passed and not status else 0
    row = {"name": part.about, "dose": count, "unit": "tests", "seed": os.environ.get("SEED") or "–"}
    return row | {"held": not status, "seconds": round(took, 1), "figures": {"they say": last} if status else {}}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
