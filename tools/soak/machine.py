"""What the report says of the machine: enough to compare figures by, and nothing that names it."""

import os
import platform
import re
import sqlite3
import subprocess
from pathlib import Path

from tests.support.postgres import programs


def facts() -> list[str]:
    """Kind of machine, and the versions of what matters."""
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
    told = re.search(r"MemTotal:\s+(\d+) kB", Path("/proc/meminfo").read_text())
    return int(told[1]) / 1024 / 1024 if told else 0


def _postgres() -> str:
    found = programs()
    if found is None:
        return "left out"
    said = subprocess.run([found / "postgres", "--version"], capture_output=True, text=True, check=True, timeout=20)
    return said.stdout.split()[2]
