"""Slow and idle strangers cost no thread, and nobody else waits for them."""

from __future__ import annotations

import selectors
import socket
import time
from contextlib import ExitStack, closing
from http.client import HTTPResponse

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.gthread import TConn

from companion.serve.requests import ARRIVES, MOST_BODY, MOST_HEAD, Arriving, still_missing
from companion.serve.server import THREADS
from tests.support.serving import get, served


@pytest.fixture(scope="module")
def port():
    with served(options=("--workers", "1")) as (_, port):
        yield port


def line(port, sent=b""):
    connection = socket.create_connection(("127.0.0.1", port), 5)
    connection.sendall(sent)
    return connection


def answered(connection):
    """The status of the next answer, which is read whole."""
    answer = HTTPResponse(connection)
    answer.begin()
    answer.read()
    return answer.status


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /abo",
        b"GET /about HTTP/1.1\r\nHost: here\r\nX-Slow: ",
        b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: 99999999\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"GET /about HTTP/1.0\r\n\r\n",  # it is answered, and never hangs up
        b"GET /boards/europe HTTP/1.1\r\nHost: here\r\n\r\n" * 20,  # nor does this one, and reads nothing
    ],
    ids=["silent", "half-a-line", "half-a-head", "half-a-body", "far-too-much", "half-a-chunk", "staying", "deaf"],
)
def test_nobody_waits_for_them(port, sent):
    """In threads they would last for many times the seconds that a page is waited for."""
    with ExitStack() as strangers:
        for _ in range(5 * THREADS):
            strangers.enter_context(closing(line(port, sent)))
        time.sleep(0.2)
        assert get(port, "/about")[0] == 200


def test_a_request_may_come_in_any_pieces(port):
    body = b'{"map": "usa", "players": [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]}'
    head = b"POST /api/tables HTTP/1.1\r\nHost: here\r\n"
    whole = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:1], body[1:40], body[40:]))
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n"
    with closing(line(port)) as phone:
        for request in (whole, chunked):
            for n in range(len(request)):
                phone.sendall(request[n : n + 1])
            assert answered(phone) == 201
        phone.sendall(whole + whole + whole[:50])  # and several at once
        got = b""
        while got.count(b"201 CREATED") < 2 or got.count(b"join_url") < 2:
            got += phone.recv(65536)
        phone.sendall(whole[50:])
        assert answered(phone) == 201


def test_who_waits_for_a_go_ahead_gets_one(port):
    head = b"POST /api/join HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    with closing(line(port, head)) as phone:
        assert phone.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        phone.sendall(b"{}")
        assert answered(phone) == 422


def test_what_is_too_large_is_refused_unread(port):
    sizes = b"Content-Length: %d\r\n\r\n" % (MOST_BODY + 1)
    with closing(line(port, b"POST /api/tables HTTP/1.1\r\nHost: here\r\n" + sizes)) as phone:
        assert answered(phone) == 413
    with closing(line(port, b"GET / HTTP/1.1\r\nX: " + b"x" * (MOST_HEAD + 1))) as phone:
        assert answered(phone) == 431


def test_a_last_answer_arrives_whole_although_more_was_sent(port):
    with closing(line(port, b"GET /about HTTP/1.0\r\n\r\n" + b"x" * 10_000)) as phone:
        time.sleep(0.2)
        got = b""
        while more := phone.recv(65536):
            got += more
    assert got.rstrip().endswith(b"</html>")


@pytest.mark.parametrize(
    ("request_", "missing"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 0),
        (b"POST / HTTP/1.1\r\ncontent-LENGTH:7\r\n\r\nabc", 4),
        (b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcd", 0),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 1),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\na;x=y\r\n0\r\n\r\n", 7),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n", 1),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 0),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\n", 0),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 0),
    ],
)
def test_how_much_is_still_to_come(request_, missing):
    head = request_.index(b"\r\n\r\n")
    assert still_missing(bytearray(request_), head, head + 4)[0] == missing


class Crowded(Arriving):
    """A worker's loop without a server around it."""

    def __init__(self):
        cfg = Config()
        super().__init__(1, 1, [], None, 30, cfg, Logger(cfg))
        self.poller = selectors.DefaultSelector()
        self.given = []

    def enqueue_req(self, conn):
        self.given.append(conn)

    def comes(self, sent):
        ours, theirs = socket.socketpair()
        theirs.sendall(sent)
        self.nr_conns += 1
        self._expect(TConn(self.cfg, ours, None, None))
        return theirs


def test_when_too_much_is_on_its_way_the_largest_is_dropped_and_counted_once(monkeypatch):
    monkeypatch.setattr("companion.serve.requests.MOST_HELD", 60_000)
    loop = Crowded()
    head = b"POST / HTTP/1.1\r\nContent-Length: 90000\r\n\r\n"
    lines = [loop.comes(head + b"x" * size) for size in (40_000, 100, 30_000)]
    loop.wait_for_and_dispatch_events(0)
    assert loop.nr_conns == 2
    assert lines[0].recv(10) == b""
    assert loop._held == sum(map(len, loop._arriving.values())) < 60_000


def test_who_takes_too_long_is_dropped_and_who_reset_the_line_does_no_harm(monkeypatch):
    loop = Crowded()
    late, gone = loop.comes(b"GET"), loop.comes(b"GET / HTTP/1.1\r\nX: " + b"x" * (MOST_HEAD + 1))
    gone.close()
    while loop.nr_conns > 1:
        loop.wait_for_and_dispatch_events(0)
    loop.murder_pending()
    assert loop.nr_conns == 1
    later = time.monotonic() + ARRIVES + 1
    monkeypatch.setattr("companion.serve.requests.time.monotonic", lambda: later)
    loop.murder_pending()
    assert (loop.nr_conns, loop._held, late.recv(10)) == (0, 0, b"")
