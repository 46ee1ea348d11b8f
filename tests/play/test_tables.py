"""Opening a table, finding it again, and its end."""

from __future__ import annotations

import sys
import threading

from companion.boards import files
from companion.play import Kind, keys
from companion.play.keys import program_with
from companion.play.tables import Tables
from companion.prose.table_refusals import sentence
from companion.store import open_store, schema
from tests.support.phones import Phone, a_record, refused


def test_an_opened_table_has_a_code_its_players_and_its_maker(tables):
    ada = Phone.opens(tables)
    seen = ada.sees()
    assert seen["version"] == 1
    assert seen["you"] == {"role": "maker", "seats": []}
    assert len(seen["code"]) == 6
    assert [player["name"] for player in seen["players"]] == ["Ada", "Bo"]


def test_a_stranger_finds_no_such_table(tables):
    ada = Phone.opens(tables)
    stranger = Phone(tables, ada.table)
    no = refused(lambda: stranger.game, "no-table")
    assert no.kind is Kind.NOT_FOUND
    refused(lambda: stranger.claims("blue", "dallas--houston--1"), "no-table")
    refused(lambda: tables.delete(ada.table, stranger.device), "no-table")
    other = refused(lambda: Phone(tables, "nowhere").game, "no-table")
    assert (other.reason, other.data) == (no.reason, no.data)


def test_only_the_maker_deletes_and_then_everything_is_gone(tables):
    ada = Phone.opens(tables, "blue")
    bo = ada.invites("red")
    bo.claims("red", "dallas--houston--1")
    assert refused(lambda: tables.delete(ada.table, bo.device), "not-the-maker").kind is Kind.NOT_ALLOWED
    secret = tables.door.invite(ada.table, ada.device)
    code = ada.sees()["code"]
    tables.delete(ada.table, ada.device)
    refused(lambda: ada.game, "no-table")
    refused(lambda: bo.claims("red", "denver--omaha"), "no-table")
    refused(lambda: tables.door.join_by_secret(secret, program_with("x")), "no-table")
    refused(lambda: tables.door.ask_to_join(code, program_with("x")), "no-table")
    with tables.store.engine.connect() as connection:
        for kept in schema.METADATA.sorted_tables:
            assert connection.execute(kept.select()).all() == []


def test_a_phone_knows_its_tables_the_last_changed_first(tables):
    ada = Phone.opens(tables)
    second = Phone(tables, "", ada.device)
    second.table = tables.open(a_record(title="second"), ada.device).table
    assert [game.setup.title for game in tables.of(ada.device)] == ["second", ""]
    ada.claims("blue", "dallas--houston--1")
    assert [game.setup.title for game in tables.of(ada.device)] == ["", "second"]
    assert list(tables.of(program_with("nobody"))) == []


def test_a_table_whose_board_is_gone_says_so_and_hides_no_other(tables):
    ada = Phone.opens(tables, board="europe")
    tables.open(a_record(title="still here"), ada.device)
    without = Tables(tables.store, {"usa": tables.boards["usa"]})
    gone = Phone(without, ada.table, ada.device)
    no = refused(lambda: gone.game, "no-board")
    assert "europe" in sentence(no.reason, no.data)
    refused(lambda: gone.claims("blue", "essen--kobenhavn--1"), "no-board")
    refused(lambda: Phone(without, ada.table).game, "no-table")  # strangers do not learn which board it was
    assert [game.setup.title for game in without.of(ada.device)] == ["still here"]
    without.delete(ada.table, ada.device)
    refused(lambda: ada.game, "no-table")


def test_a_table_that_no_longer_fits_its_board_says_so(tables):
    ada = Phone.opens(tables, "blue")
    ada.claims("blue", "dallas--houston--1")
    other = tables.boards["europe"].model_copy(update={"id": "usa", "colors": tables.boards["usa"].colors})
    refused(lambda: Phone(Tables(tables.store, {"usa": other}), ada.table, ada.device).game, "unreadable")


def test_an_import_keeps_the_log_and_its_ids(tables):
    log = (
        {"type": "keep", "player": "blue", "ticket": "denver--el-paso"},
        {"type": "claim", "player": "blue", "route": "dallas--houston--1", "id": "import-3"},
        {"type": "claim", "player": "red", "route": "denver--omaha"},
        {"type": "hidden"},
    )
    ada = Phone.opens(tables, log=log)
    assert ada.log() == ["hidden", "claim", "claim", "hidden"]
    assert ada.sits("blue").log() == ["keep", "claim", "claim", "hidden"]
    assert ada.game.log[1].id == "import-3"
    assert ada.claims("blue", "calgary--helena").entry == 5


def test_two_tables_never_share_a_code(tables, monkeypatch):
    codes = iter(["AAAAAA", "AAAAAA", "BBBBBB"])
    monkeypatch.setattr(keys, "new_code", lambda: next(codes))
    assert [tables.open(a_record(), program_with("x")).code for _ in range(2)] == ["AAAAAA", "BBBBBB"]


def test_of_long_games_fewer_are_kept_in_memory(tables, monkeypatch):
    """Else the largest that can be imported would fill the machine long before there are many."""
    monkeypatch.setattr("companion.play.cache.MOST_ENTRIES", 5)
    phones = [Phone.opens(tables, "blue") for _ in range(4)]
    for phone in phones:
        phone.claims("blue", "denver--omaha")
        phone.claims("red", "dallas--houston--1")
        assert phone.sees()["version"] == phone.version
    assert [*tables.games._games] == [phone.table for phone in phones[-2:]]
    assert phones[0].sees()["owners"] == phones[-1].sees()["owners"]
    monkeypatch.setattr("companion.play.cache.MOST_ENTRIES", 1)
    assert phones[0].sees()["owners"]
    phones[1].claims("blue", "calgary--helena")
    assert [*tables.games._games] == [phones[1].table], "the one in use stays, however long"


def test_a_moment_ends_for_a_table_with_what_is_changed_there(tables):
    """Also where another process was quicker, so that its version is read while the table is held."""
    ada, there = Phone.opens(tables), Tables(tables.store, tables.boards)
    with tables.one_moment():
        before = tables.on_table(ada.table, ada.device)
        there.log.report(ada.table, ada.device, {**LOG[0], "id": "elsewhere"})
        assert tables.on_table(ada.table, ada.device).version == before.version
        made = tables.seats.take(ada.table, ada.device, "blue")
        after = tables.on_table(ada.table, ada.device)
    assert (after.version, after.seats, len(after.log)) == (made.version, {"blue"}, 1)


def test_many_who_read_at_once_disturb_nobody(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.play.cache.MOST_GAMES", 20)
    tables = Tables(open_store(f"sqlite:///{tmp_path}/games.sqlite3"), files.boards())
    read = [Phone.opens(tables, log=LOG[: n % 4]).game for n in range(30)]
    games, wrong = tables.games, []

    def reads(first):
        try:
            for game in (read[first:] + read[:first]) * 60:
                games._cache(game)
        except RuntimeError as error:
            wrong.append(error)

    pause = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        readers = [threading.Thread(target=reads, args=(3 * n,)) for n in range(8)]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
    finally:
        sys.setswitchinterval(pause)
    assert wrong == []
    assert len(games._games) == 20
    assert games._entry_count == sum(len(game.log) for game in games._games.values())


LOG = tuple(
    {"type": "claim", "player": "blue", "route": route}
    for route in ("calgary--helena", "denver--omaha", "dallas--houston--1")
)
