"""A rule with an entry of its own is one file and its name in a board: everything there is knows it from then on."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from companion.boards import files
from companion.export.tally_text import tally_text
from companion.prose.rulebook import rulebook
from companion.prose.verdict import verdict
from companion.record.read import RecordWrong, read_record
from companion.rules import mechanics
from companion.rules.named_rules import faults_in
from companion.rules.tally import tally
from tests.pages.visiting import opened, text
from tests.web.api.conftest import Program

BEACONS = '''
"""Beacons: one a city, lit with a kind of wood, and each log brings a point."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

from companion.i18n import N_, NN_
from companion.rules.log import CityId, PlayerColor, ThingId, Turn
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.extra_actions import Act
from companion.rules.broken_rules import RuleBroken
from companion.rules.tie_breaks import TieBreak

LIT = "beacons"


class Burning(RuleBroken):
    code = "burning"
    wording = N_("a beacon of {owner} burns at {peak}")
    rule = N_("One beacon burns in a city.")
    members = {"owner": "player", "peak": "place"}


class Beacon(Turn):
    wording = N_("{player} lit a beacon at {peak} with {wood}: {n}")

    type: Literal["beacon"]
    player: PlayerColor
    peak: CityId
    wood: ThingId
    n: int
    windy: bool = False


class Beacons(Mechanic):
    entries: ClassVar = (Beacon,)
    broken_rules: ClassVar = (Burning,)
    heading: ClassVar[str] = N_("Beacons")
    table_members: ClassVar = {"beacons": dict[str, str]}
    player_members: ClassVar = {"beacons_lit": int}
    tie_breaks: ClassVar = (
        TieBreak(
            "beacons",
            key=lambda one: lit_by(one.table, one.score.color),
            most=N_("the most beacons"),
            decided=N_("{name} lit {count}, {others}"),
            count=NN_("{n} beacon", "{n} beacons"),
        ),
    )

    def rules(self, _board):
        yield N_("Light a beacon on your turn.")

    def names(self, _board):
        return {"pine": N_("pine wood")}

    def begin(self, table):
        table.memory[LIT] = {}

    def acts(self, table, player, at=""):
        if at in table.board.city:
            yield Act("beacon", {"peak": at, "wood": "pine"}, N_("Light {peak} for {player} with {wood}"), number=9)

    def figures(self, table, player):
        yield NN_("{n} beacon", "{n} beacons"), lit_by(table, player)

    def values_of_table(self, table):
        return {"beacons": dict(table.memory[LIT])}

    def values_of_player(self, table, player):
        return {"beacons_lit": lit_by(table, player)}

    def points(self, table, claim, points):
        return {**points, claim.player: points[claim.player] + lit_by(table, claim.player)}

    def read(self, table, place, entry):
        if isinstance(entry, Beacon):
            lit = table.memory[LIT]
            if entry.peak in lit:
                raise Burning(place, table.board, table.setup, owner=lit[entry.peak], peak=entry.peak)
            lit[entry.peak] = entry.player


def lit_by(table, player):
    return list(table.memory[LIT].values()).count(player)
