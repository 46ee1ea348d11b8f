"""What people write into a record: names, titles, letters, ids and times, in every script and within their length."""

from __future__ import annotations

import json
import unicodedata

import pytest

from companion.record import read
from tests.support.records import but, complaints_about, with_log


@pytest.fixture
def lines(boards):
    """Reads a record and gives the lines that tell what is wrong with it, each of them one to print."""

    def lines(document):
        told = complaints_about(document, boards)
        assert all(line.isprintable() for line in told)
        return told

    return lines


DRAW = {"type": "draw", "player": "blue"}
COMPOSED = "é"
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED)
RAILWAY = "🚂"


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 24,
        COMPOSED * 24,
        DECOMPOSED * 24,
        RAILWAY * 24,
        "שרה",
        "محمد",
        "दीपा",
        "👩‍🚀",
        " Ada ",
        "é́",
        "Bo\u00a0Ek",
    ],
)
def test_names_in_any_script_are_kept_as_they_are(lines, boards, name):
    document = but("players", 1, name=name)
    assert lines(document) == ()
    kept = read.read_record(json.dumps(document).encode(), boards).setup.name("red")
    assert kept == unicodedata.normalize("NFC", name)


MARKS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
TOO_LONG = [letter * 25 for letter in ("x", COMPOSED, DECOMPOSED, RAILWAY)]
UNSEEN = [f"a{mark}b" for mark in "\n\r\t\0\x1b\x7f\x85\u2028\u2029\ud800" + MARKS]


@pytest.mark.parametrize("name", ["", " ", "\u3000", *TOO_LONG, *UNSEEN])
def test_names_that_cannot_be_shown_are_refused(lines, name):
    (line,) = lines(but("players", 1, name=name))
    assert line.startswith("player 2: “name” ")


@pytest.mark.parametrize(
    ("steps", "member", "good", "wrong"),
    [
        ((), "title", ["", " ", "x" * 80, DECOMPOSED * 80], ["x" * 81, "a\nb", "\u202e"]),
        (("players", 0), "letter", ["A", COMPOSED, DECOMPOSED, RAILWAY], ["", "AB", "👩‍🚀", "\u200e", "\n"]),
        (("players", 0), "shape", ["a", "x" * 20], ["", "x" * 21, "a\rb"]),
        (("log", 2), "id", ["1", "x" * 64, "ü"], ["", "x" * 65, "\u0000"]),
    ],
)
def test_every_text_has_its_length_and_its_characters(lines, steps, member, good, wrong):
    assert [lines(but(*steps, **{member: text})) for text in good] == [()] * len(good)
    for text in wrong:
        (line,) = lines(but(*steps, **{member: text}))
        assert f": “{member}” has" in line


TIMES = [
    "2026-11-18T19:04:11Z",
    "2026-11-18t19:04:11z",
    "2026-11-18T19:04:11.123456789Z",
    "2024-02-29T00:00:00+00:00",
    "2000-02-29T23:59:59-23:59",
    "2016-12-31T23:59:60Z",
    "2017-01-01T00:59:60+01:00",
    "2016-12-31T18:29:60.5-05:30",
    "0000-02-29T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "2026-11-18T19:04:11-00:00",
]
NO_TIMES = [
    "now",
    "2026-11-18",
    "2026-11-18T19:04:11",
    "2026-11-18T19:04Z",
    "20261118T190411Z",
    "+2026-11-18T19:04:11Z",
    "2026-11-18T19:04:11.Z",
    "2026-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-11-18T24:00:00Z",
    "2026-11-18T19:60:00Z",
    "2026-11-18T19:04:60Z",
    "2026-11-18T23:59:60+01:00",
    "2026-11-18T19:04:61Z",
    "2026-11-18T19:04:11+24:00",
    "2026-11-18T19:04:11+01:60",
    "2026-11-18T19:04:11+0100",
    "２026-11-18T19:04:11Z",
]


@pytest.mark.parametrize("at", TIMES)
def test_a_time_is_one_of_rfc_3339(lines, at):
    assert lines(with_log({**DRAW, "at": at})) == ()


@pytest.mark.parametrize(
    "at", [*NO_TIMES, "", "2026-11-18 19:04:11Z", "2026-11-18T19:04:11Z\n", " 2026-11-18T19:04:11Z"]
)
def test_what_is_no_time_is_refused(lines, at):
    (line,) = lines(with_log({**DRAW, "at": at}))
    assert line == "log entry 1: “at” must be a time such as 2026-11-18T19:04:11Z (wrong-time)"


def test_an_id_names_one_entry_also_where_it_is_written_otherwise(lines):
    log = [{**DRAW, "id": COMPOSED}, DRAW, {**DRAW, "id": DECOMPOSED}, {**DRAW, "id": "b"}, {**DRAW, "id": COMPOSED}]
    assert lines(with_log(*log)) == (
        "log entry 3: entry 1 has the same id (id-used)",
        "log entry 5: entry 1 has the same id (id-used)",
    )
