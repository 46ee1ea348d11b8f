"""Phones at a table, in few words."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.boards import files
from companion.play import Refused
from companion.play.entries import Taken
from companion.play.game import Game, Viewer
from companion.play.keys import browser_with, program_with
from companion.play.tables import Tables
from companion.record.read import Record, read_record
from companion.store.devices import Device
from companion.web.api.state import state

SEATS = [("blue", "Ada"), ("red", "Bo"), ("green", "Cy"), ("yellow", "Dee"), ("black", "Eli")]
_numbers = itertools.count(1)


def refused(work: Callable[[], object], code: str) -> Refused:
    """The use-case says no, with this code."""
    with pytest.raises(Refused) as caught:
        work()
    assert caught.value.code == code
    return caught.value


def a_record(players: int = 2, board: str = "usa", log: tuple[dict[str, Any], ...] = (), **other: Any) -> Record:
    """A game of so many."""
    seats = [{"color": color, "name": name} for color, name in SEATS[:players]]
    head = {"format": "companion/game", "version": 1, "map": board, "players": seats, "log": list(log)}
    return read_record(json.dumps(head | other).encode(), files.boards())


@dataclass
class Phone:
    """A device at a table."""

    tables: Tables
    table: str
    device: Device = field(default_factory=lambda: program_with(f"phone {next(_numbers)}"))

    @classmethod
    def opens(cls, tables: Tables, *seats: str, **game: Any) -> Phone:
        """Somebody opens a table, and sits down."""
        phone = cls(tables, "")
        phone.table = tables.open(a_record(**game), phone.device).table
        return phone.sits(*seats)

    @classmethod
    def of_hand(cls, tables: Tables, *seats: str, **game: Any) -> Phone:
        """The same with a browser, which may be a phone that goes from hand to hand."""
        phone = cls(tables, "", browser_with(f"phone {next(_numbers)}"))
        phone.table = tables.open(a_record(**game), phone.device).table
        return phone.sits(*seats)

    def invites(self, *seats: str, role: str = "player") -> Phone:
        """Another phone comes by the QR, and sits down."""
        guest = Phone(self.tables, self.table)
        self.tables.door.join_by_secret(self.tables.door.invite(self.table, self.device), guest.device, role)  # type: ignore[arg-type]
        return guest.sits(*seats)

    def sits(self, *seats: str) -> Phone:
        for color in seats:
            self.tables.seats.take(self.table, self.device, color)
        return self

    def tells(
        self,
        kind: str,
        *,
        id: str | None = None,
        anyway: bool = False,
        reopen: bool = False,
        whole: bool = False,
        since: int | None = None,
        **said: Any,
    ) -> Taken:
        """Reports an entry."""
        entry = {"type": kind, "id": id or f"entry-{next(_numbers)}", **said}
        return self.tables.log.report(self.table, self.device, entry, anyway, reopen, whole, since)

    def claims(self, player: str, route: str, **more: Any) -> Taken:
        return self.tells("claim", player=player, route=route, **more)

    def keeps(self, player: str, ticket: str, **more: Any) -> Taken:
        return self.tells("keep", player=player, ticket=ticket, **more)

    def finishes(self, *others: Phone) -> None:
        """The game is finished before its last turns; the other phones say yes."""
        refused(lambda: self.tells("finish", anyway=True), "finish-asked")
        for other in others:
            self.tables.seats.answer(self.table, other.device, "finish", "", True)
        self.tells("finish", anyway=True)

    def confirms(self, *seats: str) -> None:
        for color in seats:
            self.tables.seats.confirm(self.table, self.device, color)

    @property
    def game(self) -> Game:
        return self.tables.games.at(self.table, self.device)[0]

    @property
    def viewer(self) -> Viewer:
        return self.tables.games.at(self.table, self.device)[1]

    @property
    def version(self) -> int:
        return self.game.version

    def sees(self, since: int | None = None) -> dict[str, Any]:
        """The state as this phone gets it."""
        return state(self.tables.view(self.table, self.device), since).model_dump(exclude_defaults=True)

    def log(self) -> list[str]:
        """The kinds of the entries as this phone sees them."""
        return [entry.type for entry in self.game.seen_by(self.viewer).log]
