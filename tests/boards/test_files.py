"""Reading board files: what is wrong is told with file, entry and field, and a house has boards of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import cli
from companion.authoring.check import check
from companion.boards import files
from companion.boards.base import joined
from companion.data import maps
from companion.prose.board_complaints import lines
from companion.record import checked_boards
from companion.rules.bonuses import BONUSES
from tests.support.boards import a_board, toml, written
from tests.support.schema import faults


def lines_of(file):
    """What is wrong with a board file."""
    try:
        checked_boards.read_board(file)
    except files.BoardsWrong as wrong:
        return lines(wrong)
    return []


@pytest.fixture
def told(tmp_path):
    """What is said of a board file, without the file's name that every line begins with."""

    def told(document):
        file = tmp_path / "isle.toml"
        match document:
            case dict():
                file.write_text(written(document), "utf-8")
            case str():
                file.write_text(document, "utf-8")
            case _:
                file.write_bytes(document)
        lines = lines_of(file)
        assert all(line.startswith("isle.toml: ") and line.isprintable() for line in lines)
        return [line.removeprefix("isle.toml: ") for line in lines]

    return told


def but(*steps, **changed):
    """The small board with something in it changed, or taken away where it is `...`."""
    document = a_board()
    inside = document
    for step in steps:
        inside = inside[step]
    for name, value in changed.items():
        if value is ...:
            del inside[name]
        else:
            inside[name] = value
    return document


def test_a_board_in_order_has_nothing_wrong(told):
    assert told(a_board()) == []


TRACK, TICKET, CITY = ("routes", 0), ("tickets", 0), ("cities", 0)
BASE = ("variants", "base")


