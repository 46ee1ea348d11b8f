"""One file in the room of mechanics and its name in a board: everything that counts trains and points knows it."""

from __future__ import annotations

import json

import pytest

from companion.authoring.check import check
from companion.export.tally_json import tally_json
from companion.play.game import Game
from companion.prose import rule_refusals
from companion.prose.board_complaints import lines
from companion.prose.complaints import clause
from companion.record.checked_boards import BoardsWrong, boards, read_board
from companion.record.read import RecordWrong, read_record, record_json
from companion.rules.log import Amend
from companion.rules.mechanics import all_mechanics, mechanic
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.piece_recount import recount
from companion.rules.replay import broken_by
from companion.rules.reveal_steps import steps
from companion.rules.tally import tally
from companion.store.snapshot import Snapshot, StoredEntry
from tests.rules import making
from tests.support.boards import a_board, written

PLACES = ("ash", "bay", "cove", "dell")
VARIANT = {"name": "Base", "about": "All.", "ticket_sets": ["all"], "deal": {"regular": 1}, "keep": 1, "draw": 1}
PASSES = a_board(
    trains_per_player=12,
    final_turns=2,
    route_points={"1": 1, "2": 2, "3": 4, "9": 27},
    cities=[{"id": name, "name": name.title(), "lat": 1, "lon": n} for n, name in enumerate(PLACES)],
    routes=[
        {"a": "ash", "b": "bay", "length": 2, "color": "gray", "marks": {"mountain": 2}},
        {"a": "bay", "b": "cove", "length": 3, "color": "red"},
        {"a": "cove", "b": "dell", "length": 1, "color": "red", "marks": {"winter": 1}},
        {"a": "ash", "b": "dell", "length": 9, "color": "gray"},
    ],
    tickets=[{"a": "ash", "b": "cove", "points": 4, "sets": ["all"]}],
    variants={"base": {**VARIANT, "draw_keep": 1, "bonuses": {"longest-path": 10}}},
    mechanics={"high-passes": {}},
)
GAME = {
    "format": "companion/game",
    "version": 1,
    "map": "isle",
    "players": [{"color": "teal", "name": "Tia"}, {"color": "pink", "name": "Pip"}],
}
LOG = [
    {"type": "keep", "player": "teal", "ticket": "ash--cove"},
    {"type": "claim", "player": "teal", "route": "ash--bay", "loud": True},
    {"type": "rest", "player": "pink", "n": 2},
    {"type": "claim", "player": "teal", "route": "bay--cove"},
    {"type": "draw", "player": "pink"},
    {"type": "draw", "player": "teal"},
    {"type": "rest", "player": "pink", "n": 1},
]


@pytest.fixture
def shelf(tried, tmp_path):
    (tmp_path / "isle.toml").write_text(written(PASSES))
    return boards([tmp_path])


def read(shelf, log):
    return read_record(json.dumps({**GAME, "log": log}).encode(), shelf)


def test_a_claim_takes_and_brings_what_the_mechanic_says(shelf):
    table = read(shelf, LOG[:2]).replayed()
    assert table.trains == {"teal": 12 - 4, "pink": 12}
    assert (table.route_points("teal"), table.route_points("pink")) == (2 + 4, 0)


def test_a_claim_needs_the_trains_that_the_mechanic_takes(shelf):
    left = [{"type": "claim", "player": "pink", "route": "ash--dell"}]
    broken = broken_by(
        read(shelf, left).replayed(), read(shelf, LOG[1:2]).log[0].model_copy(update={"player": "pink"})
    )
    assert broken
    assert rule_refusals.clause(broken) == "Ash – Bay needs 4 trains, but Pip has only 3 left"


def test_who_may_claim(shelf):
    with pytest.raises(RecordWrong):
        read(shelf, [{"type": "claim", "player": "pink", "route": "cove--dell"}]).replayed()


def test_an_entry_of_its_own_is_read_counted_and_written(shelf):
    record = read(shelf, LOG)
    table = record.replayed()
    assert (table.memory, table.trains["pink"]) == ({"rested": {"pink": 3}}, 9)
    assert record_json(record)["log"] == LOG
    with pytest.raises(RecordWrong) as wrong:
        read(shelf, [{"type": "rest", "player": "pink"}])
    assert [clause(complaint) for complaint in wrong.value.complaints] == ["the member “n” is missing"]


def test_an_entry_of_its_own_is_taken_back_and_changed_like_any_turn(shelf):
    changed = {"type": "amend", "entry": 3, "with": {"type": "rest", "player": "pink", "n": 5}}
    record = read(shelf, [*LOG[:3], changed])
    assert isinstance(record.log[3], Amend)
    assert record.replayed().trains["pink"] == 7
    assert read(shelf, [*LOG[:3], {"type": "strike", "entry": 3}]).replayed().trains["pink"] == 12


