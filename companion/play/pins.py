"""The PIN of a seat: what fits, and how often somebody may guess."""

import re
from typing import Final

from companion.play import keys
from companion.play.cache import Games
from companion.play.game import Game
from companion.play.refusals import Kind, Refused
from companion.store import Store
from companion.store.devices import Device

WRONG_PINS: Final = 5
MOST_PINS: Final = 20  # on all devices together but the seat's own phone
PIN: Final = re.compile(r"[0-9]{4,12}")


class Pins:
    """The PINs of all seats, of which the store keeps hashes."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store, self._games = store, games

    def kept(self, table: str, color: str) -> str | None:
        """The hash of a seat's PIN, where it has one."""
        return self._store.pin(table, color)

    def must_fit(self, game: Game, device: Device, color: str, pin: str | None, kept: str) -> None:
        """Refuses a wrong PIN. The try is counted before the PIN is compared, which is slow on purpose."""
        table = game.snapshot.id
        if pin is None or self.locked(table, device, color):
            raise wrong_pin()
        if not game.table.finished and not self._store.count_pin(table, color, device, WRONG_PINS):
            raise wrong_pin()
        if not keys.pin_fits(pin, kept):
            raise wrong_pin()
        self._store.forget_pins(table, color, device)

    def locked(self, table: str, device: Device, color: str) -> bool:
        """Whether wrong PINs closed a seat's tickets to this device until the end.

        Five on one device are enough, and twenty on all but the phone that holds or held the seat: so nobody
        guesses it with many devices, and nobody can close it to its own phone.
        """
        game, __ = self._games.at(table, device)
        if game.table.finished:
            return False
        counts = self._store.wrong_pins(table, color)
        own = game.own_phone(color)
        others = sum(count for one, count in counts.items() if one != own)
        return counts.get(device, 0) >= WRONG_PINS or (device != own and others >= MOST_PINS)


def must_be_pin(pin: str | None) -> None:
    """Refuses what is no PIN by its form."""
    if pin is not None and not PIN.fullmatch(pin):
        raise Refused(Kind.WRONG, "wrong-value", reason="pin-digits")


def wrong_pin() -> Refused:
    """The same sentence for a wrong PIN and for the sixth, so that neither tells more."""
    return Refused(Kind.NOT_ALLOWED, "wrong-pin")
