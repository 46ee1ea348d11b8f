"""Figures as a printer sets them."""

import re
from typing import Final

MINUS: Final = "\u2212"  # as wide as the plus; a hyphen is not
NOTHING: Final = "\u2013"


def figure(points: int) -> str:
    """Points, less than nothing with a real minus."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def or_dash(points: int) -> str:
    """The same where nothing is a dash, as in a timetable where no train stops."""
    return figure(points) if points else NOTHING


def signed(points: int) -> str:
    """Points that are won or lost."""
    return f"+{points}" if points > 0 else figure(points)


def tied(text: str) -> str:
    """A text whose figures are not parted from what they count at the end of a line."""
    return re.sub(r"(\d) ", "\\1\u00a0", text)


def in_column(number: int, places: int) -> str:
    """A number at the right of so many places, in spaces as wide as figures: table cells take far longer."""
    return f"{number:>{places}} ".replace(" ", "\u2007")
