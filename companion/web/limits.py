"""How often one address may do what costs others something: new tables, large records, wrong codes, sheets, seats.

Wrong codes and large records are counted in the database, for all processes together. Of the rest each process counts
for itself, so with many of them the true limit is up to as many times softer than what is written here.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from flask import Flask, Response, current_app, g, request

from companion.host.allowances import AN_HOUR, Allowances
from companion.host.network import network_of
from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.play.tables import StoreAway, Tables
from companion.web.problems import Problem

SMALL: Final = 64 * 1024
AT_ONCE: Final = 3  # sheets for one address; the press has more places, so that one stranger cannot fill them
DONE: Final = frozenset({200, 202, 204, 303})

# What is counted, and which answers count; what broke always does.
COUNTED: Final[Mapping[str, tuple[str, frozenset[int]]]] = {
    "api.open_table": ("tables", frozenset({201, 422})),
    "api.again": ("tables", frozenset({201})),
    "new_game.start": ("tables", frozenset({303})),
    "import_game.start": ("tables", frozenset({303, 422})),
    "home.again": ("tables", frozenset({303})),
    "setup.on_board": ("tables", frozenset({303})),
    "api.join": ("codes", frozenset({404})),
    "join.join": ("codes", frozenset({404})),
    "api.see_sheet": ("sheets", frozenset({200, 503})),
    "downloads.sheet": ("sheets", frozenset({200, 503})),
    "boards.blank": ("sheets", frozenset({200, 503})),
    "api.take_seat": ("seats", DONE),
    "api.leave_seat": ("seats", DONE),
    "api.ask_to_show": ("seats", DONE),
    "api.answer": ("seats", DONE),
    "people.seat": ("seats", DONE),
    "people.leave": ("seats", DONE),
    "people.ask_to_show": ("seats", DONE),
    "people.answer_asked": ("seats", DONE),
    "tickets.take": ("seats", DONE),
    "tickets.whose": ("seats", DONE),
}
WITH_LOG: Final = ("api.open_table", "import_game.start")  # which take a record with its whole log
TOGETHER: Final = ("codes", "imports")  # are counted in the database


class Limits:
    """The allowances of every address."""

    def __init__(self, an_hour: Mapping[str, int] = AN_HOUR, tables: Tables | None = None) -> None:
        self._an_hour = {**AN_HOUR, **an_hour}
        self._allowances = Allowances(an_hour)
        self._tables = tables
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
        if seconds := self._seconds(kind, address):
            raise Problem(429, "too-often", _too_often(kind, -(-seconds // 60)), seconds)
        g.taken = kind, address

    def _seconds(self, kind: str, address: str) -> int:
        """Takes one; where there is none, gives the seconds until there is."""
        if kind not in TOGETHER or self._tables is None:
            return self._allowances.take(kind, address)
        most = self._an_hour[kind]
        return self._tables.attempts.take(kind, address, most) if most else 0

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
            kind, address = taken
            if kind not in TOGETHER or self._tables is None:
                self._allowances.give_back(kind, address)
            elif self._an_hour[kind]:
                with suppress(StoreAway):  # then it is not given back, for who asks must not break by it
                    self._tables.attempts.give_back(kind, address)
        return response


def _too_often(kind: str, minutes: int) -> str:
    if kind == "codes":
        text = ngettext(
            "too many wrong codes from your address; scan the table's QR code, or try again in {n} minute",
            "too many wrong codes from your address; scan the table's QR code, or try again in {n} minutes",
            minutes,
        )
    else:
        text = ngettext(
            "too many tries from your address; try again in {n} minute",
            "too many tries from your address; try again in {n} minutes",
            minutes,
        )
    return text.format(n=minutes)


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
    return "imports" if large and request.endpoint in WITH_LOG else kind
