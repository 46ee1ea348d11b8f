"""The records that a game broke: a person's own, and those of the whole circle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.history.circle import Evening
from companion.history.figures import ENOUGH, Feat, feats_of, higher


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that was broken. `whole`: nobody in the circle ever had more."""

    kind: str  # "points", "longest", "ticket" or "tickets"
    feat: Feat
    whole: bool


class _Best(NamedTuple):
    """The best feats so far: of each person by person and kind, and of the whole circle by kind."""

    own: dict[tuple[str, str], Feat]
    whole: dict[str, Feat]


def broken_by(evenings: Sequence[Evening], game: str) -> list[Broken]:
    """The records that a game broke, those of the circle first. The games come in the order they were played.

    A person can break a record of their own from their third game on, and one of the circle from its third game on.
    """
    place = next((n for n, evening in enumerate(evenings) if evening.game == game), None)
    if place is None or not evenings[place].counts:
        return []
    earlier = [evening for evening in evenings[:place] if evening.counts]
    now = evenings[place]
    best = _best(earlier)
    played = {person: sum(person in evening.people.values() for evening in earlier) for person in now.people.values()}
    feats = [(kind, feat) for player in now.summary.players for kind, feat in feats_of(now, player)]
    found = []
    for kind, feat in feats:
        is_highest_here = feat.value == max(other.value for other_kind, other in feats if other_kind == kind)
        beats_all = is_highest_here and len(earlier) >= ENOUGH - 1 and _beats(feat, best.whole.get(kind))
        beats_own = played[feat.person] >= ENOUGH - 1 and _beats(feat, best.own.get((feat.person, kind)))
        if beats_own or beats_all:
            found.append(Broken(kind, feat, beats_all))
    return sorted(found, key=lambda one: not one.whole)


def _best(earlier: Sequence[Evening]) -> _Best:
    """The best feats in these games."""
    best = _Best({}, {})
    for evening in earlier:
        for player in evening.summary.players:
            for kind, feat in feats_of(evening, player):
                key = evening.people[player.color], kind
                best.own[key] = higher(best.own.get(key), feat)
                best.whole[kind] = higher(best.whole.get(kind), feat)
    return best


def _beats(feat: Feat, best: Feat | None) -> bool:
    """Whether a feat is higher than the best before it. The first of its kind beats nothing."""
    return best is not None and feat.value > best.value
