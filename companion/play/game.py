"""A stored game, read by the rules, and what one device may see of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Literal, TypeVar

from companion.boards.model import Board
from companion.record.read import Record
from companion.rules.log import Amend, AnyEntry, Claim, Draw, Hidden, Keep, Station, Strike, in_force
from companion.rules.mechanics import entries_of
from companion.rules.refusals import RuleBroken
from companion.rules.reveal import Step, steps
from companion.rules.setup import Setup
from companion.rules.table import Table, replay
from companion.rules.tally import Tally, tally
from companion.store import Snapshot

MOST_KEPT: Final = 20  # things that somebody asked of one version
T = TypeVar("T")
Role = Literal["maker", "player", "watcher"]


@dataclass(frozen=True)
class Options:
    """What a table chose beside the rules; it stands next to the log and is not part of the game."""

    points_hidden: bool = False
    ticket_hint: bool = True


@dataclass(frozen=True)
class Viewer:
    """What a device is at a table: its role, and the seats it holds.

    `covered` are those of them whose tickets it may not read just now: a phone that several share.
    """

    role: Role
    seats: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()

    @property
    def plays(self) -> bool:
        return self.role in ("maker", "player")

    @property
    def mark(self) -> str:
        """Stands for role and seats: with the version it names what a device sees."""
        held = [self.role, *sorted(self.seats), *(f"-{color}" for color in sorted(self.covered))]
        return hashlib.sha256(" ".join(held).encode()).hexdigest()[:12]

    @property
    def reads(self) -> frozenset[str]:
        """The seats whose tickets this device may be shown."""
        return self.seats - self.covered


class Game:
    """A snapshot with its meaning. Made anew for each version, and never changed."""

    def __init__(self, snapshot: Snapshot, board: Board, earlier: Game | None = None) -> None:
        self.snapshot = snapshot
        self.board = board
        self.setup = Setup.model_validate(snapshot.setup)
        self.options = Options(**snapshot.options)
        self._past: tuple[int, Table] | None = None
        self._kept: dict[str, Any] = {}
        known = earlier.log if earlier else ()
        if len(known) > len(snapshot.entries):  # an older one, read by somebody who began before
            known = ()
        new = snapshot.entries[len(known) :]
        # Every entry, secrets included. A log only grows, so what was read of it is not read again.
        read = entries_of(board)
        self.log: tuple[AnyEntry, ...] = known + tuple(read.validate_python(entry.body) for entry in new)
        if earlier and not new and known and earlier.setup == self.setup:
            kept = ("table", "result", "reveal")
            self.__dict__.update({name: value for name, value in earlier.__dict__.items() if name in kept})

    @property
    def version(self) -> int:
        return self.snapshot.version

    @cached_property
    def table(self) -> Table:
        """The table as it stands."""
        return replay(self.board, self.setup, self.log)

    @cached_property
    def result(self) -> Tally:
        """The tally of everything, tickets included: for the end, and for nobody before."""
        return tally(self.table)

    @cached_property
    def reveal(self) -> tuple[Step, ...]:
        """The steps in which the end is told; as secret as the result."""
        return steps(self.result)

    @property
    def step(self) -> int:
        """Where the reveal stands. It is over where the end was not told here, as in a game that was read in."""
        last = len(self.reveal) - 1
        return last if self.snapshot.reveal is None else min(self.snapshot.reveal, last)

    @property
    def revealing(self) -> bool:
        """Whether the end is being told, so that nobody should read it elsewhere first."""
        return self.table.finished and self.step < len(self.reveal) - 1

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """Something that is the same for all devices, made once a version. To be read only."""
        if len(self._kept) >= MOST_KEPT:
            self._kept = {}
        kept = self._kept
        found: T = kept[name] if name in kept else make()
        kept[name] = found
        return found

    def table_at(self, version: int) -> Table | None:
        """The table as it was, by today's set-up; None where that set-up does not fit it."""
        if self._past is None or self._past[0] != version:
            places = sum(entry.version <= version for entry in self.snapshot.entries)
            try:
                self._past = version, replay(self.board, self.setup, self.log[:places])
            except (RuleBroken, KeyError):  # a past that never was, such as one with a player fewer
                return None
        return self._past[1]

    def finished_at(self, version: int) -> bool:
        """Whether the game was finished at a version."""
        before = self.table_at(version)
        return before is not None and before.finished

    @cached_property
    def keepers(self) -> tuple[str | None, ...]:
        """For every place whose ticket the entry is about: of a `keep`, or of whatever leads to one."""
        found: list[str | None] = []
        for entry in self.log:
            found.append(keeper_of(entry, found))
        return tuple(found)

    def viewer(self, device: bytes) -> Viewer | None:
        """What a device is here; None where it has nothing to do with this table."""
        role = self.snapshot.members.get(device)
        if role is None:
            return None
        held = frozenset(seat.color for seat in self.snapshot.seats.values() if seat.device == device)
        return Viewer(role, held)  # type: ignore[arg-type]

    def shared(self, viewer: Viewer) -> frozenset[str]:
        """The seats of a phone that goes from hand to hand, or that have a PIN: shown only while they are opened."""
        if self.table.finished:
            return frozenset()
        kept = self.snapshot.seats
        return frozenset(color for color in viewer.seats if len(viewer.seats) > 1 or kept[color].pin is not None)

    def on_pages(self, viewer: Viewer) -> Viewer:
        """The viewer as pages that lie open on the table take it: a shared phone's tickets are not for them."""
        return replace(viewer, covered=self.shared(viewer))

    def seen_by(self, viewer: Viewer) -> Record:
        """The game as one device may see it: tickets of other seats stand as hidden until the table is finished."""
        if self.table.finished:
            return Record(self.board, self.setup, self.log)
        shown = (keeper is None or keeper in viewer.reads for keeper in self.keepers)
        log = tuple(entry if seen else HIDDEN for entry, seen in zip(self.log, shown, strict=True))
        return Record(self.board, self.setup, log)

    def tally_for(self, viewer: Viewer) -> Tally:
        """The tally of what a device may see."""
        return tally(self.seen_by(viewer).replayed())

    def keeper(self, place: int) -> str | None:
        """Whose ticket the entry at this place is about."""
        return self.keepers[place - 1]

    def undoable(self, viewer: Viewer) -> int | None:
        """The newest claim, station or draw in force, or ticket of one's own: what Undo takes back."""
        places = [
            place
            for place, entry in in_force(self.log)
            if isinstance(entry, Claim | Station | Draw) or (isinstance(entry, Keep) and entry.player in viewer.reads)
        ]
        return places[-1] if places else None

    def confirmed(self, color: str) -> bool:
        """Whether a seat said that its tickets are all entered."""
        seat = self.snapshot.seats.get(color)
        return seat is not None and seat.confirmed


HIDDEN = Hidden(type="hidden")


def keeper_of(entry: AnyEntry, before: Sequence[str | None]) -> str | None:
    """Whose ticket an entry is about, after what those before it are about; None where it is about none."""
    if isinstance(entry, Strike | Amend):
        return before[entry.entry - 1] if entry.entry <= len(before) else None
    return entry.player if isinstance(entry, Keep) else None
