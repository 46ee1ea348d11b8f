"""The sheet in another language: in the language of whoever asks, in letters that its faces have."""

from __future__ import annotations

import json
from gettext import NullTranslations
from unittest.mock import Mock

import pytest
from fontTools.ttLib import TTFont

from companion import data, i18n, languages
from companion.languages import LANGUAGES
from companion.record.read import record_json
from companion.rules.tally import tally
from companion.sheet import pool, sheet_html
from tests.support.phones import a_record
from tests.support.tongues import tongues

__all__ = ["tongues"]

# What each alphabet has besides a to z, with marks and quotes.
LETTERS = {
    "cs": "áčďéěíňóřšťúůýž„“",
    "de": "äöüß„“",
    "es": "áéíñóúü¿¡«»",
    "fr": "àâæçéèêëîïôœùûüÿ«»’",
    "it": "àèéìòù«»’",
    "nl": "áéëïöü‘’",
    "pl": "ąćęłńóśźż„”",
    "pt-BR": "áâãàçéêíóôõú“”",
    "sv": "åäöé”",
}


def letters_of(*files: str) -> set[str]:
    faces = [TTFont(data.static() / file) for file in files]
    return {chr(code) for face in faces for code in face.getBestCmap()}


@pytest.mark.parametrize(
    "files",
    [
        tuple(f"fonts/league-gothic-latin{part}.woff2" for part in ("", "-central", "-1", "-ext")),
        tuple(f"fonts/barlow-semi-condensed-latin{part}.woff2" for part in ("", "-central", "-1", "-ext")),
        ("print/old-standard-regular.woff2",),
        ("print/old-standard-italic.woff2",),
        ("print/old-standard-bold.woff2",),
    ],
    ids=lambda files: files[0],
)
def test_every_face_has_the_letters_of_every_language(files):
    there = letters_of(*files)
    assert LETTERS.keys() == LANGUAGES.keys() - {"en"}
    for tag, letters in LETTERS.items():
        wanted = {*letters, *letters.upper().replace("SS", "")}
        assert wanted - there == set(), tag


def test_the_page_says_which_language_it_is(tongues):
    result = tally(a_record(log=({"type": "finish"},)).replayed())
    assert '<html lang="en" dir="ltr">' in sheet_html(result)
    with i18n.speaking(languages.catalogue("de")):
        assert '<html lang="de" dir="ltr">' in sheet_html(result)


def test_the_printing_process_is_told_the_language(tongues, monkeypatch):
    """It is another process, and speaks only what it is told to."""
    sent = []
    printer = pool.Printer()
    monkeypatch.setattr(printer, "_ask_process", lambda wanted: (sent.append(wanted), ("made", b"%PDF"))[1])
    record = json.dumps(record_json(a_record(log=({"type": "finish"},)))).encode()
    for tag in ("en", "de"):
        with i18n.speaking(languages.catalogue(tag)):
            printer(record)
            printer.blank("usa")
    assert [wanted[-1] for wanted in sent] == ["en", "en", "de", "de"]


def test_it_speaks_what_it_was_told_for_one_sheet(tongues, monkeypatch):
    spoken = []
    monkeypatch.setattr(pool, "_make", lambda *_wanted: (spoken.append(i18n.language()), ("made", b""))[1])
    monkeypatch.setattr(pool.signal, "signal", lambda *_told: None)
    monkeypatch.setattr(pool, "unix", None)
    monkeypatch.setattr(pool, "gc", Mock())  # ours goes on

    class Line:
        """Three sheets, and the end of the line."""

        asked = iter([("usa", "a4", {}, language) for language in ("de", "pl", "en")])

        def recv(self):
            try:
                return next(self.asked)
            except StopIteration:
                raise EOFError from None

        def send(self, _answer):
            pass

        def poll(self, _seconds):
            return True

    pool.work(Line(), [])
    assert spoken == ["de", "pl", "en"]
    assert i18n.gettext("New game") == NullTranslations().gettext("New game")
