"""Complaints about a record, in words: lines with codes for a terminal, sentences for people."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.i18n import N_, ngettext, pgettext
from companion.i18n import gettext as _
from companion.prose.sentences import in_full, placed
from companion.prose.validation import bare, clause
from companion.validation import Complaint, Place

MOST_SENTENCES: Final = 12


def lines(complaints: Sequence[Complaint]) -> list[str]:
    """Everything that is wrong, a line each, with its place and its code."""
    return [_placed(one) if one.reason in WITHOUT_CODE else _coded(one) for one in complaints]


def sentences(complaints: Sequence[Complaint]) -> list[str]:
    """The first dozen complaints as sentences, and how many more there are."""
    sentences = [sentence(complaint) for complaint in complaints[:MOST_SENTENCES]]
    more = len(complaints) - MOST_SENTENCES
    if more > 0:
        sentences.append(ngettext("And {n} more.", "And {n} more.", more).format(n=more))
    return sentences


def sentence(complaint: Complaint) -> str:
    """A complaint by itself, with its place."""
    return in_full(_placed(complaint))


def place_in_words(where: Place) -> str:
    """The way to a place in a record, counted from 1 as the record counts."""
    match where:
        case ("log", int(place), *_rest):
            return _("log entry {place}").format(place=place + 1)
        case ("players", int(place), *_rest):
            return _("player {place}").format(place=place + 1)
        case (str(member), *_rest):
            return bare(member)
    return pgettext("place in a file", "record")


def _placed(complaint: Complaint) -> str:
    if (words := WHOLE.get(complaint.reason)) is not None:
        return _(words).format(**complaint.data)
    return placed(place_in_words(complaint.where), clause(complaint))


def _coded(complaint: Complaint) -> str:
    # Translators: something wrong in a file, and a code that stays as it is, such as (route-taken)
    return _("{clause} ({code})").format(clause=_placed(complaint), code=complaint.code)


# What is wrong with all of it, so that no place needs to be named.
WHOLE: Final[Mapping[str, str]] = {
    "cannot-be-read": N_("{file} can't be read: {why}"),
    "too-large": N_("the record is larger than {mib} MiB"),
    "not-utf-8": N_("the record is not UTF-8 text"),
    "byte-order-mark": N_("the record begins with a byte order mark; save it without one"),
    "not-json": N_("the record is not JSON: line {line}, column {column}: {why}"),
    "too-deep": N_("the record is nested too deeply"),
    "no-such-number": N_("the record is not JSON: it has a number that isn't valid or is far too long"),
}
WITHOUT_CODE: Final = frozenset({"cannot-be-read"})
