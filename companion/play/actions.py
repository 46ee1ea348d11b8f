"""What belongs together in a log: the entries of one request are one action, taken back and brought back as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from companion.rules.log import CHANGES, AnyEntry, Finish, Hidden, Strike, struck_by

OPENED: Final = 1  # the version with which a table is opened; a log that came along was told entry by entry
Places = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Actions:
    """The entries that Undo strikes now; and the strikes that Redo strikes, where the newest action was an undo."""

    undo: Places = ()
    redo: Places = ()


def actions_of(log: Sequence[AnyEntry], versions: Sequence[int], secret: Sequence[bool]) -> Actions:
    """What Undo and Redo mean to a reader of this log; `secret` says of every place whether it is about a secret.

    A strike of the newest action is an undo, and a strike of that strike brings it back. Every other strike, and
    every amendment, is an action itself.
    """
    done: list[Places] = []
    undone: list[tuple[Places, Places]] = []  # an action, and the strikes that took it back
    gone: set[int] = set()  # the entries that are struck so far
    redo: Places = ()
    for places in _together(versions):
        while done and gone.issuperset(done[-1]):
            done.pop()
        left = {place for place in done[-1] if place not in gone} if done else set()
        taken_back = set(undone[-1][1]) if undone else set()
        told = tuple(place for place in places if _counts(log, place, secret))
        struck = {entry.entry for entry in (log[place - 1] for place in told) if isinstance(entry, Strike)}
        _carry_out(log, places, gone)
        if not told:
            continue
        redo = ()
        if struck and struck == left and len(struck) == len(told):
            undone.append((done.pop(), told))
            redo = told
        elif struck and struck == taken_back and len(struck) == len(told):
            done.append(undone.pop()[0])
        else:
            done.append(told)
    while done and gone.issuperset(done[-1]):
        done.pop()
    return Actions(tuple(place for place in done[-1] if place not in gone) if done else (), redo)


def with_the_others(log: Sequence[AnyEntry], versions: Sequence[int], place: int) -> Places:
    """The entries that came in one request with the one at a place and stand, that one first."""
    out = struck_by(log)
    together = next(places for places in _together(versions) if place in places)
    others = (one for one in together if one != place and one not in out and not _ends(log, one))
    return (place, *others)


def _together(versions: Sequence[int]) -> Iterator[Places]:
    """The places of each request. What was there when the table was opened came one by one."""

    def request(place: int) -> tuple[int, int]:
        version = versions[place - 1]
        return version, place if version == OPENED else 0

    for __, places in groupby(range(1, len(versions) + 1), request):
        yield tuple(places)


def _carry_out(log: Sequence[AnyEntry], places: Places, gone: set[int]) -> None:
    """Takes the strikes at these places into what is struck."""
    for strike in (log[place - 1] for place in places):
        if isinstance(strike, Strike):
            about = log[strike.entry - 1]
            if isinstance(about, Strike) and strike.entry not in gone:
                gone.discard(about.entry)
            gone.add(strike.entry)


def _counts(log: Sequence[AnyEntry], place: int, secret: Sequence[bool]) -> bool:
    """Whether an entry is for Undo: none of the end, nobody else's secret, no change of one's own."""
    entry = log[place - 1]
    if isinstance(entry, Hidden) or _ends(log, place):
        return False
    return not (secret[place - 1] and isinstance(entry, CHANGES))


def _ends(log: Sequence[AnyEntry], place: int) -> bool:
    """Whether an entry ends the game, or reopens it."""
    entry = log[place - 1]
    while isinstance(entry, Strike):
        entry = log[entry.entry - 1]
    return isinstance(entry, Finish)
