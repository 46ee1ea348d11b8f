"""Whoever runs this server at home: one browser of this machine, let in by a link that is shown at the start."""

from __future__ import annotations

import secrets
import threading
from typing import Final
from urllib.parse import urlsplit

from flask import Response, request

from companion.web.addresses import ONLY_HERE, this_server

COOKIE: Final = "owner"


class Owner:
    """Makes links that let one browser in as the owner, and recognises the browsers that used one.

    Only requests from this machine to itself count. The host is checked too, so that another site whose name leads to
    this machine can't get in. Behind a proxy every request would seem to come from this machine, so a server behind
    one has no owner.
    """

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self._browser = secrets.token_urlsafe(24)
        self._lock = threading.Lock()
        self.stopping = threading.Event()  # waited for by the server

    def new_key(self) -> str:
        """A key that lets one browser in, once."""
        key = secrets.token_urlsafe(16)
        with self._lock:
            self._keys.add(key)
        return key

    def lets_in(self, key: str) -> bool:
        """Whether this key lets the browser in that sent it. A key works only once."""
        with self._lock:
            is_ours = key in self._keys
            self._keys.discard(key)
        return is_ours and self.is_here()

    def asks(self) -> bool:
        """Whether the owner's browser made this request."""
        cookie = request.cookies.get(COOKIE, "")
        return secrets.compare_digest(cookie.encode(), self._browser.encode()) and self.is_here()

    def remember(self, response: Response) -> Response:
        """Gives the browser that makes this request the owner's cookie."""
        response.set_cookie(COOKIE, self._browser, httponly=True, samesite="Strict", path="/")
        return response

    @staticmethod
    def is_here() -> bool:
        """Whether a browser of this machine made this request, by a name that only this machine has."""
        return request.remote_addr in ONLY_HERE and urlsplit(this_server()).hostname in ONLY_HERE
