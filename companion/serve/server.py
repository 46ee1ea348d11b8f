"""Serves the web app to every phone on the network, and says where it is to be found."""

from __future__ import annotations

import atexit
import contextlib
import errno
import gc
import io
import os
import resource
import signal
import socket
import sys
from functools import partial
from typing import Any

import segno
from flask import Flask
from gunicorn import glogging
from gunicorn.app.base import BaseApplication
from gunicorn.workers import gthread

from companion.host import logs
from companion.host.certificates import Certificates
from companion.host.metrics import Measures
from companion.host.network import lan_address
from companion.i18n import _
from companion.serve import tls
from companion.serve.worker import Worker

# Two workers hold 5,000 phones, also where one of them got the larger share. Streams are parked, so all threads are
# for requests, whatever happens.
STREAMS = 3_500
THREADS = 32
TURN = 0.001  # seconds that a thread computes while others want to
GARBAGE = (10_000, 20, 50)  # new objects until the young, the older and all are looked at
CONNECTIONS = 2 * STREAMS + 1_000  # a phone has one for its stream and one for its requests
FILES_BESIDE = 200  # what a worker has open that is no connection

# Connections outlive a phone's polling, or each poll would have to make a new one.
OPTIONS: dict[str, Any] = {
    "worker_class": "companion.serve.worker.Worker",
    "workers": 2,
    "threads": THREADS,
    "worker_connections": CONNECTIONS,
    "graceful_timeout": 2,
    "keepalive": 30,
    "loglevel": "warning",
    "control_socket_disable": True,
    "sendfile": False,  # a thread would wait for a slow reader
    "forwarded_allow_ips": "",  # what proxies say is read by the app, from named ones only
}
# Every step of a transaction lets other threads run, and others wait for its end: it must not wait long for its turn.
SWITCH = 0.0005  # seconds; Python's own choice is ten times as much
LINGER = 0.2  # seconds in which a stopping worker still takes what is on its way
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT)
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (the phones at the table have to reach it)


class CannotServe(Exception):
    """The server cannot start; the message is a sentence for the person who started it."""


class _Server(BaseApplication):  # type: ignore[misc]
    def __init__(self, app: Flask, options: dict[str, Any], measures: Measures) -> None:
        self._app, self._options, self._measures = app, options, measures
        super().__init__()

    def load_config(self) -> None:
        for key, value in self._options.items():
            self.cfg.set(key, value)
        self.cfg.set("pre_fork", before_fork)
        self.cfg.set("worker_exit", gone_at_once)
        self.cfg.set("post_worker_init", partial(after_fork, self._app, self._measures))

    def load(self) -> tls.Answering:
        return tls.told_apart(self._app)


class Lines(glogging.Logger):  # type: ignore[misc]
    """What gunicorn says goes where all lines go."""

    def setup(self, cfg: Any) -> None:
        """No handlers of its own."""
        self.error_log.setLevel(self.LOG_LEVELS[cfg.loglevel])
        self.error_log.propagate = True


def measures_for(workers: int) -> Measures:
    """A place for each worker, and for those that are just ending."""
    return Measures(2 * workers + 2)


def serve(
    app: Flask,
    host: str,
    port: int,
    workers: int = 2,
    measures: Measures | None = None,
    lines: bool = False,
    certificates: Certificates | None = None,
) -> None:
    """Runs until it is told to stop (Ctrl-C). Where no `lines` are written it says where it is to be found."""
    refuse_taken(host, port)
    if lines:
        logs.tell("started", workers=workers, port=port)
    else:
        print(welcome(host, port, certificates), flush=True)  # noqa: T201  (the one thing this command says)
    bound = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    room = {"worker_connections": min(CONNECTIONS, most_files() - FILES_BESIDE)}
    os.register_at_fork(after_in_parent=release_stops)
    said: dict[str, Any] = {"logger_class": Lines} if lines else {}
    if certificates is not None:
        said["worker_class"] = tls.worker_with(certificates)
    options = OPTIONS | room | said | {"bind": bound, "workers": workers}
    _Server(app, options, measures or measures_for(workers)).run()


