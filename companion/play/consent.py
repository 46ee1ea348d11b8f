"""Requests that other phones must answer first: freeing a seat that one of them holds, showing the tickets of a seat
to who took it over, finishing before the last turns. All of it is read out of what was written down beside the log.

A phone that is asked has half a minute to say no. After that it is done, so that a lost phone keeps nobody waiting;
only tickets that were entered before stay covered until somebody who may says yes, or the game is finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.store.devices import Device
from companion.store.snapshot import SeatChange

SECONDS: Final = 30  # to say no in
EXPIRES: Final = 10 * 60  # seconds after which what was asked is forgotten
REST: Final = 60  # seconds after a no until the same phone can ask again


@dataclass(frozen=True, slots=True)
class Request:
    """Something that a phone asks of others, and which of them have said yes."""

    kind: str
    color: str  # the seat; none where it is about the whole table
    device: Device  # who asks
    by: str  # the seat that this device held then
    at: int
    agreed: frozenset[Device] = frozenset()

    def is_due(self, now: float) -> bool:
        """Whether nobody said no in time; a clock that was set back makes nobody wait longer."""
        return not self.at <= now < self.at + SECONDS

    def is_open(self, now: float) -> bool:
        """Whether the request is still open. One that needs a yes stays open until it is answered."""
        return self.kind == "show" or abs(now - self.at) < EXPIRES


@dataclass(slots=True)
class Standing:
    """The result of all seat changes: who may read which tickets, and which requests are open."""

    # Who reads all tickets of a seat that changed hands; nobody does where that phone left for good.
    owners: dict[str, Device | None] = field(default_factory=dict)
    covered: dict[str, int] = field(default_factory=dict)  # the entries that are covered to who holds a seat now
    last: dict[str, Device] = field(default_factory=dict)  # who held a seat before it was freed
    freed_by: dict[str, Device] = field(default_factory=dict)
    requests: dict[tuple[str, str], Request] = field(default_factory=dict)
    declined: dict[tuple[str, str], Request] = field(default_factory=dict)  # with the moment of the no
    stopped: dict[str, int] = field(default_factory=dict)  # who plays no more, and how long the log was then
    going_round: dict[Device, bool] = field(default_factory=dict)  # whether a phone does, once it said so

    def request(self, kind: str, color: str, now: float) -> Request | None:
        """The request about a seat, if it is still open."""
        standing = self.requests.get((kind, color))
        return standing if standing and standing.is_open(now) else None

    def rests(self, kind: str, color: str, device: Device, now: float) -> bool:
        """Whether this device was refused so recently that it may not ask again yet."""
        no = self.declined.get((kind, color))
        return no is not None and no.device == device and abs(now - no.at) < REST


def standing(changes: Iterable[SeatChange]) -> Standing:
    """The standing of all requests, worked out from the seat changes in their order."""
    standing = Standing()
    for change in changes:
        kind, __, what = change.act.partition("-")
        if what in ("asked", "agreed", "declined"):
            _request(standing, kind, what, change)
        else:
            _done(standing, change)
    return standing


def _request(standing: Standing, kind: str, what: str, change: SeatChange) -> None:
    about = kind, change.color
    if what == "asked":
        standing.requests[about] = Request(kind, change.color, change.device, change.by, change.at)
        standing.declined.pop(about, None)
    elif what == "agreed" and about in standing.requests:
        before = standing.requests[about]
        standing.requests[about] = replace(before, agreed=before.agreed | {change.device})
    elif what == "declined" and about in standing.requests:
        standing.declined[about] = replace(standing.requests.pop(about), at=change.at)


def _done(standing: Standing, change: SeatChange) -> None:
    color = change.color
    match change.act:
        case "freed":
            if change.holder is not None:
                standing.owners.setdefault(color, change.holder)
                standing.last[color] = change.holder
            standing.freed_by[color] = change.device
            standing.requests.pop(("free", color), None)
            standing.requests.pop(("show", color), None)
        case "taken" if change.covered:
            standing.covered[color] = change.covered
            standing.requests["show", color] = Request("show", color, change.device, change.by, change.at)
        case "taken" | "shown":
            standing.owners[color] = change.device if change.act == "taken" else change.holder or change.device
            standing.covered.pop(color, None)
            standing.requests.pop(("show", color), None)
        case "phone-shared" | "phone-own":
            standing.going_round[change.device] = change.act == said_of_phone(True)
        case "stopped":
            standing.stopped[color] = change.place
        case "back":
            standing.stopped.pop(color, None)
        case "finished":
            standing.requests.pop(("finish", ""), None)
        case "left":
            _left(standing, change.device)


def _left(standing: Standing, device: Device) -> None:
    """Whoever shows this phone's token again is a stranger: nothing that it knew or asked for is its own."""
    standing.owners = {color: None if one == device else one for color, one in standing.owners.items()}
    standing.last = {color: one for color, one in standing.last.items() if one != device}
    standing.requests = {about: one for about, one in standing.requests.items() if one.device != device}
    standing.going_round.pop(device, None)


def said_of_phone(goes_round: bool) -> str:
    """What is noted of a phone that several people use, or one alone."""
    return "phone-shared" if goes_round else "phone-own"


def enough_to_show(request: Request, holders: Sequence[Device], freed_by: Device | None) -> bool:
    """Whether all other phones with a seat said yes, and one of them that did not free the seat itself."""
    others = set(holders) - {request.device}
    return bool(others - {freed_by}) and others <= request.agreed
