"""Behind a web server: what a named one says is believed, and nobody else."""

from __future__ import annotations

from ipaddress import ip_network
from urllib.parse import urlsplit

import pytest
from flask import request
from hypothesis import given
from hypothesis.strategies import from_regex
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.app import create_app
from companion.web.headers import HEADERS
from companion.web.hosting import Hosting
from companion.web.proxies import HOST, is_host
from companion.web.rate_limits import asking_address
from companion.web.reach import Reach
from tests.web.api.conftest import NEW

NAMED = Hosting(proxies=[ip_network("127.0.0.1"), ip_network("10.1.0.0/16"), ip_network("2001:db8::/32")])
TOLD = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example"}


@pytest.fixture
def ask(boards):
    """What the app takes a request for."""
    app = create_app(boards, hosting=NAMED)
    app.add_url_rule("/who", "who", lambda: [asking_address(), request.host_url, dict(request.headers)])

    def asked(peer, **told):
        headers = {name.replace("_", "-"): value for name, value in told.items()}
        return app.test_client().get("/who", headers=headers, environ_base={"REMOTE_ADDR": peer}).json

    return asked


def test_what_a_named_proxy_says_of_its_visitor_is_believed(ask):
    address, url, headers = ask("127.0.0.1", **TOLD)
    assert (address, url) == ("203.0.113.9", "https://games.example/")
    assert not [name for name in headers if "Forwarded" in name]


def test_nobody_else_is_believed(ask):
    address, url, headers = ask("198.51.100.1", **TOLD, X_Real_Ip="203.0.113.9", Forwarded="for=203.0.113.9")
    assert (address, url) == ("198.51.100.1", "http://localhost/")
    assert not [name for name in headers if "Forwarded" in name or "Real" in name]


@pytest.mark.parametrize(
    ("told", "address"),
    [
        ("6.6.6.6, 203.0.113.9", "203.0.113.9"),  # what the stranger wrote before it stands first
        ("203.0.113.9, 10.1.2.3", "203.0.113.9"),  # two proxies, both named
        ("203.0.113.9, 10.2.0.1", "10.2.0.1"),  # the second is not
        ("nonsense", "127.0.0.1"),
        ("203.0.113.9, nonsense", "127.0.0.1"),
        ("", "127.0.0.1"),
        ("2001:db8::7", "2001:db8::/64"),
        ("2a00:1:2:3:4::5", "2a00:1:2:3::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("203.0.113.9, ::ffff:10.1.2.3", "203.0.113.9"),
    ],
)
def test_the_address_is_the_last_that_no_named_proxy_has(ask, told, address):
    assert ask("127.0.0.1", X_Forwarded_For=told)[0] == address


@pytest.mark.parametrize("host", ["evil.example/x", "a b", "<script>", "x" * 300, "games.example:99999999", ""])
def test_a_host_that_is_none_is_left_out(ask, host):
    assert ask("127.0.0.1", X_Forwarded_Host=host)[1] == "http://localhost/"


@pytest.mark.parametrize("named", ["127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:0/104"])
def test_where_both_kinds_of_address_come_in_one_way_an_ipv4_proxy_is_known(boards, named):
    """Listening on `::`, the system gives every IPv4 address inside an IPv6 one."""
    app = create_app(boards, hosting=Hosting(proxies=[ip_network(named)]))
    app.add_url_rule("/who", "who", lambda: [asking_address(), request.remote_addr])
    told = app.test_client().get("/who", headers=TOLD, environ_base={"REMOTE_ADDR": "::ffff:127.0.0.1"}).json
    assert told == ["203.0.113.9"] * 2


def test_listening_on_both_kinds_each_ipv4_visitor_stays_apart(ask):
    """Else all of them, as one network of IPv6, would share one allowance."""
    found = [ask(f"::ffff:{address}")[0] for address in ("198.51.100.1", "198.51.100.2", "127.0.0.1")]
    assert found == ["198.51.100.1", "198.51.100.2", "127.0.0.1"]


def test_a_scheme_that_is_none_is_left_out(ask):
    assert ask("127.0.0.1", X_Forwarded_Proto="gopher")[1] == "http://localhost/"
    assert ask("127.0.0.1", X_Forwarded_Proto="https, http")[1] == "http://localhost/"


def test_without_a_named_proxy_not_even_this_machine_is_believed(boards):
    app = create_app(boards)
    app.add_url_rule("/who", "who", lambda: asking_address() + request.scheme)
    assert app.test_client().get("/who", headers=TOLD).text == "127.0.0.1http"


@pytest.mark.parametrize(
    "host",
    [
        *("9" * 64, "a." * 127 + "a", "a..b", ".", "a/b", "a@b", "h\u00e9re", "here:99999999", "[::1", "a b", "<b>"),
        *("[::::]", "[:.]", "[1.2.3.4]", "[::1]:65536", "localhost:99999", "[::1%25eth0]", "[]"),
    ],
)
def test_a_host_that_is_none_is_refused_before_anything_is_made_of_it(boards, tables, host):
    text, status, headers = opened_from(create_app(boards, tables), host)
    assert status == 400
    assert text == "This server doesn't handle the host in the request."
    assert headers["Content-Type"].startswith("text/plain")
    assert HEADERS.items() <= dict(headers).items()
    assert not tables.store.all_games()


def opened_from(app, host):
    """A table opened under a host, past the client of tests, which makes something of it too."""
    asked = EnvironBuilder("/api/tables", method="POST", json=NEW, environ_overrides={"HTTP_HOST": host})
    text, status, headers = run_wsgi_app(app.wsgi_app, asked.get_environ(), buffered=True)
    return b"".join(text).decode(), int(status[:3]), headers


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "192.0.2.7:8000", "localhost:8000", "ada.local", "games_1:8080", "games.de."),
        *("a" * 63 + ".de", "a:65535", "xn--strae-oqa.de", "xn--ls8h.la", "xn--a.com", "[::ffff:192.0.2.7]"),
    ],
)
def test_whatever_a_host_may_be_called_is_taken(boards, tables, host):
    text, status, __ = opened_from(create_app(boards, tables), host)
    assert status == 201
    there = Reach().ip + host[9:] if host.startswith("localhost") else host
    assert f"http://{there}/join#" in text


@given(from_regex(HOST, fullmatch=True))
def test_of_every_host_that_is_taken_an_address_can_be_made(host):
    if is_host(host):
        called = urlsplit(f"http://{host}/")
        assert called.netloc == host
        assert called.hostname
        assert called.port is None or int(host.rpartition(":")[2]) == called.port
