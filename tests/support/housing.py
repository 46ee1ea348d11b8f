"""A server in this process that can be stopped, slowed down and brought up to date while browsers look at it."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask, request
from playwright.sync_api import Error, Page, expect
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from companion.app import create_app
from companion.boards.model import Board
from companion.play.tables import Tables
from companion.store import open_store


def until(page: Page, script: str, arg: Any = None, seconds: float = 20) -> None:
    """Waits until a script says yes, and for what a promise brings. A page that is being left says nothing yet."""
    end, pause = time.monotonic() + seconds, 10.0
    while not _says(page, script, arg):
        assert time.monotonic() < end, f"still not so after {seconds} s: {script}"
        page.wait_for_timeout(pause)
        pause = min(1.5 * pause, 100)  # asking takes the time of what is waited for


def _says(page: Page, script: str, arg: Any) -> Any:
    try:
        return page.evaluate(script, arg)
    except Error as left:
        if "navigat" not in left.message:
            raise
        return False


def arrives(page: Page, at: str) -> None:
    """Waits for a page whose address ends so. One that is led there from two sides may begin the way twice."""
    expect(page).to_have_url(re.compile(f"{at}$"))
    page.wait_for_load_state("load")


class _Silent(WSGIRequestHandler):
    def log(self, *args: Any) -> None:
        """A test says what it has to say by itself."""


@dataclass
class House:
    """An app at an address; `delay` is how long every page takes, `asked` what was asked for."""

    app: Flask
    tables: Tables
    delay: float = 0.0
    port: int = 0
    asked: list[str] = field(default_factory=list)
    _server: BaseWSGIServer | None = None

    def __post_init__(self) -> None:
        self.app.before_request(self._look)
        self.start()

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """At the same port as before."""
        self._server = make_server("127.0.0.1", self.port, self._answer, threaded=True, request_handler=_Silent)
        self.port = self._server.port
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Nobody is at home: connections are refused."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
        self._server = None

    def instead(self, app: Flask) -> None:
        """Another app at the same address, as after an update."""
        app.before_request(self._look)
        self.app = app

    def _answer(self, environ: Any, start: Any) -> Any:
        return self.app(environ, start)

    def _look(self) -> None:
        self.asked.append(request.full_path.rstrip("?"))
        if not request.path.startswith("/assets/"):
            time.sleep(self.delay)


def opened(boards: Mapping[str, Board], folder: Path) -> Iterator[House]:
    """The app over an empty database in a folder, for as long as it is wanted."""
    tables = Tables(open_store(f"sqlite:///{folder / 'games.sqlite3'}"), boards)
    house = House(create_app(boards, tables), tables)
    yield house
    house.stop()
    tables.store.engine.dispose()
