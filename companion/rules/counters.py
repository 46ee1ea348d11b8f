"""What a board has counted beside routes and tickets: tokens, cards, money. Pure."""

from dataclasses import dataclass
from typing import Final

NEUTRAL: Final = "neutral"  # whoever nobody plays, and things are counted for all the same
ROUTE_POINTS: Final = "route-points"  # where these are counted, they stand instead of what the claims brought


@dataclass(frozen=True, slots=True)
class Counter:
    """A thing that is counted: its name, and how it may be told."""

    name: str  # as the box has it, or marked for translation
    most: int | None = None  # how many of it there are, where that is known
    taken: bool = False  # whether it may be taken with a claim
    each: int | None = None  # how many a player may have at most, where that is not all of them
    hidden: bool = False  # whether only its owner's phone tells it, and others see it at the end
    neutral: bool = False  # whether it is also counted for whoever nobody plays
    wording: str = "{name}"  # what else is said of the name, marked for translation


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a table chooses before a game, beside the variant: one of these values, or several of them."""

    values: tuple[str, ...]
    default: str | None = None  # what holds where nothing is said; None where it has to be
    several: int = 0  # so many different ones, as a list; 0 where it is one
    wording: str = ""  # what people are asked, marked for translation
    words: tuple[str, ...] = ()  # what the values are called, marked for translation; else bonuses by their names
