"""Undo and Redo: the entries of one request are one action, taken back and brought back together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from companion.rules.log import CHANGES, AnyEntry, Finish, Hidden, Strike, struck_by

# The version with which a table is opened. Each entry of an imported log has it, and is an action of its own.
OPENED: Final = 1
Places = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Actions:
    """The entries that Undo strikes now; and the strikes that Redo strikes, where the newest action was an undo."""

    undo: Places = ()
    redo: Places = ()


class _Undone(NamedTuple):
    """An action that was undone, and the strikes that undid it."""

    action: Places
    strikes: Places


def actions_of(log: Sequence[AnyEntry], versions: Sequence[int], is_about_secret: Sequence[bool]) -> Actions:
    """The entries that Undo and Redo strike for a reader of this log.

    A request that strikes exactly what is left of the newest action undoes it; one that strikes exactly the strikes
    of the newest undo redoes it. Every other request is a new action, also where it strikes or amends something.
    Entries that were added with the same version came in one request.
    """
    actions: list[Places] = []  # that Undo can take back, the newest last
    undone: list[_Undone] = []  # that Redo can bring back, the newest last
    struck: set[int] = set()  # the places of all entries that are struck so far
    redo: Places = ()
    for places in _requests(versions):
        _drop_struck_actions(actions, struck)
        left_of_newest = set(actions[-1]) - struck if actions else set()
        newest_undo = set(undone[-1].strikes) if undone else set()
        request = tuple(place for place in places if _can_be_undone(log, place, is_about_secret))
        targets = {entry.entry for entry in (log[place - 1] for place in request) if isinstance(entry, Strike)}
        _apply_strikes(log, places, struck)
        if not request:
            continue
        redo = ()
        only_strikes = len(targets) == len(request)
        if only_strikes and targets == left_of_newest:
            undone.append(_Undone(actions.pop(), request))
            redo = request
        elif only_strikes and targets == newest_undo:
            actions.append(undone.pop().action)
        else:
            actions.append(request)
    _drop_struck_actions(actions, struck)
    undo = tuple(place for place in actions[-1] if place not in struck) if actions else ()
    return Actions(undo, redo)


def same_request(log: Sequence[AnyEntry], versions: Sequence[int], place: int) -> Places:
    """The place of an entry, and then those of the entries that came in one request with it.

    The others are left out where they are struck already, or finish or reopen the game.
    """
    struck = struck_by(log)
    together = next(places for places in _requests(versions) if place in places)
    others = (one for one in together if one != place and one not in struck and not _finishes_or_reopens(log, one))
    return (place, *others)


def _requests(versions: Sequence[int]) -> Iterator[Places]:
    """The places of the entries of each request, in order. Entries from when the table was opened came one by one."""

    def request(place: int) -> tuple[int, int]:
        version = versions[place - 1]
        return version, place if version == OPENED else 0

    for __, places in groupby(range(1, len(versions) + 1), request):
        yield tuple(places)


def _drop_struck_actions(actions: list[Places], struck: set[int]) -> None:
    """Removes the newest actions from the list, as long as all their entries are struck."""
    while actions and struck.issuperset(actions[-1]):
        actions.pop()


def _apply_strikes(log: Sequence[AnyEntry], places: Places, struck: set[int]) -> None:
    """Changes the set of struck entries by the strikes at these places. To strike a strike brings its entry back."""
    for strike in (log[place - 1] for place in places):
        if isinstance(strike, Strike):
            target = log[strike.entry - 1]
            if isinstance(target, Strike) and strike.entry not in struck:
                struck.discard(target.entry)
            struck.add(strike.entry)


def _can_be_undone(log: Sequence[AnyEntry], place: int, is_about_secret: Sequence[bool]) -> bool:
    """Whether Undo may take an entry back: not one that is hidden here, finishes or reopens the game, or strikes or
    amends a secret.
    """
    entry = log[place - 1]
    if isinstance(entry, Hidden) or _finishes_or_reopens(log, place):
        return False
    return not (is_about_secret[place - 1] and isinstance(entry, CHANGES))


def _finishes_or_reopens(log: Sequence[AnyEntry], place: int) -> bool:
    """Whether an entry finishes the game, or strikes an entry that does."""
    entry = log[place - 1]
    while isinstance(entry, Strike):
        entry = log[entry.entry - 1]
    return isinstance(entry, Finish)
