"""What people may write into a record."""

from __future__ import annotations

import sys
import unicodedata
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, ValidationError

from companion.prose.complaints import clause
from companion.rules.free_text import (
    DIRECTION,
    FORBIDDEN,
    GIVEN,
    EntryId,
    Letter,
    Name,
    Shape,
    Time,
    Title,
    appearance,
    without_invisible,
)
from companion.validation import complaints


class Texts(BaseModel):
    name: Name = "x"
    title: Title = ""
    shape: Shape = "x"
    letter: Letter = "x"
    id: EntryId = "x"
    at: Annotated[Time, GIVEN] = ""


def read(member: str, value: Any) -> Any:
    return getattr(Texts(**{member: value}), member)


def wrong(member: str, value: Any) -> tuple[str, str]:
    with pytest.raises(ValidationError) as caught:
        Texts(**{member: value})
    (complaint,) = complaints(caught.value, {member: value})
    return complaint.code, clause(complaint)


@pytest.mark.parametrize(
    ("member", "least", "most"), [("name", 1, 24), ("title", 0, 80), ("shape", 1, 20), ("id", 1, 64)]
)
def test_texts_have_a_least_and_a_most_length(member, least, most):
    for length in (max(least, 1), most):
        assert read(member, "x" * length) == "x" * length
    range_ = f"{least} to {most}" if least else f"up to {most}"
    says = f"“{member}” has {most + 1} characters; it may have {range_}"
    assert wrong(member, "x" * (most + 1)) == ("wrong-length", says)


@pytest.mark.parametrize("member", ["name", "shape", "letter", "id"])
def test_only_a_title_may_be_empty(member):
    assert wrong(member, "")[0] == "wrong-length"
    assert read("title", "") == ""


def test_a_letter_is_one_character():
    assert read("letter", "Ä") == "Ä"
    assert wrong("letter", "ab") == ("wrong-length", "“letter” has 2 characters; it must have 1")


def test_characters_are_counted_and_kept_in_composed_form():
    assert read("letter", "A\u0308") == "\u00c4"
    assert read("name", "e\u0301" * 24) == "\u00e9" * 24


@pytest.mark.parametrize("member", ["name", "title", "shape", "id"])
@pytest.mark.parametrize(
    "mark",
    ["\n", "\t", "\0", "\x7f", "\x85", "\u2028", "\u2029", "\u061c", "\u200e", "\u200f"]
    + [chr(n) for n in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))],
)
def test_what_cannot_be_shown_is_refused(member, mark):
    says = f"“{member}” has a character that can't be shown, such as a line break"
    assert wrong(member, f"a{mark}b") == ("wrong-character", says)


def test_signs_and_letters_of_any_script_are_allowed():
    for name in ("XXL", "Ola 🚂", "王", "ʻOkina", "a\u200db", "Zoë-Ann d’Arc"):
        assert read("name", name) == name


def test_a_name_has_something_to_see():
    for name in (" ", "   ", "\u00a0\u3000"):
        assert wrong("name", name) == ("wrong-character", "“name” needs at least one visible character")
    assert read("name", " a ") == " a "
    assert read("title", "  ") == "  "
    assert read("shape", " ") == " "


def test_what_is_seen_of_a_name():
    assert appearance(" A\u200bda\u2800 Bo\u3164") == "Ada Bo"
    assert appearance("e\u034f\u0301") == "\u00e9"
    assert appearance("\u200b \ufe0f\u115f") == ""


def test_a_name_without_what_nobody_needs():
    assert without_invisible("A\u200bd\u00ada\u3164\u2800Bo") == "Ada Bo"
    assert without_invisible("A\u202eda") == "A\u202eda"
    assert without_invisible(" \u00a0Bo  Ek ") == " \u00a0Bo  Ek "
    assert without_invisible("👩\u200d🚀 علی\u200cرضا ❤\ufe0f") == "👩\u200d🚀 علی\u200cرضا ❤\ufe0f"


def test_a_record_may_hold_any_of_them():
    """Files of before, and of other programs, stay readable."""
    for name in ("\u200b", "\u3164", "A\u2060da"):
        assert read("name", name) == name


TIMES = [
    "2026-11-18T19:04:11Z",
    "2026-11-18t19:04:11z",
    "2026-11-18T19:04:11.5Z",
    "2026-11-18T19:04:11.123456789+05:30",
    "2026-11-18T00:00:00-00:00",
    "2026-01-31T23:59:59+23:59",
    "2024-02-29T12:00:00Z",
    "2000-02-29T12:00:00Z",
    "0000-02-29T12:00:00Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T00:00:00Z",
    "2016-12-31T23:59:60Z",
    "2017-01-01T00:59:60+01:00",
    "2016-12-31T18:29:60-05:30",
]


@pytest.mark.parametrize("moment", TIMES)
def test_a_moment_as_the_standard_writes_it(moment):
    assert read("at", moment) == moment


@pytest.mark.parametrize(
    "moment",
    [
        "",
        "now",
        "2026-11-18",
        "2026-11-18T19:04:11",
        "2026-11-18 19:04:11Z",
        "2026-11-18T19:04Z",
        "2026-11-18T19:04:11.Z",
        "2026-11-18T19:04:11+0100",
        " 2026-11-18T19:04:11Z",
        "2026-11-18T19:04:11Z ",
        "2026-00-18T19:04:11Z",
        "2026-13-18T19:04:11Z",
        "2026-11-00T19:04:11Z",
        "2026-11-31T19:04:11Z",
        "2026-02-29T19:04:11Z",
        "1900-02-29T19:04:11Z",
        "2026-11-18T24:00:00Z",
        "2026-11-18T19:60:00Z",
        "2026-11-18T19:04:60Z",
        "2026-11-18T23:58:60Z",
        "2026-11-18T23:59:61Z",
        "2017-01-01T00:59:60Z",
        "2017-01-01T00:59:60-01:00",
        "2026-11-18T19:04:11+24:00",
        "2026-11-18T19:04:11-01:60",
        "٢٠٢٦-11-18T19:04:11Z",
    ],
)
def test_anything_else_is_no_moment(moment):
    assert wrong("at", moment) == ("wrong-time", "“at” must be a time such as 2026-11-18T19:04:11Z")


def test_null_is_not_leaving_out():
    assert wrong("at", None) == ("wrong-value", "“at” can't be null; leave it out instead")


def test_what_is_kept_out_of_texts_is_what_unicode_calls_so():
    kinds = {"Cc", "Zl", "Zp", "Cs"}  # control characters, separators of lines and paragraphs, halves of a character
    for char in map(chr, range(sys.maxunicode + 1)):
        kept_out = char in DIRECTION or unicodedata.category(char) in kinds
        assert bool(FORBIDDEN.search(char)) == kept_out, hex(ord(char))
