"""What players may do beside the common rules because of a board's mechanics: additions to a
claim, and entries of its own. Data only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.i18n import Text


@dataclass(frozen=True, slots=True)
class Choice:
    """An addition to a claim: the member of the entry, and the value that one tap gives it."""

    member: str
    value: Any = True
    several: int = 0  # how many values the member may list; 0 for a single value
    wording: str = ""  # marked for translation, with {city} or {thing}


@dataclass(frozen=True, slots=True)
class Act:
    """An entry of a mechanic that a player may make now: its members beside the player, and its button's text."""

    kind: str
    members: Mapping[str, Any] = field(default_factory=dict)
    wording: Text = ""  # marked for translation, with {player}, {city}, {card} or {to}
    number: int = 0  # the most that its member `n` may be, where people type one
    heading: str = ""  # what several of a kind are listed under
    price: int = 0  # how many locomotives it costs, {n} in its text
