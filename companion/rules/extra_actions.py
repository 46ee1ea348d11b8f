"""What a board lets players say beside what every board does: with a claim, or as an entry of its own. Data alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.i18n import Text


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may come with a claim: the member that says it, and the value that one tap gives it."""

    member: str
    value: Any = True
    several: int = 0  # how many values the member may list; 0 where it has one
    wording: str = ""  # marked for translation, with {city} or {thing}


@dataclass(frozen=True, slots=True)
class Act:
    """An entry of the board's own that a player may make now: its members beside the player, and a button's words."""

    kind: str
    members: Mapping[str, Any] = field(default_factory=dict)
    wording: Text = ""  # marked for translation, with {player}, {city}, {card} or {to}
    number: int = 0  # the most that its member `n` may be, where people type one
    heading: str = ""  # what several of a kind are listed under
    price: int = 0  # how many locomotives it costs, {n} in its words
