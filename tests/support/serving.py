"""`companion serve` as a process of its own, the way a person starts it."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom


def free_port() -> int:
    """A port nobody has now, below those that the system gives to connections that go out.

    One of those could be taken by any connection before the server that it was found for is there, or while that
    server starts anew.
    """
    while True:
        port = SystemRandom().randrange(11_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def get(port: int, path: str = "/", **headers: str) -> tuple[int, str, http.client.HTTPMessage]:
    """One request on a connection of its own: status, text, headers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    text = answer.read().decode(errors="replace")  # pictures are asked for too
    connection.close()
    return answer.status, text, answer.headers


@contextmanager
def served(
    *command: str, cwd: Path | None = None, options: tuple[str, ...] = ()
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The server on a free port of this machine, up and answering; gone afterwards. Its games are the tests' own."""
    port = free_port()
    start = command or (sys.executable, "-m", "companion")
    process = subprocess.Popen(
        [*start, "serve", "--host", "127.0.0.1", "--port", str(port), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=cwd,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        start_new_session=True,
    )
    try:
        _wait(process, port)
        yield process, port
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout and not process.stdout.closed:
            process.stdout.close()


def _wait(process: subprocess.Popen[str], port: int) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if process.poll() is not None:
            said = process.stdout.read() if process.stdout else ""
            raise AssertionError(f"the server ended with {process.returncode}: {said}")
        try:
            get(port)
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server did not answer within 20 s")
