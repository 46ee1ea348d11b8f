"""A stored game, read by the rules, and what one device may see of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from companion.board import Board
from companion.record import Record
from companion.rules.entries import ENTRY, Amend, AnyEntry, Claim, Draw, Hidden, Keep, Station, Strike, in_force
from companion.rules.setup import Setup
from companion.rules.table import Table, replay
from companion.rules.tally import Tally, tally
from companion.store import Snapshot

Role = Literal["maker", "player", "watcher"]


@dataclass(frozen=True)
class Options:
    """What a table chose beside the rules; it stands next to the log and is not part of the game."""

    points_hidden: bool = False
    ticket_hint: bool = True


@dataclass(frozen=True)
class Viewer:
    """What a device is at a table: its role, and the seats it holds."""

    role: Role
    seats: frozenset[str] = frozenset()

    @property
    def plays(self) -> bool:
        return self.role in ("maker", "player")


class Game:
    """A snapshot with its meaning. Made anew for each version, and never changed."""

    def __init__(self, snapshot: Snapshot, board: Board) -> None:
        self.snapshot = snapshot
        self.board = board
        self.setup = Setup.model_validate(snapshot.setup)
        self.options = Options(**snapshot.options)

    @property
    def version(self) -> int:
        return self.snapshot.version

    @cached_property
    def log(self) -> tuple[AnyEntry, ...]:
        """Every entry, secrets included."""
        return tuple(ENTRY.validate_python(entry.body) for entry in self.snapshot.entries)

    @cached_property
    def table(self) -> Table:
        """The table as it stands."""
        return replay(self.board, self.setup, self.log)

    def viewer(self, device: bytes) -> Viewer | None:
        """What a device is here; None where it has nothing to do with this table."""
        role = self.snapshot.members.get(device)
        if role is None:
            return None
        held = frozenset(seat.color for seat in self.snapshot.seats.values() if seat.device == device)
        return Viewer(role, held)  # type: ignore[arg-type]

    def seen_by(self, viewer: Viewer) -> Record:
        """The game as one device may see it: tickets of other seats stand as hidden until the table is finished."""
        if self.table.finished:
            return Record(self.board, self.setup, self.log)
        log = tuple(entry if self._open_to(viewer, place) else HIDDEN for place, entry in enumerate(self.log, 1))
        return Record(self.board, self.setup, log)

    def tally_for(self, viewer: Viewer) -> Tally:
        """The tally of what a device may see."""
        return tally(self.seen_by(viewer).replayed())

    def keeper(self, place: int) -> str | None:
        """Whose ticket an entry is about: of a `keep`, or of whatever leads to one; None where it is about none."""
        return ticket_of(self.log, place)

    def undoable(self, viewer: Viewer) -> int | None:
        """The newest claim, station or draw in force, or ticket of one's own: what Undo takes back."""
        places = [
            place
            for place, entry in in_force(self.log)
            if isinstance(entry, Claim | Station | Draw) or (isinstance(entry, Keep) and entry.player in viewer.seats)
        ]
        return places[-1] if places else None

    def confirmed(self, color: str) -> bool:
        """Whether a seat said that its tickets are all entered."""
        seat = self.snapshot.seats.get(color)
        return seat is not None and seat.confirmed

    def _open_to(self, viewer: Viewer, place: int) -> bool:
        keeper = self.keeper(place)
        return keeper is None or keeper in viewer.seats


HIDDEN = Hidden(type="hidden")


def ticket_of(log: Mapping[int, AnyEntry] | tuple[AnyEntry, ...], place: int) -> str | None:
    """Follows strikes and amendments back to what they are about; the player of a `keep`, else None."""
    entry: Any = log[place - 1]
    while isinstance(entry, Strike | Amend):
        entry = log[entry.entry - 1]
    return entry.player if isinstance(entry, Keep) else None
