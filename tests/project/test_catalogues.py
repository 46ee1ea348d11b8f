"""Every catalogue is whole: each text in every form, the same filled in, compiled, one word for each thing."""

from __future__ import annotations

import io
import os
import re
import tomllib
from collections import Counter
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

from companion.languages import LANGUAGES
from hatch_build import compile_catalogues
from tools import catalogues
from tools.catalogues import FOLDER, empty, files, read, template, texts, tied, updated, written

FILES = files()
BY_CODE = {file.parents[1].name: file for file in FILES}
of_each = pytest.mark.parametrize("code", BY_CODE)
# What a translation must have as often as its original: places to fill, tags, breaks, and options of a command.
PARTS = re.compile(r"\{[^{}]*\}|<[^>]+>|\n|(?<!\w)--[a-z-]+|`[^`]+`")
TERMS = tomllib.loads(Path(__file__).with_name("terms.toml").read_text())
ENOUGH = 0.85  # of the sentences with a term; the rest say it in another way


@cache
def newest() -> Catalog:
    return template()


@cache
def known(code: str) -> Catalog:
    return read(BY_CODE[code])


def forms(message: Message) -> list[tuple[str, str]]:
    """Every text of a translation with the original that it stands for; what is missing is told elsewhere."""
    if empty(message):
        return []
    if isinstance(message.id, str):
        return [(message.id, str(message.string))]
    singular, plural = message.id
    return [(singular if place == 0 else plural, text) for place, text in enumerate(message.string)]


def keys(catalogue: Catalog) -> set[tuple[str | None, str]]:
    return {(message.context, str(message.id)) for message in texts(catalogue)}


def parts(text: str) -> Counter[str]:
    return Counter(PARTS.findall(text))


def test_every_language_is_known_and_nothing_else_lies_there():
    tags = {code.replace("_", "-") for code in BY_CODE}
    assert tags <= {*LANGUAGES}
    found = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file()}
    kept = {f"{code}/LC_MESSAGES/trackside.{kind}" for code in BY_CODE for kind in ("po", "mo")}
    assert found == kept | {"README.md"}


def test_only_a_catalogue_that_is_newer_than_what_was_made_of_it_is_compiled(tmp_path):
    source, made = (tmp_path / f"sv/LC_MESSAGES/trackside.{kind}" for kind in ("po", "mo"))
    source.parent.mkdir(parents=True)
    source.write_bytes(BY_CODE["sv"].read_bytes())
    compile_catalogues(tmp_path)
    assert made.read_bytes() == BY_CODE["sv"].with_suffix(".mo").read_bytes()
    made.write_bytes(b"made before")
    compile_catalogues(tmp_path)
    assert made.read_bytes() == b"made before"
    os.utime(made, ns=(0, source.stat().st_mtime_ns - 1))
    compile_catalogues(tmp_path)
    assert made.read_bytes() != b"made before"
    assert {file.name for file in source.parent.iterdir()} == {source.name, made.name}


@of_each
def test_it_has_the_texts_of_the_code_and_no_others(code):
    missing, gone = keys(newest()) - keys(known(code)), keys(known(code)) - keys(newest())
    assert (missing, gone) == (set(), set()), "make languages"


@of_each
def test_nothing_is_left_empty_or_unsure(code):
    undone = [message.id for message in texts(known(code)) if empty(message) or message.fuzzy]
    assert undone == []


@of_each
def test_every_form_of_a_plural_is_there(code):
    language = LANGUAGES[code.replace("_", "-")]
    assert known(code).num_plurals == language.forms
    counted = [message for message in texts(known(code)) if not isinstance(message.id, str)]
    assert {len(message.string) for message in counted} == {language.forms}


@of_each
def test_the_same_is_filled_in(code):
    wrong = [
        (original, text)
        for message in texts(known(code))
        for original, text in forms(message)
        if parts(text) != parts(original)
        and not (isinstance(message.id, tuple) and _without_its_number(message, text))
    ]
    assert wrong == []


def _without_its_number(message: Message, text: str) -> bool:
    """Whether a form of a plural has the places of the other: one language counts what another says in a word."""
    return any(parts(text) == parts(original) for original in message.id)


@of_each
def test_no_text_begins_or_ends_otherwise_with_a_space(code):
    wrong = [
        (original, text)
        for message in texts(known(code))
        for original, text in forms(message)
        if (text[:1].isspace(), text[-1:].isspace()) != (original[:1].isspace(), original[-1:].isspace())
    ]
    assert wrong == []


