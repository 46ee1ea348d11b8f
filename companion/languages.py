"""The languages that Trackside speaks: what each is called, its catalogue, and the order of its letters.

A language is offered as soon as `languages/` has a folder with its compiled catalogue. Each catalogue is read when
it is first spoken, once a process. The order of letters is a line of an alphabet each: no library is needed for it.
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
from typing import Final

from companion import data, i18n

DOMAIN: Final = "trackside"
LATIN: Final = "a b c d e f g h i j k l m n o p q r s t u v w x y z"

# Letters that do not come apart into a plain one and a mark.
PLAIN: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})


@dataclass(frozen=True, slots=True)
class Language:
    """A language under the name that browsers know (`pt-BR`), and the one its own people write.

    Its plurals take so many forms, and its alphabet has the letters that are more than a plain one with a mark.
    """

    tag: str
    name: str
    forms: int = 2
    alphabet: str = LATIN

    @property
    def folder(self) -> Path:
        """Where its catalogue lies, in the words of gettext: `pt_BR`."""
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
    """Whether every catalogue here is compiled. In a checkout that is done by setting it up."""
    sources = data.languages().glob(f"*/LC_MESSAGES/{DOMAIN}.po")
    return all(source.with_suffix(".mo").is_file() for source in sources)


@cache
def catalogue(tag: str) -> NullTranslations:
    """What a language calls everything. English is what stands in the code."""
    if tag == i18n.ENGLISH:
        return NullTranslations()
    with _compiled(LANGUAGES[tag]).open("rb") as file:
        return GNUTranslations(file)


@cache
def digest() -> str:
    """Changes with what any language says, and with nothing else."""
    files = [_compiled(language) for tag, language in offered().items() if tag != i18n.ENGLISH]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def best(wanted: Iterable[str]) -> str | None:
    """The first of these languages that is offered, or one like it: `de` for Austria's German."""
    for tag in wanted:
        name, kind = tag.replace("_", "-").casefold(), tag.replace("_", "-").casefold().partition("-")[0]
        like = [offer for offer in offered() if offer.casefold().partition("-")[0] == kind]
        if like:
            return next((offer for offer in like if offer.casefold() == name), like[0])
    return None


def plain(text: str) -> str:
    """A text in small letters without their marks, as whoever has no key for them types it."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def sort_key(text: str) -> tuple[tuple[int, ...], str]:
    """A key that puts texts into the order of the language in use; what differs only in marks stands together."""
    places, letter = _alphabet(i18n.language())
    ranks: list[int] = []
    for written in letter.findall(unicodedata.normalize("NFC", text).casefold()):
        signs = (written,) if written in places else plain(written)
        ranks += (places[sign] if sign in places else ord(sign) + AFTER * (ord(sign) > LAST_SIGN) for sign in signs)
    return tuple(ranks), text


LAST_SIGN: Final = 0x7F  # spaces, hyphens and figures stand before all letters
AFTER: Final = 0x1000  # letters of other alphabets behind them


@cache
def _alphabet(tag: str) -> tuple[Mapping[str, int], re.Pattern[str]]:
    """The place of each letter, and what finds one: in Czech “ch” is one."""
    letters = LANGUAGES[tag].alphabet.split()
    longest = sorted(letters, key=len, reverse=True)
    return {letter: place for place, letter in enumerate(letters, LAST_SIGN + 1)}, re.compile(
        f"{'|'.join(longest)}|.", re.S
    )


def _compiled(language: Language) -> Path:
    return language.folder / f"{DOMAIN}.mo"
