"""What the groups of use-cases share: the table held for a change, and who may do what."""

import time
from contextlib import AbstractContextManager
from typing import Final, Protocol

from companion.i18n import gettext as _
from companion.play.game import Game, Viewer
from companion.play.refusals import Kind, Refused
from companion.prose.names import pair_name
from companion.rules.log import Claim, Station, in_force
from companion.store import Change, Snapshot, Store
from companion.store.games import Waiting

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
        raise Refused(Kind.NOT_ALLOWED, "only-watching", _("this device only watches; join as a player to do that"))


def must_have(game: Game, color: str) -> None:
    """The seat is one of this table."""
    if color not in game.setup.colors:
        says = _("nobody at the table plays “{color}”").format(color=color[:40])
        raise Refused(Kind.WRONG, "colour-not-at-the-table", says)


def entry_named(game: Game, place: int) -> str:
    """An entry of the log as people remember it, with its place; a ticket's by its place alone."""
    match dict(in_force(game.log)).get(place):
        case Claim() as claim:
            words = _("{player}'s {route} (entry {entry})")
            return words.format(
                player=game.setup.name(claim.player), route=pair_name(game.board, claim.route), entry=place
            )
        case Station() as built:
            words = _("{player}'s station in {city} (entry {entry})")
            city = game.board.city[built.city].name
            return words.format(player=game.setup.name(built.player), city=city, entry=place)
    return _("entry {entry}").format(entry=place)


def too_late(guest: Waiting) -> bool:
    """Whether somebody who typed the code has waited too long, or is in already; by either way of the clock."""
    return abs(time.time() - guest.asked) > PATIENCE


def no_table() -> Refused:
    """The same for a table that is not there and for one that this device has nothing to do with."""
    return Refused(Kind.NOT_FOUND, "no-table", _("there is no such table, or this device is not at it"))
