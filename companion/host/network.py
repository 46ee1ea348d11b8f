"""This machine on its network, and who asks there."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache


def lan_address() -> str:
    """The address that phones reach. Not a `.local` name: not every phone can look those up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing, it only picks the way out. The address is for books.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


@lru_cache(maxsize=4096)
def rate_limit_key(address: str) -> str:
    """What counts as one who asks: an address, of IPv6 the network, for whoever has one has the whole of it."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, ipaddress.IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
