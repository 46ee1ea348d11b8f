"""A game as it is stored at one version, and a change to be written. Plain data, without any database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.store.devices import Device
from companion.store.events import Event

NewEntry = tuple[str, Device, Mapping[str, Any]]  # an entry's id, the device that reported it, and the entry


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry as it is stored: its place, the id its device gave it, the version it was added with."""

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
    pin: str | None = None  # its hash
    confirmed: bool = False
    confirmed_at: int = 0  # how long the log was then
    tickets_in: bool = False  # those of the opening hand


@dataclass(frozen=True, slots=True)
class Waiting:
    """A device that typed the code, or offers or asks for a seat. `admitted` is None until somebody decides."""

    id: str
    device: Device
    role: str
    asked: int
    admitted: bool | None
    name: str = ""
    seat: str = ""  # that goes along to another phone; see `play/moving.py`


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Something done or asked about a seat; see `play/consent.py` for the acts."""

    version: int
    place: int  # how many entries the log had
    at: int
    act: str
    color: str  # the seat; "" where it is about the whole table
    device: Device  # who did it
    by: str = ""  # the seat that this device held
    holder: Device | None = None  # who held the seat until then
    covered: int = 0  # how many entries are covered to the new holder


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
    previous: str | None = None  # the game before in the series, and the one after
    following: str | None = None
    series: str = ""  # the id of its first game; "" where this is the first


@dataclass(slots=True)
class Change:
    """A change to a game, to be filled by a use-case: the state before, and what is to be written."""

    before: Snapshot
    entries: list[NewEntry] = field(default_factory=list)
    setup: Mapping[str, Any] | None = None
    options: Mapping[str, Any] | None = None
    members: dict[Device, str | None] = field(default_factory=dict)  # None takes the device away
    seats: dict[str, Seat] = field(default_factory=dict)
    seat_changes: list[SeatChange] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    code: str | None = None
    reveal: tuple[int, Device] | None = None  # its step, and who leads it
    opens: Snapshot | None = None  # a new game to be opened in the same transaction
    following: str | None = None  # the id of the game that follows this one
    shuts_out: frozenset[Device] = frozenset()  # devices that may not join any game of the series
    lets_in: frozenset[Device] = frozenset()  # devices that may do so again
    uninvited: bool = False  # all links to the table become invalid
    deleted: bool = False
    events: list[Event] = field(default_factory=list)  # to be published
    after: Snapshot | None = None  # the game after the change, where it need not be read again

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write."""
        people = self.members, self.seats, self.seat_changes, self.waiting, self.shuts_out, self.lets_in
        others = self.entries, self.code, self.uninvited, self.deleted, self.following
        is_nothing_set = self.setup is None and self.options is None and self.reveal is None
        return is_nothing_set and not any((*people, *others))
