"""The shell on a port of this process, around an app of a few lines: quick to start, and open to be looked into."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPResponse
from typing import Any

from flask import Flask
from uvicorn import Config, Server

from companion.serve.line import ConnectionLimits
from companion.serve.server import SETTINGS, listening
from companion.serve.shell import Shell
from companion.web.proxies import Proxies


@dataclass
class Running:
    """A server in a thread: where it is, and its shell."""

    port: int
    shell: Shell
    server: Server
    loop: asyncio.AbstractEventLoop

    @property
    def crowd(self) -> ConnectionLimits:
        return self.shell._crowd

    @property
    def lines(self) -> int:
        """How many connections it has."""
        return self.crowd._lines

    def sends(self, data: bytes = b"") -> socket.socket:
        """A stranger's end of a connection, who has sent something."""
        line = socket.create_connection(("127.0.0.1", self.port), 10)
        line.sendall(data)
        return line


@contextmanager
def running(
    app: Flask, connections: int = 1000, proxies: Any = (), ends: Callable[[], None] = int
) -> Iterator[Running]:
    """The shell, served until the block is left."""
    app.extensions.setdefault("proxies", Proxies(app.wsgi_app, proxies))
    shell, at = Shell(app, connections, ends), listening("127.0.0.1", 0)
    server, loops = Server(Config(shell, **SETTINGS)), []
    port = at.getsockname()[1]

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        await server.serve(sockets=[at])

    def run() -> None:
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    socket.create_connection(("127.0.0.1", port), 10).close()
    while not server.started:
        threading.Event().wait(0.005)
    try:
        yield Running(port, shell, server, loops[0])
    finally:
        loops[0].call_soon_threadsafe(shell.stop_streams)
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()


def answered(line: socket.socket) -> tuple[int, bytes, Any]:
    """The next answer on a line: status, body, headers."""
    answer = HTTPResponse(line)
    answer.begin()
    return answer.status, answer.read(), answer.headers


def rest(line: socket.socket) -> bytes:
    """All that comes until the line is closed; nothing where it is cut."""
    got = b""
    try:
        while more := line.recv(65536):
            got += more
    except ConnectionResetError:
        pass
    return got
