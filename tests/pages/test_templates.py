"""Habits of the templates: short, nothing inline, every word through gettext."""

from __future__ import annotations

import re
from gettext import NullTranslations

import pytest

from companion import data
from companion.i18n import speaking
from tests.support.markup import parsed

TEMPLATES = sorted(data.templates().rglob("*.html"))
READ_OUT = ("aria-label", "alt", "title", "placeholder")
NAMES = {"htmx 4.0.1", "League Gothic", "Barlow Semi Condensed", "Old Standard", "404 –", "–"}


class Marked(NullTranslations):
    """A language that is plain to see."""

    def gettext(self, message):
        return f"⟦{message}⟧"

    def ngettext(self, singular, plural, n):
        return f"⟦{singular if n == 1 else plural}⟧"

    def pgettext(self, context, message):
        return self.gettext(message)

    def npgettext(self, context, singular, plural, n):
        return self.ngettext(singular, plural, n)


def words_of(tree):
    """Every piece of text a person sees, and the attributes that are read out."""
    for element in tree.iter():
        if not isinstance(element.tag, str) or element.tag in ("script", "style"):
            continue
        yield from (text.strip() for text in (element.text, element.tail) if text and text.strip())
        yield from (element.get(name) for name in READ_OUT if element.get(name))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_a_template_is_short_and_has_nothing_inline(template):
    text = template.read_text()
    assert len(text.splitlines()) <= 80
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|hx-on|javascript:|js:|\|\s*safe\b", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_only_what_has_a_role_has_a_name(template):
    """A paragraph may have none: some readers leave it out, others read it in place of the words."""
    bare = r"<(p|div|span|strong|em|b|i|code|time|mark|sub|sup)(\s[^>]*)>"
    for tag, attributes in re.findall(bare, template.read_text()):
        assert "aria-label" not in attributes or "role=" in attributes, (tag, attributes)


@pytest.mark.parametrize("address", ["/about", "/accessibility", "/nowhere"])
def test_every_word_goes_through_gettext(client, address):
    with speaking(Marked()):
        tree = parsed(client.get(address).text)
    left = [re.sub(r"⟦.*?⟧", "", text, flags=re.S).strip() for text in words_of(tree)]
    assert {text for text in left if text} <= NAMES


def test_words_of_a_page_with_data_are_translated_too(client):
    with speaking(Marked()):
        text = client.get("/boards").text
    for words in ("Which board is on the table?", "tickets", "No bonus", "Boards", "About"):
        assert f"⟦{words}⟧" in text
    assert "⟦36 cities⟧" in text
