"""A game as one device may see it: made here, once, already without what is hidden from that device.

Whoever shows something is given a `View` and asks nobody who is looking: what is not in the view cannot be shown.
This is the only place that decides it. Nothing here reads the database, and no view leads back to the whole log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, Literal, TypeVar

from companion.boards.model import Board
from companion.play.actions import Actions, actions_of
from companion.record.read import Record
from companion.rules.log import CHANGES, Amend, AnyEntry, Finish, Hidden, Keep, Strike, in_force
from companion.rules.refusals import RuleBroken
from companion.rules.replay import replay
from companion.rules.reveal import Step, steps
from companion.rules.setup import Setup
from companion.rules.table import Table
from companion.rules.tally import Tally, tally

MOST_KEPT: Final = 20  # things that somebody asked of one version
HIDDEN: Final = Hidden(type="hidden")
T = TypeVar("T")
Role = Literal["maker", "player", "watcher"]
Reads = frozenset[tuple[str, int]]  # the seats whose tickets are shown, each with the place that they begin after


@dataclass(frozen=True)
class Options:
    """The options of a table that are no rules; they stand beside the log and are not part of the game."""

    points_hidden: bool = False
    ticket_hint: bool = True
    language: str = ""  # of phones that chose none; each asks as its browser does where the table has none either


@dataclass(frozen=True, slots=True)
class SeatState:
    """How a seat stands, as everybody at the table may know it; nothing here depends on a ticket."""

    held: bool = False
    has_pin: bool = False
    confirmed: bool = False
    tickets_in: bool = False


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who waits to be let in."""

    id: str
    role: str
    name: str = ""  # as they typed it


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """Something that a phone asks of the others before it is done."""

    kind: str  # to free a seat, to show its tickets, or to finish
    color: str
    by: str  # the seat of the phone that asks, where it holds one
    until: int  # when nobody has said no by then, it can be done
    due: bool
    mine: bool  # this device asks
    answers: bool  # this device can say yes or no


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """Something that was done about a seat, or asked of the table, after so many entries; by the phone of a seat."""

    place: int
    at: int
    act: str
    color: str
    by: str
    own: bool  # by who held the seat
    covered: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about a table that are not in its log and that every device may know."""

    id: str
    code: str | None
    version: int
    setup_version: int
    opened: int
    changed: int
    seats: Mapping[str, SeatState]
    step: int | None  # how far the reveal has come, where the game was finished here
    leader: str | None  # the seat of the phone that leads the reveal
    seat_changes: tuple[SeatChanged, ...]
    following: str | None = None  # the table to which everybody has gone on


class Visible:
    """The log and the table with the tickets of some seats and without all others.

    Devices that are shown the same tickets share one, so that nothing is worked out for each of them.
    """

    def __init__(
        self,
        table: Table,
        options: Options,
        log: tuple[AnyEntry, ...],
        versions: Sequence[int],
        reporters: Sequence[str | None],
    ) -> None:
        self.table = table
        self.options = options
        self.log = log
        self.versions = versions  # with which each entry came
        self.reporters = reporters  # the seat of the phone that reported each entry, where it holds one alone
        self.past: tuple[int, Table] | None = None  # the last version asked for, and the table as it was then
        self._kept: dict[str, Any] = {}

    @cached_property
    def about_secrets(self) -> tuple[bool, ...]:
        """For every place, whether it is about a secret: one that is shown here, or one that is hidden."""
        return tuple(
            isinstance(entry, Hidden) or root is not None
            for entry, root in zip(self.log, secret_places(self.log), strict=True)
        )

    @cached_property
    def actions(self) -> Actions:
        """What Undo takes back now, and what Redo brings back."""
        return actions_of(self.log, self.versions, self.about_secrets)

    @cached_property
    def result(self) -> Tally:
        """The tally of what is visible."""
        return tally(self.table)

    @cached_property
    def reveal(self) -> tuple[Step, ...]:
        """The steps in which the end is told."""
        return steps(self.result)

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """Something made once a version for all who share this view. To be read only."""
        if len(self._kept) >= MOST_KEPT:
            self._kept = {}
        kept = self._kept
        found: T = kept[name] if name in kept else make()
        kept[name] = found
        return found

    def table_at(self, version: int) -> Table | None:
        """The table as it was, by today's set-up; None where that set-up does not fit it."""
        if self.past is None or self.past[0] != version:
            places = sum(came <= version for came in self.versions)
            try:
                self.past = version, replay(self.table.board, self.table.setup, self.log[:places])
            except (RuleBroken, KeyError):  # a past that never was, such as one with a player fewer
                return None
        return self.past[1]


