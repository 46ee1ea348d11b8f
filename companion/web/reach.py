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
    """Where it is remembered which address was chosen."""

    def get(self, name: str) -> int | None:
        """What was noted under this name."""

    def put(self, name: str, at: int) -> None:
        """Notes a number under this name."""


class Reach:
    """The addresses of this machine, of which one is on the QR codes.

    The likeliest, unless another was chosen: that is remembered for the network in which it was. `fixed` is one that
    was given at the start, for whoever knows better.
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
        self._chosen: dict[str, str | None] = {}  # likeliest address → the one chosen instead
        self._since = time.monotonic()
        self.phone_came = False

    def addresses(self) -> list[Address]:
        """All of them, the one on the QR code first."""
        found = self._look()
        chosen = self._chosen_instead(found[0]) if found else None
        return sorted(found, key=lambda at: at.ip != chosen)

    @property
    def ip(self) -> str:
        """The address on the QR code."""
        return next((at.ip for at in self.addresses()), NOWHERE)

    def show_next(self) -> None:
        """Puts the next address on the QR code, and remembers that for this network."""
        found = self._look()
        if not found:
            return
        at = [each.ip for each in found].index(self.ip)
        chosen = found[(at + 1) % len(found)].ip
        self._chosen[str(found[0].network)] = chosen
        self._since = time.monotonic()
        if self._notes is not None:
            self._notes.put(_note(found[0]), int(ipaddress.IPv4Address(chosen)))

    def _chosen_instead(self, likeliest: Address) -> str | None:
        """What was chosen in this network; it is read once."""
        network = str(likeliest.network)
        if network not in self._chosen:
            was = None
            if self._notes is not None:
                with suppress(StoreUnavailable):
                    was = self._notes.get(_note(likeliest))
            self._chosen[network] = None if was is None else str(ipaddress.IPv4Address(was))
        return self._chosen[network]

    def began(self) -> None:
        """The server listens: from now on phones may come."""
        self._since = time.monotonic()

    @property
    def is_missed(self) -> bool:
        """Whether a phone should have come by now, and none has."""
        return not self.phone_came and time.monotonic() - self._since >= SOON

    def obstacles(self) -> list[str]:
        """What may be in the way, the likeliest first: codes that `prose/obstacles.py` words."""
        found, likeliest = self.addresses(), self._look()
        wrong = bool(found) and (found[0].is_virtual or found[0] != likeliest[0])
        first = ["no network"] if not found else ["interface"] if wrong else []
        wall = self._firewall() if found else None
        return [*first, *([wall] if wall else []), *(["isolation", "portal"] if found else [])]

    def attach(self, app: Flask) -> None:
        """Notes when the first phone has come: a request from another machine."""
        app.extensions["reach"] = self
        app.before_request(self._note_phone)

    def _note_phone(self) -> None:
        """Quick for requests of this machine, of which there may be many: its addresses are not looked up then."""
        of = request.remote_addr or ""
        if not self.phone_came and of and not of.startswith("127.") and of != "::1":
            self.phone_came = of not in {at.ip for at in self._look()}


def _note(likeliest: Address) -> str:
    return f"address in {likeliest.network}"
