"""Requests are read by one reader, gunicorn's own, which is put aside wherever it would have to wait.

Whoever reads a request to its end has to wait for slow phones. In a thread that is a thread less for everybody; two
readers, one that counts bytes before another that understands them, disagree some day, and the second waits after
all. So the one reader runs in a greenlet of the worker's loop: where nothing is there to be read it steps aside, and
goes on in the same place when something came. A thread gets a request whose last byte is here.
"""

from __future__ import annotations

import contextlib
import io
import socket
from typing import Any, Final

from greenlet import getcurrent, greenlet
from gunicorn.http.errors import InvalidChunkSize, LimitRequestHeaders, NoMoreData
from gunicorn.http.parser import RequestParser
from gunicorn.http.unreader import Unreader

MOST_HEAD: Final = 64 * 1024
MOST_BODY: Final = 4 * 1024 * 1024 + 64 * 1024  # a larger one, than a record in a form can be, is refused unread
AT_ONCE: Final = 16 * 1024  # as much as TLS unlocks in one go; less would be left where the loop cannot see it
SLICE: Final = 4 * 1024  # what gunicorn copies for each chunk of a body
ASIDE: Final = 24 * 1024  # what a reader that was put aside takes up itself, about
GO_AHEAD: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


class Arriving(Unreader):  # type: ignore[misc]
    """What gunicorn's reader reads from: the connection, with a pause wherever nothing is there."""

    def __init__(self, line: socket.socket) -> None:
        super().__init__()
        self._line = line
        self._ahead = b""
        self.most, self.taken, self.turn = MOST_HEAD, 0, False

    def chunk(self, size_hint: int | None = None) -> bytes:  # noqa: ARG002
        """The next piece, as soon as there is one."""
        if not self._ahead:
            self._ahead = self._awaited()
            self.taken += len(self._ahead)
        piece, self._ahead = self._ahead[:SLICE], self._ahead[SLICE:]
        return piece

    def _awaited(self) -> bytes:
        if self.taken > self.most:
            raise InvalidChunkSize(b"too many") if self.most > MOST_HEAD else LimitRequestHeaders("too long")
        while True:
            if not self.turn:  # one look each time, so that whoever sends a lot does not keep the loop from others
                getcurrent().parent.switch()
            self.turn = False
            with contextlib.suppress(BlockingIOError):
                if got := self._line.recv(AT_ONCE):
                    return got
                raise NoMoreData

    @property
    def over(self) -> int:
        """What came with a request and belongs to the next."""
        return int(self.buf.getbuffer().nbytes) + len(self._ahead)


class Reader:
    """The requests of a connection, one after the other; to a thread it is the reader that has one already."""

    def __init__(self, cfg: Any, line: Any, client: Any) -> None:
        self._line = line
        self._source = Arriving(line)
        self._requests = RequestParser(cfg, (), client)
        self._requests.unreader = self._source
        self._aside: greenlet | None = None
        self._here: Any = None
        self._wrong: Exception | None = None
        self.too_large = False

    @property
    def unreader(self) -> Unreader:
        """Where what belongs to the next request is kept."""
        return self._source

    @property
    def held(self) -> int:
        """Bytes that this takes up while a request is on its way."""
        return self._source.taken + (ASIDE if self._aside else 0)

    @property
    def begun(self) -> bool:
        """Whether some of the next request is here."""
        return self._source.over > 0

    def go_on(self) -> bool:
        """Reads as far as there is something to read; whether a request is here whole, or known to be wrong."""
        if self._aside is None:
            self._here, self._wrong, self.too_large = None, None, False
            self._source.most, self._source.taken = MOST_HEAD, self._source.over
            self._aside = greenlet(self._reads)
        self._source.turn = True
        self._aside.switch()
        if not self._aside.dead:
            return False
        self._aside = None
        return True

    def give_up(self) -> None:
        """Nothing more is read."""
        if self._aside is not None:
            self._aside.throw()
            self._aside = None

    @property
    def gone(self) -> bool:
        """Whether the other side hung up before its request was whole, so that nobody waits for an answer."""
        return isinstance(self._wrong, OSError | StopIteration)

    def told(self, name: str) -> str:
        """A header of the request that is here, as the app will read it."""
        return ",".join(value for header, value in self._here.headers if header == name) if self._here else ""

    def _reads(self) -> None:
        try:
            request = next(self._requests)
            self._read_body(request)
            self._here = request
        except Exception as wrong:  # whatever it is, it is told in a thread as gunicorn tells it
            self._wrong = wrong

    def _read_body(self, request: Any) -> None:
        """The whole body, but for one that is larger than anything we take: the app refuses it by its size."""
        self._source.most = MOST_HEAD + 2 * MOST_BODY
        length = getattr(request.body.reader, "length", 0)
        if request._expected_100_continue:
            request._expected_100_continue = False
            if not self._source.over and length <= MOST_BODY:
                self._line.sendall(GO_AHEAD)
        body = b"" if length > MOST_BODY else request.body.read(MOST_BODY + 1)
        self.too_large = length > MOST_BODY or len(body) > MOST_BODY
        request.body = io.BytesIO(body)

    def __next__(self) -> Any:
        """What gunicorn's thread asks for."""
        if self._wrong is not None:
            raise self._wrong
        return self._here
