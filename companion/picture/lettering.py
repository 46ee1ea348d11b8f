"""Estimates the width of labels from the advance widths of common sans-serif fonts. Pure."""

from collections.abc import Iterator
from itertools import chain
from typing import Final
from unicodedata import normalize

# Thousandths of the size of the type, as in Helvetica, Arial, Liberation Sans and their like.
_GROUPS: Final = {
    191: "'",
    222: "ijlł",
    278: " !,./:;Ift[]\\",
    333: "()-r`",
    500: "Jcksvxyz",
    556: "#$_Labdeghnopqu0123456789?Łđð",
    584: "+<=>~",
    611: "FTZßøþ",
    667: "ABEKPSVXY&",
    722: "CDHNRUwÐĐ",
    778: "GOQØ",
    833: "Mm",
    889: "%æ",
    944: "W",
}
_WIDTHS: Final = dict(chain.from_iterable(((letter, width) for letter in group) for width, group in _GROUPS.items()))
_OTHER: Final = 722


def text_width(text: str, size: float) -> float:
    """The width of a line of text; accents add nothing, and unknown letters count as wide."""
    return sum(_WIDTHS.get(letter, _OTHER) for letter in _plain(text)) * size / 1000


def is_measured(text: str) -> bool:
    """Whether the width of every letter is known."""
    return all(letter in _WIDTHS for letter in _plain(text))


def _plain(text: str) -> Iterator[str]:
    """The letters of a text without their accents."""
    return (normalize("NFD", letter)[0] for letter in text)
