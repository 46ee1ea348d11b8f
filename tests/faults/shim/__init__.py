"""What is laid between a server and its machine: a clock that steps, and a disk that fails or forgets."""

from __future__ import annotations

import errno
import mmap
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import pytest

SOURCE: Final = Path(__file__).parent / "shim.c"
MISSING: Final = (
    "A C compiler is missing, with which a test lays a failing disk under the server. "
    "Debian, Ubuntu: sudo apt install gcc libc6-dev"
)
CONTROL: Final = struct.Struct("=qqqqq")  # clock, error, left, refused, room
DISK: Final = {"full": errno.ENOSPC, "broken": errno.EIO, "read-only": errno.EROFS}


@cache
def built() -> Path:
    """The library, made by this machine's compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.fail(MISSING)
    library = Path(tempfile.mkdtemp(prefix="companion-shim-")) / "shim.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True, timeout=60)
    return library


class Shim:
    """Steers what lies under a server, while it runs."""

    def __init__(self, file: Path, database: Path | None = None, log: Path | None = None) -> None:
        file.write_bytes(bytes(CONTROL.size))
        with file.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), CONTROL.size)
        more = {"FAULTS_UNDER": str(database)} if database else {}
        self.env: Mapping[str, str] = {
            "LD_PRELOAD": str(built()),
            "FAULTS_CONTROL": str(file),
            **more,
            **({"FAULTS_LOG": str(log)} if log else {}),
        }

    def steps(self, seconds: int) -> None:
        """The clock goes by so many seconds from the true time."""
        self._put(0, seconds)

    @contextmanager
    def disk(self, error: int, after: int) -> Iterator[None]:
        """Every write fails so, after some that still succeed."""
        self._put(2, after)
        self._put(1, error)
        try:
            yield
        finally:
            self._put(1, 0)

    def volume(self, size: int) -> None:
        """The disk has room for so many bytes of games and their log."""
        self._put(4, size)

    @property
    def refused(self) -> int:
        """How many writes failed so far."""
        return int(CONTROL.unpack(self._shared[:])[3])

    def _put(self, place: int, value: int) -> None:
        self._shared[8 * place : 8 * place + 8] = struct.pack("=q", value)
