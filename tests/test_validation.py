"""Complaints about a document: values fit for a line, sentences for every kind of fault, in the document's order."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from companion.prose.complaints import CLAUSES, clause, short_name, short_value
from companion.validation import CODES, Complaint, complaints, in_order, wrong


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (3, "3"),
        (-1.5, "-1.5"),
        (float("inf"), "inf"),
        (10**40, "1" + "0" * 38 + "…"),
        (10**41, "a very large number"),
        (-(10**4000), "a very large number"),
        ("", "“”"),
        ("blue", "“blue”"),
        ("a\nb\x1b\u202e\ud800", r"“a\nb\x1b\u202e\ud800”"),
        ("x" * 38, "“" + "x" * 38 + "”"),
        ("x" * 39, "“" + "x" * 38 + "…"),
        ({}, "{}"),
        ({"a": 1}, "{…}"),
        ([], "[]"),
        ([1], "[…]"),
        ((), "[]"),
    ],
)
def test_a_value_is_shown_in_a_few_characters(value, text):
    assert short_value(value) == text


@given(st.recursive(st.none() | st.integers() | st.floats() | st.text(st.characters()) | st.binary(), st.lists))
def test_whatever_is_shown_is_short_and_moves_no_cursor(value):
    assert len(short_value(value)) <= 40
    assert short_value(value).isprintable()


@given(st.text(st.characters()))
def test_a_name_is_shown_without_quotes_around_it(name):
    assert short_value(name).startswith("“" + short_name(name))
    assert short_name("blue") == "blue"


class Leaf(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["leaf"] = "leaf"
    size: Annotated[int, Field(ge=1, le=9)] = 1
    weight: Annotated[float, Field(ge=0)] = 0
    green: bool = True
    name: Annotated[str, Field(min_length=1, max_length=3, pattern="^[a-z]*$")] = "a"
    spots: Annotated[list[int], Field(min_length=1, max_length=2)] = [1]
    pair: tuple[int, ...] = ()
    by_name: dict[Annotated[str, Field(pattern="^[a-z]*$")], int] = {}


class Bud(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    type: Literal["bud"]
    leaf: Leaf


class Twig(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    type: Literal["twig"]
    leaves: list[Leaf]


TREE = TypeAdapter(Annotated[Bud | Twig, Field(discriminator="type")])


def told(document, kind=TREE):
    with pytest.raises(ValidationError) as caught:
        kind.validate_python(document)
    return [(c.where, c.code, clause(c)) for c in complaints(caught.value, document)]


LEAF = TypeAdapter(Leaf)


@pytest.mark.parametrize(
    ("member", "value", "code", "says"),
    [
        ("kind", "root", "wrong-value", "“kind” must be “leaf”, not “root”"),
        ("size", 0, "wrong-value", "“size” must be at least 1, not 0"),
        ("size", 10**50, "wrong-value", "“size” may be at most 9, not a very large number"),
        ("size", True, "wrong-type", "“size” must be a whole number, not true"),
        ("weight", "1", "wrong-type", "“weight” must be a number, not “1”"),
        ("green", 1, "wrong-type", "“green” must be true or false, not 1"),
        ("name", None, "wrong-type", "“name” must be text, not null"),
        ("name", "", "wrong-value", "“name” must not be empty"),
        ("name", "abcd", "wrong-value", "“name” may have up to 3 characters"),
        ("name", "A", "wrong-value", "“name” must be lower-case letters, digits and single hyphens, not “A”"),
        ("name", "\ud800", "wrong-value", "“name” has characters that can't be used"),
        ("spots", [], "wrong-value", "“spots” has 0; it needs at least 1"),
        ("spots", [1, 2, 3], "wrong-value", "“spots” has 3; it can have at most 2"),
        ("spots", {}, "wrong-type", "“spots” must be a list, not {}"),
        ("pair", 5, "wrong-type", "“pair” must be a list, not 5"),
        ("by_name", [1], "wrong-type", "“by_name” must be a JSON object, not […]"),
        ("bark\n", 1, "unknown-member", r"nothing here is called “bark\n”"),
    ],
)
def test_every_fault_has_a_sentence(member, value, code, says):
    assert told({member: value}, LEAF) == [((member,), code, says)]


def test_what_stands_in_a_list_is_one_of_it():
    assert told({"spots": [1, "a"]}, LEAF) == [
        (("spots", 1), "wrong-type", "each item in “spots” must be a whole number, not “a”")
    ]
    twig = {"type": "twig", "leaves": [{}, 5]}
    assert told(twig) == [(("leaves", 1), "wrong-type", "each item in “leaves” must be a JSON object, not 5")]


def test_a_list_is_not_called_too_short_because_some_of_it_is_wrong():
    lengths = TypeAdapter(Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(min_length=2)])
    assert told([1, 0], lengths) == [((1,), "wrong-value", "each item in “” must be at least 1, not 0")]


def test_a_member_s_own_name_can_be_wrong():
    (one,) = told({"by_name": {"A": 1}}, LEAF)
    assert one[0] == ("by_name", "A")
    assert one[2].startswith("“A” must be lower-case letters")


@pytest.mark.parametrize(
    ("type_", "says"),
    [("root", "“root”"), (5, "5"), (None, "null"), (True, "true"), ([], "[]"), ({"a": 1}, "{…}")],
)
def test_a_type_that_is_none_is_told_with_those_there_are(type_, says):
    assert told({"type": type_}) == [((), "unknown-type", f"there's no type {says}; use one of bud, twig")]


def test_what_is_missing_is_named():
    assert told({}) == [((), "missing-member", "the member “type” is missing")]
    assert told({"type": "bud"}) == [(("leaf",), "missing-member", "the member “leaf” is missing")]


def test_the_type_is_no_step_on_the_way():
    assert told({"type": "bud", "leaf": {"size": 0}})[0][0] == ("leaf", "size")


def test_a_check_of_our_own_brings_its_code_and_sentence():
    def never(value):
        wrong("wrong-value", "null", member=f"{value}{{this}}")

    kind = TypeAdapter(Annotated[str, AfterValidator(never)])
    assert told("sky", kind) == [((), "wrong-value", "“sky{this}” can't be null; leave it out instead")]


def test_a_kind_of_fault_that_pydantic_may_bring_one_day_has_a_sentence_of_ours():
    assert clause(Complaint((), "new", {"member": "sky", "each": False, "given": 5}, "new")) == "“sky” can't be 5"


def test_complaints_come_in_the_order_of_the_document():
    twig = {"leaves": [{"spots": [], "zzz": 1, "size": 0}, {"green": 3}], "aaa": 1, "type": "twig"}
    assert [c[0] for c in told(twig)] == [
        ("leaves", 0, "spots"),
        ("leaves", 0, "zzz"),
        ("leaves", 0, "size"),
        ("leaves", 1, "green"),
        ("aaa",),
    ]


def test_what_is_missing_comes_at_the_end_of_its_place_and_equals_stay_as_they_were():
    document = {"b": {"x": 1}, "c": [1, 2]}
    places = [("c", 1), ("a",), ("b", "y"), ("b", "x"), (), ("b", "y", "deeper")]
    found = [Complaint(place, str(n)) for n, place in enumerate(places)]
    ordered = [c.where for c in in_order(found, document)]
    assert ordered == [(), ("b", "x"), ("b", "y"), ("b", "y", "deeper"), ("c", 1), ("a",)]


def test_no_sentence_of_pydantics_own_reaches_a_person():
    assert CODES.keys() <= CLAUSES.keys()
