"""A PostgreSQL of the tests' own: a fresh cluster on a socket in a folder, as a user who is not root."""

from __future__ import annotations

import contextlib
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
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
# Nothing of it is kept, so nothing need reach the disk.
OPTIONS = ("fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=60", "shared_buffers=16MB")


def programs() -> Path | None:
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


class Cluster:
    """A PostgreSQL that can be killed, held still and started again."""

    def __init__(self, there: Path) -> None:
        self._programs = there
        self._who = _other_user()
        self._folder = Path(tempfile.mkdtemp(prefix="companion-pg-"))
        self._server: subprocess.Popen[bytes] | None = None
        self.url = f"postgresql://trackside@/postgres?host={self._folder}"
        if self._who:
            os.chown(self._folder, int(str(self._who["user"])), int(str(self._who["group"])))
        made = [there / "initdb", "-D", self._folder / "data", *HOW]
        subprocess.run(made, check=True, timeout=60, **QUIET, **self._who)

    def start(self) -> None:
        """Runs it, and waits until it takes connections; what a crash left is put right by itself."""
        set_to = [word for option in OPTIONS for word in ("-c", option)]
        command = [self._programs / "postgres", "-D", self._folder / "data", "-k", self._folder, *set_to]
        for _ in range(20):  # where it was killed it may not begin before the last of its processes is gone
            self._server = subprocess.Popen(command, **QUIET, **self._who, start_new_session=True)
            if _up(self._server, self._folder):
                return
            time.sleep(0.1)
        raise AssertionError("PostgreSQL did not start")

    def kill(self) -> None:
        """Every process of it, at once."""
        assert self._server
        self.signal(signal.SIGKILL)
        self._server.wait(10)

    def signal(self, number: signal.Signals) -> None:
        """A signal to its leading process and, as to a session of its own, to all who follow it."""
        assert self._server
        for process in _family(self._server.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def remove(self) -> None:
        """Nothing is left of it."""
        if self._server and self._server.poll() is None:
            self._server.send_signal(signal.SIGINT)  # at once, whoever is still connected
            try:
                self._server.wait(5)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def clusters() -> Iterator[Cluster]:
    """A cluster that runs, and is gone with the block."""
    there = programs()
    if there is None:
        pytest.fail(MISSING)
    made = Cluster(there)
    try:
        made.start()
        yield made
    finally:
        made.remove()


@contextmanager
def cluster() -> Iterator[str]:
    """The URL of a running server, which ends with the block."""
    with clusters() as made:
        yield made.url


def _family(leader: int) -> list[int]:
    """A process and those it forked, which are in sessions of their own."""
    children = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
    return [leader, *map(int, children)]


def _up(server: subprocess.Popen[bytes], folder: Path) -> bool:
    """Whether it takes connections, once that can be said."""
    import psycopg

    until = time.monotonic() + 20
    while time.monotonic() < until and server.poll() is None:
        try:
            psycopg.connect(host=str(folder), user="trackside", dbname="postgres").close()
            return True
        except psycopg.OperationalError:
            time.sleep(0.05)
    return False
