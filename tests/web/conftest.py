"""A client that checks every answer it gets: what is not valid HTML fails the test that asked for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.board import Board
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
def app(boards: Mapping[str, Board]) -> Flask:
    """The app over the built-in boards."""
    app = create_app(boards)
    app.test_client_class = CheckingClient
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody with a browser."""
    return app.test_client()
