"""What the groups of use-cases share: the table held for a change, and who may do what."""

import time
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

from companion.play.game import Game, Viewer
from companion.play.refusals import Kind, Refused
from companion.rules.log import in_force
from companion.store import Change, Snapshot, Store
from companion.store.games import Waiting
from companion.validation import Complaint

PATIENCE: Final = 5 * 60  # seconds until nobody waits any more


class Held(Protocol):
    """What the use-cases lean on; `Tables` is it."""

    store: Store

    def changing(
        self, table: str, device: bytes, known: Snapshot | None = None
    ) -> AbstractContextManager[tuple[Game, Viewer, Change]]:
        """The table held against others."""
        ...

    def game(self, table: str, device: bytes) -> tuple[Game, Viewer]:
        """The table as it stands."""
        ...


def must_play(viewer: Viewer) -> None:
    """Who only watches changes nothing."""
    if not viewer.plays:
        raise Refused(Kind.NOT_ALLOWED, "only-watching")


def must_have(game: Game, color: str) -> None:
    """The seat is one of this table."""
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
