"""Slips planted in games that were right: the log as somebody entered it, and what lay on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from companion.record.read import Record
from companion.rules.broken_rules import RuleBroken
from companion.rules.log import ENTRY, AnyEntry, Claim, Draw
from companion.rules.replay import replay
from companion.rules.table import Table


@dataclass(frozen=True)
class Planted:
    """A log with a slip in it; who is asked for their trains, how many they have, and what really lies there."""

    kind: str
    log: list[AnyEntry]
    player: str
    left: int
    truth: Table


def _claims(record: Record) -> list[int]:
    return [place for place, entry in enumerate(record.log) if isinstance(entry, Claim)]


def _said(**members: object) -> AnyEntry:
    return ENTRY.validate_python(members)


def forgotten(record: Record, rng: Random) -> tuple[list[AnyEntry], str]:
    """A claim was never entered."""
    place = rng.choice(_claims(record))
    claim = record.log[place]
    return [entry for entry in record.log if entry is not claim], claim.player


def wrong_player(record: Record, rng: Random, ask_owner: bool = True) -> tuple[list[AnyEntry], str]:
    """A claim was entered for the next one; the one who really made it is asked, or the other."""
    place = rng.choice(_claims(record))
    claim = record.log[place]
    other = rng.choice([color for color in record.setup.colors if color != claim.player])
    log = list(record.log)
    log[place] = _said(type="claim", player=other, route=claim.route)
    return log, claim.player if ask_owner else other


def wrong_player_other(record: Record, rng: Random) -> tuple[list[AnyEntry], str]:
    return wrong_player(record, rng, ask_owner=False)


def never_claimed(record: Record, rng: Random) -> tuple[list[AnyEntry], str]:
    """A claim was entered that nobody made."""
    table = record.replayed()
    free = [route for route in record.board.route if route not in table.owners]
    color, place = rng.choice(record.setup.colors), rng.choice(_claims(record))
    log = list(record.log)
    log.insert(place, _said(type="claim", player=color, route=rng.choice(free), late=True))
    return log, color


def wrong_route(record: Record, rng: Random) -> tuple[list[AnyEntry], str]:
    """A neighbour of another length was tapped."""
    table = record.replayed()
    place = rng.choice(_claims(record))
    claim = record.log[place]
    route = record.board.route[claim.route]
    near = [
        other.id
        for other in record.board.route.values()
        if not set(other.ends).isdisjoint(route.ends)
        and other.id not in table.owners
        and other.length != route.length
        and other.pair != route.pair
    ]
    log = list(record.log)
    if near:
        log[place] = _said(type="claim", player=claim.player, route=rng.choice(near))
    return log, claim.player


def taken_back(record: Record, rng: Random) -> tuple[list[AnyEntry], str]:
    """A claim was struck that lies there."""
    place = rng.choice(_claims(record))
    log = [*(entry for entry in record.log if entry.type != "finish"), _said(type="strike", entry=place + 1)]
    return log, record.log[place].player


KINDS: dict[str, Callable[[Record, Random], tuple[list[AnyEntry], str]]] = {
    "forgotten": forgotten,
    "entered for another": wrong_player,
    "entered for this one": wrong_player_other,
    "never claimed": never_claimed,
    "wrong route": wrong_route,
    "taken back": taken_back,
}


def planted(record: Record, kind: str, rng: Random) -> Planted | None:
    """A slip of this kind that changes somebody's trains; None where the rules would find any by themselves."""
    truth = record.replayed()
    for _try in range(30):
        log, player = KINDS[kind](record, rng)
        try:
            told = replay(record.board, record.setup, log)
        except RuleBroken:
            continue
        if told.trains[player] != truth.trains[player]:
            return Planted(kind, log, player, truth.trains[player], truth)
    return None


def cut(record: Record, part: float = 1.0, draws: bool = True) -> Record:
    """A game that is still going on, or one whose table told only what was placed."""
    log = record.log[: int(len(record.log) * part)]
    return replace(record, log=tuple(entry for entry in log if draws or not isinstance(entry, Draw)))
