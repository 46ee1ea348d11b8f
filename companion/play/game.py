"""A stored game with everything in it, secrets included: only for the use-cases. Everybody else gets a View of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from companion.boards.model import Board
from companion.play import keys
from companion.play.consent import SECONDS_TO_ANSWER, Consents, Request, consents
from companion.play.refusals import Kind, Refused
from companion.play.view import (
    Facts,
    Guest,
    OpenRequest,
    Reads,
    Role,
    SeatChanged,
    SeatState,
    View,
    Visible,
    secret_places,
    view_key,
    visible,
)
from companion.play.view import Options as Options
from companion.rules.game_setup import Setup
from companion.rules.log import Amend, AnyEntry, Turn, in_force
from companion.rules.mechanics import entry_reader
from companion.rules.replay import read_on, replay
from companion.rules.reveal_steps import Step
from companion.rules.table import Table
from companion.rules.tally import Tally
from companion.store import Snapshot
from companion.store.devices import BrowserDevice, Device, ProgramDevice
from companion.store.snapshot import Seat, SeatChange, Waiting
from companion.validation import Complaint

OUTCOME: Final = ("result", "reveal")  # cached properties of Visible that depend on the log alone
SECONDS_TO_WAIT: Final = 5 * 60  # until a request to join expires


@dataclass(frozen=True)
class Viewer:
    """A device at a table: its role, and the seats it holds.

    `covered` are the seats whose tickets it may not be shown now. `just_closed` are those of them that closed a
    moment ago: what a page still sends for them is accepted, and the answer tells nothing of the tickets held there.
    """

    role: Role
    seats: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()
    just_closed: frozenset[str] = frozenset()
    covered_entries: Mapping[str, int] = field(default_factory=dict)  # of seats taken over
    leads: bool = field(default=False, compare=False)
    goes_round: bool | None = None  # whether several people use this phone; None where nobody has said so yet

    @property
    def plays(self) -> bool:
        return self.role in ("maker", "player")

    @property
    def reads(self) -> frozenset[str]:
        """The seats whose tickets this device may be shown."""
        return self.seats - self.covered


class Game:
    """A snapshot read by the rules. Made anew for each version, and never changed."""

    def __init__(
        self, snapshot: Snapshot, board: Board, earlier: Game | None = None, table: Table | None = None
    ) -> None:
        """Reuses what was computed for an earlier version, and the table where it is given."""
        self.snapshot = snapshot
        self.board = board
        self.setup = Setup.model_validate(snapshot.setup)
        self.options = Options(**snapshot.options)
        self._visible: dict[Reads, Visible] = {}
        self._past: dict[Reads, tuple[int, Table]] = {}  # an earlier version and its table, for `Visible.past`
        self._outcome: dict[str, Any] = {}  # result and reveal of an earlier version with the same log
        before = earlier.log if earlier else ()
        if len(before) > len(snapshot.entries):  # the snapshot is older than `earlier`, read by a slower thread
            before = ()
        new = snapshot.entries[len(before) :]
        # Every entry, secrets included. A log only grows, so its beginning is reused.
        reader = entry_reader(board)
        self.log: tuple[AnyEntry, ...] = before + tuple(reader.validate_python(entry.body) for entry in new)
        if earlier and before and earlier.setup == self.setup and table is None:
            table = read_on(earlier.table, len(before), self.log[len(before) :]) if new else earlier.table
        if table is not None:
            self.__dict__["table"] = table
        if earlier and earlier.setup == self.setup:
            self._reuse(earlier)

    def _reuse(self, earlier: Game) -> None:
        """Reuses what was computed for an earlier version with the same set-up."""
        if not earlier.table.finished:
            self._past = {reads: (earlier.version, seen.table) for reads, seen in earlier._visible.items()}
        elif len(earlier.log) == len(self.log):  # only the reveal went on
            self._outcome = {name: value for name, value in vars(earlier.everything).items() if name in OUTCOME}

    @property
    def version(self) -> int:
        return self.snapshot.version

    @cached_property
    def table(self) -> Table:
        """The table after the whole log."""
        return replay(self.board, self.setup, self.log)

    @cached_property
    def roots(self) -> tuple[int | None, ...]:
        """For every entry the place of the ticket or other secret that it is about; None where it is about none."""
        return tuple(secret_places(self.log))

    def secret_owner(self, place: int) -> str | None:
        """The player whose ticket or other secret the entry at this place is about; None where it is about none."""
        root = self.roots[place - 1]
        entry = self.log[root - 1] if root else None
        return getattr(entry, "player", None) if entry and entry.secret else None

    @property
    def everything(self) -> Visible:
        """The whole log and table, as everybody sees it after the end."""
        return self.visible_to(frozenset((color, 0) for color in self.setup.colors))

    @property
    def result(self) -> Tally:
        """The tally of everything, tickets included."""
        return self.everything.result

    @property
    def reveal(self) -> tuple[Step, ...]:
        """The steps of the reveal; as secret as the result."""
        return self.everything.reveal

    def viewer(self, device: Device) -> Viewer | None:
        """A device's role and seats at this table; None where it has not joined."""
        role = self.snapshot.members.get(device)
        if role is None:
            return None
        seats = self.snapshot.seats.values()  # also of colours that were taken out of the set-up meanwhile
        held = frozenset(seat.color for seat in seats if seat.device == device) & set(self.setup.colors)
        covered_entries = {color: place for color, place in self.consents.covered.items() if color in held}
        leads, goes_round = self.snapshot.leader == device, self.consents.going_round.get(device)
        return Viewer(role, held, covered_entries=covered_entries, leads=leads, goes_round=goes_round)  # type: ignore[arg-type]

    def shared(self, viewer: Viewer) -> frozenset[str]:
        """The seats whose tickets a phone shows only while they are opened: they have a PIN, or share the phone."""
        if self.table.finished:
            return frozenset()
        if viewer.goes_round:
            return viewer.seats
        with_pin = {color for color, seat in self.snapshot.seats.items() if seat.pin is not None}
        return viewer.seats if len(viewer.seats) > 1 else viewer.seats & with_pin

    def closed_on(self, viewer: Viewer, device: Device) -> frozenset[str]:
        """The seats that are `shared` on this device: on a program none, since only one party uses it."""
        match device:
            case BrowserDevice():
                return self.shared(viewer)
            case ProgramDevice():
                return frozenset()

    def on_table(self, viewer: Viewer, device: Device) -> View:
        """The game for pages that everybody at the table may look at: never with a shared phone's tickets."""
        return self.seen_by(replace(viewer, covered=self.shared(viewer)), device)

    def seen_by(self, viewer: Viewer, device: Device | None = None) -> View:
        """The game as one device may see it: all other tickets are hidden entries until the game is finished."""
        reads = self._reads(viewer)
        return View(
            seen=self.visible_to(reads),
            public=self.visible_to(frozenset()),
            facts=self._facts,
            guests=self._guests if viewer.plays else (),
            role=viewer.role,
            seats=viewer.seats,
            shared=self.shared(viewer),
            hands=viewer.reads,
            leads=viewer.plays and viewer.leads,
            mark=view_key(viewer.role, viewer.seats, reads),
            taken_over=frozenset(viewer.covered_entries) if not self.table.finished else frozenset(),
            requests=self._requests(device) if device else (),
            declined=self._declined(device) if device else (),
            goes_round=viewer.goes_round,
            reported=frozenset(entry.version for entry in self.snapshot.entries if entry.device == device),
        )

    def visible_to(self, reads: Reads) -> Visible:
        """The game as a reader of these seats may see it; computed once per version for all such readers."""
        if self.table.finished:
            reads = frozenset()
        reads = frozenset(read for read in reads if read[0] in self._with_secrets)
        if reads not in self._visible:
            made = visible(self.table, self.options, self.log, self._versions, self._reporters, reads)
            vars(made).update(self._outcome)
            if not self.table.finished:
                made.past = self._past.get(reads)
            self._visible[reads] = made
        return self._visible[reads]

    @cached_property
    def _with_secrets(self) -> frozenset[str]:
        """The seats with secret entries. To read any other seat makes no difference."""
        contents = (entry.instead if isinstance(entry, Amend) else entry for entry in self.log)
        return frozenset(getattr(content, "player", "") for content in contents if content.secret)

    @cached_property
    def _versions(self) -> list[int]:
        """The version with which each entry was added."""
        return [entry.version for entry in self.snapshot.entries]

    def _reads(self, viewer: Viewer) -> Reads:
        """The seats whose tickets a device may be shown, each with how many entries stay covered."""
        return frozenset((color, viewer.covered_entries.get(color, 0)) for color in viewer.reads)

    @cached_property
    def _reporters(self) -> list[str | None]:
        """For each entry the seat of the phone that reported it; None unless that phone holds exactly one seat."""
        held: dict[Device, list[str]] = {}
        for color, seat in self.snapshot.seats.items():
            if seat.device is not None:
                held.setdefault(seat.device, []).append(color)
        only_seat = {
            device: seats[0] for device, seats in held.items() if len(seats) == 1 and seats[0] in self.setup.colors
        }
        return [only_seat.get(entry.device) for entry in self.snapshot.entries]

    @cached_property
    def _facts(self) -> Facts:
        """What everybody at the table may know beside the log."""
        stored = self.snapshot
        states = {
            color: SeatState(seat.device is not None, seat.pin is not None, seat.confirmed, seat.tickets_in)
            for color, seat in stored.seats.items()
        }
        seated = (color for color in self.setup.colors if color in stored.seats)
        leader = next((c for c in seated if stored.leader and stored.seats[c].device == stored.leader), None)
        about = stored.id, stored.code, stored.version, stored.setup_version, stored.opened, stored.changed
        changes = tuple(_seat_changed(change) for change in stored.seat_changes)
        phones = sum(role != "watcher" for role in stored.members.values())
        return Facts(*about, states, stored.reveal, leader, changes, phones, stored.following, self.stopped)

    @property
    def _guests(self) -> tuple[Guest, ...]:
        waiting = (guest for guest in self.snapshot.waiting if guest.admitted is None and not guest.seat)
        return tuple(Guest(guest.id, guest.role, guest.name) for guest in waiting if not no_longer_waits(guest))

    @cached_property
    def stopped(self) -> Mapping[str, int]:
        """Who has stopped playing, and how long the log was then."""
        return {color: place for color, place in self.consents.stopped.items() if color in self.setup.colors}

    @property
    def unconfirmed(self) -> list[str]:
        """Who has not yet confirmed that all tickets are entered, without those who have stopped."""
        return [color for color in self.setup.colors if not self.confirmed(color) and color not in self.stopped]

    def confirmed(self, color: str) -> bool:
        """Whether a seat has confirmed that all its tickets are entered."""
        seat = self.snapshot.seats.get(color)
        return seat is not None and seat.confirmed

    def has_agreed_to_end(self, color: str) -> bool:
        """Whether a seat has confirmed its tickets and had no turn since (where turns are tracked)."""
        seat = self.snapshot.seats.get(color)
        if seat is None or not seat.confirmed:
            return False
        since = self.log[seat.confirmed_at :] if self.table.turns_followed else ()
        return not any(isinstance(entry, Turn) and entry.player == color for entry in since)

    @cached_property
    def consents(self) -> Consents:
        """Who may read the tickets of seats that changed hands, and which requests are open."""
        return consents(self.snapshot.seat_changes)

    def phone_of(self, color: str) -> Device | None:
        """The phone of a seat: the one that may read all its tickets, else the one that holds it."""
        seat = self.snapshot.seats.get(color)
        return self.consents.owners.get(color) or (seat.device if seat else None)

    def request_to(self, device: Device, kind: str, color: str) -> Request | None:
        """The open request of this kind that this device is asked to answer and has not answered yet."""
        request = self.consents.request(kind, color, time.time())
        if request is None or device in (request.device, *request.agreed) or self.table.finished:
            return None
        seats = self.snapshot.seats
        sits = any(seat.device == device for seat in seats.values())
        if kind == "free":
            return request if seats[color].device == device else None
        if kind == "show":
            return request if sits or device == self.consents.owners.get(color) else None
        return request if sits else None

    def _requests(self, device: Device) -> tuple[OpenRequest, ...]:
        """The requests that are open now, as this device shows them."""
        now, requests = time.time(), []
        for kind, color in self.consents.requests:
            request = self.consents.request(kind, color, now)
            if request is None or self.table.finished or (color and color not in self.setup.colors):
                continue
            answers = self.request_to(device, kind, color) is not None
            by = request.by if request.by in self.setup.colors else ""
            until = request.at + SECONDS_TO_ANSWER
            due, own = request.is_due(now), device == request.device
            requests.append(OpenRequest(kind, color, by, until, due, own, answers))
        return (*requests, *self._asked_to_move(device))

    def _asked_to_move(self, device: Device) -> Iterator[OpenRequest]:
        """The phones that scanned the code of a seat that this device holds. No other device learns of them."""
        for color, seat in self.snapshot.seats.items():
            if seat.device != device or self.table.finished or color not in self.setup.colors:
                continue
            if taker := seat_taker(self.snapshot, color):
                until = taker.asked + SECONDS_TO_WAIT
                yield OpenRequest("move", color, "", until, False, False, True, keys.signs(taker.id))

    def _declined(self, device: Device) -> tuple[tuple[str, str], ...]:
        """The requests of this device, by kind and seat, that were declined just now: it may not repeat them yet."""
        consents, now = self.consents, time.time()
        return tuple(
            (kind, color)
            for kind, color in consents.declined
            if consents.is_cooling_down(kind, color, device, now) and (not color or color in self.setup.colors)
        )


