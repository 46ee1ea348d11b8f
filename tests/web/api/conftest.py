"""Programs that talk to the interface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.databases import url

__all__ = ["url"]

PLAYERS = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]
NEW = {"map": "usa", "players": PLAYERS}


@dataclass
class Program:
    """A client with the token of one table."""

    client: FlaskClient
    table: str
    token: str
    join_url: str = ""
    code: str = ""

    def __call__(self, method: str, path: str = "", told: Any = None, **headers: str) -> TestResponse:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        bearer = {"Authorization": f"Bearer {self.token}"}
        return self.client.open(f"/api/tables/{self.table}{path}", method=method, json=told, headers=bearer | names)

    def state(self, query: str = "") -> Any:
        return self("GET", query).json

    def reports(self, **entry: Any) -> TestResponse:
        return self("POST", "/entries", entry)

    def lets_in(self, **asked: str) -> Program:
        """Another program joins by the secret."""
        secret = self.join_url.partition("#")[2]
        told = self.client.post("/api/join", json={"secret": secret, **asked}).json
        return Program(self.client, told["table"], told["token"])


def opened(client: FlaskClient, **game: Any) -> Program:
    """A new table; the program is its maker."""
    answer = client.post("/api/tables", json=NEW | game)
    assert answer.status_code == 201, answer.text
    return Program(client, **answer.json)


@pytest.fixture
def maker(client: FlaskClient) -> Program:
    return opened(client)


@pytest.fixture
def player(maker: Program) -> Program:
    return maker.lets_in()


@pytest.fixture
def watcher(maker: Program) -> Program:
    return maker.lets_in(**{"as": "watcher"})