def visible(
    table: Table,
    options: Options,
    log: tuple[AnyEntry, ...],
    versions: Sequence[int],
    reporters: Sequence[str | None],
    reads: Reads,
) -> Visible:
    """The game to whoever reads these seats: every other ticket is taken out of the log and off the table.

    So is what others counted in secret.
    """
    if table.finished:
        return Visible(table, options, log, versions, reporters)
    begins = dict(reads)
    seen = _without_hidden(log, begins)
    shown = [one is not HIDDEN or entry is HIDDEN for one, entry in zip(seen, log, strict=True)]
    names = tuple(name if show else None for name, show in zip(reporters, shown, strict=True))
    counts = any(entry.secret and not isinstance(entry, Keep) for __, entry in in_force(log))
    if counts or any(begins.values()):  # what is counted in secret, or a seat that was taken over; both are rare
        return Visible(replay(table.board, table.setup, seen), options, seen, versions, names)
    held = [(player, ticket) for (player, ticket), at in zip(table.held, _held_at(log), strict=True) if shown[at - 1]]
    return Visible(replace(table, held=held, hidden=table.hidden or not all(shown)), options, seen, versions, names)


def _without_hidden(log: Sequence[AnyEntry], begins: Mapping[str, int]) -> tuple[AnyEntry, ...]:
    """The log as it is shown: a secret to who reads its seat, if it is not covered, and what is about it with it.

    Who took a seat over may have told a covered ticket once more, which stands in the log as a change of it; to them
    it is a ticket like any other, or else they knew that it is held.
    """
    seen: list[AnyEntry] = []
    for place, (entry, root) in enumerate(zip(log, secret_places(log), strict=True), 1):
        about = entry.instead if isinstance(entry, Amend) else entry
        after = begins.get(getattr(about, "player", ""), place) if about.secret else place
        if root is None:
            seen.append(entry)
        elif entry.secret:
            seen.append(entry if after < place else HIDDEN)
        elif isinstance(entry, CHANGES) and seen[entry.entry - 1] is not HIDDEN:
            seen.append(entry)
        elif isinstance(entry, Amend) and about.secret and entry.entry <= after < place:
            seen.append(about.model_copy(update={"id": entry.id, "at": entry.at}))
        else:
            seen.append(HIDDEN)
    return tuple(seen)


def _held_at(log: Sequence[AnyEntry]) -> list[int]:
    """The place of every ticket that is held, in the order in which a table holds them."""
    return [place for place, entry in in_force(log) if isinstance(entry, Keep)]


def secret_places(log: Sequence[AnyEntry]) -> list[int | None]:
    """For every entry the place of the ticket, or other secret, it is about: its own, or what it changes."""
    found: list[int | None] = []
    for place, entry in enumerate(log, 1):
        about = pointed_at(entry, found) if isinstance(entry, CHANGES) else None
        found.append(place if entry.secret else about)
    return found


def pointed_at(entry: AnyEntry, before: Sequence[int | None]) -> int | None:
    """The place of the secret that an entry takes back or changes, after those that stand before it."""
    if isinstance(entry, CHANGES) and entry.entry <= len(before):
        return before[entry.entry - 1]
    return None


