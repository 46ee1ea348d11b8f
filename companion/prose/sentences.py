"""Making sentences of clauses: the same words follow a colon in one place and are a sentence in another."""

from collections.abc import Iterable
from functools import reduce
from typing import Final

from companion.i18n import gettext as _
from companion.i18n import pgettext

CLOSED: Final = (".", "?", "!", "…", "。", "？", "！")


def in_full(clause: str) -> str:
    """A clause as a sentence, with a capital and, unless it ends with some mark already, a full stop."""
    begun = f"{clause[:1].upper()}{clause[1:]}"
    # Translators: a clause that becomes a sentence, such as: The log has 5001 entries
    return begun if begun.endswith(CLOSED) else _("{clause}.").format(clause=begun)


def together(sentences: Iterable[str]) -> str:
    """Sentences one after another, as in a paragraph."""
    # Translators: two whole sentences, one after the other
    pair = pgettext("sentences", "{first} {next}")
    return reduce(lambda first, following: pair.format(first=first, next=following), sentences)


def with_place(place: str, clause: str) -> str:
    """A clause after the place that it is about."""
    # Translators: where in a file something is wrong, and what, such as: log entry 3: Berlin – Wien is already Ada's
    return _("{place}: {clause}").format(place=place, clause=clause) if place else clause
