"""A game as it is stored at one version, and a change to be written. Plain data: no database is needed to read it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.store.devices import Device
from companion.store.events import Event

NewEntry = tuple[str, Device, Mapping[str, Any]]  # an entry's id, the device that told it, and the entry


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry as it was taken: its place, the id its device gave it, the version it came with."""

    place: int
    id: str
    version: int
    device: Device
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that somebody took, or that has a PIN or was confirmed."""

    color: str
    device: Device | None = None
    pin: str | None = None
    confirmed: bool = False
    confirmed_at: int = 0  # how long the log was then
    tickets_in: bool = False  # those of the opening hand


@dataclass(frozen=True, slots=True)
class Waiting:
    """A device that typed the code. `admitted` is None until somebody decides."""

    id: str
    device: Device
    role: str
    asked: int
    admitted: bool | None
    name: str = ""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Something that was done about a seat beside the log: who did it, and how long the log was then."""

    version: int
    place: int
    at: int
    act: str
    color: str
    device: Device
    by: str = ""
    holder: Device | None = None
    covered: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything stored of a game at one version."""

    id: str
    code: str | None
    version: int
    setup_version: int
    setup: Mapping[str, Any]
    options: Mapping[str, Any]
    opened: int
    changed: int
    entries: tuple[StoredEntry, ...]
    members: Mapping[Device, str]
    seats: Mapping[str, Seat]
    waiting: tuple[Waiting, ...] = ()
    reveal: int | None = None
    leader: Device | None = None
    seat_changes: tuple[SeatChange, ...] = ()
    previous: str | None = None  # in a series of games, and the one that follows
    following: str | None = None
    series: str = ""  # the id of the first of them; without one this game is the first


@dataclass(slots=True)
class Change:
    """Changes to be written to a game: the state before, and what comes to it. Written when the block ends."""

    before: Snapshot
    entries: list[NewEntry] = field(default_factory=list)
    setup: Mapping[str, Any] | None = None
    options: Mapping[str, Any] | None = None
    members: dict[Device, str | None] = field(default_factory=dict)  # None takes the device away
    seats: dict[str, Seat] = field(default_factory=dict)
    seat_changes: list[SeatChange] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    code: str | None = None
    reveal: tuple[int, Device] | None = None  # how far, and who leads
    opens: Snapshot | None = None  # a game that is opened with it
    following: str | None = None  # that game, which follows this one
    shuts_out: frozenset[Device] = frozenset()  # devices that do not come along to another game of the series
    lets_in: frozenset[Device] = frozenset()  # those that may again
    uninvited: bool = False  # no secret that was shown lets in any more
    deleted: bool = False
    events: list[Event] = field(default_factory=list)  # what happens with it, for whoever subscribes
    after: Snapshot | None = None  # the game as it was written, where that is known without reading it again

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write."""
        people = self.members, self.seats, self.seat_changes, self.waiting, self.shuts_out, self.lets_in
        asked = (self.entries, *people, self.code, self.uninvited, self.deleted, self.following)
        return not any(asked) and self.setup is None and self.options is None and self.reveal is None
