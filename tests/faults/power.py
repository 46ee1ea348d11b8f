"""What is on a disk when the power goes: what was asked of it, up to any moment, less what no fsync made safe.

The shim under the server writes down every request to the disk. What was written since the last fsync of its file
may be there, in parts of a sector, or not at all, as dice have it; a file is safe in its folder once that was
synced. So one run holds as many power cuts as it has moments.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

HEAD: Final = struct.Struct("=iiiiqq")
DATABASE, WAL, JOURNAL, FOLDER = 1, 2, 3, 5
ENDS: Final = {DATABASE: "", WAL: "-wal", JOURNAL: "-journal"}
WRITE, TRUNCATE, SYNCING, SYNCED, CREATE, UNLINK = range(1, 7)
SECTOR: Final = 512


@dataclass
class _File:
    """What is safe of a file, and what was asked since."""

    safe: bytearray = field(default_factory=bytearray)
    asked: list[tuple[int, int, bytes]] = field(default_factory=list)
    settled: int = 0  # how many requests are in `safe` by now

    def settle(self, until: int) -> None:
        for request in self.asked[: until - self.settled]:
            _apply(self.safe, *request)
        del self.asked[: until - self.settled]
        self.settled = max(self.settled, until)

    def left(self, rng: Random) -> bytes:
        """As the disk has it when the power goes."""
        found, share = bytearray(self.safe), rng.choice([0.0, 0.0, 0.5, 0.9])
        for kind, at, data in self.asked:
            if rng.random() >= share:
                continue
            if kind == WRITE and rng.random() < 0.3:  # torn: some of its sectors
                for first in range(0, len(data), SECTOR):
                    if rng.random() < 0.5:
                        _apply(found, kind, at + first, data[first : first + SECTOR])
            else:
                _apply(found, kind, at, data)
        return bytes(found)


@dataclass
class _Name:
    """Which file stands under a name, and which stood there when the folder was synced last."""

    now: _File | None = None
    safe: _File | None = None
    asked: list[_File | None] = field(default_factory=list)


class Disk:
    """A disk, followed through the log."""

    def __init__(self, start: bytes) -> None:
        database = _File(bytearray(start))
        self._names = {kind: _Name() for kind in ENDS}
        self._names[DATABASE] = _Name(database, database)
        self._syncing: dict[tuple[int, int], list[tuple[_File, int]]] = {}

    def takes(self, op: int, kind: int, thread: int, at: int, data: bytes) -> None:
        """One request."""
        if op == SYNCING:
            self._syncing[thread, kind] = [(file, file.settled + len(file.asked)) for file in self._files(kind)]
        elif op == SYNCED:
            for file, until in self._syncing.pop((thread, kind), []):
                file.settle(until)
            if kind == FOLDER:
                for name in self._names.values():
                    name.safe, name.asked = name.now, []
        elif op in (CREATE, UNLINK):
            name = self._names[kind]
            name.now = _File() if op == CREATE else None
            name.asked.append(name.now)
        else:
            file = self._names[kind].now
            assert file is not None, "a write to a file that is not there"
            file.asked.append((op, at, data))

    def left(self, rng: Random) -> dict[str, bytes]:
        """The files that are there when the power goes now, by their ending."""
        found = {}
        for kind, name in self._names.items():
            file = rng.choice([name.safe, *name.asked])
            if file is not None:
                found[ENDS[kind]] = file.left(rng)
        return found

    def _files(self, kind: int) -> list[_File]:
        name = self._names.get(kind)
        return [name.now] if name and name.now else []


def cuts(log: bytes, start: bytes, moments: Sequence[int], rng: Random) -> Iterator[tuple[int, Mapping[str, bytes]]]:
    """The files after a power cut at each of these places of the log, in order."""
    disk, at = Disk(start), 0
    for moment in sorted(moments):
        while at + HEAD.size <= moment:
            op, kind, thread, __, where, size = HEAD.unpack_from(log, at)
            length = size if op == WRITE else 0
            if at + HEAD.size + length > moment:
                break
            disk.takes(op, kind, thread, where, log[at + HEAD.size : at + HEAD.size + length])
            at += HEAD.size + length
        yield moment, disk.left(rng)


def laid_out(files: Mapping[str, bytes], database: Path) -> str:
    """The files on this disk; the URL of the database they are."""
    for end in (*ENDS.values(), "-shm"):
        Path(f"{database}{end}").unlink(missing_ok=True)
    for end, content in files.items():
        Path(f"{database}{end}").write_bytes(content)
    return f"sqlite:///{database}"


def _apply(content: bytearray, op: int, at: int, data: bytes) -> None:
    if op == TRUNCATE:
        del content[at:]
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(data)] = data
