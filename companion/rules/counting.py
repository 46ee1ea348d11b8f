"""Counting things: how many a player has is told by itself, or follows from what was taken with claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from companion.i18n import N_
from companion.rules.counters import NEUTRAL
from companion.rules.log import AllowedNames, Claim, Entry, PlayerColor, ThingId
from companion.rules.members import Means
from companion.validation import wrong

MOST = 300


def _counted_for(color: str, info: ValidationInfo) -> str:
    allowed: AllowedNames | None = info.context
    here = allowed and allowed.colors is not None and color not in allowed.colors
    if allowed and here and not (color == NEUTRAL and any(c.neutral for c in allowed.counters.values())):
        wrong("colour-not-at-the-table", color=color)
    return color


def _thing(name: str, info: ValidationInfo) -> str:
    allowed: AllowedNames | None = info.context
    if allowed and allowed.board and allowed.variant and name not in allowed.counters:
        wrong("unknown-thing", board=allowed.board.name, name=name)
    return name


def _takeable(name: str, info: ValidationInfo) -> str:
    allowed: AllowedNames | None = info.context
    if (
        allowed
        and allowed.board
        and allowed.variant
        and not (name in allowed.counters and allowed.counters[name].taken)
    ):
        wrong("unknown-thing", board=allowed.board.name, name=name)
    return name


def _not_too_many(n: int, info: ValidationInfo) -> int:
    allowed: AllowedNames | None = info.context
    counter = allowed.counters.get(info.data.get("what", "")) if allowed else None
    if counter and counter.each is not None and n > counter.each:
        wrong("wrong-value", wording=N_("“n” may be at most {most} here, not {given}"), most=counter.each, given=n)
    return n


class Count(Entry):
    """How many of a thing a player has, counted at the table. The last one counts."""

    amendable = True
    wording = N_("{player} – {what}: {n}")

    type: Literal["count"]
    player: Annotated[str, Means("player"), AfterValidator(_counted_for)]
    what: Annotated[ThingId, AfterValidator(_thing)]
    n: Annotated[int, Field(ge=0, le=MOST), AfterValidator(_not_too_many)]

    def stands_for(self, first: Entry) -> str | None:
        """A count is replaced by one of the same player and thing."""
        if not isinstance(first, Count):
            return "other-kind"
        return None if (first.player, first.what) == (self.player, self.what) else "count-of-another"


class HiddenCount(Count):
    """How many a player has of what lies behind a screen, or is in the hand."""

    secret = True


class TakingClaim(Claim):
    """A claim with which its player took things: one id for each of them."""

    adds: ClassVar[Mapping[str, str]] = {"takes": N_("taking {things}")}

    player: PlayerColor
    takes: list[Annotated[ThingId, AfterValidator(_takeable)]] = Field(default_factory=list, max_length=MOST)
