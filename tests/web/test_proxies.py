"""Behind a web server: what a named one says is believed, and nobody else."""

from __future__ import annotations

import pytest
from flask import request

from companion.web import create_app
from companion.web.hosting import Hosting
from companion.web.http.headers import HEADERS
from companion.web.http.limits import asking_address
from companion.web.http.proxies import networks

NAMED = Hosting(proxies=[networks("127.0.0.1"), networks("10.1.0.0/16"), networks("2001:db8::/32")])
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


def test_it_works(ask):
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
    ],
)
def test_the_address_is_the_last_that_no_named_proxy_has(ask, told, address):
    assert ask("127.0.0.1", X_Forwarded_For=told)[0] == address


@pytest.mark.parametrize("host", ["evil.example/x", "a b", "<script>", "x" * 300, "games.example:99999999", ""])
def test_a_host_that_is_none_is_left_out(ask, host):
    assert ask("127.0.0.1", X_Forwarded_Host=host)[1] == "http://localhost/"


def test_a_scheme_that_is_none_is_left_out(ask):
    assert ask("127.0.0.1", X_Forwarded_Proto="gopher")[1] == "http://localhost/"
    assert ask("127.0.0.1", X_Forwarded_Proto="https, http")[1] == "http://localhost/"


def test_without_a_named_proxy_not_even_this_machine_is_believed(boards):
    app = create_app(boards)
    app.add_url_rule("/who", "who", lambda: asking_address() + request.scheme)
    assert app.test_client().get("/who", headers=TOLD).text == "127.0.0.1http"


@pytest.mark.parametrize(
    "host",
    ["9" * 64, "a." * 127 + "a", "a..b", ".", "a/b", "a@b", "h\u00e9re", "here:99999999", "[::1", "a b", "<b>"],
)
def test_a_host_that_is_none_is_refused_before_anything_is_made_of_it(boards, host):
    answer = create_app(boards).test_client().get("/about", environ_overrides={"HTTP_HOST": host})
    assert answer.status_code == 400
    assert answer.text == "The request names no host that could be ours."
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert HEADERS.items() <= dict(answer.headers).items()


@pytest.mark.parametrize(
    "host", ["localhost", "192.0.2.7:8000", "[::1]:8000", "ada.local", "games_1:80", "games.de.", "a" * 63 + ".de"]
)
def test_whatever_a_host_may_be_called_is_taken(boards, host):
    assert create_app(boards).test_client().get("/about", environ_overrides={"HTTP_HOST": host}).status_code == 200
