"""What a seat says of its tickets: that those it was dealt are in, and at the end that it has no more."""

from dataclasses import replace

from companion.play.game import Game, Held, Viewer, must_have
from companion.play.refusals import Kind, Refused
from companion.store.devices import Device
from companion.store.snapshot import Seat


class Hands(Held):
    """The use-cases of both, each with its opposite. Only the device that holds a seat speaks for it."""

    def tickets_in(self, table: str, device: Device, color: str, are_in: bool = True) -> int:
        """The tickets that a seat kept of its opening hand are entered, or not yet. Gives the new version."""
        with self.changing(table, device) as (game, viewer, change):
            seat = _own(game, viewer, color)
            if seat.tickets_in != are_in:
                change.seats[color] = replace(seat, tickets_in=are_in)
            return game.version + (not change.empty)

    def confirm(self, table: str, device: Device, color: str) -> int:
        """A seat has no more tickets, so all that it was dealt are in as well. Gives the new version."""
        with self.changing(table, device) as (game, viewer, change):
            seat = _own(game, viewer, color)
            if not game.has_agreed_to_end(color):
                change.seats[color] = replace(seat, tickets_in=True, confirmed=True, confirmed_at=len(game.log))
            return game.version + (not change.empty)

    def unconfirm(self, table: str, device: Device, color: str) -> int:
        """A seat may have more tickets after all. Gives the new version."""
        with self.changing(table, device) as (game, viewer, change):
            seat = _own(game, viewer, color)
            if game.table.finished:
                raise Refused(Kind.CONFLICT, "after-finish", game.version)
            if seat.confirmed:
                change.seats[color] = replace(seat, confirmed=False)
            return game.version + (not change.empty)


def _own(game: Game, viewer: Viewer, color: str) -> Seat:
    must_have(game, color)
    if color not in viewer.seats:
        name = game.setup.name(color)
        raise Refused(Kind.NOT_ALLOWED, "not-your-seat", reason="confirms-another", name=name)
    return game.snapshot.seats[color]
