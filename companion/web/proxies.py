"""Behind a web server that brings https: what it says of who asks is believed, what anybody else says is not."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from werkzeug.wrappers import Response

from companion.i18n import _
from companion.web.headers import HEADERS

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

FORWARDED: Final = ("FOR", "PROTO", "HOST", "PORT", "PREFIX", "SSL", "SERVER")
HOST: Final = re.compile(
    r"((?=[^:]{1,253}(:|$))[\w-]{1,63}(\.[\w-]{1,63})*\.?|\[(?P<ipv6>[0-9A-Fa-f:.]{2,45})\])"
    r"(:(?P<port>[0-9]{1,5}))?",
    re.ASCII,
)
MOST_PORT: Final = 65_535
MAPPED: Final = 96  # bits before an IPv4 address inside an IPv6 one


class Proxies:
    """Puts the address, scheme and host that a named proxy tells in the place of its own; drops them otherwise."""

    def __init__(self, app: App, named: Sequence[Network] = ()) -> None:
        self._app, self._named = app, [_plain_network(network) for network in named]

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        told = {name: environ.pop(f"HTTP_X_FORWARDED_{name}", "") for name in FORWARDED}
        for name in ("HTTP_FORWARDED", "HTTP_X_REAL_IP"):
            environ.pop(name, None)
        peer = environ.get("REMOTE_ADDR", "")
        environ["REMOTE_ADDR"] = self.who_asks(peer, told["FOR"])
        if self._is_named(_address(peer)):
            _believe(environ, told)
        # No address can be made of another one, not even that of a page that says so.
        if (host := environ.get("HTTP_HOST")) and not is_host(host):
            return Response(_("The request doesn't name a host we answer for."), 400, HEADERS)(environ, start)
        return self._app(environ, start)

    def who_asks(self, peer: str, told: str) -> str:
        """The address of whoever asks: that of the other side, or the one that a named proxy there tells.

        Each proxy adds whom it heard from at the end; who stands before the first that is not named is hearsay.
        """
        asks, further = _address(peer), told.split(",")
        while self._is_named(asks) and further and (before := _address(further.pop().strip())):
            asks = before
        return str(asks) if asks else peer

    def is_known(self, peer: str) -> bool:
        """Whether it may bring other people's requests: a named proxy, or this machine itself."""
        address = _address(peer)
        return address is not None and (address.is_loopback or self._is_named(address))

    def _is_named(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._named)


def _believe(environ: dict[str, Any], told: dict[str, str]) -> None:
    scheme, host = _last(told["PROTO"]).lower(), _last(told["HOST"])
    if scheme in ("http", "https"):
        environ["wsgi.url_scheme"] = scheme
    if is_host(host):
        environ["HTTP_HOST"] = host


def is_host(text: str) -> bool:
    """Whether a page could be asked for under this name: one of the DNS or an address, maybe with a port."""
    found = HOST.fullmatch(text)
    if found is None or int(found["port"] or 0) > MOST_PORT:
        return False
    return found["ipv6"] is None or _is_ipv6(found["ipv6"])


def _plain_network(network: Network) -> Network:
    """The network that is meant by one of IPv4 addresses inside IPv6 ones."""
    inside = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    if inside is None or network.prefixlen < MAPPED:
        return network
    return ipaddress.IPv4Network((inside, network.prefixlen - MAPPED), strict=False)


def _address(text: str) -> Address | None:
    """An address; where a server listens on both kinds, IPv4 ones come inside IPv6 ones and are taken out."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, ipaddress.IPv6Address) else found


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def _last(text: str) -> str:
    return text.rpartition(",")[2].strip()