@pytest.mark.parametrize(
    ("document", "line"),
    [
        (but(*TRACK, a="cove"), "routes 1 (cove – ash) a: there is no city “cove”"),
        (but(*TRACK, a="ash"), "routes 1 (ash – ash) b: both ends are “ash”"),
        (but(*TRACK, length=8), "routes 1 (bay – ash) length: a route of length 8 has no points in route_points"),
        (but(*TRACK, length=0), "routes 1 (bay – ash) length: “length” must be at least 1, not 0"),
        (but(*TRACK, length=11), "routes 1 (bay – ash) length: “length” may be at most 10, not 11"),
        (but(*TRACK, length=2.0), "routes 1 (bay – ash) length: “length” must be a whole number, not 2.0"),
        (but(*TRACK, length=True), "routes 1 (bay – ash) length: “length” must be a whole number, not true"),
        (but(*TRACK, length="2"), "routes 1 (bay – ash) length: “length” must be a whole number, not “2”"),
        (but(*TRACK, length=...), "routes 1 (bay – ash) length: the member “length” is missing"),
        (but(*TRACK, lenght=2), "routes 1 (bay – ash) lenght: nothing here is called “lenght”"),
        (but(*TRACK, ferry=11), "routes 1 (bay – ash) ferry: “ferry” may be at most 10, not 11"),
        (but(*TRACK, length=1, ferry=2), "routes 1 (bay – ash) ferry: more locomotives than the route has spaces"),
        (but(*TRACK, tunnel=1), "routes 1 (bay – ash) tunnel: “tunnel” must be true or false, not 1"),
        (but(*TICKET, b="cove"), "tickets 1 (bay – cove) b: there is no city “cove”"),
        (but(*TICKET, b="bay"), "tickets 1 (bay – bay) b: both ends are “bay”"),
        (but(*TICKET, points=0), "tickets 1 (bay – ash) points: “points” must be at least 1, not 0"),
        (but(*TICKET, sets=[]), "tickets 1 (bay – ash) sets: “sets” has 0; it needs at least 1"),
        (but(*CITY, lat=91), "cities 1 (ash) lat: “lat” may be at most 90.0, not 91"),
        (but(*CITY, lat=float("nan")), "cities 1 (ash) lat: “lat” may be at most 90.0, not nan"),
        (but(*CITY, lon=True), "cities 1 (ash) lon: “lon” must be a number, not true"),
        (but(*CITY, lon="3"), "cities 1 (ash) lon: “lon” must be a number, not “3”"),
        (but(*CITY, name=""), "cities 1 (ash) name: “name” must not be empty"),
        (but(*CITY, name="x" * 25), "cities 1 (ash) name: “name” may have up to 24 characters"),
        (but(*CITY, name="A\nsh"), "cities 1 (ash) name: this text has a character that can't be shown"),
        (but(name="\u202eIsle"), "name: this text has a character that can't be shown"),
        (but(name=" "), "name: this text has a character that can't be shown"),
        (but(id="Isle"), "id: “id” must be lower-case letters, digits and single hyphens, not “Isle”"),
        (but(id="isle--of"), "id: “id” must be lower-case letters, digits and single hyphens, not “isle--of”"),
        (but(trains_per_player=61), "trains_per_player: “trains_per_player” may be at most 60, not 61"),
        (
            but(trains_per_player=0, final_round_at=0),
            "trains_per_player: “trains_per_player” must be at least 1, not 0",
        ),
        (but(final_round_at=9), "final_round_at: the final round would start before the first train is placed"),
        (but(players=3), "players: “players” must be a JSON object, not 3"),
        (but(players={"least": 1, "most": 3}), "players least: “least” must be at least 2, not 1"),
        (
            but(players={"least": 3, "most": 2}),
            "players least: the smallest number of players is larger than the largest",
        ),
        (but(players={"least": 2, "most": 4}), "colors: 4 people may play, but there are only 3 colours"),
        (but(colors=["teal", "pink", "teal"]), "colors: the colour “teal” appears twice"),
        (but(colors=["teal", 5, "pink"]), "colors 2: each item in “colors” must be text, not 5"),
        (but(route_points={"9": 50, "0": 1}), "route_points 0: a route's length must be 1 to 10, not “0”"),
        (but(route_points={"9": 50, "nine": 1}), "route_points nine: a route's length must be 1 to 10, not “nine”"),
        (but(route_points={"9": -1}), "route_points 9: “9” must be at least 0, not -1"),
        (but(tie_break=["tickets", "points"]), "tie_break 1: “points” must come first"),
        (but(tie_break=["points", "points"]), "tie_break 2: “points” appears twice"),
        (but(tie_break=["points", "stations"]), "tie_break 2: this board has no stations"),
        (but(bonus_names={"longest-way": "Way"}), "bonus_names longest-way: there is no bonus “longest-way”"),
        (but(long_sets=["long"]), "long_sets 1: the set “long” has no tickets"),
        (but(*BASE, ticket_sets=["all", "none"]), "variants base ticket_sets 2: the set “none” has no tickets"),
        (but(*BASE, keep=2), "variants base keep: players would have to keep more tickets than they are dealt"),
        (but(*BASE, big_cities=["ash", "cove"]), "variants base big_cities 2: there is no city “cove”"),
        (but(variants={}), "variants: “variants” has 0; it needs at least 1"),
        (but(cities=5), "cities: “cities” must be a list, not 5"),
        (but(routes=[5]), "routes 1: each item in “routes” must be a JSON object, not 5"),
        (but(rivers=1), "rivers: nothing here is called “rivers”"),
        (
            "a = 1979-13-01",
            "is not TOML: Expected newline or end of document after a statement (at line 1, column 9)",
        ),
        ('a = "', "is not TOML: Unterminated string (at end of document)"),
        ("a = " + "9" * 5_000, "has a number that is far too long"),
        ("a = " + "[" * 5_000, "is nested too deeply"),
        (b"\xff", "is not UTF-8 text"),
        (b"#" * (256 * 1024 + 1), "is larger than 256 KiB, the limit for a board file"),
    ],
)
def test_what_is_wrong_is_told_with_its_entry_and_field(told, document, line):
    assert told(document) == [line]


@pytest.mark.parametrize(
    ("worth", "says"),
    [
        (0, "“longest-path” must be at least 1, not 0"),
        (100, "“longest-path” may be at most 99, not 100"),
        ("ten", "“longest-path” must be a whole number, not “ten”"),
        (True, "“longest-path” must be a whole number, not true"),
        ([10, 5], "“longest-path” must be a whole number, not […]"),
        ({"1": 10}, "“longest-path” must be a whole number, not {…}"),
    ],
)
def test_what_a_bonus_is_worth_is_as_the_bonus_wants_it(told, worth, says):
    assert told(but(*BASE, bonuses={"longest-path": worth})) == [f"variants base bonuses longest-path: {says}"]


