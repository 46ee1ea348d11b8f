"""How often one address may do what costs others something: new tables, large records, wrong codes, sheets.

Each process counts for itself, so with many of them the true limit is up to as many times softer than what is
written here.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from typing import Final

from flask import Flask, Response, current_app, g, request

from companion.host.allowances import AN_HOUR, Allowances
from companion.host.network import network_of
from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.web.http.problems import Problem

SMALL: Final = 64 * 1024
AT_ONCE: Final = 3  # sheets for one address; the press has more places, so that one stranger cannot fill them

# What is counted, and which answers count; what broke always does.
COUNTED: Final[Mapping[str, tuple[str, frozenset[int]]]] = {
    "api.open_table": ("tables", frozenset({201, 422})),
    "new_game.start": ("tables", frozenset({303})),
    "import_game.start": ("tables", frozenset({303, 422})),
    "home.again": ("tables", frozenset({303})),
    "api.join": ("codes", frozenset({404})),
    "join.join": ("codes", frozenset({404})),
    "api.see_sheet": ("sheets", frozenset({200, 503})),
    "downloads.sheet": ("sheets", frozenset({200, 503})),
    "boards.blank": ("sheets", frozenset({200, 503})),
}


class Limits:
    """The allowances of every address."""

    def __init__(self, an_hour: Mapping[str, int] = AN_HOUR) -> None:
        self._allowances = Allowances(an_hour)
        self._under_way: Counter[str] = Counter()
        self._lock = threading.Lock()

    def attach(self, app: Flask) -> None:
        """Takes before a request, and gives back after one that came to nothing."""
        app.extensions["limits"] = self
        app.before_request(self._look)
        app.after_request(self._give_back)
        app.teardown_request(self._done)

    def _look(self) -> None:
        kind = _kind()
        if kind == "sheets":
            self._begin(asking_address())
        if kind is not None:
            self.take(kind)

    def take(self, kind: str) -> None:
        """One for who asks, or a refusal; it is given back if the answer does not count."""
        address = asking_address()
        if seconds := self._allowances.take(kind, address):
            minutes = -(-seconds // 60)
            text = ngettext(
                "too many tries from your address; try again in {n} minute",
                "too many tries from your address; try again in {n} minutes",
                minutes,
            )
            raise Problem(429, "too-often", text.format(n=minutes), seconds)
        g.taken = kind, address

    def _begin(self, address: str) -> None:
        with self._lock:
            if self._under_way[address] >= AT_ONCE:
                raise Problem(
                    429, "too-often", _("other sheets for your address are still being made; try again soon"), 5
                )
            self._under_way[address] += 1
            g.sheet_for = address

    def _done(self, _error: BaseException | None) -> None:
        address = g.pop("sheet_for", None)
        if address is not None:
            with self._lock:
                self._under_way -= Counter([address])

    def _give_back(self, response: Response) -> Response:
        taken = g.pop("taken", None)
        if taken and response.status_code not in COUNTED[request.endpoint or ""][1] | {500}:
            self._allowances.give_back(*taken)
        return response


def asking_address() -> str:
    """The address that asks; of IPv6, its network. Behind a proxy it is the one that the proxy passed on."""
    return network_of(request.remote_addr or "127.0.0.1")


def other_address() -> str:
    """The address that asks, unless it is this machine itself."""
    address = asking_address()
    return "" if address in ("127.0.0.1", network_of("::1")) else address


def typed_code() -> None:
    """Before a typed code is looked up. The secret of a square code needs no allowance: nobody guesses that."""
    limits: Limits = current_app.extensions["limits"]
    limits.take("codes")


def _kind() -> str | None:
    """The limit that this request counts against from the start, if any."""
    kind, __ = COUNTED.get(request.endpoint or "", (None, None))
    if kind == "codes" or request.method == "OPTIONS":
        return None
    large = request.content_length is None or request.content_length > SMALL
    return "imports" if kind == "tables" and large else kind
