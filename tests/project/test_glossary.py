"""One word for one idea, first in English; and a help text names a button by the button's own text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.project.test_catalogues import BY_CODE, TERMS, forms, known, newest, plain
from tools.catalogues import texts

# What is called otherwise, and how.
OTHERWISE = {
    r"\b(failed|lost|won|unconnected) tickets?\b": "not completed",
    r"\btickets?( (is|are|isn't|aren't))? (failed|lost|won|(not )?connected)\b": "not completed",
    r"\bways? to play\b": "variant",
    r"\blast (turns|round)\b|\bfinal turns?\b": "the final round is the round, the last turn is one player's",
    r"\b(some|any|every)body\b": "someone, anyone, everyone",
    r"\bset-up\b": "settings",
    r"\breal box\b|\bboard\b.*\bcan (score|count)\b": "nobody says so at a table",
}
QUOTED = re.compile(r"quoted\(((?:_|pgettext)\([^()]*\))\)")


@pytest.mark.parametrize("said", OTHERWISE)
def test_english_has_one_word_for_one_idea(said):
    ids = [
        text for message in texts(newest()) for text in ((message.id,) if isinstance(message.id, str) else message.id)
    ]
    assert [text for text in ids if re.search(said, plain(text), re.I)] == [], OTHERWISE[said]


@pytest.mark.parametrize("code", BY_CODE)
def test_the_final_round_is_never_called_the_last_turn(code):
    pairs = [pair for message in texts(known(code)) for pair in forms(message)]
    for mine, other in (("final-round", "last-turn"), ("last-turn", "final-round")):
        about = [told for text, told in pairs if re.search(TERMS["en"][mine], text, re.I)]
        alone = [told for text, told in pairs if re.search(TERMS["en"][other], text, re.I)]
        assert [told for told in {*about} - {*alone} if re.search("|".join(TERMS[code][other]), told, re.I)] == []


def test_a_sentence_names_a_button_by_the_buttons_own_text():
    pages = {file: file.read_text() for file in sorted(Path("templates").rglob("*.html"))}
    named = {call for page in pages.values() for call in QUOTED.findall(page)}
    elsewhere = "".join(QUOTED.sub("", page) for page in pages.values())
    assert len(named) > 14
    assert [call for call in sorted(named) if call not in elsewhere] == []
    assert sum(page.count("quoted(") for page in pages.values()) == sum(
        len(QUOTED.findall(p)) for p in pages.values()
    )
