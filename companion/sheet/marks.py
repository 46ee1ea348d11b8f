"""How a player is told from the others on paper: colour, shape and letter together."""

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
    says = _("{colour}, {shape}").format(colour=colour_name(color), shape=look.shape_name)
    return Mark(look.colour, look.on, look.figure.path, look.letter, says)


def size_of(text: str, sizes: Sequence[float]) -> int:
    """In which size a text is set so that it keeps to its place, 1 being the largest."""
    wide = text_width(text, 1)
    return 1 + sum(wide > most for most in sizes)


def in_capitals(text: str) -> bool:
    """Whether a text can be set in capitals without a letter being lost or misread."""
    return all(letter.upper().lower() == letter.lower() and letter < "\u0100" for letter in text)
