"""A game as one device may see it, without whatever is hidden from that device.

This is the only place that decides what a device may see. Pages, paper and programs are given a `View`, from which
the whole log cannot be reached, so they cannot show too much. Nothing here reads the database.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, Literal, TypeVar

from companion.boards.model import Board
from companion.play.actions import Actions, actions_of
from companion.record.read import Record
from companion.rules.broken_rules import RuleBroken
from companion.rules.game_setup import Setup
from companion.rules.log import CHANGES, Amend, AnyEntry, Finish, Hidden, Keep, Strike, in_force
from companion.rules.replay import replay
from companion.rules.reveal_steps import Step, steps
from companion.rules.table import Table
from companion.rules.tally import Tally, tally

MOST_CACHED: Final = 20  # values that are cached for one version
HIDDEN: Final = Hidden(type="hidden")
T = TypeVar("T")
Role = Literal["maker", "player", "watcher"]
Reads = frozenset[tuple[str, int]]  # the seats whose tickets are shown, each with how many entries stay covered


@dataclass(frozen=True)
class Options:
    """The options of a table that are not rules. They are stored beside the log, not in the game record."""

    points_hidden: bool = False
    ticket_hint: bool = True
    moving_totals: bool = True  # at the reveal, points move with each step; else they are shown with the places
    picture_shared: bool = False  # anybody may see the result as a picture; only the maker decides that
    language: str = ""  # for phones that chose none; "" leaves it to each phone's browser


@dataclass(frozen=True, slots=True)
class SeatState:
    """The state of a seat that everybody at the table may see; nothing in it depends on a ticket."""

    held: bool = False
    has_pin: bool = False
    confirmed: bool = False
    tickets_in: bool = False


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who asks to be let in."""

    id: str
    role: str
    name: str = ""  # as they typed it


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request of one phone that the others may answer."""

    kind: str  # "free" a seat, "show" its tickets, "finish" the game, or "move" a seat to the phone that asks
    color: str
    by: str  # the seat of the phone that asks, where it holds one
    until: int  # the time until which the others can say no
    due: bool  # that time is over
    mine: bool  # this device asks
    answers: bool  # this device can say yes or no
    signs: str = ""  # that the other phone shows too, where a seat is to be moved to it


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """Something done or asked about a seat, as everybody may see it."""

    place: int  # how many entries the log had
    at: int
    act: str
    color: str
    by: str  # the seat of the phone that did it, where it held one
    own: bool  # by the phone that held the seat
    covered: bool  # earlier tickets stay covered to the new holder


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
    phones: int = 0  # that play here; programs count as one each
    following: str | None = None  # the table to which everybody has gone on
    stopped: Mapping[str, int] = field(default_factory=dict)  # who plays no more, and how long the log was then


class Visible:
    """The log and the table with the tickets of some seats and without all others.

    Devices that may see the same tickets share one, so that everything is computed once for all of them.
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
        self.versions = versions  # with which each entry was added
        self.reporters = reporters  # the seat of the phone that reported each entry, where it holds one alone
        self.past: tuple[int, Table] | None = None  # the last version asked for, and the table as it was then
        self._cache: dict[str, Any] = {}

    @cached_property
    def about_secrets(self) -> tuple[bool, ...]:
        """For every entry, whether it is about a secret, shown here or not."""
        secrets = zip(self.log, secret_places(self.log), strict=True)
        return tuple(isinstance(entry, Hidden) or place is not None for entry, place in secrets)

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
        """The steps of the reveal."""
        return steps(self.result)

    def cached(self, name: str, make: Callable[[], T]) -> T:
        """A value made once for all who share this. It must not be changed."""
        if len(self._cache) >= MOST_CACHED:
            self._cache = {}
        cache = self._cache  # another thread may replace it meanwhile
        value: T = cache[name] if name in cache else make()
        cache[name] = value
        return value

    def table_at(self, version: int) -> Table | None:
        """The table at an earlier version, replayed with today's set-up; None where the two do not fit together."""
        if self.past is None or self.past[0] != version:
            places = sum(added <= version for added in self.versions)
            try:
                self.past = version, replay(self.table.board, self.table.setup, self.log[:places])
            except (RuleBroken, KeyError):  # such as where a player was added or removed since
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
    """The game for readers of these seats: tickets and secret counts of all others are removed from log and table."""
    if table.finished:
        return Visible(table, options, log, versions, reporters)
    covered_entries = dict(reads)
    seen = _without_hidden(log, covered_entries)
    # Whether each entry is shown as in the given log, which may itself have hidden ones.
    shown = [here is not HIDDEN or entry is HIDDEN for here, entry in zip(seen, log, strict=True)]
    seen_reporters = tuple(seat if is_shown else None for seat, is_shown in zip(reporters, shown, strict=True))
    has_secret_counts = any(entry.secret and not isinstance(entry, Keep) for __, entry in in_force(log))
    if has_secret_counts or any(covered_entries.values()):  # rare, so the whole log may be replayed
        return Visible(replay(table.board, table.setup, seen), options, seen, versions, seen_reporters)
    held = [ticket for ticket, place in zip(table.held, _places_of_held(log), strict=True) if shown[place - 1]]
    seen_table = replace(table, held=held, hidden=table.hidden or not all(shown))
    return Visible(seen_table, options, seen, versions, seen_reporters)


