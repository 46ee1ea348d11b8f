"""The addresses at which other phones find this server."""

from __future__ import annotations

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

from flask import current_app, request, url_for

from companion.host.network import lan_address

AT_HOME: Final = (".local", ".lan", ".home", ".internal", ".localhost", ".home.arpa")
ONLY_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})
# A browser takes two slashes, or a backslash for one, for the beginning of another site's name.
PATH: Final = re.compile(r"/(?![/\\])")


def here() -> str:
    """This server as the browser called it.

    Werkzeug's `host_url` breaks on some international names, and its `host` is empty for one with an underscore.
    """
    return f"{request.scheme}://{request.host or request.headers.get('Host', '')}"


def page_here(told: str) -> str | None:
    """The page to go back to that a form or an address names; None unless it is one of ours, in one line."""
    return told if PATH.match(told) and told.isprintable() else None


def invitation(secret: str) -> str:
    """The address in a QR code. The secret stands in its fragment, which no server and no log ever gets to see."""
    return f"{_home()}{url_for('join.form')}#{secret}"


def _home() -> str:
    """This server as others reach it: a page opened on the serving machine itself says a name only it knows.

    With a certificate of our own phones come in by plain http: those that trust it are taken on at once.
    """
    called, secure = urlsplit(here()), current_app.extensions.get("secure")
    name = lan_address() if called.hostname in ONLY_HERE else called.netloc.removesuffix(f":{called.port}")
    scheme, port = ("http", secure.plain) if secure else (called.scheme, called.port)
    return f"{scheme}://{name}:{port}" if port else f"{scheme}://{name}"


def public(path: str) -> str | None:
    """A page's address on this server where the whole world can reach it; None at home, where it says little."""
    name = urlsplit(here()).hostname or ""
    try:
        known = ipaddress.ip_address(name).is_global
    except ValueError:
        known = "." in name and not name.endswith(AT_HOME)
    return f"{here()}{path}" if known else None
