"""Entries for things that are counted: a count of its own, or things taken along with a claim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from companion.i18n import N_
from companion.rules.counters import NEUTRAL, Counter
from companion.rules.log import AllowedNames, Claim, Entry, PlayerColor, ThingId
from companion.rules.members import Means
from companion.validation import wrong

MOST = 300  # of one thing, where the box sets no limit


def _counted_for(color: str, info: ValidationInfo) -> str:
    """Refuses a player who is not at the table; the imaginary player is allowed where something is counted for it."""
    allowed: AllowedNames | None = info.context
    if allowed is None or allowed.colors is None or color in allowed.colors:
        return color
    counts_for_neutral = any(counter.neutral for counter in allowed.counters.values())
    if color != NEUTRAL or not counts_for_neutral:
        wrong("colour-not-at-the-table", color=color)
    return color


def _thing(name: str, info: ValidationInfo) -> str:
    """Refuses a thing that is not counted in this variant."""
    allowed: AllowedNames | None = info.context
    if allowed and allowed.board and allowed.variant and name not in allowed.counters:
        wrong("unknown-thing", board=allowed.board.name, name=name)
    return name


def _takeable(name: str, info: ValidationInfo) -> str:
    """Refuses a thing that players of this board do not take."""
    allowed: AllowedNames | None = info.context
    if allowed and allowed.board and allowed.variant and not _is_taken(allowed.counters.get(name)):
        wrong("unknown-thing", board=allowed.board.name, name=name)
    return name


def _is_taken(counter: Counter | None) -> bool:
    """Whether players take this thing, such as a token; without a counter the board has none of it."""
    return counter is not None and counter.taken


def _not_too_many(n: int, info: ValidationInfo) -> int:
    """Refuses a number above what one player may have."""
    allowed: AllowedNames | None = info.context
    counter = allowed.counters.get(info.data.get("what", "")) if allowed else None
    if counter and counter.each is not None and n > counter.each:
        wrong("wrong-value", wording=N_("“n” may be at most {most} here, not {given}"), most=counter.each, given=n)
    return n


class Count(Entry):
    """How many of a thing a player has, as counted at the table. A later count replaces an earlier one."""

    amendable = True
    wording = N_("{player} – {what}: {n}")

    type: Literal["count"]
    player: Annotated[str, Means("player"), AfterValidator(_counted_for)]
    what: Annotated[ThingId, AfterValidator(_thing)]
    n: Annotated[int, Field(ge=0, le=MOST), AfterValidator(_not_too_many)]

    def why_not_replacing(self, first: Entry) -> str | None:
        """A count can replace a count of the same player and thing."""
        if not isinstance(first, Count):
            return "other-kind"
        return None if (first.player, first.what) == (self.player, self.what) else "count-of-another"


class HiddenCount(Count):
    """A count of something that others cannot see during the game: behind a screen or in the hand."""

    secret = True


class TakingClaim(Claim):
    """A claim with which the player also took things (tokens, cards): one id for each."""

    adds: ClassVar[Mapping[str, str]] = {"takes": N_("taking {things}")}

    player: PlayerColor
    takes: list[Annotated[ThingId, AfterValidator(_takeable)]] = Field(default_factory=list, max_length=MOST)