'''
DENVER = {"type": "beacon", "player": "blue", "peak": "denver", "wood": "pine", "n": 3}
DESCRIBED = """
import json, sys
from companion.rules import mechanics
mechanics.__path__.append(sys.argv[1])
from pydantic import TypeAdapter
from companion.web.api.entry_schemas import TO_REPORT
from companion.web.api.schemas import GameRecord, State
record = GameRecord.model_validate(json.loads(sys.argv[2]))
reported = TypeAdapter(TO_REPORT).json_schema()
print(json.dumps([State.model_json_schema(), reported, record.model_dump(exclude_defaults=True, mode="json")]))
"""


@pytest.fixture
def beacons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The one file."""
    (tmp_path / "beacons.py").write_text(BEACONS)
    monkeypatch.setattr(mechanics, "__path__", [*mechanics.__path__, str(tmp_path)])
    mechanics.all_mechanics.cache_clear()
    yield tmp_path
    mechanics.all_mechanics.cache_clear()
    if sys.modules.pop("companion.rules.mechanics.beacons", None):
        del mechanics.beacons


@pytest.fixture
def boards(beacons):
    """Its name in a board."""
    usa = files.boards()["usa"]
    return {"usa": usa.model_copy(update={"mechanics": {"beacons": {}}, "tie_break": ("points", "beacons")})}


@pytest.fixture
def url(empty_sqlite: Path, tmp_path: Path) -> str:
    """What is shown does not depend on the database, so one kind is enough."""
    return f"sqlite:///{shutil.copy(empty_sqlite, tmp_path / 'games.sqlite3')}"


def played(boards, *log):
    players = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]
    record = {"format": "companion/game", "version": 1, "map": "usa", "players": players, "log": [*log]}
    return read_record(json.dumps(record).encode(), boards)


def test_a_board_may_name_it_and_its_tie_break(boards):
    assert faults_in(boards["usa"]) == []


def test_the_table_offers_it_takes_it_and_has_it_in_its_log(client):
    table = opened(client)
    page = text(client.get(f"{table}?city=denver&player=blue"))
    assert "Light Denver for Ada with pine wood" in page
    form = {"id": "one", "type": "beacon", "player": "blue", "peak": "denver", "wood": "pine", "n": "3", "windy": "1"}
    page = text(client.post(f"{table}/entries", data=form, follow_redirects=True))
    assert "Ada lit a beacon at Denver with pine wood: 3" in page
    assert "1 beacon" in page
    assert "Ada lit a beacon at Denver with pine wood: 3" in text(client.get(f"{table}/log"))
    assert "Light Denver" not in text(client.get(f"{table}?city=denver&player=red")), "it burns already"


def test_two_of_its_buttons_on_one_page_tell_two_entries(client):
    table = opened(client)
    for peak in ("denver", "omaha"):
        form = {"id": "one", "type": "beacon", "player": "blue", "peak": peak, "wood": "pine", "n": "1"}
        page = text(client.post(f"{table}/entries", data=form, follow_redirects=True))
    assert "2 beacons" in page


def test_a_phone_has_its_words_and_knows_that_it_does_not_know_the_rule(client):
    page = client.get(opened(client)).text
    phrases = json.loads(unescape(re.search(r"data-phrases='([^']*)'", page)[1]))
    assert phrases["beacon"] == "{player} lit a beacon at {peak} with {wood}: {n}"
    assert phrases["things"] == {"pine": "pine wood"}
    members = {"player": "player", "peak": "place", "wood": "thing", "n": "number", "windy": "flag"}
    assert members.items() <= phrases["members"].items()
    model = json.loads(unescape(re.search(r"data-played='([^']*)'", page)[1]))
    assert model["unknown"] == ["figures", "final", "pieces", "points"]
    assert "beacon" in model["turns"]


def test_programs_report_it_read_it_and_are_refused(client):
    players = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]
    made = client.post("/api/tables", json={"map": "usa", "players": players})
    program = Program(client, **made.json)
    program.reports(**DENVER, id="one")
    state = program.state()
    assert state["beacons"] == {"denver": "blue"}
    assert [player["beacons_lit"] for player in state["players"]] == [1, 0]
    again = program("POST", "/entries", {**DENVER, "player": "red", "id": "two"})
    assert (again.status_code, again.json["code"]) == (409, "burning")
    assert again.json["message"] == "A beacon of Ada burns at Denver."
    wrong = program("POST", "/entries", {**DENVER, "n": "many", "id": "three"})
    assert wrong.status_code == 422


def test_the_description_for_programs_has_it(beacons):
    head = {"format": "companion/game", "version": 1, "map": "usa", "players": [{"color": "blue", "name": "Ada"}]}
    command = [sys.executable, "-c", DESCRIBED, str(beacons), json.dumps({**head, "log": [DENVER]})]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    state, reported, record = json.loads(done.stdout)
    assert record["log"] == [DENVER]
    assert "beacons" in state["properties"]
    assert "beacons_lit" in state["$defs"]["PlayerState"]["properties"]
    assert {"peak", "wood", "n", "windy"} <= {*reported["$defs"]["Beacon"]["properties"]}


def test_a_record_is_replayed_refused_and_tallied(boards):
    claim = {"type": "claim", "player": "blue", "route": "denver--omaha"}
    result = tally(played(boards, DENVER, claim, {"type": "finish"}).replayed())
    assert [line.total for line in result.lines] == [7 + 1 + 10, 0]  # the route, a beacon, the longest path
    level = tally(played(boards, DENVER, {"type": "finish"}).replayed())
    assert level.decided_by == "beacons"
    assert verdict(level) == "Ada and Bo each have 0 points; Ada lit 1 beacon, Bo 0"
    assert "Ada" in tally_text(level)
    taken_back = played(boards, DENVER, {"type": "strike", "entry": 1}, {**DENVER, "player": "red"})
    assert taken_back.replayed().memory["beacons"] == {"denver": "red"}
    with pytest.raises(RecordWrong):
        played(boards, DENVER, {**DENVER, "player": "red"}).replayed()


def test_the_rulebook_explains_it(boards):
    sections = {section.id: section for section in rulebook(boards["usa"]).sections}
    assert [rule.code for rule in sections["beacons"].rules] == ["", "burning"]
    assert "If still tied: the most beacons." in [rule.sentence for rule in sections["ties"].rules]
