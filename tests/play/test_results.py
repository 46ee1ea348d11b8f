"""Results are rows: tallied once, read from then on, and made good where they are missing or no longer hold."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlalchemy as sa

from companion.play import view
from companion.play.keys import program_with
from companion.play.tables import Tables
from companion.rules import tally as rules
from companion.store import StoreUnavailable, result_rows
from companion.store.games import Store
from companion.store.schema import FINISHED, RESULTS
from companion.store.snapshot import Seat, StoredEntry
from tests.support.evenings import evening
from tests.support.phones import Phone

ADA = program_with("ada")


@pytest.fixture
def tallies(monkeypatch):
    """How often something is tallied."""
    made = []
    monkeypatch.setattr(view, "tally", lambda table: made.append(table) or rules.tally(table))
    return made


def a_series(tables, games):
    """So many short games of the same people, as phones would have left them; the ids, the first one first."""
    first = tables.open(evening(3, "usa", 3), ADA).table
    start = tables.store.snapshot(first)
    log = [*[entry.body for entry in start.entries][:6], {"type": "finish"}]
    ids = [f"{n:032x}" for n in range(games)]
    tables.store.delete_game(first)
    for n, (name, before) in enumerate(zip(ids, [None, *ids], strict=False)):
        entries = tuple(StoredEntry(place, f"{n}-{place}", 1, ADA, body) for place, body in enumerate(log, 1))
        kept = {"id": name, "code": None, "entries": entries, "previous": before, "series": ids[0]}
        seats = {player["color"]: Seat(player["color"], ADA) for player in start.setup["players"]}
        tables.store.open_game(replace(start, **kept, seats=seats))
    return ids


def rows(tables, table=RESULTS):
    with tables.store.engine.connect() as connection:
        return connection.execute(sa.select(table)).mappings().all()


def anew(tables):
    """The same games to another process."""
    return Tables(Store(tables.store.engine), tables.boards)


def test_a_series_of_fifty_games_is_tallied_once_and_read_from_then_on(tables, tallies):
    last = a_series(tables, 50)[-1]
    wins = tables.series.wins(last)
    assert (sum(count for _, count in wins) >= 50, len(tallies)) == (True, 50)
    other = anew(tables)
    tallies.clear()
    assert other.series.wins(last) == tables.series.wins(last) == wins
    assert tallies == []
    assert len(rows(tables)) == 150


def test_a_row_says_what_the_tally_says(ada, bo, tables):
    ada.claims("blue", "denver--omaha")
    ada.finishes(bo)
    list(tables.results.up_to(ada.table))
    kept = {row["color"]: row for row in rows(tables)}
    for line in ada.game.result.lines:
        row, own = kept[line.score.color], line.score
        assert (row["name"], row["points"], row["rank"]) == (own.name, line.total, line.rank)
        assert (row["completed"], row["failed"]) == (len(own.completed), len(own.failed))
        assert row["longest"] == own.path.length
    assert [row["seat"] for row in rows(tables)] == [0, 1]


def test_the_end_is_noted_with_the_entry_that_makes_it_and_tallied_only_when_somebody_reads(ada, bo, tables, tallies):
    ada.finishes(bo)
    assert [(row["game"], row["entries"], row["rules"]) for row in rows(tables, FINISHED)] == [(ada.table, 1, None)]
    assert (rows(tables), tallies) == ([], [])


def test_so_is_that_of_a_game_that_is_imported(tables):
    table = tables.open(evening(3, "usa", 3), ADA).table
    (noted,) = rows(tables, FINISHED)
    assert (noted["game"], noted["entries"]) == (table, len(tables.store.snapshot(table).entries))


def read(tables, table):
    """The one result of a game's series."""
    (result,) = tables.results.up_to(table)
    return result


def ended(ada, bo, tables):
    ada.claims("blue", "denver--omaha")
    ada.finishes(bo)
    tables.reveal.step(ada.table, ada.device, 99)
    return read(tables, ada.table)


def test_a_game_that_is_reopened_has_no_rows_and_new_ones_when_it_ends_again(ada, bo, tables):
    before = ended(ada, bo, tables)
    ada.tells("strike", entry=len(ada.game.log))
    assert (rows(tables), rows(tables, FINISHED), read(tables, ada.table)) == ([], [], None)
    ada.claims("blue", "helena--omaha")
    ada.finishes(bo)
    tables.reveal.step(ada.table, ada.device, 99)
    assert read(tables, ada.table).players[0].points > before.players[0].points


def test_what_is_put_right_after_the_end_is_tallied_again(ada, bo, tables):
    before = ended(ada, bo, tables)
    ada.tells("amend", reopen=True, entry=1, **{"with": {"type": "draw", "player": "blue"}})
    assert rows(tables) == []
    assert rows(tables, FINISHED)[0]["entries"] == len(ada.game.log)
    assert read(tables, ada.table).players[0].points < before.players[0].points


def test_a_table_that_is_deleted_leaves_no_rows(ada, bo, tables):
    ended(ada, bo, tables)
    tables.delete(ada.table, ada.device)
    assert (rows(tables), rows(tables, FINISHED)) == ([], [])


def test_a_new_name_is_in_the_next_reading(ada, bo, tables):
    ended(ada, bo, tables)
    people = [{"color": "blue", "name": "Adele"}, {"color": "red", "name": "Bo"}]
    tables.settings.change(ada.table, ada.device, {"players": people})
    assert [player.name for player in read(tables, ada.table).players] == ["Adele", "Bo"]
    assert [row["name"] for row in rows(tables)] == ["Adele", "Bo"]


def test_a_board_whose_file_changed_is_tallied_again(ada, bo, tables, boards):
    before = ended(ada, bo, tables)
    usa = boards["usa"]
    dearer = usa.model_copy(update={"route_points": {**usa.route_points, "4": 20}})
    del dearer.points_for  # what was made of the old ones
    assert usa.route["denver--omaha"].length == 4
    other = Tables(Store(tables.store.engine), {**boards, "usa": dearer})
    assert read(other, ada.table).players[0].points == before.players[0].points + 13
    assert read(tables, ada.table) == before


def fails(connection, event):
    raise ZeroDivisionError


def test_what_a_failing_subscriber_missed_is_made_good_by_the_next_reading(tables):
    deaf = Tables(Store(tables.store.engine, [fails]), tables.boards)
    ada = Phone.opens(deaf, "blue")
    bo = ada.invites("red")
    ended(ada, bo, deaf)
    ada.tells("strike", entry=len(ada.game.log))  # its rows stay, and are not given any more
    assert rows(tables)
    assert read(anew(tables), ada.table) is None
    ada.claims("blue", "helena--omaha")
    ada.finishes(bo)
    deaf.reveal.step(ada.table, ada.device, 99)
    result = read(anew(tables), ada.table)
    assert [player.points for player in result.players] == [line.total for line in ada.game.result.lines]
    assert [row["points"] for row in rows(tables)] == [player.points for player in result.players]


def test_where_rows_cannot_be_kept_the_result_is_shown_all_the_same(ada, bo, tables, monkeypatch):
    def away(*_):
        raise StoreUnavailable

    monkeypatch.setattr("companion.play.results.save", away)
    assert ended(ada, bo, tables).players[0].points > 0
    assert rows(tables) == []


def test_a_result_of_a_log_that_has_grown_meanwhile_is_not_kept(ada, bo, tables):
    result = ended(ada, bo, tables)
    ada.tells("strike", entry=len(ada.game.log))
    result_rows.save(tables.store.engine, {ada.table: result})
    result_rows.save(tables.store.engine, {"none": result})
    assert rows(tables) == []
