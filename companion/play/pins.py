"""The PIN of a seat: whether one is right, and how many wrong ones may be tried."""

import re
from typing import Final

from companion.play import keys
from companion.play.cache import Games
from companion.play.game import Game
from companion.play.refusals import Kind, Refused
from companion.store import Store
from companion.store.devices import Device

WRONG_PINS: Final = 5  # on one device
MOST_PINS: Final = 20  # wrong ones on all devices together, not counting the seat's own phone
PIN: Final = re.compile(r"[0-9]{4,12}")


class Pins:
    """The PINs of all seats. The store has only their hashes."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store, self._games = store, games

    def hash_of(self, table: str, color: str) -> str | None:
        """The hash of a seat's PIN, where it has one."""
        return self._store.pin(table, color)

    def must_match(self, game: Game, device: Device, color: str, pin: str | None, stored: str) -> None:
        """Refuses a PIN that does not match the stored hash. The try is counted before the (slow) comparison."""
        table = game.snapshot.id
        if pin is None or self.locked(table, device, color):
            raise wrong_pin()
        if not game.table.finished and not self._store.count_pin(table, color, device, WRONG_PINS):
            raise wrong_pin()
        if not keys.pin_fits(pin, stored):
            raise wrong_pin()
        self._store.forget_pins(table, color, device)

    def locked(self, table: str, device: Device, color: str) -> bool:
        """Whether too many wrong PINs have locked a seat's tickets on this device until the end of the game.

        Five wrong ones on a device lock it there; twenty on all devices lock it everywhere but on the seat's own
        phone. So nobody can guess a PIN with many devices, and nobody can lock a seat to its own phone.
        """
        game, __ = self._games.at(table, device)
        if game.table.finished:
            return False
        counts = self._store.wrong_pins(table, color)
        own_phone = game.phone_of(color)
        on_others = sum(count for one, count in counts.items() if one != own_phone)
        return counts.get(device, 0) >= WRONG_PINS or (device != own_phone and on_others >= MOST_PINS)


def must_be_pin(pin: str | None) -> None:
    """Refuses a PIN that is not 4 to 12 digits. None, for no PIN, is accepted."""
    if pin is not None and not PIN.fullmatch(pin):
        raise Refused(Kind.WRONG, "wrong-value", reason="pin-digits")


def wrong_pin() -> Refused:
    """The refusal for a wrong PIN, and also for any PIN once the seat is locked: the two cannot be told apart."""
    return Refused(Kind.NOT_ALLOWED, "wrong-pin")
