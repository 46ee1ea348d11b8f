"""Rate limits: which requests count against which limit, and the answer to one over its limit. There are limits for
new tables, large records, wrong codes, sheets and seats; their numbers, per hour and address, are in
`host/allowances.py`.

Wrong codes and large records are counted in the database, for all processes together. Everything else is counted by
each process for itself, so with several processes an address may do it up to that many times more often.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from math import ceil
from typing import Final

from flask import Flask, Response, current_app, g, request

from companion.host.allowances import AN_HOUR, Allowances
from companion.host.ip_addresses import rate_limit_key
from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.play.tables import StoreUnavailable, Tables
from companion.web.problems import Problem

SMALL: Final = 64 * 1024
AT_ONCE: Final = 3  # sheets being made for one address; fewer than the printer can take, so that others get some
SHEET_DONE: Final = 5  # seconds in which one of them should be ready
DONE: Final = frozenset({200, 202, 204, 303})

# For each endpoint the limit it counts against, and the statuses that count (besides 500).
COUNTED: Final[Mapping[str, tuple[str, frozenset[int]]]] = {
    "api.open_table": ("tables", frozenset({201, 422})),
    "api.again": ("tables", frozenset({201})),
    "new_game.start": ("tables", frozenset({303})),
    "import_game.start": ("tables", frozenset({303, 422})),
    "home.again": ("tables", frozenset({303})),
    "try_it.start": ("trials", frozenset({303})),
    "setup.on_board": ("tables", frozenset({303})),
    "api.make_circle": ("tables", frozenset({201})),
    "circles.make": ("tables", frozenset({303})),
    "api.join": ("codes", frozenset({404})),
    "api.ask_for_seat": ("codes", frozenset({404})),
    "join.join": ("codes", frozenset({404})),
    "api.open_link": ("codes", frozenset({404})),
    "phone.open_link": ("codes", frozenset({404})),
    "join.ask_for_seat": ("codes", frozenset({404})),
    "api.see_sheet": ("sheets", frozenset({200, 503})),
    "downloads.sheet": ("sheets", frozenset({200, 503})),
    "boards.blank": ("sheets", frozenset({200, 503})),
    "api.take_seat": ("seats", DONE),
    "api.leave_seat": ("seats", DONE),
    "api.offer_seat": ("seats", DONE),
    "api.ask_to_show": ("seats", DONE),
    "api.answer": ("seats", DONE),
    "api.stop": ("seats", DONE),
    "api.come_back": ("seats", DONE),
    "people.seat": ("seats", DONE),
    "people.leave": ("seats", DONE),
    "api.make_link": ("seats", DONE | {201}),
    "phone.make_link": ("seats", DONE),
    "people.offer": ("seats", DONE),
    "people.ask_to_show": ("seats", DONE),
    "people.answer_asked": ("seats", DONE),
    "people.stop": ("seats", DONE),
    "people.come_back": ("seats", DONE),
    "end.remind": ("seats", DONE),
    "tickets.take": ("seats", DONE),
    "tickets.whose": ("seats", DONE),
}
WITH_LOG: Final = ("api.open_table", "import_game.start")  # whose large requests count as imports
IN_DATABASE: Final = ("codes", "imports")  # counted in the database


class Limits:
    """Applies the rate limits to requests."""

    def __init__(self, an_hour: Mapping[str, int] = AN_HOUR, tables: Tables | None = None) -> None:
        self._an_hour = {**AN_HOUR, **an_hour}
        self._allowances = Allowances(an_hour)
        self._tables = tables
        self._under_way: Counter[str] = Counter()
        self._lock = threading.Lock()

    def attach(self, app: Flask) -> None:
        """Counts every request before it is answered, and takes that back if the answer does not count."""
        app.extensions["limits"] = self
        app.before_request(self._before_request)
        app.after_request(self._uncount)
        app.teardown_request(self._end_sheet)

    def _before_request(self) -> None:
        """Counts the request against its limit, if it has one."""
        kind = _kind_of_request()
        if kind == "sheets":
            self._begin_sheet(asking_address())
        if kind is not None:
            self.count(kind)

    def count(self, kind: str) -> None:
        """Counts this request against a limit. Raises Problem where the limit is reached."""
        address = asking_address()
        seconds = self._seconds_to_wait(kind, address)
        if seconds:
            raise Problem(429, "too-often", _too_often(kind, ceil(seconds / 60)), seconds)
        g.counted = kind, address

    def _seconds_to_wait(self, kind: str, address: str) -> int:
        """Counts one request and returns 0; where the limit is reached, returns the seconds to wait instead."""
        if kind not in IN_DATABASE or self._tables is None:
            return self._allowances.count(kind, address)
        most = self._an_hour[kind]
        return self._tables.attempts.count(kind, address, most) if most else 0

    def _begin_sheet(self, address: str) -> None:
        """Notes that a sheet is being made for an address. Raises Problem if too many already are."""
        with self._lock:
            if self._under_way[address] >= AT_ONCE:
                message = _("other sheets for your address are still being made; try again soon")
                raise Problem(429, "too-often", message, SHEET_DONE)
            self._under_way[address] += 1
            g.sheet_for = address

    def _end_sheet(self, _error: BaseException | None) -> None:
        """Notes that the sheet of this request, if it was one, is no longer being made."""
        address = g.pop("sheet_for", None)
        if address is not None:
            with self._lock:
                self._under_way -= Counter([address])

    def _uncount(self, response: Response) -> Response:
        """Takes the count of this request back if its answer is not one of those that count."""
        counted = g.pop("counted", None)
        if counted and response.status_code not in COUNTED[request.endpoint or ""][1] | {500}:
            kind, address = counted
            if kind not in IN_DATABASE or self._tables is None:
                self._allowances.uncount(kind, address)
            elif self._an_hour[kind]:
                with suppress(StoreUnavailable):  # then it stays counted, but the answer is still sent
                    self._tables.attempts.uncount(kind, address)
        return response


def _too_often(kind: str, minutes: int) -> str:
    """The sentence for a limit that is reached."""
    if kind == "codes":
        text = ngettext(
            "too many wrong codes from your address; scan the table's QR code, or try again in {n} minute",
            "too many wrong codes from your address; scan the table's QR code, or try again in {n} minutes",
            minutes,
        )
    else:
        text = ngettext(
            "too many attempts from your address; try again in {n} minute",
            "too many attempts from your address; try again in {n} minutes",
            minutes,
        )
    return text.format(n=minutes)


def asking_address() -> str:
    """The address that made the request, in the form in which limits count it. Behind a proxy, the client's."""
    return rate_limit_key(request.remote_addr or "127.0.0.1")


def other_address() -> str:
    """The address that made the request, as `asking_address` gives it; "" if it was this machine itself."""
    address = asking_address()
    return "" if address in ("127.0.0.1", rate_limit_key("::1")) else address


def count_typed_code() -> None:
    """Counts a typed code, before it is looked up. (The secret of a QR code is not limited: nobody can guess it.)"""
    limits: Limits = current_app.extensions["limits"]
    limits.count("codes")


def _kind_of_request() -> str | None:
    """The limit that this request counts against, if any: “imports” for a large one that may bring a game's log.

    None for codes too, which `count_typed_code` counts.
    """
    kind, __ = COUNTED.get(request.endpoint or "", (None, None))
    if kind == "codes" or request.method == "OPTIONS":
        return None
    large = request.content_length is None or request.content_length > SMALL
    return "imports" if large and request.endpoint in WITH_LOG else kind
