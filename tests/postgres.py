"""A PostgreSQL of the tests' own: a fresh cluster on a socket in a folder, as a user who is not root."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

WITHOUT = os.environ.get("COMPANION_WITHOUT_POSTGRES") == "1"
MISSING = (
    "PostgreSQL is missing. Debian, Ubuntu: sudo apt install postgresql   macOS: brew install postgresql   "
    "Or leave its tests out: COMPANION_WITHOUT_POSTGRES=1"
)
HOW = ("-U", "trackside", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
# Nothing of it is kept, so nothing need reach the disk.
OPTIONS = ("fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=60", "shared_buffers=16MB")


def _programs() -> Path | None:
    """Where initdb and postgres are; Debian keeps them off the PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[-3]))
    found = shutil.which("initdb") or (debian[-1] if debian else None)
    return Path(found).parent if found else None


def _other_user() -> dict[str, object]:
    """It refuses to run as root."""
    if os.getuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = known.get("postgres") or known["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextmanager
def cluster() -> Iterator[str]:
    """The URL of a running server, which ends with the block."""
    programs = _programs()
    if programs is None:
        pytest.fail(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="companion-pg-"))
    who = _other_user()
    if who:
        os.chown(folder, int(str(who["user"])), int(str(who["group"])))
    data = folder / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    made = [programs / "initdb", "-D", data, *HOW]
    server = None
    try:
        subprocess.run(made, check=True, timeout=60, **quiet, **who)
        set_to = [word for option in OPTIONS for word in ("-c", option)]
        server = subprocess.Popen([programs / "postgres", "-D", data, "-k", folder, *set_to], **quiet, **who)
        _wait(server, folder)
        yield f"postgresql://trackside@/postgres?host={folder}"
    finally:
        if server:
            server.send_signal(signal.SIGINT)  # at once, whoever is still connected
            try:
                server.wait(5)
            except subprocess.TimeoutExpired:
                server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _wait(server: subprocess.Popen[bytes], folder: Path) -> None:
    import psycopg

    until = time.monotonic() + 20
    while time.monotonic() < until and server.poll() is None:
        try:
            psycopg.connect(host=str(folder), user="trackside", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise AssertionError("PostgreSQL did not start")
