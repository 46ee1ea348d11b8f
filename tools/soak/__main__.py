"""Runs the stress tests of these parts, or of all, and prints which held. `--list` lists the parts, `--page` writes
docs/soak.md from the last runs.
"""

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
    """Does what the command line asks for; 0 if everything held, 1 if not, 2 for an unknown part."""
    if args == ["--list"]:
        print(*(f"{part.name:18} {part.about}" for part in PARTS.values()), sep="\n")
        return 0
    if args == ["--page"]:
        report.PAGE.write_text(report.as_page(report.kept(), list(PARTS)))
        return 0
    unknown = [name for name in args if name not in PARTS]
    if unknown:
        print(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    began = time.monotonic()
    rows: dict[str, list[report.Row]] = {}
    for stage in STAGES:
        lanes = [[part for part in lane if not args or part.name in args] for lane in stage]
        threads = [threading.Thread(target=_lane, args=(lane, rows)) for lane in lanes if lane]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    report.keep(rows, machine.facts())
    every_row = [row for name in PARTS for row in rows.get(name, [])]
    minutes = (time.monotonic() - began) / 60
    print(f"\n{report.as_table(every_row)}\n\n{minutes:.1f} minutes; as JSON: {report.KEPT}")
    return 0 if every_row and all(row["held"] for row in every_row) else 1


def _lane(parts: Iterable[Part], rows: dict[str, list[report.Row]]) -> None:
    """Runs parts one after another, and adds what came of each to the rows."""
    for part in parts:
        rows[part.name] = _run(part)


def _run(part: Part) -> list[report.Row]:
    """Runs a part's tests in a process of their own, and returns what they report: a row for each fault."""
    LOGS.mkdir(parents=True, exist_ok=True)
    reported, log = LOGS / f"{part.name}.jsonl", LOGS / f"{part.name}.log"
    reported.unlink(missing_ok=True)
    env = os.environ | {"HYPOTHESIS_PROFILE": "soak", "SOAK_REPORT": str(reported.absolute())}
    started = time.monotonic()
    print(f"{part.name}: {part.about} …", flush=True)
    with log.open("w") as out:
        command = [sys.executable, "-m", "pytest", "-q", "-s", "-m", part.marked, *part.tests]
        status = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=env, check=False).returncode
    took = time.monotonic() - started
    output = log.read_text().splitlines()
    rows = [json.loads(line) for line in reported.read_text().splitlines()] if reported.exists() else []
    if not rows or (status and all(row["held"] for row in rows)):
        rows.append(_row_of(part, status, took, output))
    print(f"{part.name}: {'done' if not status else 'NOT HELD'} after {took / 60:.1f} minutes", flush=True)
    if status:
        print("\n".join(f"  | {line}" for line in output[-TAIL:]), flush=True)
    today = datetime.now(UTC).date().isoformat()
    return [row | {"date": today} for row in rows]


def _row_of(part: Part, status: int, took: float, output: list[str]) -> report.Row:
    """A row for a part whose tests report none themselves, from the last line that pytest printed."""
    last = output[-1] if output else ""
    passed = re.search(r"(\d+) passed", last)
    count = int(passed[1]) if passed and not status else 0
    row = {"name": part.about, "dose": count, "unit": "tests", "seed": os.environ.get("SEED") or "–"}
    return row | {"held": not status, "seconds": round(took, 1), "figures": {"they say": last} if status else {}}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
