"""What is counted at the table beside routes and tickets (tokens, cards, money), and the options of a board. Pure."""

from dataclasses import dataclass
from typing import Final

NEUTRAL: Final = "neutral"  # an imaginary player, for whom things are counted too
ROUTE_POINTS: Final = "route-points"  # if these are counted, they replace the points of the claims


@dataclass(frozen=True, slots=True)
class Counter:
    """A thing that is counted: its name and limits, and who may see it."""

    name: str  # as printed in the box, or marked for translation
    most: int | None = None  # how many of it there are, where that is known
    taken: bool = False  # whether it may be taken with a claim
    each: int | None = None  # how many a player may have at most, where that is not all of them
    hidden: bool = False  # whether other players see it only at the end of the game
    neutral: bool = False  # whether it is also counted for the imaginary player
    wording: str = "{name}"  # its label with the name filled in, marked for translation


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a table chooses before a game, beside the variant: one of these values, or several of them."""

    values: tuple[str, ...]
    default: str | None = None  # the value where the table chose none; None if it has to choose
    several: int = 0  # how many different values to choose, as a list; 0 for a single value
    wording: str = ""  # the question people are asked, marked for translation
    words: tuple[str, ...] = ()  # the names of the values, marked for translation; without them, values are bonuses
