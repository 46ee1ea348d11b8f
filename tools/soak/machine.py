"""What the report says about the machine: enough to compare figures, and nothing that identifies it."""

import os
import platform
import re
import sqlite3
import subprocess
from pathlib import Path

from tests.support.postgres import programs


def facts() -> list[str]:
    """The system, processors and memory of this machine, and the versions of what the tests depend on."""
    release = re.match(r"[0-9.]*[0-9]", platform.release())
    return [
        f"{platform.system()} {release[0] if release else ''}".strip(),
        f"{len(os.sched_getaffinity(0))} processors",
        f"{_memory():.0f} GB of memory",
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
        f"PostgreSQL {_postgres()}",
    ]


def _memory() -> float:
    """The memory of this machine in GB."""
    total = re.search(r"MemTotal:\s+(\d+) kB", Path("/proc/meminfo").read_text())
    return int(total[1]) / 1024 / 1024 if total else 0


def _postgres() -> str:
    """The version of PostgreSQL; “left out” if it isn't installed, since the tests leave it out then."""
    folder = programs()
    if folder is None:
        return "left out"
    command = [folder / "postgres", "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout.split()[2]
