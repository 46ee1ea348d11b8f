"""How often one address may do what costs others something: new tables, large records, wrong codes, sheets.

Each address has its own allowance, which fills up again steadily; nobody can use up another's. Each process counts
for itself, so with many of them the true limit is up to as many times softer than what is written here.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import Flask, Response, g, request

from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.web.http.problems import Problem

MOST_ADDRESSES: Final = 10_000  # remembered at a time
HOUR: Final = 3_600
SMALL: Final = 64 * 1024
AT_ONCE: Final = 3  # sheets for one address; the press has more places, so that one stranger cannot fill them
# An hour; 0 is without limit.
DEFAULT: Final[Mapping[str, int]] = {"tables": 60, "imports": 20, "codes": 30, "sheets": 120}

# What is counted, and which answers count.
COUNTED: Final[Mapping[str, tuple[str, frozenset[int]]]] = {
    "api.open_table": ("tables", frozenset({201, 422})),
    "new_game.start": ("tables", frozenset({303})),
    "import_game.start": ("tables", frozenset({303, 422})),
    "home.again": ("tables", frozenset({303})),
    "api.join": ("codes", frozenset({404})),
    "join.join": ("codes", frozenset({404})),
    "api.see_sheet": ("sheets", frozenset({200, 503})),
    "downloads.sheet": ("sheets", frozenset({200, 503})),
}


@dataclass(slots=True)
class _Allowance:
    left: float
    at: float


class Limits:
    """The allowances of every address."""

    def __init__(self, an_hour: Mapping[str, int] = DEFAULT) -> None:
        self._an_hour = {**DEFAULT, **an_hour}
        self._known: OrderedDict[tuple[str, str], _Allowance] = OrderedDict()
        self._under_way: Counter[str] = Counter()
        self._lock = threading.Lock()

    def attach(self, app: Flask) -> None:
        """Looks before a request, and counts after it."""
        app.before_request(self._look)
        app.after_request(self._count)
        app.teardown_request(self._done)

    def waits(self, kind: str, address: str) -> int:
        """Seconds until an address may do this again; 0 where it may now."""
        most = self._an_hour[kind]
        with self._lock:
            left = self._filled(kind, address).left
        return 0 if not most or left >= 1 else int((1 - left) * HOUR / most) + 1

    def spend(self, kind: str, address: str) -> None:
        """One less for an address."""
        with self._lock:
            self._filled(kind, address).left -= 1

    def _filled(self, kind: str, address: str) -> _Allowance:
        now, most = time.monotonic(), self._an_hour[kind]
        allowance = self._known.setdefault((kind, address), _Allowance(most, now))
        allowance.left = min(most, allowance.left + (now - allowance.at) * most / HOUR)
        allowance.at = now
        self._known.move_to_end((kind, address))
        while len(self._known) > MOST_ADDRESSES:
            self._known.popitem(last=False)
        return allowance

    def _look(self) -> None:
        kind = _kind()
        if kind and (seconds := self.waits(kind, asking_address())):
            minutes = -(-seconds // 60)
            says = ngettext(
                "too often from your address; try again in {n} minute",
                "too often from your address; try again in {n} minutes",
                minutes,
            )
            raise Problem(429, "too-often", says.format(n=minutes), seconds)
        if kind == "sheets":
            self._begin(asking_address())

    def _begin(self, address: str) -> None:
        with self._lock:
            if self._under_way[address] >= AT_ONCE:
                raise Problem(429, "too-often", _("your address has other sheets under way; try again soon"), 5)
            self._under_way[address] += 1
            g.sheet_for = address

    def _done(self, _error: BaseException | None) -> None:
        address = g.pop("sheet_for", None)
        if address is not None:
            with self._lock:
                self._under_way -= Counter([address])

    def _count(self, response: Response) -> Response:
        kind = _kind()
        if kind and response.status_code in COUNTED[request.endpoint or ""][1]:
            self.spend(kind, asking_address())
        return response


def asking_address() -> str:
    """Who asks, of IPv6 the network. What a proxy told of it stands there already."""
    given = request.remote_addr or "127.0.0.1"
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return given
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def other_address() -> str:
    """Who asks, where that is not this machine itself."""
    address = asking_address()
    return "" if address in ("127.0.0.1", str(ipaddress.ip_network(("::1", 64), strict=False))) else address


def _kind() -> str | None:
    """What is counted of this request, if anything is."""
    found = COUNTED.get(request.endpoint or "")
    if found is None or request.method != ("GET" if found[0] == "sheets" else "POST"):
        return None
    kind = found[0]
    large = request.content_length is None or request.content_length > SMALL
    return "imports" if kind == "tables" and large else kind
