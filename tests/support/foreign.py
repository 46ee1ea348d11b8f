"""A language that nobody speaks: every message of the catalogue stands in brackets, so what does not is seen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from tests.support.markup import parsed

MESSAGE = re.compile(r"⟦[^⟦⟧]*⟧|{\w+}")  # or a place in one that a script fills
WORD = re.compile(r"[^\W\d_]{2,}")
# Attributes that people read or hear, and those that carry words for a script.
READ = ("title", "aria-label", "placeholder", "alt", "content", "label")
CARRIED = ("data-say", "data-warning", "data-draw", "data-share", "data-text", "data-words")
JSON = ("data-phrases", "data-news")
UNREAD = ("script", "style", "textarea")  # what somebody pasted is their own
# Members of JSON that hold words for people.
WORDED = ("message", "because")
UNWORDED = ("table", "here", "seat", "entries", "undone", "members")  # of the JSON for a script: addresses and ids


class Brackets(NullTranslations):
    """Every message in brackets, and in a mark of its number or its context no word more."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return f"⟦{singular if n == 1 else plural}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        return self.ngettext(singular, plural, n)


FOREIGN = Brackets()


def left(text: str, known: Iterable[str] = ()) -> list[str]:
    """The words of a text that stand outside all brackets, without those that every language has."""
    bare = None
    while bare != text:
        bare, text = text, MESSAGE.sub(" ", text)
    return WORD.findall(_any_of(frozenset(known)).sub(" ", text))


@lru_cache(maxsize=8)
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    """The longest of these names that stands at a place, as a word of its own."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)")


def read_in(page: str) -> Iterator[str]:
    """Everything of a page that people read or hear, a piece each."""
    for element in parsed(page).iter():
        if not isinstance(element.tag, str):  # a comment
            continue
        if element.tag not in UNREAD and element.text:
            yield element.text
        if element.tail:
            yield element.tail
        if element.tag == "meta" and element.get("name") != "description":
            continue
        yield from (element.get(name) or "" for name in (*READ, *CARRIED))
        for name in JSON:
            yield from _strings(json.loads(element.get(name) or "null"))


def worded_in(document: Any) -> Iterator[str]:
    """The words for people in an answer to a program."""
    if isinstance(document, dict):
        for name, value in document.items():
            yield from [value] if name in WORDED and isinstance(value, str) else worded_in(value)
    elif isinstance(document, list):
        for value in document:
            yield from worded_in(value)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for name, inside in pairs:
            yield from _strings(inside) if name not in UNWORDED else ()
