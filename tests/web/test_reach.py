"""By which address phones come, and what is named within half a minute where none has."""

from __future__ import annotations

from ipaddress import IPv4Network

import pytest
from flask import Flask

from companion.app import create_app
from companion.host.ip_addresses import Address
from companion.host.obstacles import firewall
from companion.play.tables import Tables
from companion.store import open_store
from companion.web import reach as reaching
from companion.web.hosting import Hosting
from companion.web.reach import SOON, Reach

WIFI = Address("192.168.1.5", IPv4Network("192.168.1.0/24"), "Wi-Fi")
CABLE = Address("10.1.0.9", IPv4Network("10.1.0.0/16"), "Ethernet")
DOCKER = Address("172.17.0.1", IPv4Network("172.17.0.0/16"), "docker0")


def no_firewall():
    return None


def server(*addresses: Address, wall=no_firewall, tables: Tables | None = None) -> Reach:
    return Reach(tables and tables.notes, look=lambda: list(addresses), ask_firewall=wall)


def test_one_tap_shows_the_next_address_and_after_the_last_the_first():
    reach = server(WIFI, CABLE, DOCKER)
    shown = []
    for _ in range(4):
        shown.append(reach.ip)
        reach.show_next()
    assert shown == [WIFI.ip, CABLE.ip, DOCKER.ip, WIFI.ip]


def test_it_is_remembered_for_this_network_and_no_other(tmp_path, boards):
    tables = Tables(open_store(f"sqlite:///{tmp_path / 'games.sqlite3'}"), boards)
    server(WIFI, CABLE, tables=tables).show_next()
    assert server(WIFI, CABLE, tables=tables).ip == CABLE.ip
    assert server(CABLE, WIFI, tables=tables).ip == CABLE.ip, "elsewhere nothing was chosen"
    assert server(WIFI, tables=tables).ip == WIFI.ip, "the other one is gone"


def test_without_a_network_there_is_only_this_machine():
    reach = server()
    reach.show_next()
    assert reach.ip == "127.0.0.1"
    assert reach.obstacles() == ["no network"]


def vanishing(*addresses: Address) -> Reach:
    """A server whose network is gone after its addresses were looked up once."""
    looks = [list(addresses)]
    return Reach(look=lambda: looks.pop() if looks else [], ask_firewall=no_firewall)


def test_a_network_that_vanishes_meanwhile_harms_neither_the_obstacles_nor_the_next_address():
    assert vanishing(WIFI, CABLE).obstacles() == ["isolation", "portal"]
    reach = vanishing(WIFI, CABLE)
    reach.show_next()
    assert reach.ip == "127.0.0.1"


@pytest.fixture
def asked(boards):
    """An app over some addresses, and a request from an address."""

    def ask(reach: Reach, of: str, host: str = "192.168.1.5:8000", path: str = "/") -> Flask:
        app = create_app(boards, hosting=Hosting(reach=reach))
        app.test_client().get(path, base_url=f"http://{host}", environ_base={"REMOTE_ADDR": of})
        return app

    return ask


def test_a_phone_is_a_request_from_another_machine(asked):
    reach = server(WIFI)
    asked(reach, "127.0.0.1")
    asked(reach, WIFI.ip)
    assert not reach.phone_came
    asked(reach, "192.168.1.77")
    assert reach.phone_came


class Clock:
    def __init__(self):
        self.now = 100.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(reaching, "time", clock)
    return clock


def test_none_is_missed_before_half_a_minute_or_once_one_has_come(clock):
    reach = server(WIFI, CABLE)
    reach.began()
    clock.now += SOON - 0.1
    assert not reach.is_missed
    clock.now += 0.1
    assert reach.is_missed
    reach.show_next()
    assert not reach.is_missed, "the next address gets its time"
    clock.now += SOON
    reach.phone_came = True
    assert not reach.is_missed


FAKED = {
    "wrong interface": ((DOCKER,), no_firewall, "interface"),
    "firewall": ((WIFI,), lambda: "ufw", "ufw"),
    "isolation": ((WIFI,), no_firewall, "isolation"),
}


@pytest.mark.parametrize("fake", FAKED)
def test_an_obstacle_is_named_first_within_half_a_minute(fake, clock):
    """A network that answers in our place is named by the phone: tests/browser/test_connection.py."""
    addresses, wall, code = FAKED[fake]
    reach = server(*addresses, wall=wall)
    reach.began()
    clock.now += 30.0
    assert reach.is_missed
    assert reach.obstacles()[0] == code
    assert reach.obstacles()[-1] == "portal"


def test_an_address_that_was_chosen_and_is_not_the_likeliest_is_named():
    reach = server(WIFI, CABLE)
    reach.show_next()
    assert reach.obstacles()[0] == "interface"


@pytest.mark.parametrize(
    ("system", "says", "found"),
    [
        ("win32", {"powershell": "Public\n"}, "public"),
        ("win32", {"powershell": "Private\nPublic\n"}, "public"),
        ("win32", {"powershell": "Private\n"}, "windows"),
        ("darwin", {"socketfilterfw": "Firewall is enabled. (State = 1)\n"}, "macos"),
        ("darwin", {"socketfilterfw": "Firewall is disabled. (State = 0)\n"}, None),
        ("linux", {"firewall-cmd": "running\n"}, "firewalld"),
        ("linux", {}, None),
    ],
)
def test_a_firewall_is_asked_for_as_its_system_can_say(system, says, found, tmp_path):
    def run(command):
        return says.get(command[0].rpartition("/")[2], "")

    assert firewall(system, run, tmp_path / "none") == found


def test_ufw_is_read_from_its_file(tmp_path):
    (tmp_path / "ufw.conf").write_text("# on at boot?\nENABLED=yes\n")
    assert firewall("linux", lambda _command: "", tmp_path / "ufw.conf") == "ufw"
    (tmp_path / "ufw.conf").write_text("ENABLED=no\n")
    assert firewall("linux", lambda _command: "", tmp_path / "ufw.conf") is None