def test_a_bonus_that_the_rules_do_not_know(told):
    (line,) = told(but(*BASE, bonuses={"longest-way": 3}))
    assert line.startswith("variants base bonuses longest-way: there is no bonus “longest-way”; ")
    assert line.endswith(", ".join(sorted(BONUSES)))


def test_a_variant_s_own_name_is_told_as_it_stands_there(told):
    (line,) = told(but(variants={"Ba\nse": a_board()["variants"]["base"]}))
    assert line == r"variants Ba\nse: “Ba\nse” must be lower-case letters, digits and single hyphens, not “Ba\nse”"


def test_the_members_of_a_board_are_all_missed_at_once(told):
    assert len(told("")) == 12
    assert told("")[0] == "id: the member “id” is missing"


def test_a_city_twice_and_one_that_nobody_reaches(told):
    city = a_board()["cities"][0]
    assert told(but(cities=[city, *a_board()["cities"]])) == ["cities 2 (ash) id: two cities are called “ash”"]
    lonely = {**city, "id": "cove", "name": "Cove"}
    assert told(but(cities=[*a_board()["cities"], lonely])) == ["cities 3 (cove): no route reaches Cove"]


def test_only_a_junction_may_be_without_a_name(told):
    cities = [{name: value for name, value in city.items() if name != "name"} for city in a_board()["cities"]]
    cities[1]["kind"] = "junction"
    line = "cities 1 (ash) name: a city needs a name; only a junction may have none"
    assert told(but(cities=cities)) == [line]


def test_a_ticket_twice_is_wrong_only_within_a_variant(told):
    again = {"a": "ash", "b": "bay", "points": 5, "sets": ["more"]}
    document = but(tickets=[*a_board()["tickets"], again])
    assert told(document) == []
    document["variants"]["base"]["ticket_sets"] = ["all", "more"]
    assert told(document) == ["tickets 2 (ash – bay): the variant “base” has the ticket ash--bay twice"]


def many(cities, tracks, tickets):
    """A board of so many cities in a row, with tracks and tickets between neighbours and further ones."""
    names = [f"c{n}" for n in range(cities)]
    pairs = [(a, b) for gap in range(1, cities) for a, b in zip(names, names[gap:], strict=False)]
    return a_board(
        cities=[{"id": name, "name": name, "lat": 0, "lon": 0} for name in names],
        routes=[{"a": a, "b": b, "length": 1, "color": "red"} for a, b in pairs[:tracks]],
        tickets=[{"a": a, "b": b, "points": 1, "sets": ["all"]} for a, b in pairs[:tickets]],
    )


def test_limits_of_a_board_are_inside_it(told):
    assert told(many(100, 250, 300)) == []
    assert told(many(101, 250, 300)) == ["cities: “cities” has 101; it can have at most 100"]
    assert told(many(100, 251, 300)) == ["routes: “routes” has 251; it can have at most 250"]
    assert told(many(100, 250, 301)) == ["tickets: “tickets” has 301; it can have at most 300"]
    text = written(a_board())
    assert told(text + "#" * (256 * 1024 - len(text.encode()))) == []
    assert told(but(trains_per_player=60)) == told(but(trains_per_player=1)) == []


def test_everything_wrong_is_told(told):
    assert len(told(but(id=3, name="", players=7, rivers=1))) == 4
    assert len(told(but("routes", 1, a="cove", length=3))) == 2


# A house's own boards.


def test_a_house_has_a_folder_of_its_own(tmp_path):
    (tmp_path / "isle.toml").write_text(written(a_board()))
    (tmp_path / "notes.txt").write_text("no board")
    known = files.boards([tmp_path])
    assert list(known) == sorted([*files.boards(), "isle"])
    assert known["isle"].name == "Isle"


@pytest.mark.parametrize(("name", "other"), [("usa", "usa.toml"), ("isle", "a.toml")])
def test_two_boards_of_one_id_are_refused(tmp_path, name, other):
    for file in ("a.toml", "b.toml"):
        (tmp_path / file).write_text(written(a_board(id=name)))
    with pytest.raises(files.BoardsWrong) as wrong:
        files.boards([tmp_path])
    (line,) = lines(wrong.value)
    assert line.endswith(f".toml: the board “{name}” is already in {other}; give it another id")


