"""Connections that nobody waits for while they are written to.

A thread that waits until a slow phone has taken its answer is a thread that nobody else can have. So what the other
side does not take at once is kept here, and the worker's loop hands it over as there is room.
"""

from __future__ import annotations

import socket
from typing import Any, Final

PIECE: Final = 64 * 1024


class Patient(socket.socket):
    """A connection that keeps what it cannot hand over yet."""

    _rest: bytearray | None = None

    @property
    def unsent(self) -> int:
        """How many bytes are still to be handed over."""
        return len(self._rest) if self._rest else 0

    def sendall(self, data: Any, flags: int = 0) -> None:  # noqa: ARG002
        """Hands over what goes without waiting, and keeps the rest."""
        if self._rest is None:
            self._rest = bytearray()
        self._rest += data
        if len(self._rest) == len(data):  # else the other side had its turn, and did not take what came before
            self.hand_over()

    def hand_over(self) -> int:
        """Goes on with what was kept; how many bytes went."""
        rest, gone = self._rest or bytearray(), 0
        try:
            while gone < len(rest):
                gone += self.send(rest[gone : gone + PIECE], socket.MSG_DONTWAIT)
        except BlockingIOError:
            pass
        finally:
            del rest[:gone]
        return gone


def patient(line: socket.socket) -> Patient:
    """The same connection, patient."""
    return Patient(line.family, line.type, line.proto, fileno=line.detach())
