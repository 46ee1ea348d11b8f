"""The calls for joining a table, letting somebody in, and leaving all tables."""

from __future__ import annotations

from flask import Response

from companion.play import Kind, Refused
from companion.play.door import Joined
from companion.play.keys import Device, new_token, program_with
from companion.web.addresses import along_url
from companion.web.api import schemas
from companion.web.api.calls import Calls, Services, Who, json_response
from companion.web.rate_limits import count_typed_code
from companion.web.this_device import bearer, devices_here, forget, this_token

calls = Calls()


@calls.add(
    method="POST",
    path="/join",
    who=Who.ANYBODY,
    request=schemas.Join,
    answers={201: schemas.Joined, 202: schemas.Waiting},
    errors=(404, 409, 429),
)
def join(services: Services, body: schemas.Join) -> schemas.Joined | schemas.Waiting:
    """Join by the secret of the QR at once, or by a typed code: then somebody at the table lets you in."""
    if (body.code is None) == (body.secret is None):
        raise Refused(Kind.WRONG, "missing-member", reason="code-or-secret")
    token = new_token()
    if body.secret is not None:
        return _joined(services.tables.door.join_by_secret(body.secret, program_with(token), body.role), token)
    count_typed_code()
    waiting = services.tables.door.ask_to_join(body.code or "", program_with(token), body.role, body.name)
    return schemas.Waiting(waiting=waiting)


@calls.add(
    method="POST",
    path="/join/seat",
    who=Who.ANYBODY,
    request=schemas.AskForSeat,
    answers={202: schemas.SeatAskedFor},
    errors=(404, 429),
)
def ask_for_seat(services: Services, body: schemas.AskForSeat) -> schemas.SeatAskedFor:
    """Ask for a seat by the secret of its QR, once; the device that holds the seat has to say yes."""
    count_typed_code()
    token = bearer() or new_token()
    waiting = services.tables.moving.ask(body.secret, program_with(token))
    signs = services.tables.moving.sign(waiting, program_with(token))
    return schemas.SeatAskedFor(waiting=waiting, token=token, signs=signs)


@calls.add(
    method="GET",
    path="/join/<waiting>",
    who=Who.ANYBODY,
    answers={201: schemas.Joined, 202: schemas.Waiting},
    errors=(403, 404, 410),
)
def wait(services: Services, waiting: str) -> schemas.Joined | schemas.Waiting:
    """The answer to a request to join: 202 until somebody decides, then 201 with a token, once.

    Whoever asked for a seat sends the token they were given, which is the one that is good then.
    """
    token = bearer() or new_token()  # stored only if this call is the one that joins
    joined = services.tables.door.collect(waiting, program_with(token))
    return _joined(joined, token) if joined else schemas.Waiting(waiting=waiting)


@calls.add(
    method="POST",
    path="/tables/<table>/waiting/<waiting>",
    who=Who.PLAYER,
    request=schemas.Admit,
    answers={200: schemas.Version},
    errors=(410,),
)
def decide(services: Services, device: Device, table: str, waiting: str, body: schemas.Admit) -> schemas.Version:
    """Let in somebody who is waiting, or refuse them. Any player may."""
    return schemas.Version(version=services.tables.door.decide(table, device, waiting, body.admit).version)


@calls.add(method="POST", path="/device/link", who=Who.DEVICE, answers={201: schemas.AlongLink}, errors=(409, 429))
def make_link(services: Services, device: Device) -> schemas.AlongLink:
    """Make this device's link to all its tables and circles, without seats; the one it had before ends."""
    return schemas.AlongLink(url=along_url(services.tables.along.make(device, this_token())))


@calls.add(
    method="POST",
    path="/device/link/open",
    who=Who.ANYBODY,
    request=schemas.OpenLink,
    answers={201: schemas.BroughtAlong},
    errors=(404, 429),
)
def open_link(services: Services, body: schemas.OpenLink) -> schemas.BroughtAlong:
    """Come to all tables and circles of another device by its link, with your token or a new one."""
    count_typed_code()
    token = bearer() or new_token()
    tables = services.tables.along.open(body.secret, program_with(token))
    return schemas.BroughtAlong(token=token, tables=tables)


@calls.add(method="DELETE", path="/device", who=Who.DEVICE, answers={204: None})
def leave_everywhere(services: Services, device: Device) -> Response:  # noqa: ARG001
    """Leave all tables: this device's seats become free, its streams end, and its token or cookie no longer works."""
    for each in devices_here():
        services.tables.leaving.everywhere(each)
    response = json_response(None, 204)
    forget(response)
    return response


def _joined(joined: Joined, token: str) -> schemas.Joined:
    return schemas.Joined(table=joined.table, token=token, role=joined.role)
