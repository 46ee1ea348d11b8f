"""What a rule book is made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in a sentence or two. `code` is the refusal it explains, or another name to point at it."""

    says: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """What belongs together under a heading; `points` is the table of lengths and what they are worth."""

    id: str
    title: str
    rules: tuple[Rule, ...]
    points: tuple[tuple[int, int], ...] = ()
    lead: str = ""
