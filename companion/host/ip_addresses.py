"""This machine's address on its network, and how addresses of clients are counted."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache


def lan_address() -> str:
    """This machine's address for phones. Not a `.local` name, which some phones cannot look up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only selects a route. This address is for documentation.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


@lru_cache(maxsize=4096)
def rate_limit_key(address: str) -> str:
    """The key under which limits count an address. Of IPv6 it is the /64 network, since a client has all of it."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
