"""X-Forwarded headers: believed from the proxies that are trusted, removed from all other requests."""

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
    """WSGI middleware: the address, scheme and host of a request, as trusted proxies forward them.

    The networks of these proxies are named when the server is started.
    """

    def __init__(self, app: App, trusted: Sequence[Network] = ()) -> None:
        self._app, self._trusted = app, [_plain_network(network) for network in trusted]

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Believes forwarded headers only from trusted proxies; drops them otherwise."""
        forwarded = {name: environ.pop(f"HTTP_X_FORWARDED_{name}", "") for name in FORWARDED}
        for name in ("HTTP_FORWARDED", "HTTP_X_REAL_IP"):
            environ.pop(name, None)
        peer = environ.get("REMOTE_ADDR", "")
        environ["REMOTE_ADDR"] = self.client_address(peer, forwarded["FOR"])
        if self._is_trusted_proxy(_address(peer)):
            _apply_forwarded(environ, forwarded)
        # URLs could not be built with an invalid host, not even for an error page.
        if (host := environ.get("HTTP_HOST")) and not is_host(host):
            return Response(_("This server doesn't handle the host in the request."), 400, HEADERS)(environ, start)
        return self._app(environ, start)

    def client_address(self, peer: str, forwarded: str) -> str:
        """The client's address: that of the connection, or the one forwarded by trusted proxies.

        Each proxy adds the address it was called from to the end of the list. The list is read from its end up to the
        first address that is no trusted proxy; anything before that could be made up.
        """
        client = _address(peer)
        for hop in reversed(forwarded.split(",")):
            before = _address(hop.strip())
            if before is None or not self._is_trusted_proxy(client):
                break
            client = before
        return str(client) if client else peer

    def may_forward(self, peer: str) -> bool:
        """Whether an address may send other people's requests: a trusted proxy, or this machine itself."""
        address = _address(peer)
        return address is not None and (address.is_loopback or self._is_trusted_proxy(address))

    def _is_trusted_proxy(self, address: Address | None) -> bool:
        """Whether this is the address of a trusted proxy."""
        return address is not None and any(address in network for network in self._trusted)


def _apply_forwarded(environ: dict[str, Any], forwarded: dict[str, str]) -> None:
    """Takes over scheme and host as the proxy forwarded them, where they are valid."""
    scheme, host = _last(forwarded["PROTO"]).lower(), _last(forwarded["HOST"])
    if scheme in ("http", "https"):
        environ["wsgi.url_scheme"] = scheme
    if is_host(host):
        environ["HTTP_HOST"] = host


def is_host(text: str) -> bool:
    """Whether this is a valid host: a DNS name or an address, optionally with a port."""
    match = HOST.fullmatch(text)
    if match is None or int(match["port"] or 0) > MOST_PORT:
        return False
    return match["ipv6"] is None or _is_ipv6(match["ipv6"])


def _plain_network(network: Network) -> Network:
    """A network of IPv4-mapped IPv6 addresses as the IPv4 network; any other as it is."""
    inside = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    if inside is None or network.prefixlen < MAPPED:
        return network
    return ipaddress.IPv4Network((inside, network.prefixlen - MAPPED), strict=False)


def _address(text: str) -> Address | None:
    """The parsed address, an IPv4-mapped IPv6 address as IPv4; None if the text is no address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, ipaddress.IPv6Address) else address


def _is_ipv6(text: str) -> bool:
    """Whether this is an IPv6 address."""
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def _last(text: str) -> str:
    """The last item of a list with commas: the one that the nearest proxy added."""
    return text.rpartition(",")[2].strip()
