"""A client that checks every answer it gets: what is not valid HTML fails the test that asked for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.board import Board
from companion.play import Tables
from companion.store import Store, open_store
from companion.store.engine import open_engine
from companion.web import create_app
from tests.markup import parsed


class CheckingClient(FlaskClient):
    """Flask's own client, with an eye on the HTML."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        if answer.mimetype == "text/html" and "Content-Encoding" not in answer.headers and answer.data:
            parsed(answer.text)
        return answer


@pytest.fixture(scope="session")
def empty_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games, to be copied: that is quicker than making each anew."""
    file = tmp_path_factory.mktemp("empty") / "games.sqlite3"
    open_store(f"sqlite:///{file}").engine.dispose()
    return file


@pytest.fixture
def tables(boards: Mapping[str, Board], empty_games: Path, tmp_path: Path) -> Iterator[Tables]:
    """No tables yet, in a fresh database."""
    file = shutil.copy(empty_games, tmp_path / "games.sqlite3")
    tables = Tables(Store(open_engine(f"sqlite:///{file}")), boards)
    yield tables
    tables.store.engine.dispose()


@pytest.fixture
def app(boards: Mapping[str, Board], tables: Tables) -> Flask:
    """The app over the built-in boards, with tables."""
    app = create_app(boards, tables)
    app.test_client_class = CheckingClient
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody with a browser."""
    return app.test_client()
