"""`companion tables`: the tables on this machine, and a fresh link to one."""

from __future__ import annotations

import pytest

from companion.boards import files
from companion.cli import main
from companion.play.keys import program_with
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.phones import Phone


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture
def ada(url):
    tables = Tables(open_store(url), files.boards())
    phone = Phone.opens(tables, title="Friday night")
    phone.claims("blue", "denver--omaha")
    return phone


def test_a_table_is_listed_with_its_title_board_players_and_entries(ada, url, capsys):
    assert main(["tables", "--database", url]) == 0
    out = capsys.readouterr().out
    assert out.startswith(ada.table)
    assert "Friday night: USA, Ada and Bo, 1 entry" in out


def test_a_fresh_link_lets_in(ada, url, capsys):
    assert main(["tables", ada.table, "--link", "--database", url, "--address", "https://games.example/"]) == 0
    link = capsys.readouterr().out.strip()
    address, __, secret = link.partition("#")
    assert address == "https://games.example/join"
    assert ada.tables.door.join_by_secret(secret, program_with("x")).table == ada.table


def test_one_table_alone(ada, url, capsys):
    Phone.opens(ada.tables, title="another")
    assert main(["tables", ada.table, "--database", url]) == 0
    assert "another" not in capsys.readouterr().out


def test_no_tables_and_no_such_table(url, capsys):
    assert main(["tables", "--database", url]) == 0
    assert capsys.readouterr().out == "There are no tables yet.\n"
    assert main(["tables", "nope", "--link", "--database", url]) == 2
    assert "no table nope" in capsys.readouterr().err


def test_a_table_whose_board_is_gone_is_listed_too(url, capsys):
    usa = files.boards()["usa"]
    boards = {"house": usa.model_copy(update={"id": "house"})}
    from companion.record.read import Record
    from tests.support.phones import a_record

    record = a_record()
    record = Record(boards["house"], record.setup.model_copy(update={"map": "house"}), ())
    Tables(open_store(url), boards).open(record, program_with("x"))
    assert main(["tables", "--database", url]) == 0
    assert "house (board not found)" in capsys.readouterr().out


def test_a_database_that_cannot_be_used_gets_a_sentence(capsys):
    assert main(["tables", "--database", "mysql://here/games"]) == 2
    assert "SQLite or PostgreSQL" in capsys.readouterr().err
    assert main(["serve", "--database", "nonsense", "--port", "18499"]) == 2
    assert "is not the address of a database" in capsys.readouterr().err


def test_one_is_deleted_for_good(ada, url, capsys):
    other = Phone.opens(ada.tables)
    assert main(["tables", ada.table, "--delete", "--database", url]) == 0
    assert "Table deleted, with everything in it" in capsys.readouterr().out
    assert ada.tables.store.all_games() == [other.table]
    assert main(["tables", ada.table, "--delete", "--database", url]) == 2
    assert main(["tables", "--delete", "--database", url]) == 2
    assert "Which table?" in capsys.readouterr().err


def test_those_that_nobody_touched_go_by_themselves(ada, url, capsys):
    old = Phone.opens(ada.tables)
    with ada.tables.store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE game SET changed = changed - 90000 WHERE id = '{old.table}'")
    assert main(["tables", "--sweep", "1", "--database", url]) == 0
    assert capsys.readouterr().out == "1 table deleted.\n"
    assert ada.tables.store.all_games() == [ada.table]
    assert main(["tables", "--sweep", "0", "--database", url]) == 2