def most_files() -> int:
    """How many files a process may have open, after asking for more: each phone is one or two."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES_BESIDE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def before_fork(master: Any, worker: Any) -> None:
    """A worker gets the first place among the numbers that no other has."""
    taken = {other.place for other in master.WORKERS.values()}
    worker.place = next(place for place in range(len(taken) + 1) if place not in taken)
    hold_stops()


def after_fork(app: Flask, measures: Measures, worker: Any) -> None:
    """A worker begins."""
    measures.take(worker.place)
    # A look for garbage among all the games that are kept stops everybody for a third of a second. What comes and
    # goes with a request is found among the young; what is there from the start is never looked at.
    gc.freeze()
    # The loop waits for its turn behind threads that compute; with Python's 5 ms a tap would wait several times.
    sys.setswitchinterval(TURN)
    gc.set_threshold(*GARBAGE)
    if "proxies" in app.extensions:
        worker.who_asks = app.extensions["proxies"].who_asks
    end_cleanly(app, worker)


def gone_at_once(_master: object, _worker: object) -> None:
    """A worker that ended well is gone: taking a whole interpreter down is more work than all it had left to do."""
    ended = sys.exc_info()[1]
    if isinstance(ended, SystemExit) and not ended.code:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def hold_stops() -> None:
    """Before a worker is forked: what tells it to stop waits until it knows how.

    Else it would be lost on a worker that was just forked, which the master would then kill.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)


def release_stops() -> None:
    """The waiting is over, in the master once it has forked, in the worker once it can end cleanly."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def end_cleanly(app: Flask, worker: Any) -> None:
    """How a worker ends: its streams are ended, what is under way is answered, and that is all.

    A terminal's Ctrl-C reaches all processes, but the master stops its workers for it. Its hasty way to stop them
    (SIGQUIT) is taken as the other one: it can meet a lock of the worker's thread pool in the middle, and hang.
    """
    live = app.extensions.get("live")

    def end(number: int, frame: object) -> None:
        if live is not None:
            live.ending = True
        worker.handle_exit(number, frame)

    if live is not None:
        live.parks = isinstance(worker, Worker)
    sys.setswitchinterval(SWITCH)
    gthread.STOP_KEEPALIVE_LINGER = LINGER
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGQUIT, end)
    release_stops()


def refuse_taken(host: str, port: int) -> None:
    """Asks for the port before gunicorn does, which would try for five seconds and then talk of sockets."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise CannotServe(_why(problem, host, port)) from problem


def _why(problem: OSError, host: str, port: int) -> str:
    said = {"host": host, "port": port, "next": port + 1 if port < 65535 else 8000}
    if problem.errno == errno.EADDRINUSE:
        return _("Another program is using port {port}; try --port {next}.").format(**said)
    if problem.errno == errno.EACCES:
        return _("You aren't allowed to use port {port}; try 1024 or higher, such as --port 8000.").format(**said)
    return _(
        "{host} isn't an address of this computer. Leave out --host and every phone on the network can reach it."
    ).format(**said)


def reached_at(host: str) -> str:
    """The address by which phones come to a server that listens there."""
    return lan_address() if host in EVERYWHERE else host


def welcome(host: str, port: int, certificates: Certificates | None = None) -> str:
    """The address, and as a code to scan if other devices can reach it.

    Phones come in by plain http all the same: there one that does not trust the certificate is helped, and one that
    does goes on by itself.
    """
    at = reached_at(host)
    place = f"[{at}]:{port}/" if ":" in at else f"{at}:{port}/"
    address = f"http://{place}"
    said = address if certificates is None else f"https://{place}"
    lines = [_("Trackside is at {address} (stop it with Ctrl-C)").format(address=said)]
    if certificates is not None:
        lines += [
            _("On phones, open {address} first; it shows how to trust this computer.").format(address=address),
            _("The certificate's fingerprint: {fingerprint}").format(fingerprint=certificates.fingerprint),
        ]
    if host in EVERYWHERE and sys.stdout.isatty():
        lines += [_("Scan this with the phones at your table:"), code(address)]
    return "\n".join(lines)


def code(address: str) -> str:
    """A QR code made of characters."""
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(out=drawn, compact=True)
    return drawn.getvalue()