def _without_hidden(log: Sequence[AnyEntry], covered_entries: Mapping[str, int]) -> tuple[AnyEntry, ...]:
    """The log with every secret hidden that its reader may not see, and every entry about such a secret.

    A phone that took a seat over may report a ticket that is covered to it; the log then has a correction instead
    (see `entries._as_correction`). That phone is shown an ordinary ticket, or it would learn of the first.
    """
    seen: list[AnyEntry] = []
    for place, (entry, root) in enumerate(zip(log, secret_places(log), strict=True), 1):
        content = entry.instead if isinstance(entry, Amend) else entry
        # Up to which place the player's secrets are covered to this reader; of a player who is not read, up to here.
        covered_to = covered_entries.get(getattr(content, "player", ""), place) if content.secret else place
        if root is None:
            seen.append(entry)
        elif entry.secret:
            seen.append(entry if covered_to < place else HIDDEN)
        elif isinstance(entry, CHANGES) and seen[entry.entry - 1] is not HIDDEN:
            seen.append(entry)
        elif isinstance(entry, Amend) and content.secret and entry.entry <= covered_to < place:
            seen.append(content.model_copy(update={"id": entry.id, "at": entry.at}))
        else:
            seen.append(HIDDEN)
    return tuple(seen)


def _places_of_held(log: Sequence[AnyEntry]) -> list[int]:
    """The places of all tickets in force, in the order of `Table.held`."""
    return [place for place, entry in in_force(log) if isinstance(entry, Keep)]


def secret_places(log: Sequence[AnyEntry]) -> list[int | None]:
    """For every entry the place of the secret that it is about: its own, or that of what it changes; or None."""
    places: list[int | None] = []
    for place, entry in enumerate(log, 1):
        places.append(place if entry.secret else place_of_changed_secret(entry, places))
    return places


def place_of_changed_secret(entry: AnyEntry, places: Sequence[int | None]) -> int | None:
    """The place of the secret that an entry strikes or amends; None where it is about none."""
    # places[n - 1]: the place of the secret that entry n is about, None where it is about none.
    if isinstance(entry, CHANGES) and entry.entry <= len(places):
        return places[entry.entry - 1]
    return None


