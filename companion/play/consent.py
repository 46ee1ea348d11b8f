"""Requests that other phones must answer first: to free a seat that one of them holds, to show a seat's tickets to
the phone that took it over, to finish before the last turns. They are worked out from the seat changes, which are
stored beside the log. Whether finishing needs one is decided in `entries.py`.

A phone that is asked has half a minute to say no. After that the request is granted, so that a lost phone keeps
nobody waiting. The exception is tickets entered earlier: they stay covered until the others agree or the game is
finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.store.devices import Device
from companion.store.snapshot import SeatChange

SECONDS_TO_ANSWER: Final = 30
EXPIRES: Final = 10 * 60  # seconds after which a request is dropped
COOLDOWN: Final = 60  # seconds after a no until the same phone can ask again


@dataclass(frozen=True, slots=True)
class Request:
    """A request by one phone to the others, and which of them have said yes."""

    kind: str
    color: str  # the seat; none where it is about the whole table
    device: Device  # who asks
    by: str  # the seat that this device held then
    at: int
    agreed: frozenset[Device] = frozenset()

    def is_due(self, now: float) -> bool:
        """Whether the time to say no is over; also true where the clock was set back, so that nobody waits longer."""
        return not self.at <= now < self.at + SECONDS_TO_ANSWER

    def is_open(self, now: float) -> bool:
        """Whether the request has not expired. A request to show tickets never does: it needs a yes."""
        return self.kind == "show" or abs(now - self.at) < EXPIRES


@dataclass(slots=True)
class Consents:
    """What follows from all seat changes: who may read which tickets, and which requests are open."""

    # Who may read all tickets of a seat that changed hands; None where that phone left for good.
    owners: dict[str, Device | None] = field(default_factory=dict)
    covered: dict[str, int] = field(default_factory=dict)  # how many entries are covered to a seat's holder
    previous_holders: dict[str, Device] = field(default_factory=dict)  # of seats that were freed
    freed_by: dict[str, Device] = field(default_factory=dict)
    requests: dict[tuple[str, str], Request] = field(default_factory=dict)
    declined: dict[tuple[str, str], Request] = field(default_factory=dict)  # `at` is when it was declined
    stopped: dict[str, int] = field(default_factory=dict)  # who plays no more, and how long the log was then
    going_round: dict[Device, bool] = field(
        default_factory=dict
    )  # whether several people share a phone, if it said so

    def request(self, kind: str, color: str, now: float) -> Request | None:
        """The request about a seat, if it is still open."""
        request = self.requests.get((kind, color))
        return request if request and request.is_open(now) else None

    def is_cooling_down(self, kind: str, color: str, device: Device, now: float) -> bool:
        """Whether this device's request was declined so recently that it may not ask again yet."""
        declined = self.declined.get((kind, color))
        return declined is not None and declined.device == device and abs(now - declined.at) < COOLDOWN


def consents(changes: Iterable[SeatChange]) -> Consents:
    """What follows from these seat changes, applied in their order."""
    consents = Consents()
    for change in changes:
        kind, __, what = change.act.partition("-")
        if what in ("asked", "agreed", "declined"):
            _apply_request(consents, kind, what, change)
        else:
            _apply_act(consents, change)
    return consents


def _apply_request(consents: Consents, kind: str, what: str, change: SeatChange) -> None:
    """Opens a request, or adds an answer to it."""
    about = kind, change.color
    if what == "asked":
        consents.requests[about] = Request(kind, change.color, change.device, change.by, change.at)
        consents.declined.pop(about, None)
    elif what == "agreed" and about in consents.requests:
        before = consents.requests[about]
        consents.requests[about] = replace(before, agreed=before.agreed | {change.device})
    elif what == "declined" and about in consents.requests:
        consents.declined[about] = replace(consents.requests.pop(about), at=change.at)


def _apply_act(consents: Consents, change: SeatChange) -> None:
    """Applies what was done with a seat or a phone."""
    color = change.color
    match change.act:
        case "freed":
            if change.holder is not None:
                consents.owners.setdefault(color, change.holder)
                consents.previous_holders[color] = change.holder
            consents.freed_by[color] = change.device
            consents.requests.pop(("free", color), None)
            consents.requests.pop(("show", color), None)
        case "taken" if change.covered:
            consents.covered[color] = change.covered
            consents.requests["show", color] = Request("show", color, change.device, change.by, change.at)
        case "taken" | "shown":
            consents.owners[color] = change.device if change.act == "taken" else change.holder or change.device
            consents.covered.pop(color, None)
            consents.requests.pop(("show", color), None)
        case "moved":
            _move_rights(consents, color, change)
        case "phone-shared" | "phone-own":
            consents.going_round[change.device] = change.act == "phone-shared"
        case "stopped":
            consents.stopped[color] = change.place
        case "back":
            consents.stopped.pop(color, None)
        case "finished":
            consents.requests.pop(("finish", ""), None)
        case "left":
            _forget_device(consents, change.device)


def _move_rights(consents: Consents, color: str, change: SeatChange) -> None:
    """A seat went to another phone of the same player, which may read and ask for just what the first one could."""
    if color in consents.owners and consents.owners[color] == change.holder:
        consents.owners[color] = change.device
    consents.requests.pop(("free", color), None)
    asked = consents.requests.get(("show", color))
    if asked is not None and asked.device == change.holder:
        consents.requests["show", color] = replace(asked, device=change.device)


def _forget_device(consents: Consents, device: Device) -> None:
    """Drops a device's rights and requests when it leaves: if its token turns up again, it counts as a stranger."""
    consents.owners = {color: None if one == device else one for color, one in consents.owners.items()}
    consents.previous_holders = {color: one for color, one in consents.previous_holders.items() if one != device}
    consents.requests = {about: one for about, one in consents.requests.items() if one.device != device}
    consents.going_round.pop(device, None)


def phone_act(goes_round: bool) -> str:
    """The act of a seat change that says whether several people use a phone."""
    return "phone-shared" if goes_round else "phone-own"


def enough_to_show(request: Request, holders: Sequence[Device], freed_by: Device | None) -> bool:
    """Whether all other phones with a seat said yes, at least one of them not the phone that freed the seat."""
    others = set(holders) - {request.device}
    return bool(others - {freed_by}) and others <= request.agreed
