"""A stored game with everything in it, secrets included: for the use-cases alone. Others are given a View of it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from companion.boards.model import Board
from companion.play.consent import SECONDS, Request, Standing, standing
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
    mark_of,
    secret_places,
    visible,
)
from companion.play.view import Options as Options
from companion.rules.log import Amend, AnyEntry, Turn, in_force
from companion.rules.mechanics import entries_of
from companion.rules.replay import continued, replay
from companion.rules.reveal import Step
from companion.rules.setup import Setup
from companion.rules.table import Table
from companion.rules.tally import Tally
from companion.store import Snapshot
from companion.store.devices import BrowserDevice, Device, ProgramDevice
from companion.store.snapshot import SeatChange, Waiting
from companion.validation import Complaint

ENDS: Final = ("result", "reveal")
PATIENCE: Final = 5 * 60  # seconds until nobody waits any more


@dataclass(frozen=True)
class Viewer:
    """A device at a table: its role, and the seats it holds.

    `covered` are those of them whose tickets it may not be shown just now; of these, `blind` are those where what
    a page sends that closed a moment ago is still taken, and answered the same whatever is held there.
    """

    role: Role
    seats: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()
    blind: frozenset[str] = frozenset()
    begins: Mapping[str, int] = field(default_factory=dict)  # seats taken over: so many entries before are covered
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
        """What is known of an earlier version is not worked out again; nor is the table, where it is given."""
        self.snapshot = snapshot
        self.board = board
        self.setup = Setup.model_validate(snapshot.setup)
        self.options = Options(**snapshot.options)
        self._visible: dict[Reads, Visible] = {}
        self._past: dict[Reads, tuple[int, Table]] = {}
        self._end: dict[str, Any] = {}
        known = earlier.log if earlier else ()
        if len(known) > len(snapshot.entries):  # an older one, read by somebody who began before
            known = ()
        new = snapshot.entries[len(known) :]
        # Every entry, secrets included. A log only grows, so what was read of it is not read again.
        read = entries_of(board)
        self.log: tuple[AnyEntry, ...] = known + tuple(read.validate_python(entry.body) for entry in new)
        if earlier and known and earlier.setup == self.setup and table is None:
            table = continued(earlier.table, len(known), self.log[len(known) :]) if new else earlier.table
        if table is not None:
            self.__dict__["table"] = table
        if earlier and earlier.setup == self.setup:
            self._goes_on_from(earlier)

    def _goes_on_from(self, earlier: Game) -> None:
        """Takes over what was worked out of an earlier version with the same set-up."""
        if not earlier.table.finished:
            self._past = {reads: (earlier.version, seen.table) for reads, seen in earlier._visible.items()}
        elif len(earlier.log) == len(self.log):  # its reveal goes on step by step
            self._end = {name: value for name, value in vars(earlier.everything).items() if name in ENDS}

    @property
    def version(self) -> int:
        return self.snapshot.version

    @cached_property
    def table(self) -> Table:
        """The table as it stands."""
        return replay(self.board, self.setup, self.log)

    @cached_property
    def roots(self) -> tuple[int | None, ...]:
        """For every entry the place of the ticket, or other secret, that it is about."""
        return tuple(secret_places(self.log))

    def keeper(self, place: int) -> str | None:
        """Whose ticket, or other secret, the entry at this place is about."""
        root = self.roots[place - 1]
        entry = self.log[root - 1] if root else None
        return getattr(entry, "player", None) if entry and entry.secret else None

    @property
    def everything(self) -> Visible:
        """The whole log and table, as it is on the table after the end."""
        return self.shown(frozenset((color, 0) for color in self.setup.colors))

    @property
    def result(self) -> Tally:
        """The tally of everything, tickets included."""
        return self.everything.result

    @property
    def reveal(self) -> tuple[Step, ...]:
        """The steps in which the end is told; as secret as the result."""
        return self.everything.reveal

    def viewer(self, device: Device) -> Viewer | None:
        """The role and seats of a device at this table; None where it has not joined."""
        role = self.snapshot.members.get(device)
        if role is None:
            return None
        seats = self.snapshot.seats.values()  # also of colours that were taken out of the set-up meanwhile
        held = frozenset(seat.color for seat in seats if seat.device == device) & set(self.setup.colors)
        begins = {color: place for color, place in self.standing.covered.items() if color in held}
        leads, goes_round = self.snapshot.leader == device, self.standing.going_round.get(device)
        return Viewer(role, held, begins=begins, leads=leads, goes_round=goes_round)  # type: ignore[arg-type]

    def shared(self, viewer: Viewer) -> frozenset[str]:
        """The seats of a phone that goes from hand to hand, or that have a PIN: shown only while they are opened."""
        if self.table.finished:
            return frozenset()
        if viewer.goes_round:
            return viewer.seats
        closed = {color for color, seat in self.snapshot.seats.items() if seat.pin is not None}
        return viewer.seats if len(viewer.seats) > 1 else viewer.seats & closed

    def closed_on(self, viewer: Viewer, device: Device) -> frozenset[str]:
        """The seats whose tickets are shown on this device only while they are opened: on a program none are."""
        match device:
            case BrowserDevice():
                return self.shared(viewer)
            case ProgramDevice():
                return frozenset()

    def on_table(self, viewer: Viewer, device: Device) -> View:
        """The game for pages that lie open on the table: never with a shared phone's tickets, opened or not."""
        return self.seen_by(replace(viewer, covered=self.shared(viewer)), device)

    def seen_by(self, viewer: Viewer, device: Device | None = None) -> View:
        """The game as one device may see it: every other ticket stands as hidden until the table is finished."""
        reads = self._reads(viewer)
        return View(
            seen=self.shown(reads),
            public=self.shown(frozenset()),
            facts=self._facts,
            guests=self._guests if viewer.plays else (),
            role=viewer.role,
            seats=viewer.seats,
            shared=self.shared(viewer),
            hands=viewer.reads,
            leads=viewer.plays and viewer.leads,
            mark=mark_of(viewer.role, viewer.seats, reads),
            taken_over=frozenset(viewer.begins) if not self.table.finished else frozenset(),
            requests=self._requests(device) if device else (),
            declined=self._declined(device) if device else (),
            goes_round=viewer.goes_round,
            told=frozenset(entry.version for entry in self.snapshot.entries if entry.device == device),
        )

    def shown(self, reads: Reads) -> Visible:
        """The game as a reader of these seats may see it; made once a version for all such readers."""
        if self.table.finished:
            reads = frozenset()
        reads = frozenset(read for read in reads if read[0] in self._with_secrets)
        if reads not in self._visible:
            made = visible(self.table, self.options, self.log, self._came, self._reporters, reads)
            vars(made).update(self._end)
            if not self.table.finished:
                made.past = self._past.get(reads)
            self._visible[reads] = made
        return self._visible[reads]

    @cached_property
    def _with_secrets(self) -> frozenset[str]:
        """The seats about which anything secret was entered: all others may be read by anybody."""
        about = (entry.instead if isinstance(entry, Amend) else entry for entry in self.log)
        return frozenset(getattr(entry, "player", "") for entry in about if entry.secret)

    @cached_property
    def _came(self) -> list[int]:
        """With which version each entry came."""
        return [entry.version for entry in self.snapshot.entries]

    def _reads(self, viewer: Viewer) -> Reads:
        return frozenset((color, viewer.begins.get(color, 0)) for color in viewer.reads)

    @cached_property
    def _reporters(self) -> list[str | None]:
        """The seat of the phone that reported each entry, where it holds one alone."""
        held: dict[Device, list[str]] = {}
        for color, seat in self.snapshot.seats.items():
            if seat.device is not None:
                held.setdefault(seat.device, []).append(color)
        named = {device: colors[0] for device, colors in held.items() if len(colors) == 1}
        colors = {device: color for device, color in named.items() if color in self.setup.colors}
        return [colors.get(entry.device) for entry in self.snapshot.entries]

    @cached_property
    def _facts(self) -> Facts:
        kept = self.snapshot
        states = {
            color: SeatState(seat.device is not None, seat.pin is not None, seat.confirmed, seat.tickets_in)
            for color, seat in kept.seats.items()
        }
        leading = (color for color in self.setup.colors if color in kept.seats)
        leader = next((c for c in leading if kept.leader and kept.seats[c].device == kept.leader), None)
        about = kept.id, kept.code, kept.version, kept.setup_version, kept.opened, kept.changed
        changes = tuple(_shown(done) for done in kept.seat_changes)
        return Facts(*about, states, kept.reveal, leader, changes, kept.following)

    @property
    def _guests(self) -> tuple[Guest, ...]:
        waiting = (guest for guest in self.snapshot.waiting if guest.admitted is None)
        return tuple(Guest(guest.id, guest.role, guest.name) for guest in waiting if not too_late(guest))

    def confirmed(self, color: str) -> bool:
        """Whether a seat said that its tickets are all entered."""
        seat = self.snapshot.seats.get(color)
        return seat is not None and seat.confirmed

    def has_agreed_to_end(self, color: str) -> bool:
        """Whether a seat said that its tickets are all entered, and had no turn since where turns are followed."""
        seat = self.snapshot.seats.get(color)
        if seat is None or not seat.confirmed:
            return False
        since = self.log[seat.confirmed_at :] if self.table.turns_followed else ()
        return not any(isinstance(entry, Turn) and entry.player == color for entry in since)

    @cached_property
    def standing(self) -> Standing:
        """Who may read the seats that changed hands, and the open requests."""
        return standing(self.snapshot.seat_changes)

    def own_phone(self, color: str) -> Device | None:
        """The phone that entered a seat's tickets, as far as is known."""
        seat = self.snapshot.seats.get(color)
        return self.standing.owners.get(color) or (seat.device if seat else None)

    def request_to(self, device: Device, kind: str, color: str) -> Request | None:
        """The request of another phone that this device has not answered yet."""
        request = self.standing.request(kind, color, time.time())
        if request is None or device in (request.device, *request.agreed) or self.table.finished:
            return None
        seats = self.snapshot.seats
        sits = any(seat.device == device for seat in seats.values())
        if kind == "free":
            return request if seats[color].device == device else None
        if kind == "show":
            return request if sits or device == self.standing.owners.get(color) else None
        return request if sits else None

    def _requests(self, device: Device) -> tuple[OpenRequest, ...]:
        """The requests that are open now, as this device shows them."""
        now, found = time.time(), []
        for kind, color in self.standing.requests:
            request = self.standing.request(kind, color, now)
            if request is None or self.table.finished or (color and color not in self.setup.colors):
                continue
            answers = self.request_to(device, kind, color) is not None
            by = request.by if request.by in self.setup.colors else ""
            until = request.at + SECONDS
            found.append(OpenRequest(kind, color, by, until, request.is_due(now), device == request.device, answers))
        return tuple(found)

    def _declined(self, device: Device) -> tuple[tuple[str, str], ...]:
        """What this device asked of others, by kind and seat, and may not ask again yet since one of them said no."""
        kept, now = self.standing, time.time()
        return tuple(
            (kind, color)
            for kind, color in kept.declined
            if kept.rests(kind, color, device, now) and (not color or color in self.setup.colors)
        )


def _shown(done: SeatChange) -> SeatChanged:
    own = done.device == done.holder
    return SeatChanged(done.place, done.at, done.act, done.color, done.by, own, done.covered > 0)


def must_play(viewer: Viewer | View) -> None:
    """Refuses a device that only watches."""
    if not viewer.plays:
        raise Refused(Kind.NOT_ALLOWED, "only-watching")


def must_have(game: Game, color: str) -> None:
    """Refuses a seat that this table does not have."""
    if color not in game.setup.colors:
        raise Refused.complaint(Complaint((), "colour-not-at-the-table", {"color": color}))


def what_stands_at(game: Game, place: int) -> dict[str, Any]:
    """An entry of the log as the data of a refusal: of a ticket's nothing but its place."""
    entry = dict(in_force(game.log)).get(place) if game.keeper(place) is None else None
    return {"board": game.board, "setup": game.setup, "place": place, "entry": entry}


def too_late(guest: Waiting) -> bool:
    """Whether somebody who typed the code has waited too long, or is in already; by either way of the clock."""
    return abs(time.time() - guest.asked) > PATIENCE


def no_table() -> Refused:
    """The same for a table that is not there and for one that this device has nothing to do with."""
    return Refused(Kind.NOT_FOUND, "no-table")
