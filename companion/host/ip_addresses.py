"""This machine's addresses on its networks, and how addresses of clients are counted."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import ifaddr

HOME: Final = tuple(map(ipaddress.IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
# Networks that only this machine is in, and those of a VPN, by how systems name them. On Windows all virtual ones
# begin with vEthernet.
VIRTUAL: Final = re.compile(
    r"docker|podman|^br-|^veth|^vethernet|^virbr|^lxc|^cni|^vmnet|vmware|^vbox|virtualbox|hyper-v|\bwsl\b|loopback"
    r"|^u?tun\d|^tap\d|\btap-|^wg\d|^ppp|^zt|^ipsec|tailscale|zerotier|wireguard|openvpn|nordlynx|\bvpn\b",
    re.I,
)
ALONE: Final = 31  # a network whose prefix has this many bits, or more, has no room for phones


@dataclass(frozen=True)
class Address:
    """An address of this machine: its network, and what the system calls the interface."""

    ip: str
    network: ipaddress.IPv4Network
    interface: str

    @property
    def is_virtual(self) -> bool:
        """Whether only this machine or a VPN is on this network, and no phone at the table."""
        return bool(VIRTUAL.search(self.interface)) or self.network.prefixlen >= ALONE

    @property
    def is_home(self) -> bool:
        """Whether it is in one of the networks that homes use."""
        return any(self.network.network_address in network for network in HOME)


def addresses() -> list[Address]:
    """All addresses by which phones may reach this machine, the likeliest first. No `.local` name, which some phones
    cannot look up.
    """
    return ranked(_interfaces(), _of_default_route())


def ranked(found: Iterable[Address], default: str | None) -> list[Address]:
    """Sorts addresses: on real networks before virtual ones, then that of the default route, then those of homes."""
    return sorted(found, key=lambda at: (at.is_virtual, at.ip != default, not at.is_home))


def _interfaces() -> list[Address]:
    """Every IPv4 address of this machine's interfaces, without those that no other machine reaches: loopback, and
    link-local ones, which a machine gives itself where no network gives it any.
    """
    found = []
    for adapter in ifaddr.get_adapters():
        for at in adapter.ips:
            if not at.is_IPv4:
                continue
            ip = ipaddress.IPv4Address(str(at.ip))
            if not ip.is_loopback and not ip.is_link_local:
                network = ipaddress.IPv4Network((int(ip), at.network_prefix), strict=False)
                found.append(Address(str(ip), network, adapter.nice_name))
    return found


def _of_default_route() -> str | None:
    """The address by which this machine goes to the internet; None where it has no way there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only selects a route. This address is for documentation.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


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