@of_each
def test_a_word_of_one_letter_stays_with_the_next_where_the_language_wants_it(code):
    told = [text for message in texts(known(code)) for _, text in forms(message)]
    assert [text for text in told if text != tied(text, code)] == [], "make languages"


@pytest.mark.parametrize(
    ("code", "typed", "kept"),
    [
        ("pl", "W menu i z {name}, a w 5 px", "W~menu i~z {name}, a~w~5~px"),
        ("cs", "Ťukni (v seznamu) na stůl a k\u00a0tomu {n} px", "Ťukni (v~seznamu) na stůl a~k~tomu {n}~px"),
        ("de", "a b, 5 px", "a b, 5 px"),
    ],
)
def test_a_space_after_a_word_of_one_letter_and_before_a_unit_does_not_break(code, typed, kept):
    assert tied(typed, code) == kept.replace("~", "\u00a0")


@of_each
def test_what_is_compiled_is_what_was_written(code):
    file = BY_CODE[code]
    with file.with_suffix(".mo").open("rb") as opened:
        kept = GNUTranslations(opened)
    again = io.BytesIO()
    write_mo(again, known(code))  # by another program than the one that made the file
    fresh = GNUTranslations(io.BytesIO(again.getvalue()))
    said = {name: text for name, text in vars(kept)["_catalog"].items() if name}
    assert said == {name: text for name, text in vars(fresh)["_catalog"].items() if name}, "make languages"
    assert kept.info()["language"] == code


@of_each
def test_the_forms_fit_the_numbers_of_that_language(code):
    file = BY_CODE[code].with_suffix(".mo")
    with file.open("rb") as opened:
        form = GNUTranslations(opened).plural  # type: ignore[attr-defined]
    wanted = {
        "pl": lambda n: 0 if n == 1 else 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2,
        "cs": lambda n: 0 if n == 1 else 1 if n in (2, 3, 4) else 2,
        "fr": lambda n: int(n > 1),
    }.get(code, lambda n: int(n != 1))
    assert [form(n) for n in range(201)] == [wanted(n) for n in range(201)]


@of_each
def test_one_word_for_each_thing(code):
    """The words of the box, not others, in nearly every sentence; always where they stand alone."""
    for term, stems in TERMS[code].items():
        said = re.compile("|".join(stems), re.I)
        named = re.compile(rf"(?<![\w{{-]){TERMS['en'][term]}(?![\w}}-])", re.I)
        pairs = [pair for message in texts(known(code)) for pair in forms(message) if named.search(plain(pair[0]))]
        alone = [(original, text) for original, text in pairs if len(plain(original).split()) == 1]
        assert [pair for pair in alone if not said.search(pair[1])] == [], term
        kept = [pair for pair in pairs if said.search(pair[1])]
        assert kept, term
        assert len(kept) >= ENOUGH * len(pairs), (term, [pair for pair in pairs if pair not in kept])


def plain(text: str) -> str:
    """A text without what is filled in and without the name of the game."""
    return re.sub(r"\{[^{}]*\}|`[^`]*`|Ticket to Ride|companion [a-z-]+", " ", text)


def test_a_new_text_comes_into_a_catalogue_and_an_old_one_leaves_it():
    catalogue, other = Catalog(locale="de", fuzzy=False), Catalog(fuzzy=False)
    catalogue.add("kept", "bleibt")
    catalogue.add("gone", "geht")
    other.add("kept")
    other.add("new")
    told = written(updated(catalogue, other)).decode()
    assert 'msgid "kept"\nmsgstr "bleibt"' in told
    assert 'msgid "new"\nmsgstr ""' in told
    assert "geht" not in told


def test_the_template_has_texts_of_every_kind():
    told = keys(newest())
    for wanted in (
        (None, "Start the game"),  # a page
        ("button", "Undo"),  # one with a context
        (None, "('{n} train', '{n} trains')"),  # a number
        ("board", "Switzerland"),  # a board's name
        ("variant", "Base game"),
        ("bonus", "European Express"),
        (None, "Score the game in a record, with a reason for every line. FILE can be - for standard input."),
    ):
        assert wanted in told
    assert newest().get("{before}, {next}", "list").auto_comments == ["what stands between the words of a list"]


def test_a_language_begins_with_every_text_and_none_that_is_unknown_begins(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    file = catalogues.begin("sv", newest())
    assert len(read(file)) == len(newest())
    with pytest.raises(SystemExit, match="doesn't name xx"):
        catalogues.begin("xx", newest())
