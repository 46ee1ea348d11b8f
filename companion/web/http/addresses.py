"""Where other phones find this server."""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from flask import current_app, request, url_for

from companion.host.network import lan_address

AT_HOME: Final = (".local", ".lan", ".home", ".internal", ".localhost", ".home.arpa")
ONLY_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def invitation(secret: str) -> str:
    """The address in a QR code. The secret stands in its fragment, which no server and no log ever gets to see."""
    return f"{_home()}{url_for('join.form')}#{secret}"


def _scheme(here: str) -> str:
    """With a certificate of our own phones come in by plain http: those that trust it are taken on at once."""
    return "http" if "trust" in current_app.blueprints else here


def _home() -> str:
    """This server as others reach it: a page opened on the serving machine itself says a name only it knows."""
    here = urlsplit(request.host_url)
    if here.hostname not in ONLY_HERE:
        return f"{_scheme(here.scheme)}://{here.netloc}"
    port = f":{here.port}" if here.port else ""
    return f"{_scheme(here.scheme)}://{lan_address()}{port}"


def public(path: str) -> str | None:
    """A page's address on this server where the whole world can reach it; None at home, where it says little."""
    name = urlsplit(request.host_url).hostname or ""
    try:
        known = ipaddress.ip_address(name).is_global
    except ValueError:
        known = "." in name and not name.endswith(AT_HOME)
    return f"{request.host_url.rstrip('/')}{path}" if known else None