def _seat_changed(change: SeatChange) -> SeatChanged:
    """A seat change without the devices in it, which nobody else may learn."""
    own = change.device == change.holder
    return SeatChanged(change.place, change.at, change.act, change.color, change.by, own, change.covered > 0)


def must_play(viewer: Viewer | View) -> None:
    """Refuses a device that only watches."""
    if not viewer.plays:
        raise Refused(Kind.NOT_ALLOWED, "only-watching")


def must_have_seat(game: Game, color: str) -> None:
    """Refuses a seat that this table does not have."""
    if color not in game.setup.colors:
        raise Refused.complaint(Complaint((), "colour-not-at-the-table", {"color": color}))


def refusal_context(game: Game, place: int) -> dict[str, Any]:
    """The data of a refusal that names an entry. Where that is about a ticket or other secret, only its place."""
    entry = dict(in_force(game.log)).get(place) if game.secret_owner(place) is None else None
    return {"board": game.board, "setup": game.setup, "place": place, "entry": entry}


def seat_taker(snapshot: Snapshot, color: str) -> Waiting | None:
    """Who scanned the code of a seat and waits for its phone to say yes."""
    seat = snapshot.seats.get(color)
    waiting = (one for one in snapshot.waiting if (one.seat, one.role, one.admitted) == (color, "seat", None))
    return next((one for one in waiting if seat and may_move(seat, one.device) and not no_longer_waits(one)), None)


def may_move(seat: Seat, to: Device) -> bool:
    """Whether a seat can go along to this device: not past its PIN to a program, which would not be asked for it."""
    return seat.pin is None or isinstance(to, BrowserDevice) or isinstance(seat.device, ProgramDevice)


def no_longer_waits(guest: Waiting) -> bool:
    """Whether a request to join has expired, is withdrawn or was collected. A clock that jumped expires it too."""
    return abs(time.time() - guest.asked) > SECONDS_TO_WAIT


def no_table() -> Refused:
    """The refusal for a missing table, and also for one that this device has not joined: it learns no difference."""
    return Refused(Kind.NOT_FOUND, "no-table")
