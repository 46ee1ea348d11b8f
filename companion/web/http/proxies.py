"""Behind a web server that brings https: what it says of who asks is believed, what anybody else says is not."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from werkzeug.wrappers import Response

from companion.i18n import _
from companion.web.http.headers import HEADERS

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

FORWARDED: Final = ("FOR", "PROTO", "HOST", "PORT", "PREFIX", "SSL", "SERVER")
HOST: Final = re.compile(
    r"((?=[^:]{1,253}(:|$))[\w-]{1,63}(\.[\w-]{1,63})*\.?|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?", re.ASCII
)


class Proxies:
    """Puts the address, scheme and host that a named proxy tells in the place of its own; drops them otherwise."""

    def __init__(self, app: App, named: Sequence[Network] = ()) -> None:
        self._app, self._named = app, named

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        told = {name: environ.pop(f"HTTP_X_FORWARDED_{name}", "") for name in FORWARDED}
        for name in ("HTTP_FORWARDED", "HTTP_X_REAL_IP"):
            environ.pop(name, None)
        if self._is_named(_address(environ.get("REMOTE_ADDR", ""))):
            self._believe(environ, told)
        # No address can be made of another one, not even that of a page that says so.
        if (host := environ.get("HTTP_HOST")) and not HOST.fullmatch(host):
            return Response(_("The request names no host that could be ours."), 400, HEADERS)(environ, start)
        return self._app(environ, start)

    def _believe(self, environ: dict[str, Any], told: dict[str, str]) -> None:
        # Each proxy adds whom it heard from at the end; who stands before the first that is not named is hearsay.
        for part in reversed(told["FOR"].split(",")):
            address = _address(part.strip())
            if address is None:
                break
            environ["REMOTE_ADDR"] = str(address)
            if not self._is_named(address):
                break
        scheme, host = _last(told["PROTO"]).lower(), _last(told["HOST"])
        if scheme in ("http", "https"):
            environ["wsgi.url_scheme"] = scheme
        if HOST.fullmatch(host):
            environ["HTTP_HOST"] = host

    def _is_named(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._named)


def networks(written: str) -> Network:
    """An address or a network, as it is written on the command line. Raises ValueError."""
    return ipaddress.ip_network(written, strict=False)


def _address(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _last(text: str) -> str:
    return text.rpartition(",")[2].strip()