@dataclass(frozen=True, kw_only=True)
class View:
    """A game as one device sees it, without what is hidden from it; and the device's role and seats."""

    seen: Visible
    public: Visible  # the same without any ticket: what all see alike
    facts: Facts
    guests: tuple[Guest, ...] = ()  # who waits to be let in, to those who can do that
    role: Role = "watcher"
    seats: frozenset[str] = frozenset()  # that this device holds
    shared: frozenset[str] = frozenset()  # those of them whose tickets are shown only while they are opened
    hands: frozenset[str] = frozenset()  # whose tickets are in this view because the device may be shown them
    leads: bool = False  # the reveal
    mark: str = ""  # stands for what this device is; with the version it names what it sees
    taken_over: frozenset[str] = frozenset()  # seats of it whose earlier tickets are covered
    requests: tuple[OpenRequest, ...] = ()
    declined: tuple[tuple[str, str], ...] = ()  # what this device asked, by kind and seat, and was refused just now
    goes_round: bool | None = None  # whether several people use this phone; None where nobody has said so yet
    told: frozenset[int] = frozenset()  # the versions that this device made by what it reported

    @property
    def plays(self) -> bool:
        return self.role in ("maker", "player")

    @property
    def id(self) -> str:
        return self.facts.id

    @property
    def version(self) -> int:
        return self.facts.version

    @property
    def board(self) -> Board:
        return self.seen.table.board

    @property
    def setup(self) -> Setup:
        return self.seen.table.setup

    @property
    def options(self) -> Options:
        return self.seen.options

    @property
    def table(self) -> Table:
        return self.seen.table

    @property
    def log(self) -> tuple[AnyEntry, ...]:
        return self.seen.log

    @property
    def record(self) -> Record:
        """The game record of what is visible."""
        return Record(self.board, self.setup, self.log)

    @property
    def result(self) -> Tally:
        return self.seen.result

    @property
    def reveal(self) -> tuple[Step, ...]:
        return self.seen.reveal

    @property
    def step(self) -> int:
        """The step of the reveal. It counts as over where the end was not revealed here, as in an imported game."""
        last = len(self.reveal) - 1
        return last if self.facts.step is None else min(self.facts.step, last)

    @property
    def revealing(self) -> bool:
        """Whether the reveal is going on, so that no other page should show the result yet."""
        return self.table.finished and self.step < len(self.reveal) - 1

    def seat(self, color: str) -> SeatState:
        """How a seat stands."""
        return self.facts.seats.get(color, SeatState())

    def confirmed(self, color: str) -> bool:
        """Whether a seat said that its tickets are all entered."""
        return self.seat(color).confirmed

    @property
    def finish(self) -> int | None:
        """The place of the finish, where the game is finished: to take it back is to reopen the game."""
        return next((place for place, entry in in_force(self.log) if isinstance(entry, Finish)), None)

    @property
    def reopened_by(self) -> str | None:
        """The seat of the phone that reopened the game last, where it held one alone."""
        log = self.log
        struck = (
            place
            for place, entry in enumerate(log, 1)
            if isinstance(entry, Strike) and isinstance(log[entry.entry - 1], Finish)
        )
        place = max(struck, default=None)
        return self.seen.reporters[place - 1] if place else None

    @property
    def was_finished(self) -> bool:
        """Whether the game was finished and goes on again, so that all tickets were seen."""
        return not self.table.finished and any(isinstance(entry, Finish) for entry in self.log)

    def is_secret(self, place: int) -> bool:
        """Whether an entry is about a secret that is not on the table yet, be it shown here or not."""
        return self.seen.about_secrets[place - 1] and not self.table.finished

    @property
    def undo(self) -> int | None:
        """The first of the entries that Undo takes back; nothing where there are none."""
        return next(iter(self.seen.actions.undo), None)

    def made(self, places: Sequence[int]) -> bool:
        """Whether this device reported these entries, which came in one request."""
        return any(self.seen.versions[place - 1] in self.told for place in places)


def mark_of(role: str, seats: frozenset[str], reads: Reads) -> str:
    """A short key for a device's role and what it may read."""
    told = [role, *sorted(seats), *(f"{color}>{place}" for color, place in sorted(reads))]
    return sha256(" ".join(told).encode()).hexdigest()[:12]
