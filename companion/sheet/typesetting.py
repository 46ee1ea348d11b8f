"""How players and figures are set on paper. Players are shown by colour, shape and letter together."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.i18n import gettext as _
from companion.picture import looks as players
from companion.picture.element import Element
from companion.picture.game_scene import looks_of
from companion.picture.layers import TYPE
from companion.picture.lettering import text_width
from companion.picture.looks import INK, Look
from companion.prose.display_names import colour_name
from companion.rules.table import Table
from companion.sheet.html_to_pdf import svg_data

# How long a text may be, in the width of its letters at size 1, for each of the sizes it is set in but the last.
NAMES: Final = (7.0, 11.0, 16.0)
TITLES: Final = (24.0, 34.0, 50.0)
MINUS: Final = "\u2212"  # as wide as the plus; a hyphen is not
DASH: Final = "\u2013"


@dataclass(frozen=True, slots=True)
class Mark:
    """A player's mark: its colour, the colour of what is on it, a shape (as path data, if there is one) and a letter.

    `label` describes it for readers who can't see it.
    """

    colour: str
    on: str
    path: str
    letter: str
    label: str

    def plate(self, casing: str = INK) -> str:
        """The mark as the address of a picture. A page reads it once, however often it shows it."""
        square = Element(
            "rect", x=-11, y=-11, width=22, height=22, rx=4, fill=self.colour, stroke=casing, stroke_width=1.8
        )
        return svg_data(
            str(Element("svg", square, self._figure(), xmlns="http://www.w3.org/2000/svg", viewBox="-12 -12 24 24"))
        )

    def _figure(self) -> Element:
        """The player's shape, or their letter where the shape can't be drawn."""
        if self.path:
            return Element("path", d=self.path, fill=self.on, transform="scale(.74)")
        letter = Element("text", text=self.letter, y=5.4, font_size=15, fill=self.on, text_anchor="middle")
        letter.put(TYPE)
        return letter


def looks_of_players(table: Table) -> Mapping[str, Look]:
    """The looks of a board's colours, with those that its players chose."""
    return players.looks(table.board.colors) | dict(looks_of(table))


def mark(color: str, look: Look) -> Mark:
    """The mark of a colour."""
    # Translators: how a player is told apart: a colour and a shape
    text = _("{colour}, {shape}").format(colour=colour_name(color), shape=look.shape_name)
    return Mark(look.colour, look.on, look.figure.path, look.letter, text)


def size_class(text: str, sizes: Sequence[float]) -> int:
    """The number of the largest size of letters in which a text fits; 1 is the largest. See `NAMES` and `TITLES`."""
    width = text_width(text, 1)
    return 1 + sum(width > most for most in sizes)


def in_capitals(text: str) -> bool:
    """Whether a text can be set in capitals: only Latin letters, each with a capital of its own (unlike ß)."""
    return all(letter.upper().lower() == letter.lower() and letter < "\u0100" for letter in text)


def figure(points: int) -> str:
    """Points, with a real minus sign below 0."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def figure_or_dash(points: int) -> str:
    """Points, with a dash for 0."""
    return figure(points) if points else DASH


def with_sign(points: int) -> str:
    """Points that are won or lost, with their sign."""
    return f"+{points}" if points > 0 else figure(points)


def with_hard_spaces(text: str) -> str:
    """A text in which no line breaks between a number and what it counts."""
    return re.sub(r"(\d) ", "\\1\u00a0", text)


def right_aligned(number: int, places: int) -> str:
    """A number of so many places, filled up on the left with spaces as wide as digits, and a space after it.

    Columns are made like this since table cells take far longer to lay out.
    """
    return f"{number:>{places}} ".replace(" ", "\u2007")
