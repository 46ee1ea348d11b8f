"""A client that checks every answer it gets: what is not valid HTML fails the test that asked for it.

Programs' calls, which reach every use-case, are tried on both databases; pages on SQLite, and on the other in soak.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.boards.model import Board
from companion.play.tables import Tables
from tests.pages.visiting import opened
from tests.support.databases import FIRST, empty_sqlite, postgres_url, store, tables, without_games
from tests.support.markup import parsed

__all__ = ["empty_sqlite", "postgres_url", "store", "tables"]


class CheckingClient(FlaskClient):
    """Flask's own client, with an eye on the HTML."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        if answer.mimetype == "text/html" and "Content-Encoding" not in answer.headers and answer.data:
            parsed(answer.text)
        return answer


@pytest.fixture(params=FIRST)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without games."""
    return without_games(request, tmp_path)


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


@pytest.fixture
def address(client: FlaskClient) -> str:
    """A table that this client opened, for Ada, Bo and Cy."""
    return opened(client)