def test_a_board_without_the_mechanic_does_not_know_its_entry(shelf):
    usa = {**GAME, "map": "usa", "players": [{"color": "blue", "name": "A"}, {"color": "red", "name": "B"}]}
    with pytest.raises(RecordWrong) as wrong:
        read_record(json.dumps({**usa, "log": [{"type": "rest", "player": "blue", "n": 1}]}).encode(), shelf)
    assert [complaint.code for complaint in wrong.value.complaints] == ["unknown-type"]


def test_the_final_round_starts_as_the_mechanic_says_and_lasts_as_the_board_does(shelf):
    table = read(shelf, LOG).replayed()
    assert table.trains["teal"] == 5
    assert (table.final_round.triggered_by, table.final_round.turns) == ("teal", 2)
    assert (table.phase, table.waiting_for) == ("final-round", ["teal"])
    over = read(shelf, [*LOG, {"type": "draw", "player": "teal"}]).replayed()
    assert (over.phase, over.turns_too_many) == ("reveal", [])
    again = read(shelf, [*LOG, *2 * [{"type": "draw", "player": "teal"}]]).replayed()
    assert again.turns_too_many == [(9, "teal")]


def test_the_tally_counts_it(shelf):
    counted = tally(read(shelf, LOG).replayed())
    tia = tally_json(counted)["players"][0]
    assert (tia["routes"]["points"], tia["routes"]["trains_left"]) == (2 + 4 + 4, 5)
    assert tia["total"] == 10 + 4 + 10  # routes, the ticket, the longest path
    assert counted.lines[0].score.journeys["ash--cove"].trains == 5
    assert [step.kind for step in steps(counted)][-1] == "winner"


def test_a_recount_knows_what_a_claim_takes(shelf):
    record = read(shelf, [])
    found = recount(record.replayed(), record.log, "teal", {"train": 12 - 4})
    assert [offer.route for offer in found.offers] == ["ash--bay"]


def test_a_table_that_is_played_reads_its_entries(shelf):
    entries = tuple(StoredEntry(place, f"e{place}", place, b"", body) for place, body in enumerate(LOG, 1))
    setup = {"map": "isle", "players": GAME["players"]}
    game = Game(Snapshot("t", "CODE23", 9, 1, setup, {}, 0, 0, entries, {}, {}), shelf["isle"])
    assert game.table.trains == {"teal": 5, "pink": 9}


def test_its_name_and_settings_are_checked(tried, tmp_path):
    def told(mechanics):
        (file := tmp_path / "isle.toml").write_text(written({**PASSES, "mechanics": mechanics}))
        assert check(file).usable == (mechanics == {"high-passes": {"each": 3}})
        try:
            read_board(file)
        except BoardsWrong as wrong:
            return [line.removeprefix("isle.toml: ") for line in lines(wrong)]
        return []

    assert "high-passes" in all_mechanics()
    assert told({"high-passes": {"each": 3}}) == []
    assert told({"high-passes": {"each": "3"}}) == [
        "mechanics high-passes each: “each” must be a whole number, not “3”"
    ]
    assert told({"high-passes": {"every": 3}}) == ["mechanics high-passes every: nothing here is called “every”"]
    assert told({"tunnels": {}}) == ["mechanics tunnels: there's no board rule called “tunnels”"]
    assert told({"dragons": {}}) == ["mechanics dragons: there's no board rule called “dragons”"]


def test_a_mechanic_that_changes_nothing_leaves_the_common_answers(monkeypatch):
    told = ("blue claim a--b", "red claim b--c", "blue keep a--c", "red draw", "blue claim c--d")
    routes = ("a b 9", "b c 3", "c d 9")
    plain = making.table(making.board(*routes, tickets=("a c 5",)), *told)
    monkeypatch.setattr("companion.rules.table.mechanics_of", lambda _board: (Mechanic(),))
    tried = making.table(making.board(*routes, tickets=("a c 5",), mechanics={"nothing": {}}), *told)
    assert [tried.trains, tried.claims, tried.final_round] == [plain.trains, plain.claims, plain.final_round]
    assert tried.network_of("blue") == plain.network_of("blue")
    assert plain.final_round


def test_what_is_no_mechanic_is_not_found(tried):
    assert mechanic("high-passes").__name__ == "HighPasses"
    for name in ("dragons", "mechanic"):
        with pytest.raises(KeyError):
            mechanic(name)
