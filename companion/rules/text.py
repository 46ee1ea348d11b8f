"""What people may write into a record: names, titles, ids, times. Everything is kept in Unicode's composed form."""

import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable
from typing import Annotated, Any, Final, NoReturn

from pydantic import AfterValidator, BeforeValidator, ValidationInfo
from pydantic_core import PydanticCustomError

from companion.i18n import gettext as _

# Marks that turn the direction of what follows, also outside the text they stand in.
DIRECTION: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Control characters, separators of lines and paragraphs, and halves of a character.
KINDS_KEPT_OUT: Final = frozenset({"Cc", "Zl", "Zp", "Cs"})
TIME: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)


def wrong(code: str, says: str) -> NoReturn:
    """Refuses a value with a stable code and a sentence."""
    raise PydanticCustomError(code.replace("-", "_"), "{says}", {"says": says})


def _text(least: int, most: int, seen: bool = False) -> AfterValidator:
    """A text of so many characters; where `seen`, at least one of them is more than a space."""

    def check(value: str, info: ValidationInfo) -> str:
        composed = unicodedata.normalize("NFC", value)
        told = {"member": info.field_name, "least": least, "most": most, "given": len(composed)}
        if not least <= len(composed) <= most:
            says = _("“{member}” has {given} characters; it may have {least} to {most}")
            if least == most:
                says = _("“{member}” has {given} characters; it must have {most}")
            elif least == 0:
                says = _("“{member}” has {given} characters; it may have up to {most}")
            wrong("wrong-length", says.format(**told))
        if any(c in DIRECTION or unicodedata.category(c) in KINDS_KEPT_OUT for c in composed):
            says = _("“{member}” has a character that cannot be shown, such as a line break or a mark of direction")
            wrong("wrong-character", says.format(**told))
        if seen and composed.isspace():
            wrong("wrong-character", _("“{member}” needs a character that can be seen").format(**told))
        return composed

    return AfterValidator(check)


def _time(value: str, info: ValidationInfo) -> str:
    """A moment as RFC 3339 writes it, with its time zone."""
    if not (match := TIME.fullmatch(value)) or not _on_the_clock(match):
        says = _("“{member}” must be a time such as 2026-11-18T19:04:11Z")
        wrong("wrong-time", says.format(member=info.field_name))
    return value


def _on_the_clock(match: re.Match[str]) -> bool:
    year, month, day, hour, minute, second = (int(match[n]) for n in range(1, 7))
    ahead = (int(match[8]) * 60 + int(match[9])) * (-1 if match[7] == "-" else 1) if match[7] else 0
    leap = second == 60 and (hour * 60 + minute - ahead) % 1440 == 1439  # only the last minute of a UTC day has it
    return (
        1 <= month <= 12
        and 1 <= day <= monthrange(year or 400, month)[1]  # the year 0 has the days of any leap year
        and hour < 24
        and minute < 60
        and (second < 60 or leap)
        and (not match[7] or (int(match[8]) < 24 and int(match[9]) < 60))
    )


def _given(value: Any, info: ValidationInfo) -> Any:
    """Leaving a member out and saying null are two things; only the first is allowed."""
    if value is None:
        says = _("“{member}” must not be null; leave it out instead")
        wrong("wrong-value", says.format(member=info.field_name))
    return value


GIVEN: Final = BeforeValidator(_given)
Check = Callable[[Any, ValidationInfo], Any]

Name = Annotated[str, _text(1, 24, seen=True)]
Title = Annotated[str, _text(0, 80)]
Shape = Annotated[str, _text(1, 20)]
Letter = Annotated[str, _text(1, 1)]
EntryId = Annotated[str, _text(1, 64)]
Time = Annotated[str, AfterValidator(_time)]
