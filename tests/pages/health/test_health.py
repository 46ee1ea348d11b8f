"""Whether the server lives, and whether it can keep games."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
import threading
from collections.abc import Iterator

import pytest

from companion.app import create_app
from companion.pages.health import routes as health
from companion.play import tables as tables_of
from companion.store import StoreUnavailable, open_store
from tests.faults.servers import running
from tests.faults.shim import Shim
from tests.support.databases import url
from tests.support.serving import get

__all__ = ["url"]  # on both: it is about what a database has and does


@pytest.fixture
def file(tmp_path):
    """SQLite alone: PostgreSQL looks after its disk and its locks by itself."""
    return tmp_path / "games.sqlite3"


@contextlib.contextmanager
def held(file) -> Iterator[None]:
    """Another program holds the database; reading is still possible."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


def test_a_sound_server_lives_and_is_ready(client):
    for path, word in (("/healthz", "ok\n"), ("/readyz", "ready\n")):
        answer = client.get(path)
        assert (answer.status_code, answer.text) == (200, word)
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("reading", [True, False])
def test_without_its_database_it_lives_and_is_not_ready(client, tables, monkeypatch, reading):
    def away(_):
        raise StoreUnavailable("away")

    if reading:
        monkeypatch.setattr(tables.store, "version", away)
    else:
        monkeypatch.setattr(tables_of, "try_writing", away)
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


def test_with_a_full_disk_it_is_not_ready(file, tmp_path):
    shim = Shim(tmp_path / "control", file)
    open_store(f"sqlite:///{file}").close()
    with running(f"sqlite:///{file}", workers=1, env=shim.env) as server:
        assert get(server.port, "/readyz")[0] == 200
        for error in (errno.ENOSPC, errno.EIO, errno.EROFS):
            with shim.disk(error, 0):
                assert get(server.port, "/readyz")[0] == 503
                assert get(server.port, "/healthz")[0] == 200
            assert get(server.port, "/readyz")[0] == 200


def test_while_somebody_holds_the_database_it_is_not_ready(file):
    with running(f"sqlite:///{file}", workers=1) as server:
        assert get(server.port, "/readyz")[0] == 200
        with held(file):
            assert get(server.port, "/readyz")[0] == 503
        assert get(server.port, "/readyz")[0] == 200


def test_who_asks_without_end_makes_nothing_be_written_without_end(client, monkeypatch):
    tried = []
    real = tables_of.try_writing
    monkeypatch.setattr(tables_of, "try_writing", lambda engine: tried.append(1) or real(engine))
    assert {client.get("/readyz").status_code for _ in range(100)} == {200}
    assert len(tried) == health.MOST_TRIES


def test_two_who_ask_at_once_get_one_answer(app, monkeypatch):
    """Nobody is told that games can't be kept because somebody else is just finding out."""
    begun, end, real = threading.Event(), threading.Event(), tables_of.try_writing

    def slowly(engine):
        begun.set()
        assert end.wait(20)
        real(engine)

    monkeypatch.setattr(tables_of, "try_writing", slowly)
    found: list[int] = []
    asking = [threading.Thread(target=lambda: found.append(app.test_client().get("/readyz").status_code))]
    asking[0].start()
    assert begun.wait(20)
    asking.append(threading.Thread(target=lambda: found.append(app.test_client().get("/readyz").status_code)))
    asking[1].start()
    end.set()
    for one in asking:
        one.join(20)
    assert found == [200, 200]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_shelf_without_tables_is_ready_too(boards, path):
    assert create_app(boards).test_client().get(path).status_code == 200
