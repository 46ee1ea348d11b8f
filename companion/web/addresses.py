"""URLs of this server: for this browser, for other phones, and for the public."""

from __future__ import annotations

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

from flask import current_app, request, url_for

AT_HOME: Final = (".local", ".lan", ".home", ".internal", ".localhost", ".home.arpa")
ONLY_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})
# Not two slashes, or a slash and a backslash: browsers take what follows for the name of another site.
PATH: Final = re.compile(r"/(?![/\\])")


def this_server() -> str:
    """Scheme and host of this server, as the browser named them.

    Werkzeug's `host_url` breaks on some international names, and its `host` is empty for one with an underscore.
    """
    return f"{request.scheme}://{request.host or request.headers.get('Host', '')}"


def local_path(path: str) -> str | None:
    """A path from a form or query, if it is a path on this server; else None. To be checked before redirecting."""
    return path if PATH.match(path) and path.isprintable() else None


def invitation_url(secret: str) -> str:
    """The URL in a QR code. The secret is in the fragment, which browsers do not send, so that no log contains it."""
    return f"{server_for_phones()}{url_for('join.form')}#{secret}"


def seat_url(secret: str) -> str:
    """The URL in the QR code of a seat that goes along; its secret is in the fragment as well."""
    return f"{server_for_phones()}{url_for('join.seat')}#{secret}"


def along_url(secret: str) -> str:
    """The URL of the link to everything on a phone; its secret is in the fragment as well."""
    return f"{server_for_phones()}{url_for('phone.open_page')}#{secret}"


def circle_url(secret: str) -> str:
    """The URL of a circle's link; its secret is in the fragment as well."""
    return f"{server_for_phones()}{url_for('circles.join')}#{secret}"


def server_for_phones() -> str:
    """Scheme and host by which other phones reach this server.

    That is the address given at the start, if there was one. Otherwise it is the host this browser uses, or this
    machine's address on the network where the browser uses a name such as `localhost`. With our own certificate it is
    plain http: phones that trust the certificate are redirected to https at once.
    """
    reach = current_app.extensions["reach"]
    if reach.fixed:
        return str(reach.fixed)
    asked = urlsplit(this_server())
    host = reach.ip if asked.hostname in ONLY_HERE else asked.netloc.removesuffix(f":{asked.port}")
    secure = current_app.extensions.get("secure")
    scheme, port = ("http", secure.plain) if secure else (asked.scheme, asked.port)
    return f"{scheme}://{host}:{port}" if port else f"{scheme}://{host}"


def public_url(path: str) -> str | None:
    """A page's URL, if this server is on the internet; None on a home network, where others could not open it."""
    name = urlsplit(this_server()).hostname or ""
    try:
        is_public = ipaddress.ip_address(name).is_global
    except ValueError:
        is_public = "." in name and not name.endswith(AT_HOME)
    return f"{this_server()}{path}" if is_public else None
