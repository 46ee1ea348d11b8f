"""Whether the server lives, and whether it can keep games."""

from __future__ import annotations

import pytest

from companion.store import StoreAway
from companion.web import create_app


def test_it_works(client):
    for path, word in (("/healthz", "ok\n"), ("/readyz", "ready\n")):
        answer = client.get(path)
        assert (answer.status_code, answer.text) == (200, word)
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers


def test_without_its_database_it_lives_and_is_not_ready(client, tables, monkeypatch):
    def away(_table):
        raise StoreAway("away")

    monkeypatch.setattr(tables.store, "version", away)
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_shelf_without_tables_is_ready_too(boards, path):
    assert create_app(boards).test_client().get(path).status_code == 200
