"""The calls about seats: taking and freeing one, requests between devices, confirming that tickets are entered."""

from __future__ import annotations

from companion.play.keys import Device
from companion.play.moving import SECONDS
from companion.web.addresses import seat_url
from companion.web.api import schemas
from companion.web.api.calls import Calls, Services, Who

calls = Calls()


@calls.add(
    method="POST",
    path="/tables/<table>/seats",
    who=Who.PLAYER,
    request=schemas.TakeSeat,
    answers={200: schemas.Version},
    errors=(409, 429),
)
def take_seat(services: Services, device: Device, table: str, body: schemas.TakeSeat) -> schemas.Version:
    """Take a seat, so that this device can see and enter its tickets."""
    return schemas.Version(version=services.tables.seats.take(table, device, body.color, body.pin).version)


@calls.add(
    method="DELETE",
    path="/tables/<table>/seats/<color>",
    who=Who.PLAYER,
    answers={200: schemas.Version, 202: schemas.Waits},
    errors=(409, 422, 429),
)
def leave_seat(services: Services, device: Device, table: str, color: str) -> schemas.Version:
    """Free a seat. Your own is free at once. For another's, the device that holds it is asked first and has half a
    minute to keep it: the answer is 202 meanwhile. Make the same call again for the outcome: 409 if it was kept.
    """
    return schemas.Version(version=services.tables.seats.free(table, device, color).version)


@calls.add(
    method="POST",
    path="/tables/<table>/seats/<color>/along",
    who=Who.SEAT,
    request=schemas.OfferSeat,
    answers={200: schemas.OfferedSeat},
    errors=(409, 422, 429),
)
def offer_seat(
    services: Services, device: Device, table: str, color: str, body: schemas.OfferSeat
) -> schemas.OfferedSeat:
    """Make a secret with which another device can ask for this device's seat. The request then shows up here in
    `asked`, with “move” as its `about`. The `pin` is the seat's own, if it has one.
    """
    secret = services.tables.moving.offer(table, device, color, body.pin)
    return schemas.OfferedSeat(secret=secret, url=seat_url(secret), seconds=SECONDS)


@calls.add(
    method="POST",
    path="/tables/<table>/seats/<color>/show",
    who=Who.DEVICE,
    answers={200: schemas.Version},
    errors=(403, 409, 422, 429),
)
def ask_to_show(services: Services, device: Device, table: str, color: str) -> schemas.Version:
    """Ask the other devices again to show this one the hidden tickets of a seat that it took over."""
    return schemas.Version(version=services.tables.seats.ask_to_show(table, device, color).version)


@calls.add(
    method="POST",
    path="/tables/<table>/asked",
    who=Who.PLAYER,
    request=schemas.Answer,
    answers={200: schemas.Version},
    errors=(409, 429),
)
def answer(services: Services, device: Device, table: str, body: schemas.Answer) -> schemas.Version:
    """Say yes or no to what another device asks: a seat to be freed or moved, tickets to be shown, an early end."""
    if body.about == "move":
        return schemas.Version(version=services.tables.moving.answer(table, device, body.color, body.agree).version)
    return schemas.Version(
        version=services.tables.seats.answer(table, device, body.about, body.color, body.agree).version
    )


@calls.add(
    method="POST",
    path="/tables/<table>/confirm",
    who=Who.SEAT,
    request=schemas.Confirm,
    answers={200: schemas.Version},
)
def confirm(services: Services, device: Device, table: str, body: schemas.Confirm) -> schemas.Version:
    """Confirm that all tickets of a seat are entered."""
    return schemas.Version(version=services.tables.seats.confirm(table, device, body.color).version)


@calls.add(
    method="DELETE",
    path="/tables/<table>/confirm/<color>",
    who=Who.SEAT,
    answers={200: schemas.Version},
    errors=(409, 422),
)
def unconfirm(services: Services, device: Device, table: str, color: str) -> schemas.Version:
    """Take back `confirm`: the seat may have more tickets after all."""
    return schemas.Version(version=services.tables.seats.unconfirm(table, device, color).version)


@calls.add(
    method="POST",
    path="/tables/<table>/tickets-in",
    who=Who.SEAT,
    request=schemas.Confirm,
    answers={200: schemas.Version},
)
def tickets_in(services: Services, device: Device, table: str, body: schemas.Confirm) -> schemas.Version:
    """Say that the tickets a seat kept of its opening hand are entered. The end of the game needs `confirm`."""
    return schemas.Version(version=services.tables.seats.tickets_in(table, device, body.color).version)


@calls.add(
    method="DELETE",
    path="/tables/<table>/tickets-in/<color>",
    who=Who.SEAT,
    answers={200: schemas.Version},
    errors=(422,),
)
def tickets_not_in(services: Services, device: Device, table: str, color: str) -> schemas.Version:
    """Take back `tickets_in`: the opening hand is not all entered yet."""
    return schemas.Version(version=services.tables.seats.tickets_in(table, device, color, are_in=False).version)


@calls.add(
    method="POST",
    path="/tables/<table>/stopped",
    who=Who.PLAYER,
    request=schemas.Confirm,
    answers={200: schemas.Version},
    errors=(409, 429),
)
def stop(services: Services, device: Device, table: str, body: schemas.Confirm) -> schemas.Version:
    """Say that a player has stopped playing. Their routes and tickets stay and count, each of their turns is entered
    as a draw when it comes, and the end does not wait for their `confirm`.
    """
    return schemas.Version(version=services.tables.seats.stop(table, device, body.color).version)


@calls.add(
    method="DELETE",
    path="/tables/<table>/stopped/<color>",
    who=Who.PLAYER,
    answers={200: schemas.Version},
    errors=(409, 422, 429),
)
def come_back(services: Services, device: Device, table: str, color: str) -> schemas.Version:
    """Say that a player who had stopped is playing again."""
    return schemas.Version(version=services.tables.seats.come_back(table, device, color).version)
