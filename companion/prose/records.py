"""Complaints about a game record: lines with codes for a terminal, sentences for people."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.i18n import N_, ngettext, pgettext
from companion.i18n import gettext as _
from companion.prose.complaints import clause, short_name
from companion.prose.sentences import in_full, with_place
from companion.validation import Complaint, Place

MOST_SENTENCES: Final = 12


def lines(complaints: Sequence[Complaint]) -> list[str]:
    """Everything that is wrong, a line each, with its place and its code."""
    return [_with_place(one) if one.reason in WITHOUT_CODE else _with_code(one) for one in complaints]


def sentences(complaints: Sequence[Complaint]) -> list[str]:
    """The first dozen complaints as sentences, and how many more there are."""
    sentences = [sentence(complaint) for complaint in complaints[:MOST_SENTENCES]]
    more = len(complaints) - MOST_SENTENCES
    if more > 0:
        sentences.append(ngettext("And {n} more.", "And {n} more.", more).format(n=more))
    return sentences


def sentence(complaint: Complaint) -> str:
    """A complaint by itself, with its place."""
    return in_full(_with_place(complaint))


def place_in_words(where: Place) -> str:
    """A place in a record, counted from 1 as people count."""
    match where:
        case ("log", int(place), *_rest):
            return _("log entry {place}").format(place=place + 1)
        case ("players", int(place), *_rest):
            return _("player {place}").format(place=place + 1)
        case (str(member), *_rest):
            return short_name(member)
    return pgettext("place in a file", "record")


def _with_place(complaint: Complaint) -> str:
    """A complaint as a clause after its place; without a place where it is about the whole record."""
    if complaint.reason in ABOUT_WHOLE_RECORD:
        return _(ABOUT_WHOLE_RECORD[complaint.reason]).format(**complaint.data)
    return with_place(place_in_words(complaint.where), clause(complaint))


def _with_code(complaint: Complaint) -> str:
    """A complaint with its place and, in brackets, its code."""
    # Translators: something wrong in a file, and a code that stays as it is, such as (route-taken)
    return _("{clause} ({code})").format(clause=_with_place(complaint), code=complaint.code)


# Complaints about the whole record, which need no place.
ABOUT_WHOLE_RECORD: Final[Mapping[str, str]] = {
    "cannot-be-read": N_("{file} can't be read: {why}"),
    "too-large": N_("the record is larger than {mib} MiB"),
    "not-utf-8": N_("the record is not UTF-8 text"),
    "byte-order-mark": N_("the record begins with a byte order mark; save it without one"),
    "not-json": N_("the record is not JSON: line {line}, column {column}: {why}"),
    "too-deep": N_("the record is nested too deeply"),
    "no-such-number": N_("the record is not JSON: it has a number that isn't valid or is far too long"),
}
WITHOUT_CODE: Final = frozenset({"cannot-be-read"})