def test_a_folder_or_file_that_is_not_there(tmp_path):
    with pytest.raises(files.BoardsWrong) as wrong:
        files.boards([tmp_path / "nowhere"])
    assert lines(wrong.value) == [f"{tmp_path}/nowhere: there's no such folder"]
    assert lines_of(tmp_path / "nowhere.toml")[0].endswith("can't be read: no such file or directory")
    (tmp_path / "isle.toml").mkdir()
    with pytest.raises(files.BoardsWrong) as wrong:
        files.boards([tmp_path])
    assert lines(wrong.value)[0].endswith("can't be read: is a directory")


def test_a_pipe_among_the_boards_is_not_waited_for(tmp_path):
    """In a process of its own, which can be ended if it waits all the same."""
    os.mkfifo(tmp_path / "isle.toml")
    command = [sys.executable, "-m", "companion", "boards", "--boards", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert done.stderr == f"{tmp_path / 'isle.toml'}: is not a regular file; move it somewhere else\n"


def test_a_link_to_a_board_is_a_board(tmp_path):
    (tmp_path / "elsewhere").write_text(written(a_board()))
    (tmp_path / "isle.toml").symlink_to(tmp_path / "elsewhere")
    assert "isle" in files.boards([tmp_path])


# What programs are told.


def test_facts_have_the_ids_of_records(boards, capsys):
    for name, board in boards.items():
        assert cli.main(["boards", name, "--json"]) == 0
        facts = json.loads(capsys.readouterr().out)
        assert [route["id"] for route in facts["routes"]] == list(board.route)
        assert all({"id", "a", "b", "length", "color", "ferry", "tunnel"} <= set(route) for route in facts["routes"])
        assert {ticket["id"] for ticket in facts["tickets"]} == set(board.ticket)
        pairs = [ticket for ticket in facts["tickets"] if {"id", "a", "b", "points", "sets"} == set(ticket)]
        assert all(joined(ticket["a"], ticket["b"]) in ticket["id"] for ticket in pairs)
        assert [city["id"] for city in facts["cities"]] == list(board.city)
        assert set(facts["variants"]) == set(board.variants)
        assert ("stations" in facts) == (name == "europe")


def test_the_schema_accepts_every_board_and_not_everything():
    schema = checked_boards.schema()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for file in maps().glob("*.toml"):
        assert faults(schema, tomllib.loads(file.read_text())) == []
    assert faults(schema, a_board()) == []
    for wrong in (but(rivers=1), but(id=...), but(id="Isle"), but(*TRACK, length=11), but(*TRACK, color="pink")):
        assert faults(schema, wrong) != []
    for wrong in (but(colors=[]), but(variants={}), but(players=3), but(*CITY, lat="3"), but(tie_break=["age"])):
        assert faults(schema, wrong) != []


# Whatever stands in a file, it is a board or BoardsWrong says why.

PLAIN = st.integers() | st.floats() | st.booleans() | st.text(st.characters(exclude_categories=["Cs"])) | st.dates()
NAMES = st.sampled_from([*a_board(), "a", "b", "length", "base", "1"]) | st.text(max_size=5)
ANY = st.recursive(PLAIN, lambda inside: st.lists(inside) | st.dictionaries(NAMES, inside), max_leaves=6)


@given(st.dictionaries(NAMES, ANY, max_size=4))
def test_any_document_at_all_is_a_board_or_refused(tmp_path_factory, document):
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_text(written(document), "utf-8", "surrogatepass")
    assert lines_of(file)
    assert not check(file).usable


@given(st.data())
def test_anything_anywhere_in_a_board_is_a_board_or_refused(tmp_path_factory, data):
    document = deepcopy(a_board())
    inside = document
    while True:
        step = data.draw(st.sampled_from(list(inside) if isinstance(inside, dict) else range(len(inside))))
        if not isinstance(inside[step], dict | list) or not inside[step] or data.draw(st.booleans()):
            break
        inside = inside[step]
    inside[step] = data.draw(ANY)
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_text(written(document), "utf-8")
    assert tomllib.loads(written(document)).keys() == document.keys()
    assert all(len(line.splitlines()) == 1 for line in lines_of(file))


def test_toml_is_written_as_it_is_read():
    assert tomllib.loads(f"a = {toml({'b': [1, 2.5, True, 'x', {}]})}") == {"a": {"b": [1, 2.5, True, "x", {}]}}
