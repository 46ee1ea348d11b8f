"""How players and figures are set on paper. A player is known by colour, shape and letter together."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.i18n import gettext as _
from companion.picture import looks as players
from companion.picture.game import looks_of
from companion.picture.lettering import text_width
from companion.picture.looks import Look
from companion.prose.names import colour_name
from companion.rules.table import Table

# How long a text may be, in the width of its letters at size 1, for each of the sizes it is set in but the last.
NAMES: Final = (7.0, 11.0, 16.0)
TITLES: Final = (24.0, 34.0, 50.0)
MINUS: Final = "\u2212"  # as wide as the plus; a hyphen is not
NOTHING: Final = "\u2013"


@dataclass(frozen=True, slots=True)
class Mark:
    """A player's sign; `says` is read to whoever cannot see it."""

    colour: str
    on: str
    path: str
    letter: str
    says: str


def everyone(table: Table) -> Mapping[str, Look]:
    """The looks of a table's colours, with what its players chose themselves."""
    return players.looks(table.board.colors) | dict(looks_of(table))


def mark(color: str, look: Look) -> Mark:
    """The sign of a colour."""
    text = _("{colour}, {shape}").format(colour=colour_name(color), shape=look.shape_name)
    return Mark(look.colour, look.on, look.figure.path, look.letter, text)


def size_of(text: str, sizes: Sequence[float]) -> int:
    """In which size a text is set so that it keeps to its place, 1 being the largest."""
    wide = text_width(text, 1)
    return 1 + sum(wide > most for most in sizes)


def in_capitals(text: str) -> bool:
    """Whether a text can be set in capitals without a letter being lost or misread."""
    return all(letter.upper().lower() == letter.lower() and letter < "\u0100" for letter in text)


def figure(points: int) -> str:
    """Points, less than nothing with a real minus."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def or_dash(points: int) -> str:
    """Points, with a dash for none, as in a timetable where no train stops."""
    return figure(points) if points else NOTHING


def signed(points: int) -> str:
    """Points that are won or lost."""
    return f"+{points}" if points > 0 else figure(points)


def tied(text: str) -> str:
    """A text in which no line break parts a figure from what it counts."""
    return re.sub(r"(\d) ", "\\1\u00a0", text)


def in_column(number: int, places: int) -> str:
    """A number right-aligned with spaces as wide as figures, since table cells take far longer to lay out."""
    return f"{number:>{places}} ".replace(" ", "\u2007")
