"""Reading and writing records: whatever is wrong is told in lines, all of it at once, and nothing else happens."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import reduce
from operator import getitem

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import cli
from companion.prose import records
from companion.record import read as record
from companion.record.record_checks import read_entry
from companion.rules.log import AllowedNames
from tests.support.golden import TALLIED
from tests.support.records import GOOD, but, complaints_about, with_log


@pytest.fixture
def lines(boards):
    """Reads a record and gives the lines that tell what is wrong with it, each of them one to print."""

    def lines(document):
        told = complaints_about(document, boards)
        assert all(line.isprintable() for line in told)
        return told

    return lines


def test_a_good_record_has_nothing_wrong(lines):
    assert lines(GOOD) == ()


DRAW = {"type": "draw", "player": "blue"}
NOT_JSON = "the record is not JSON: "


@pytest.mark.parametrize(
    ("raw", "begins"),
    [
        (b"", NOT_JSON + "line 1, column 1: "),
        (b"{'a': 1}", NOT_JSON + "line 1, column 2: "),
        (b'{"a":1,}', NOT_JSON + "line 1, column "),
        (b"{} {}", NOT_JSON + "line 1, column 4: "),
        (b'{"a": "\n"}', NOT_JSON + "line 1, column 8: "),
        (b'{"version": NaN}', NOT_JSON + "it has a number"),
        (b'{"version": Infinity}', NOT_JSON + "it has a number"),
        (b'{"version": -Infinity}', NOT_JSON + "it has a number"),
        (b'{"version": ' + b"9" * 5_000 + b"}", NOT_JSON + "it has a number"),
        (b"[" * 2 * 1024**2, "the record is larger than 1 MiB (too-large)"),
        (b"[" * 1024**2, "the record is nested too deeply (not-json)"),
        (b'{"a":' * (1024**2 // 5), "the record is nested too deeply (not-json)"),
        (b'{"log": ' + b"[" * 5_000 + b"]" * 5_000 + b"}", "the record is nested too deeply (not-json)"),
        (b"\xff{}", "the record is not UTF-8 text (not-json)"),
        (b'{"a": "\xed\xa0\x80"}', "the record is not UTF-8 text (not-json)"),
        ("{}".encode("utf-16"), "the record is not UTF-8 text (not-json)"),
        (b"\xef\xbb\xbf{}", "the record begins with a byte order mark"),
        (b"null", "record: a record must be a JSON object"),
        (b"[1]", "record: a record must be a JSON object"),
        (b"[" * 500 + b"]" * 500, "record: a record must be a JSON object"),
        (b'"companion/game"', "record: a record must be a JSON object"),
    ],
)
def test_what_is_no_json_object_is_told_in_one_line(lines, raw, begins):
    (line,) = lines(raw)
    assert line.startswith(begins)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1.0", "1e0", "1" + "0" * 4_000, "-1", "true", '"1"'])
def test_a_number_that_is_no_version_is_refused_in_one_line(lines, number):
    (line,) = lines(json.dumps(GOOD).replace('"version": 1', f'"version": {number}'))
    assert line.startswith("version: ")
    assert len(line) < 120


@pytest.mark.parametrize("number", ["1e999", "1.0", "1" + "0" * 4_000, "0", "-1", "true", '"1"', "null"])
def test_a_number_that_is_no_place_is_refused_in_one_line(lines, number):
    (line,) = lines(json.dumps(GOOD).replace('"entry": 3', f'"entry": {number}'))
    assert line.startswith("log entry 5: ")
    assert len(line) < 120


# Every member given every wrong type.
MEMBERS = [
    (*way, name)
    for way in [(), ("players", 0), *(("log", n) for n in range(9)), ("log", 5, "with")]
    for name in reduce(getitem, way, GOOD)
]


@pytest.mark.parametrize("way", MEMBERS, ids=lambda way: "-".join(map(str, way)))
@pytest.mark.parametrize("value", [None, 1, 1.5, "\u0007", [], {}, [{}], True], ids=repr)
def test_a_value_of_a_wrong_type_is_refused_at_its_place(lines, way, value):
    *steps, name = way
    right = {"late": [True], "one_token": [True], "version": [1], "entry": [1], "log": [[]]}.get(name, [])
    if any(value == good and type(value) is type(good) for good in right):
        return
    match way:
        case ("log", int(place), *_):
            begins = f"log entry {place + 1}: "
        case ("log",) if value == [{}]:
            begins = "log entry 1: "
        case ("players", int(), *_):
            begins = "player 1: "
        case _:
            begins = f"{name}: "
    assert lines(but(*steps, **{name: value}))[0].startswith(begins)


@pytest.mark.parametrize("name", ["format", "version", "map", "players", "log"])
def test_what_is_required_is_missed(lines, name):
    told = lines(but(**{name: ...}))
    assert told == (f"{name}: the member “{name}” is missing (missing-member)",)


@pytest.mark.parametrize("name", ["variant", "tracking", "title", "starts", "one_token"])
def test_what_may_be_left_out_may_be(lines, name):
    assert lines(but(**{name: ...})) == ()


@pytest.mark.parametrize("name", ["variant", "tracking", "title", "players", "starts", "one_token", "log"])
def test_a_null_is_not_the_same_as_leaving_out(lines, name):
    (line,) = lines(but(**{name: None}))
    assert line.startswith(f"{name}: ")
    assert "null" in line


@pytest.mark.parametrize(
    ("steps", "begins"),
    [
        ((), "turn: "),
        (("players", 1), "player 2: "),
        (("log", 2), "log entry 3: "),
        (("log", 5, "with"), "log entry 6: "),
    ],
)
def test_a_member_that_nothing_names_is_refused(lines, steps, begins):
    assert lines(but(*steps, turn=1)) == (f"{begins}nothing here is called “turn” (unknown-member)",)


def test_a_member_twice_is_refused_however_deep(lines):
    text = json.dumps(GOOD)
    for once, begins in [
        ('"map": "europe"', "map: "),
        ('"letter": "A"', "player 1: "),
        ('"city": "essen"', "log entry 4: "),
        ('"type": "draw", "player": "red"}}', "log entry 6: "),
    ]:
        (line,) = lines(text.replace(once, f"{once.split(', ')[0].rstrip('}')}, {once}", 1))
        assert line.startswith(begins)
        assert line.endswith("appears twice (member-twice)")


def test_the_log_has_5000_entries_at_most(lines):
    assert lines(with_log(*[DRAW] * 5_000)) == ()
    assert lines(with_log(*[DRAW] * 5_001)) == ("log: the log has 5001 entries; it may have 5000 at most (too-many)",)


def test_a_record_has_one_mebibyte_at_most(lines):
    text = json.dumps(GOOD)
    assert lines(text + " " * (1024**2 - len(text))) == ()
    assert lines(text + " " * (1024**2 + 1 - len(text))) == ("the record is larger than 1 MiB (too-large)",)


def test_tens_of_thousands_of_wrong_members_are_told_at_once(lines):
    many = {f"m{n}": 1 for n in range(40_000)}
    told = lines({**GOOD, **many})
    assert [line.partition(":")[0] for line in told] == list(many)


def test_everything_wrong_is_told_at_once_in_the_order_of_the_record(lines):
    document = {
        "log": [{"type": "steal"}, {**DRAW, "player": "green"}, {"type": "strike", "entry": 9}, 7],
        "map": "europe",
        "turn": 1,
        "players": [{"name": "", "color": "blue"}, {"color": "pink", "name": "Bo"}],
        "version": 2,
        "starts": "black",
    }
    told = [(line.split(":")[0], line.rsplit("(")[-1].rstrip(")")) for line in lines(document)]
    assert told == [
        ("log entry 1", "unknown-type"),
        ("log entry 2", "colour-not-at-the-table"),
        ("log entry 3", "not-earlier"),
        ("log entry 4", "wrong-type"),
        ("turn", "unknown-member"),
        ("player 1", "wrong-length"),
        ("player 2", "unknown-colour"),
        ("version", "unknown-version"),
        ("starts", "colour-not-at-the-table"),
        ("format", "missing-member"),
    ]


def test_names_in_the_log_are_checked_where_the_players_cannot_be_read(lines):
    log = [{"type": "claim", "player": "green", "route": "nowhere"}, DRAW]
    for players in (..., None, [], [{"color": 3, "name": "Ada"}, {"color": "red", "name": "Bo"}]):
        told = lines({**but(players=players, starts=...), "log": log})
        assert any("has no route “nowhere”" in line for line in told)
    assert not any("nobody" in line for line in lines({**but(players=..., starts="green"), "log": log}))


def test_names_in_the_log_are_not_checked_against_a_board_that_is_not_there(lines, boards):
    (line,) = lines(but(map="atlantis"))
    assert line == f"map: there's no board “atlantis”; choose one of {', '.join(boards)} (unknown-map)"
    (line,) = lines(but(variant="atlantis"))
    assert line.startswith("variant: Europe has no variant “atlantis”; choose one of base, ")


def test_rules_are_read_only_where_shape_and_names_are_right(lines):
    claim = {"type": "claim", "player": "blue", "route": "berlin--wien"}
    assert lines(with_log(claim, claim)) == ("log entry 2: Berlin – Wien is already Ada's (route-taken)",)
    (line,) = lines(with_log(claim, claim, {**claim, "route": "berlin--bonn"}))
    assert line.startswith("log entry 3: ")


def test_what_people_typed_cannot_break_the_line(lines):
    for odd in ("a\nb", "\x1b[31m", "\u202e", "x" * 500, "\ud800", "“”"):
        for line in lines({**but(map=odd, variant=odd, starts=odd), odd: 1, "log": [{"type": odd, odd: 1}]}):
            assert "x" * 50 not in line
    told = lines(with_log({**DRAW, "\ud800": 1, "\n": 2}))
    assert told == (
        r"log entry 1: nothing here is called “\ud800” (unknown-member)",
        r"log entry 1: nothing here is called “\n” (unknown-member)",
    )


def test_the_command_line_tells_each_thing_in_a_line_and_nothing_else(tmp_path, capsys):
    document = {**GOOD, "turn": 1, "log": [{"type": "steal"}, 3]}
    (file := tmp_path / "game.json").write_text(json.dumps(document))
    assert cli.main(["score", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.split(":")[0] for line in err.splitlines()] == ["log entry 1", "log entry 2", "turn"]


def test_a_file_that_cannot_be_read_is_told_in_a_line(tmp_path, boards):
    with pytest.raises(record.RecordWrong) as wrong:
        record.read_file(tmp_path / "nowhere.json", boards)
    assert records.lines(wrong.value.complaints) == [
        f"{tmp_path}/nowhere.json can't be read: no such file or directory"
    ]
    with pytest.raises(record.RecordWrong) as wrong:
        record.read_file(tmp_path, boards)
    assert records.lines(wrong.value.complaints)[0].endswith("can't be read: is a directory")


# What is written down can be read again.


@pytest.mark.parametrize("game", TALLIED, ids=lambda game: game.name)
def test_an_exported_game_is_the_same_when_it_is_imported(game, boards):
    first = record.read_record(game.text.encode(), boards)
    written = record.record_json(first)
    again = record.read_record(json.dumps(written).encode(), boards)
    assert again == first
    assert record.record_json(again) == written
    assert list(written)[:3] == ["format", "version", "map"]


def test_an_export_leaves_out_what_is_usual_and_keeps_the_rest(boards):
    written = record.record_json(record.read_record(json.dumps(GOOD).encode(), boards))
    usual = {"variant", "tracking", "one_token"}
    assert written == {name: value for name, value in GOOD.items() if name not in usual}


@given(st.data())
def test_the_order_of_members_says_nothing(boards, data):
    game = data.draw(st.sampled_from(TALLIED))

    def shuffled(value):
        if isinstance(value, dict):
            return {name: shuffled(value[name]) for name in data.draw(st.permutations(list(value)))}
        return [shuffled(part) for part in value] if isinstance(value, list) else value

    first = record.read_record(game.text.encode(), boards)
    assert record.read_record(json.dumps(shuffled(game.record)).encode(), boards) == first


# Whatever is given, a record is read or RecordWrong says why.

WORDS = sorted({w for g in TALLIED for e in g.record["log"] for w in e.values() if isinstance(w, str)})
NAMES = sorted({name for g in TALLIED for e in g.record["log"] for name in e} | set(GOOD))
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(WORDS)
TEXTS = st.sampled_from(NAMES) | st.text(st.characters())
ANY = st.recursive(PLAIN, lambda inside: st.lists(inside) | st.dictionaries(TEXTS, inside), max_leaves=8)


@given(ANY)
def test_any_json_at_all_is_read_or_refused(boards, document):
    with pytest.raises(record.RecordWrong):
        record.read_record(json.dumps(document).encode(), boards)


@given(st.binary())
def test_any_bytes_at_all_are_refused(boards, raw):
    with pytest.raises(record.RecordWrong):
        record.read_record(raw, boards)


@given(st.data())
def test_anything_anywhere_in_a_good_record_is_read_or_refused(boards, data):
    document = deepcopy(data.draw(st.sampled_from(TALLIED)).record)
    inside = document
    while True:
        step = data.draw(st.sampled_from(list(inside) if isinstance(inside, dict) else range(len(inside))))
        if not isinstance(inside[step], dict | list) or not inside[step] or data.draw(st.booleans()):
            break
        inside = inside[step]
    inside[step] = data.draw(ANY)
    if isinstance(inside, dict) and data.draw(st.booleans()):
        inside[data.draw(TEXTS)] = inside.pop(step)
    told = complaints_about(document, boards)
    for line in told:
        # Where there is no such board, every board is named.
        assert len(line.splitlines()) == 1
        assert len(line) < (320 if "there's no board" in line else 250)
    if not told:
        read = record.read_record(json.dumps(document).encode(), boards)
        written = json.dumps(record.record_json(read)).encode()
        assert record.read_record(written, boards) == read


def test_an_entry_alone_is_read_without_knowing_the_game():
    assert read_entry({"type": "draw", "player": "mauve"}, None)[1] == []
    nothing = AllowedNames(None, None, None)
    assert read_entry({"type": "claim", "player": "mauve", "route": "x"}, nothing)[1] == []
    assert read_entry({"type": "station", "player": "mauve", "city": "x"}, nothing)[1] == []
    assert read_entry({"type": "keep", "player": "mauve", "ticket": "x"}, nothing)[1] == []
