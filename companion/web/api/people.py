"""Calls about the people at a table: joining, letting in, seats, confirmations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flask import Response

from companion.play import Kind, Refused
from companion.play.door import Joined
from companion.play.keys import new_token, program_with
from companion.play.tables import Tables
from companion.web.api import schemas
from companion.web.api.body import read
from companion.web.api.calls import PRIVATE, Call, Shape, asking, told
from companion.web.devices import devices_here, forget
from companion.web.limits import typed_code

VERSION: Mapping[int, Shape] = {200: schemas.Version}


def calls(tables: Tables) -> Iterator[Call]:
    """The calls of people and seats."""
    yield from _joining(tables)
    yield from _seats(tables)
    yield from _leaving(tables)


def _leaving(tables: Tables) -> Iterator[Call]:
    def leave_everywhere() -> Response:
        asking()
        for device in devices_here():
            tables.leaving.everywhere(device)
        answer = Response(status=204, headers=PRIVATE)
        forget(answer)
        return answer

    about = "End this device: its seats are free, its streams end, and its token or cookie is good for no table."
    yield Call("leave_everywhere", "DELETE", "/device", about, leave_everywhere, None, {204: None})


def _joining(tables: Tables) -> Iterator[Call]:
    def join() -> Response:
        body = read(schemas.Join)
        if (body.code is None) == (body.secret is None):
            raise Refused(Kind.WRONG, "missing-member", reason="code-or-secret")
        token = new_token()
        if body.secret is not None:
            return _in(tables.door.join_by_secret(body.secret, program_with(token), body.role), token)
        typed_code()
        return told(
            {"waiting": tables.door.ask_to_join(body.code or "", program_with(token), body.role, body.name)}, 202
        )

    def wait(waiting: str) -> Response:
        token = new_token()
        joined = tables.door.collect(waiting, program_with(token))
        return _in(joined, token) if joined else told({"waiting": waiting}, 202)

    def decide(table: str, waiting: str) -> Response:
        device = asking()
        return told({"version": tables.door.decide(table, device, waiting, read(schemas.Admit).admit).version})

    about = "Join by the secret of the QR at once, or by a typed code: then somebody at the table lets you in."
    gives: Mapping[int, Shape] = {201: schemas.Joined, 202: schemas.Waiting}
    refuses: tuple[int, ...] = (400, 404, 409, 413, 422, 429)
    yield Call("join", "POST", "/join", about, join, schemas.Join, gives, refuses, open=True)
    about = "What became of asking: 202 until somebody decides, then once 201."
    yield Call("wait", "GET", "/join/<waiting>", about, wait, None, gives, (403, 404, 410), open=True)
    about = "Let somebody in who waits, or not; any player may."
    path, refuses = "/tables/<table>/waiting/<waiting>", (400, 403, 410, 413, 422)
    yield Call("decide", "POST", path, about, decide, schemas.Admit, VERSION, refuses)


def _seats(tables: Tables) -> Iterator[Call]:
    def take_seat(table: str) -> Response:
        device, body = asking(), read(schemas.TakeSeat)
        return told({"version": tables.seats.take(table, device, body.color, body.pin).version})

    def leave_seat(table: str, color: str) -> Response:
        return told({"version": tables.seats.free(table, asking(), color).version})

    def answer(table: str) -> Response:
        device, said = asking(), read(schemas.Answer)
        return told({"version": tables.seats.answer(table, device, said.about, said.color, said.agree).version})

    def ask_to_show(table: str, color: str) -> Response:
        return told({"version": tables.seats.ask_to_show(table, asking(), color).version})

    about = "Hold a seat: its tickets are read and entered by this device."
    refuses: tuple[int, ...] = (400, 403, 409, 413, 422, 429)
    yield Call("take_seat", "POST", "/tables/<table>/seats", about, take_seat, schemas.TakeSeat, VERSION, refuses)
    about = (
        "Let a seat go: one's own at once. Another device's is asked first and has half a minute to keep it; "
        "202 meanwhile, and the same call again tells how it stands: 409 where it was kept."
    )
    path = "/tables/<table>/seats/<color>"
    gives: Mapping[int, Shape] = {200: schemas.Version, 202: schemas.Waits}
    yield Call("leave_seat", "DELETE", path, about, leave_seat, None, gives, (403, 409, 422, 429))
    about = "Ask the other devices once more to show this one the tickets that are covered on a seat it took over."
    yield Call("ask_to_show", "POST", f"{path}/show", about, ask_to_show, None, VERSION, (403, 409, 422, 429))
    about = "Say yes or no to what another device asks: a seat to be freed, tickets to be shown, an early end."
    refuses = (400, 403, 409, 413, 422, 429)
    yield Call("answer", "POST", "/tables/<table>/asked", about, answer, schemas.Answer, VERSION, refuses)
    yield from _hands(tables)


def _hands(tables: Tables) -> Iterator[Call]:
    def confirm(table: str) -> Response:
        device = asking()
        return told({"version": tables.seats.confirm(table, device, read(schemas.Confirm).color).version})

    def unconfirm(table: str, color: str) -> Response:
        return told({"version": tables.seats.unconfirm(table, asking(), color).version})

    def tickets_in(table: str) -> Response:
        device = asking()
        return told({"version": tables.seats.tickets_in(table, device, read(schemas.Confirm).color).version})

    def tickets_not_in(table: str, color: str) -> Response:
        return told({"version": tables.seats.tickets_in(table, asking(), color, are_in=False).version})

    refuses: tuple[int, ...] = (400, 403, 413, 422)
    path = "/tables/<table>/confirm"
    about = "A seat has no more tickets: all of them are entered."
    yield Call("confirm", "POST", path, about, confirm, schemas.Confirm, VERSION, refuses)
    about = "A seat may have more tickets after all."
    yield Call("unconfirm", "DELETE", f"{path}/<color>", about, unconfirm, None, VERSION, (403, 409, 422))
    path = "/tables/<table>/tickets-in"
    about = "The tickets that a seat kept of its opening hand are entered. The end needs `confirm`."
    yield Call("tickets_in", "POST", path, about, tickets_in, schemas.Confirm, VERSION, refuses)
    about = "The tickets that a seat kept of its opening hand are not all entered after all."
    yield Call("tickets_not_in", "DELETE", f"{path}/<color>", about, tickets_not_in, None, VERSION, (403, 422))


def _in(joined: Joined, token: str) -> Response:
    return told({"table": joined.table, "token": token, "role": joined.role}, 201)
