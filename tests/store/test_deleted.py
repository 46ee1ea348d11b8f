"""What was deleted can be read nowhere any more: not in SQLite's file and not in its log."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import pytest

from companion.boards import files
from companion.cli import main
from companion.play.tables import Tables
from companion.store import Store, open_store
from companion.store.engine import open_engine, transaction
from tests.faults.servers import running
from tests.support.evenings import Evening, read
from tests.support.phones import Phone
from tests.support.serving import free_port, get

NAME = b"Quizzical Quentin"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """SQLite alone; in PostgreSQL it goes with the next VACUUM."""
    (tmp_path / "games").mkdir()
    return f"sqlite:///{tmp_path / 'games' / 'games.sqlite3'}"


@pytest.fixture
def quentin(url):
    """A table with a name to look for, while another process has the same games open."""
    tables = Tables(open_store(url), files.boards())
    phone = Phone.opens(tables, players=2, title=NAME.decode())
    for n in range(30):
        phone.tells("draw", player="blue" if n % 2 else "red")
    yield phone
    tables.store.engine.dispose()


@pytest.fixture
def other(url, quentin):
    other = Store(open_engine(url))
    assert other.all_games()
    yield other
    other.engine.dispose()


def left(url: str) -> list[str]:
    """The files in which the name can be read."""
    folder = Path(url.removeprefix("sqlite:///")).parent
    return [file.name for file in folder.iterdir() if NAME in file.read_bytes()]


def test_a_table_that_its_maker_deletes_is_left_nowhere(url, quentin, other):
    assert left(url)
    quentin.tables.delete(quentin.table, quentin.device)
    assert left(url) == []


def test_by_whoever_looks_after_the_machine(url, quentin, other):
    assert main(["tables", quentin.table, "--delete", "--database", url]) == 0
    assert left(url) == []


def test_after_a_while(url, quentin, other):
    assert other.delete_untouched_since(int(time.time()) + 60) == 1
    assert left(url) == []


@pytest.fixture
def circle(quentin):
    """A circle in which that name is a person's, a place and a note; and somebody else's circle."""
    tables, who = quentin.tables, quentin.device
    record = read(Evening(3, "usa", 2, tickets=1).record(names=(NAME.decode(), "Bo")))
    quentin.tables.delete(quentin.table, who)
    table = tables.open(record, who).table
    circle = tables.circles.make(who, f"With {NAME.decode()}")
    tables.circles.add(circle, table, who)
    tables.circles.tell(circle, table, who, {"place": NAME.decode(), "note": NAME.decode()})
    while tables.circles.history(circle, who).missing:
        pass
    return circle


def test_a_circle_that_its_keeper_deletes_is_left_nowhere(url, quentin, other, circle):
    assert left(url)
    quentin.tables.circles.delete(circle, quentin.device)
    assert left(url) == []


def test_a_circle_that_nobody_opened_for_long_is_left_nowhere(url, quentin, other, circle):
    assert other.delete_circles_unopened_since(int(time.time()) + 60) == 1
    assert left(url) == []


def test_somebody_who_is_forgotten_is_left_nowhere(url, quentin, other, circle):
    people = quentin.tables.circles.history(circle, quentin.device).people.roots()
    (person,) = (one.id for one in people if one.name == NAME.decode())
    quentin.tables.circles.forget(circle, quentin.device, person)
    assert left(url) == []


def test_while_somebody_reads(url, quentin, other):
    """A log can't be emptied while it is read; readers are done soon."""
    begun, end = threading.Event(), threading.Event()

    def read() -> None:
        with transaction(other.engine) as connection:
            connection.exec_driver_sql("SELECT count(*) FROM entry").all()
            begun.set()
            end.wait(20)

    reader = threading.Thread(target=read)
    reader.start()
    assert begun.wait(20)
    threading.Timer(0.2, end.set).start()
    quentin.tables.delete(quentin.table, quentin.device)
    reader.join()
    assert left(url) == []


def test_who_reads_for_long_keeps_nobody_from_deleting(url, quentin, other, monkeypatch):
    """What could not be emptied then is when the last one ends."""
    monkeypatch.setattr("companion.store.sqlite.EMPTYING", 0.05)
    with transaction(other.engine) as connection:
        connection.exec_driver_sql("SELECT count(*) FROM entry").all()
        quentin.tables.delete(quentin.table, quentin.device)
        assert left(url)
    quentin.tables.store.engine.dispose()
    other.close()
    assert left(url) == []


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_ends_leaves_one_file_without_it(url, quentin, how, monkeypatch):
    """Also where nothing could be emptied when it was deleted."""
    folder = Path(url.removeprefix("sqlite:///")).parent
    quentin.tables.store.engine.dispose()
    beside = {"COMPANION_KEEP_DAYS": "30", "COMPANION_METRICS": f"127.0.0.1:{free_port()}"}
    with running(url, env=beside) as server:
        for _ in range(8):  # so that both workers have the games open
            assert get(server.port, "/readyz")[0] == 200
        phone = Phone.opens(quentin.tables, title=NAME.decode())
        monkeypatch.setattr("companion.store.games.wipe_deleted", lambda _engine: None)
        for table, device in ((phone.table, phone.device), (quentin.table, quentin.device)):
            phone.tables.delete(table, device)
        phone.tables.store.engine.dispose()
        assert left(url)
        server.end(how)
        assert [file.name for file in folder.iterdir()] == ["games.sqlite3"]
        assert left(url) == []