@dataclass(frozen=True, kw_only=True)
class View:
    """A game as one device sees it, without what is hidden from it; and the device's role and seats."""

    seen: Visible
    public: Visible  # the same without any ticket: what everybody may see
    facts: Facts
    guests: tuple[Guest, ...] = ()  # who asks to be let in; only for devices that may decide it
    role: Role = "watcher"
    seats: frozenset[str] = frozenset()  # that this device holds
    shared: frozenset[str] = frozenset()  # those of them whose tickets are shown only while they are opened
    hands: frozenset[str] = frozenset()  # the seats whose tickets are in this view
    leads: bool = False  # this device leads the reveal
    mark: str = ""  # a key for what this device may see of a version
    taken_over: frozenset[str] = frozenset()  # its seats whose earlier tickets are covered
    requests: tuple[OpenRequest, ...] = ()
    declined: tuple[tuple[str, str], ...] = ()  # its requests, by kind and seat, that were just declined
    goes_round: bool | None = None  # whether several people use this phone; None where nobody has said so yet
    reported: frozenset[int] = frozenset()  # the versions that entries of this device made

    @property
    def plays(self) -> bool:
        return self.role in ("maker", "player")

    @property
    def alone(self) -> bool:
        """Whether this is the only phone that plays at the table."""
        return self.plays and self.facts.phones == 1

    @property
    def claims_for(self) -> str:
        """The only seat of this phone, where one person uses it: what is claimed here is theirs.

        Empty where it claims for whose turn it is: it is passed round, has all seats, or its player has stopped.
        """
        elsewhere = any(self.seat(color).held for color in self.setup.colors if color not in self.seats)
        plays = len(self.seats) == 1 and not self.seats <= self.facts.stopped.keys()
        return next(iter(self.seats)) if plays and elsewhere and not self.goes_round else ""

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
        """A game record of what is visible."""
        return Record(self.board, self.setup, self.log)

    @property
    def result(self) -> Tally:
        return self.seen.result

    @property
    def reveal(self) -> tuple[Step, ...]:
        return self.seen.reveal

    @property
    def step(self) -> int:
        """The step of the reveal. The last one if the game was not finished here, such as an imported game."""
        last = len(self.reveal) - 1
        return last if self.facts.step is None else min(self.facts.step, last)

    @property
    def revealing(self) -> bool:
        """Whether the reveal is still going on, so that no other page may show the result yet."""
        return self.table.finished and self.step < len(self.reveal) - 1

    def seat(self, color: str) -> SeatState:
        """The state of a seat."""
        return self.facts.seats.get(color, SeatState())

    @property
    def unconfirmed(self) -> list[str]:
        """Who has not yet confirmed that all tickets are entered, without those who have stopped."""
        return [color for color in self.setup.colors if not self.confirmed(color) and color not in self.facts.stopped]

    @property
    def playing(self) -> list[str]:
        """Who plays on, in seating order."""
        return [color for color in self.setup.colors if color not in self.facts.stopped]

    def had_stopped(self, color: str, place: int) -> bool:
        """Whether somebody had stopped playing when the entry at this place came."""
        acts = [change.act for change in self.facts.seat_changes if change.color == color and change.place < place]
        return [act for act in acts if act in ("stopped", "back")][-1:] == ["stopped"]

    def confirmed(self, color: str) -> bool:
        """Whether a seat has confirmed that all its tickets are entered."""
        return self.seat(color).confirmed

    @property
    def reminded(self) -> frozenset[str]:
        """The seats that were reminded to confirm their tickets and have not done so."""
        acts = (change.color for change in self.facts.seat_changes if change.act == "reminded")
        return frozenset(color for color in acts if color in self.setup.colors and not self.confirmed(color))

    @property
    def finish(self) -> int | None:
        """The place of the finish in force, if any. Striking it reopens the game."""
        return next((place for place, entry in in_force(self.log) if isinstance(entry, Finish)), None)

    @property
    def reopened_by(self) -> str | None:
        """The seat of the phone that last reopened the game; None unless it held exactly one."""
        strikes = ((place, entry) for place, entry in enumerate(self.log, 1) if isinstance(entry, Strike))
        struck = (place for place, strike in strikes if isinstance(self.log[strike.entry - 1], Finish))
        place = max(struck, default=None)
        return self.seen.reporters[place - 1] if place else None

    @property
    def was_finished(self) -> bool:
        """Whether the game was finished and reopened, so that everybody has seen all tickets."""
        return not self.table.finished and any(isinstance(entry, Finish) for entry in self.log)

    def is_secret(self, place: int) -> bool:
        """Whether an entry is about a secret, shown here or not; never after the end."""
        return self.seen.about_secrets[place - 1] and not self.table.finished

    @cached_property
    def undo(self) -> int | None:
        """The first of the places that Undo strikes; None where there is nothing to undo."""
        return next(iter(self.seen.actions.undo), None)

    def reported_here(self, places: Sequence[int]) -> bool:
        """Whether this device reported these entries, which came in one request."""
        return any(self.seen.versions[place - 1] in self.reported for place in places)


def view_key(role: str, seats: frozenset[str], reads: Reads) -> str:
    """A short key that is the same for all devices with this role, these seats, and the same tickets to read."""
    parts = [role, *sorted(seats), *(f"{color}>{place}" for color, place in sorted(reads))]
    return sha256(" ".join(parts).encode()).hexdigest()[:12]
