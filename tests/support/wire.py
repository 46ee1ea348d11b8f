"""A bad network: a proxy between a browser and the server that delays, drops, truncates, or is not there at all."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

Mood = Literal["up", "down", "slow", "deaf", "mute", "torn"]

# What each does with a request: `deaf` loses it on the way there, `mute` loses the answer after the server gave it,
# `torn` lets only the beginning of the answer through.
MOODS: tuple[Mood, ...] = ("up", "down", "slow", "deaf", "mute", "torn")
PIECE = 65_536
RESET = struct.pack("ii", 1, 0)


class Wire:
    """Listens on a port of its own; its mood may change at any time, also for connections that are open."""

    def __init__(self, port: int) -> None:
        self.mood: Mood = "up"
        self.delay = 0.05
        self._server = port
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._ear = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = int(self._ear.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def turn(self, mood: Mood) -> None:
        """From now on like this. Where the network goes, what was open is gone as well."""
        self.mood = mood
        if mood == "down":
            self.cut()

    def cut(self) -> None:
        """Breaks off whatever is under way."""
        with self._lock:
            gone = list(self._open)
        for end in gone:
            self._break(end)

    def close(self) -> None:
        self._ear.close()
        self.cut()

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self._ear.accept()
            except OSError:
                return
            if self.mood == "down":
                self._break(near)
                continue
            threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self._server), timeout=5)
            far.settimeout(None)
        except OSError:
            return self._break(near)
        for end in (near, far):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self._open.add(end)
        threading.Thread(target=self._carry, args=(near, far, True), daemon=True).start()
        self._carry(far, near, False)
        return None

    def _carry(self, source: socket.socket, goal: socket.socket, asking: bool) -> None:
        """One direction of a connection, until something ends it."""
        with suppress(OSError):
            while piece := source.recv(PIECE):
                if self.mood == "slow":
                    time.sleep(self.delay)
                if self.mood in ("down", "deaf" if asking else "mute"):
                    break
                if self.mood == "torn" and not asking:
                    goal.sendall(piece[: len(piece) // 2])
                    break
                goal.sendall(piece)
        self._break(source)
        self._break(goal)

    def _break(self, end: socket.socket) -> None:
        with self._lock:
            self._open.discard(end)
        with suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            end.close()


@contextmanager
def wire(port: int) -> Iterator[Wire]:
    """A proxy before the server on a port."""
    between = Wire(port)
    try:
        yield between
    finally:
        between.close()
