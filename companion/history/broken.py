"""The records that a game broke: a person's own, and those of the whole circle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.history.circle import Evening
from companion.history.figures import ENOUGH, Feat, feats_of, higher


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that was broken. `whole`: nobody in the circle ever had more."""

    kind: str  # "points", "longest", "ticket" or "tickets"
    feat: Feat
    whole: bool


def broken_by(evenings: Sequence[Evening], game: str) -> list[Broken]:
    """The records that a game broke, those of the circle first. The games come in the order they were played.

    There is none before the third game: of a person for their own records, of the circle for its.
    """
    place = next((n for n, evening in enumerate(evenings) if evening.game == game), None)
    if place is None or not evenings[place].counts:
        return []
    earlier = [evening for evening in evenings[:place] if evening.counts]
    now = evenings[place]
    own, whole = _best(earlier)
    played = {person: sum(person in e.people.values() for e in earlier) for person in now.people.values()}
    feats = [(kind, feat) for player in now.summary.players for kind, feat in feats_of(now, player)]
    found = []
    for kind, feat in feats:
        top = feat.value == max(other.value for name, other in feats if name == kind)
        beats_all = top and len(earlier) >= ENOUGH - 1 and _beats(feat, whole.get(kind))
        beats_own = played[feat.person] >= ENOUGH - 1 and _beats(feat, own.get((feat.person, kind)))
        if beats_own or beats_all:
            found.append(Broken(kind, feat, beats_all))
    return sorted(found, key=lambda one: not one.whole)


def _best(earlier: Sequence[Evening]) -> tuple[dict[tuple[str, str], Feat], dict[str, Feat]]:
    """The best feats so far: of each person, and of all."""
    own: dict[tuple[str, str], Feat] = {}
    whole: dict[str, Feat] = {}
    for evening in earlier:
        for player in evening.summary.players:
            for kind, feat in feats_of(evening, player):
                key = evening.people[player.color], kind
                own[key], whole[kind] = higher(own.get(key), feat), higher(whole.get(kind), feat)
    return own, whole


def _beats(feat: Feat, best: Feat | None) -> bool:
    return best is not None and feat.value > best.value
