"""hosting/nginx.conf is loaded by nginx, and games go through it."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
from pathlib import Path

import pytest

from tests.support import nginx
from tests.support.nginx import NAME, Front
from tests.support.serving import served

GUIDE = (Path(__file__).resolve().parents[2] / "docs/hosting.md").read_text()
PLAYERS = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]


@pytest.fixture(scope="module")
def front():
    with served(options=("--proxy", "127.0.0.1", "--lines")) as (_, port), nginx.in_front_of(port) as front:
        yield front


class Secure(http.client.HTTPSConnection):
    """Asks for a name, at an address of this machine."""

    def __init__(self, front: Front, name: str = NAME) -> None:
        super().__init__(name, timeout=30)
        self._front = front

    def connect(self) -> None:
        line = socket.create_connection(("127.0.0.1", self._front.https), 30)
        self.sock = self._front.context.wrap_socket(line, server_hostname=self.host)


def asked(line: http.client.HTTPConnection, method: str, path: str, told: object = None, **headers: str):
    """Status, headers and body."""
    line.request(method, path, json.dumps(told) if told else None, headers)
    answer = line.getresponse()
    return answer.status, answer.headers, answer.read()


def test_a_change_made_through_nginx_is_heard_by_another_at_once(front):
    """The app knows who asks, how and for what, and a change made by one is heard by another at once."""
    status, headers, body = asked(Secure(front), "POST", "/api/tables", {"map": "usa", "players": PLAYERS})
    opened = json.loads(body)
    assert status == 201
    assert opened["join_url"].startswith(f"https://{NAME}/join#")
    assert "Strict-Transport-Security" in headers
    token, address = {"Authorization": f"Bearer {opened['token']}"}, f"/api/tables/{opened['table']}"
    stream = Secure(front)
    stream.request("GET", f"{address}/events", headers=token)
    heard = stream.getresponse()
    assert next(line for line in heard if line.startswith(b"data:")) == b"data: 1\n"
    entry = {"type": "draw", "player": "blue", "id": "one"}
    assert asked(Secure(front), "POST", f"{address}/entries", entry, **token)[0] == 200
    assert next(line for line in heard if line.startswith(b"data:")) == b"data: 2\n"


def test_the_oldest_that_the_guide_names_takes_it(front):
    """Debian's, where this is Debian; a later one may give a hint, and takes it too."""
    named = [re.findall(r"nginx (\d+)\.(\d+)\s+or\s+later", text) for text in (GUIDE, nginx.SETTINGS.read_text())]
    assert named[0] == named[1] == [("1", "22")]
    assert nginx.version() >= (1, 22)
    assert "test is successful" in front.settings_are_right()


def test_who_comes_plain_is_sent_to_https_of_this_name_and_of_no_other(front):
    line = http.client.HTTPConnection("127.0.0.1", front.http, timeout=30)
    status, headers, _ = asked(line, "GET", "/t/x?y=1", Host=NAME)
    assert (status, headers["Location"]) == (301, f"https://{NAME}/t/x?y=1")
    for other in ("evil.example", "127.0.0.1", f"{NAME}.evil.example"):
        with pytest.raises(http.client.RemoteDisconnected):
            asked(http.client.HTTPConnection("127.0.0.1", front.http, timeout=30), "GET", "/", Host=other)


def test_under_another_name_there_is_nothing(front):
    with pytest.raises(ssl.SSLError):
        Secure(front, "evil.example").connect()
    with pytest.raises(http.client.RemoteDisconnected):
        asked(Secure(front), "GET", "/", Host="evil.example")


def test_what_a_stranger_says_of_who_asks_is_written_over(front):
    told = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"}
    status, _, body = asked(Secure(front), "POST", "/api/tables", {"map": "usa", "players": PLAYERS}, **told)
    assert status == 201
    assert json.loads(body)["join_url"].startswith(f"https://{NAME}/join#")


def test_the_largest_record_in_a_form_comes_through(front):
    """And what is larger is refused by the first who sees it."""
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}"}
    for size, status in ((4 * 1024**2 - 100, 422), (6 * 1024**2, 413)):
        line = Secure(front)
        line.request("POST", "/import", b"text=" + b"x" * size, form)
        assert line.getresponse().status == status
