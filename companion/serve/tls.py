"""One port for http and https: whoever speaks TLS gets the app, whoever does not is told how to.

A person types an address without `https://`, and a phone that does not trust us yet must be able to fetch what it
takes to. The first byte tells the two apart: a greeting of TLS begins with 22, which no word of http does.

Weighed against a second listener for http: then one QR code, one address to read out and one hole in the firewall
become two, and whoever types the wrong one of them is told nothing.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from companion.host.certificates import Certificates
from companion.serve.lines import Patient
from companion.serve.worker import Worker

GREETING: Final = b"\x16"
Answering = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Line(Patient, ssl.SSLSocket):
    """A connection with TLS that can be looked into and written to without waiting, as parked streams need it.

    OpenSSL takes no flags and no two threads at a time, and says in words of its own that it would have to wait.
    """

    _ahead = b""  # looked at, and not taken yet
    _alone: threading.Lock

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        with self._turn(flags & socket.MSG_DONTWAIT, patient=False):
            if not self._ahead:
                self._ahead = super().recv(buflen)
            got = self._ahead[:buflen]
            if not flags & socket.MSG_PEEK:
                self._ahead = self._ahead[len(got) :]
            return got

    def send(self, data: Any, flags: int = 0) -> int:
        with self._turn(flags & socket.MSG_DONTWAIT):
            return super().send(data)

    def shutdown(self, how: int) -> None:
        """Says goodbye first, so that nobody takes the end for a line that was cut."""
        if how == socket.SHUT_RD:
            socket.socket.shutdown(self, how)
            return
        with contextlib.suppress(OSError, ValueError), self._turn(socket.MSG_DONTWAIT):
            self.unwrap()
        super().shutdown(how)

    @contextlib.contextmanager
    def _turn(self, at_once: int, patient: bool = True) -> Iterator[None]:
        """The line for one thread alone; who will not wait gets what who does not wait for a plain line gets."""
        if not self._alone.acquire(blocking=patient or not at_once):
            raise BlockingIOError
        waits = self.gettimeout()
        try:
            if at_once:
                self.settimeout(0)
            yield
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as later:
            raise BlockingIOError from later
        finally:
            with contextlib.suppress(OSError):
                self.settimeout(waits)
            self._alone.release()


class Secured(Worker):
    """A worker whose connections speak TLS or not, as they like."""

    context: ssl.SSLContext

    def _take_in(self, conn: Any, _line: socket.socket) -> None:
        if not hasattr(conn, "greeted"):
            try:
                first = conn.sock.recv(1, socket.MSG_PEEK)
            except BlockingIOError:
                return
            except OSError:
                first = b""
            conn.greeted = True
            if first == GREETING:
                conn.sock = secured(self.context, conn.sock)
        super()._take_in(conn, conn.sock)


def secured(context: ssl.SSLContext, line: socket.socket) -> Line:
    """The line with TLS; hands are shaken with the first bytes that are read."""
    made = context.wrap_socket(line, server_side=True, do_handshake_on_connect=False)
    assert isinstance(made, Line)  # noqa: S101  (the context makes no others)
    made._alone = threading.Lock()
    return made


def worker_with(certificates: Certificates) -> type[Secured]:
    """A kind of worker that shows this certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificates.leaf, certificates.key)
    context.set_alpn_protocols(["http/1.1"])
    context.sslsocket_class = Line
    return type("SecuredWorker", (Secured,), {"context": context})


def told_apart(app: Answering) -> Answering:
    """The app, told by which of the two ways a request came."""

    def answer(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if isinstance(environ.get("gunicorn.socket"), Line):
            environ["wsgi.url_scheme"] = "https"
        return app(environ, start)

    return answer
