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
    """Makes links that let a browser in once each, and knows the browsers that used one.

    Only requests from this machine to itself count: a page of another site can't come in by a name of its own that
    leads here, since the host is checked, nor can anyone behind a proxy, where there is no owner.
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
        """Whether a key is one of ours; it is used up."""
        with self._lock:
            known = key in self._keys
            self._keys.discard(key)
        return known and self.is_here()

    def asks(self) -> bool:
        """Whether the owner's browser made this request."""
        known = secrets.compare_digest(request.cookies.get(COOKIE, "").encode(), self._browser.encode())
        return known and self.is_here()

    def remember(self, response: Response) -> Response:
        """Gives the browser that makes this request the owner's cookie."""
        response.set_cookie(COOKIE, self._browser, httponly=True, samesite="Strict", path="/")
        return response

    @staticmethod
    def is_here() -> bool:
        """Whether a browser of this machine made this request, by a name that only this machine has."""
        return request.remote_addr in ONLY_HERE and urlsplit(this_server()).hostname in ONLY_HERE
