"""By which address phones reach this server, whether one has come yet, and what may be in the way."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Final, Protocol

from flask import Flask, request

from companion.host import ip_addresses
from companion.host.ip_addresses import Address
from companion.host.obstacles import Firewall, firewall
from companion.play.tables import StoreUnavailable

NOWHERE: Final = "127.0.0.1"  # where this machine has no network
SOON: Final = 30.0  # seconds in which a phone should have come


class Notes(Protocol):
    """A store of numbers by name, which remembers the chosen address."""

    def get(self, name: str) -> int | None:
        """The number stored under this name."""

    def put(self, name: str, at: int) -> None:
        """Stores a number under this name."""


class Reach:
    """The addresses of this machine, of which one is on the QR codes.

    It is the one that phones can most likely reach, unless somebody chose another: the choice is remembered for the
    network in which it was made. `fixed` is an address given at the start, which is used instead of all these.
    """

    def __init__(
        self,
        notes: Notes | None = None,
        fixed: str | None = None,
        look: Callable[[], list[Address]] = ip_addresses.addresses,
        ask_firewall: Callable[[], Firewall | None] = firewall,
    ) -> None:
        self.fixed = fixed.rstrip("/") if fixed else None
        self._notes, self._look = notes, look
        self._firewall = cache(ask_firewall)  # programs that may take seconds are run once
        self._chosen: dict[str, str | None] = {}  # network → the address chosen instead of the likeliest
        self._since = time.monotonic()
        self.phone_came = False

    def addresses(self) -> list[Address]:
        """The addresses of this machine: the one on the QR code first, the others from the likeliest on."""
        return self._shown_first(self._look())

    def _shown_first(self, found: list[Address]) -> list[Address]:
        """These addresses, of which the likeliest comes first, in the order of `addresses`."""
        chosen = self._chosen_instead(found[0]) if found else None
        return sorted(found, key=lambda address: address.ip != chosen)  # False comes first

    @property
    def ip(self) -> str:
        """The address on the QR code."""
        return next((address.ip for address in self.addresses()), NOWHERE)

    def show_next(self) -> None:
        """Puts the next address on the QR code, and remembers that for this network."""
        found = self._look()  # once: a network may vanish between two looks
        if not found:
            return
        current = found.index(self._shown_first(found)[0])
        chosen = found[(current + 1) % len(found)].ip
        self._chosen[str(found[0].network)] = chosen
        self._since = time.monotonic()
        if self._notes is not None:
            self._notes.put(_note_name(found[0]), int(ipaddress.IPv4Address(chosen)))

    def _chosen_instead(self, likeliest: Address) -> str | None:
        """The address that was chosen in the network of the likeliest one, or None; it is read only once."""
        network = str(likeliest.network)
        if network not in self._chosen:
            stored = None
            if self._notes is not None:
                with suppress(StoreUnavailable):
                    stored = self._notes.get(_note_name(likeliest))
            self._chosen[network] = None if stored is None else str(ipaddress.IPv4Address(stored))
        return self._chosen[network]

    def began(self) -> None:
        """Notes that the server is listening: the time in which a phone should come begins now."""
        self._since = time.monotonic()

    @property
    def is_missed(self) -> bool:
        """Whether a phone should have come by now, and none has."""
        return not self.phone_came and time.monotonic() - self._since >= SOON

    def obstacles(self) -> list[str]:
        """What may be in the way, the likeliest first: codes that `prose/obstacles.py` words."""
        found = self._look()  # once: a network may vanish between two looks
        if not found:
            return ["no network"]
        shown, likeliest = self._shown_first(found)[0], found[0]
        codes = ["interface"] if shown.is_virtual or shown != likeliest else []
        firewall_found = self._firewall()
        if firewall_found:
            codes.append(firewall_found)
        return [*codes, "isolation", "portal"]

    def attach(self, app: Flask) -> None:
        """Makes every request note whether it is the first from a phone, that is from another machine."""
        app.extensions["reach"] = self
        app.before_request(self._note_phone)

    def _note_phone(self) -> None:
        """Sets `phone_came` if another machine made this request."""
        sender = request.remote_addr or ""
        # Looking up this machine's addresses is slow, so it is avoided where the sender is clearly this machine.
        if not self.phone_came and sender and not sender.startswith("127.") and sender != "::1":
            self.phone_came = sender not in {address.ip for address in self._look()}


def _note_name(likeliest: Address) -> str:
    """The name under which the choice for a network is stored."""
    return f"address in {likeliest.network}"
