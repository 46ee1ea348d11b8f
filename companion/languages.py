"""The languages that Trackside speaks: what each is called, its catalogue, and the order of its letters.

A language is offered if `languages/` has its compiled catalogue. Each catalogue is read on first use.
The order of letters is given by an alphabet for each language, without a library.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from companion import data, i18n

DOMAIN: Final = "trackside"
LATIN: Final = "a b c d e f g h i j k l m n o p q r s t u v w x y z"

# Letters that Unicode does not decompose into a plain letter and a mark.
PLAIN: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its tag for browsers (`pt-BR`), its own name for itself, its number of plural forms, its alphabet.

    The alphabet lists the letters that sort as letters of their own.
    """

    tag: str
    name: str
    forms: int = 2
    alphabet: str = LATIN

    @property
    def folder(self) -> Path:
        """The folder of its catalogue; gettext writes `pt_BR`."""
        return data.languages() / self.tag.replace("-", "_") / "LC_MESSAGES"


CZECH: Final = "a b c č d e f g h ch i j k l m n o p q r ř s š t u v w x y z ž"
POLISH: Final = "a ą b c ć d e ę f g h i j k l ł m n ń o ó p q r s ś t u v w x y z ź ż"
LANGUAGES: Final = {
    language.tag: language
    for language in (
        Language(i18n.ENGLISH, "English"),
        Language("cs", "Čeština", 3, CZECH),
        Language("de", "Deutsch"),
        Language("es", "Español", 2, LATIN.replace("n o", "n ñ o")),
        Language("fr", "Français"),
        Language("it", "Italiano"),
        Language("nl", "Nederlands"),
        Language("pl", "Polski", 3, POLISH),
        Language("pt-BR", "Português (Brasil)"),
        Language("sv", "Svenska", 2, f"{LATIN} å ä ö"),
    )
}


@cache
def offered() -> Mapping[str, Language]:
    """The languages that can be chosen: English, and those whose catalogue is here."""
    here = (i18n.ENGLISH, *(tag for tag, language in LANGUAGES.items() if _compiled(language).is_file()))
    return {tag: LANGUAGES[tag] for tag in sorted(here, key=list(LANGUAGES).index)}


def all_compiled() -> bool:
    """Whether every catalogue is compiled; in a checkout the set-up does that."""
    sources = data.languages().glob(f"*/LC_MESSAGES/{DOMAIN}.po")
    return all(source.with_suffix(".mo").is_file() for source in sources)


@cache
def catalogue(tag: str) -> NullTranslations:
    """The translations of a language; English needs none, since it is what the code has."""
    if tag == i18n.ENGLISH:
        return NullTranslations()
    with _compiled(LANGUAGES[tag]).open("rb") as file:
        return GNUTranslations(file)


@cache
def digest() -> str:
    """A hash of all catalogues, for caches that depend on the texts."""
    files = [_compiled(language) for tag, language in offered().items() if tag != i18n.ENGLISH]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def best(wanted: Iterable[str]) -> str | None:
    """The first of these languages that is offered, or one like it, such as `de` for `de-AT`; None if none is."""
    for tag in wanted:
        exactly = tag.replace("_", "-").casefold()
        alike = [offer for offer in offered() if _without_country(offer) == _without_country(exactly)]
        if alike:
            return next((offer for offer in alike if offer.casefold() == exactly), alike[0])
    return None


def _without_country(tag: str) -> str:
    """The language of a tag: `pt` of `pt-BR`."""
    return tag.casefold().partition("-")[0]


def plain(text: str) -> str:
    """A text in lower case without accents, as people type it whose keyboard has none."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def sort_key(text: str) -> tuple[tuple[int, ...], str]:
    """A sort key for texts in the language in use; texts that differ only in accents sort together."""
    alphabet = _alphabet(i18n.language())
    ranks: list[int] = []
    for letter in alphabet.pattern.findall(unicodedata.normalize("NFC", text).casefold()):
        parts = (letter,) if letter in alphabet.ranks else plain(letter)
        ranks += (alphabet.rank(part) for part in parts)
    return tuple(ranks), text


LAST_ASCII: Final = 0x7F  # spaces, hyphens and figures are below it, and sort before all letters
OTHER_ALPHABETS: Final = 0x1000  # added to letters of other alphabets, so that they sort last


class Alphabet(NamedTuple):
    """The rank of each letter in a language's order, and a pattern that finds letters: in Czech “ch” is one."""

    ranks: Mapping[str, int]
    pattern: re.Pattern[str]

    def rank(self, character: str) -> int:
        """Where a character comes in the order.

        Spaces and figures come first, then the alphabet's letters, then letters of other alphabets.
        """
        if character in self.ranks:
            return self.ranks[character]
        code = ord(character)
        return code + OTHER_ALPHABETS if code > LAST_ASCII else code


@cache
def _alphabet(tag: str) -> Alphabet:
    """The alphabet of a language."""
    letters = LANGUAGES[tag].alphabet.split()
    longest_first = sorted(letters, key=len, reverse=True)
    ranks = {letter: rank for rank, letter in enumerate(letters, LAST_ASCII + 1)}
    return Alphabet(ranks, re.compile(f"{'|'.join(longest_first)}|.", re.S))


def _compiled(language: Language) -> Path:
    return language.folder / f"{DOMAIN}.mo"
