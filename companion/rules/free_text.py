"""The texts that people may write into a record: names, titles, ids, times. All are in Unicode's composed form."""

import re
import unicodedata
from calendar import monthrange
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, ValidationInfo

from companion.validation import wrong

# Marks that turn the direction of what follows, also outside the text they stand in.
DIRECTION: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# The marks above, control characters, line and paragraph separators, and lone surrogates.
FORBIDDEN: Final = re.compile(f"[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{''.join(sorted(DIRECTION))}]")
# Characters that are drawn as nothing or as a gap: Unicode's Default_Ignorable_Code_Point, and a few it leaves out.
INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\ufff0-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
GAPS: Final = re.compile("[\\s\u115f\u1160\u2800\u3164\uffa0\U0001d159]+")
# Invisible characters that scripts and emoji need: joiners, variation selectors and tags.
JOINING: Final = re.compile(
    "[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef]"
)
MINUTES_OF_DAY: Final = 24 * 60
TIME: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)


def appearance(name: str) -> str:
    """A name as people see it, for comparison: equal for names that look alike, empty if nothing is visible."""
    return unicodedata.normalize("NFC", GAPS.sub(" ", INVISIBLE.sub("", name)).strip())


def without_invisible(name: str) -> str:
    """A name without invisible characters that no script needs, and with every kind of gap as a plain space.

    Direction marks stay in: they are invisible but have an effect, so validation refuses them afterwards.
    """

    def kept(invisible: re.Match[str]) -> str:
        """The invisible character itself if it is needed or has an effect, else nothing."""
        return invisible[0] if JOINING.match(invisible[0]) or invisible[0] in DIRECTION else ""

    def as_space(gap: re.Match[str]) -> str:
        """A plain space for a gap with drawn blanks; ordinary white space stays as it is."""
        return " " if gap[0].strip() else gap[0]

    return GAPS.sub(as_space, INVISIBLE.sub(kept, name))


def _text(least: int, most: int, not_blank: bool = False) -> AfterValidator:
    """A validator for texts of `least` to `most` characters; if `not_blank`, not made of spaces alone."""

    def check(value: str, info: ValidationInfo) -> str:
        """The text in its normal form. Refused if it has the wrong length or characters that are not to be shown."""
        composed = unicodedata.normalize("NFC", value)
        if not least <= len(composed) <= most:
            wrong("wrong-length", member=info.field_name, least=least, most=most, given=len(composed))
        if FORBIDDEN.search(composed):
            wrong("wrong-character", member=info.field_name)
        if not_blank and composed.isspace():
            wrong("wrong-character", "only-spaces", member=info.field_name)
        return composed

    return AfterValidator(check)


def _time(value: str, info: ValidationInfo) -> str:
    """Refuses a text that is not an RFC 3339 date and time with a time zone."""
    if not (match := TIME.fullmatch(value)) or not _is_valid_time(match):
        wrong("wrong-time", member=info.field_name)
    return value


def _is_valid_time(match: re.Match[str]) -> bool:
    """Whether the numbers of a matched time are a real date, time and offset; leap seconds are allowed."""
    year, month, day, hour, minute, second = (int(match[n]) for n in range(1, 7))
    minutes_ahead = 0  # of UTC
    if match[7]:
        minutes_ahead = (int(match[8]) * 60 + int(match[9])) * (-1 if match[7] == "-" else 1)
    is_last_of_day = (hour * 60 + minute - minutes_ahead) % MINUTES_OF_DAY == MINUTES_OF_DAY - 1
    leap = second == 60 and is_last_of_day  # a leap second only follows the last minute of a UTC day
    return (
        1 <= month <= 12
        and 1 <= day <= monthrange(year or 400, month)[1]  # the year 0 has the days of any leap year
        and hour < 24
        and minute < 60
        and (second < 60 or leap)
        and (not match[7] or (int(match[8]) < 24 and int(match[9]) < 60))
    )


def _given(value: Any, info: ValidationInfo) -> Any:
    """Refuses null: an optional member may be left out, but not be null."""
    if value is None:
        wrong("wrong-value", "null", member=info.field_name)
    return value


GIVEN: Final = BeforeValidator(_given)

Name = Annotated[str, _text(1, 24, not_blank=True)]
Title = Annotated[str, _text(0, 80)]
Shape = Annotated[str, _text(1, 20)]
Letter = Annotated[str, _text(1, 1)]
EntryId = Annotated[str, _text(1, 64)]
Time = Annotated[str, AfterValidator(_time)]
