"""Which of this machine's addresses phones are shown first."""

from __future__ import annotations

from ipaddress import IPv4Network

import pytest

from companion.host import ip_addresses
from companion.host.ip_addresses import Address, ranked


def at(ip: str, interface: str, bits: int = 24) -> Address:
    return Address(ip, IPv4Network((ip, bits), strict=False), interface)


WIFI, CABLE = at("192.168.1.5", "wlan0"), at("10.20.0.7", "enp3s0", 16)
VIRTUAL = [
    at("172.17.0.1", "docker0", 16),
    at("172.18.0.1", "br-0a1b2c3d4e5f", 16),
    at("192.168.122.1", "virbr0"),
    at("172.28.80.1", "vEthernet (WSL (Hyper-V firewall))", 20),
    at("192.168.56.1", "VirtualBox Host-Only Ethernet Adapter"),
    at("192.168.99.1", "VMware Virtual Ethernet Adapter for VMnet8"),
    at("10.8.0.2", "tun0"),
    at("10.9.0.2", "utun4"),
    at("10.64.0.3", "wg0"),
    at("100.101.102.103", "Tailscale", 32),
    at("10.5.0.2", "office", 32),
]


@pytest.mark.parametrize("virtual", VIRTUAL, ids=lambda address: address.interface)
def test_what_no_phone_is_behind_comes_last_even_with_the_default_route(virtual):
    assert ranked([virtual, WIFI], virtual.ip) == [WIFI, virtual]


@pytest.mark.parametrize(
    "name", ["wlan0", "Wi-Fi", "Intel(R) Wi-Fi 6 AX201", "enp0s31f6", "Ethernet", "en0", "bridge100"]
)
def test_what_phones_are_behind_is_not_taken_for_virtual(name):
    assert not at("192.168.1.5", name).is_virtual


def test_the_default_route_comes_first_and_then_home_networks():
    public = at("203.0.113.9", "eth1")
    assert ranked([public, CABLE, WIFI], WIFI.ip) == [WIFI, CABLE, public]
    assert ranked([public, CABLE, WIFI], public.ip) == [public, CABLE, WIFI]
    assert ranked([public, CABLE, WIFI], None) == [CABLE, WIFI, public]


def test_this_machine_s_own_addresses_are_found():
    assert all(not found.ip.startswith(("127.", "169.254.")) for found in ip_addresses.addresses())
