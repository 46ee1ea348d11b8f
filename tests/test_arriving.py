"""Slow and idle strangers cost no thread, and nobody else waits for them."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, closing

import pytest

from companion.arriving import MOST_BODY, MOST_HEAD, still_missing
from companion.server import THREADS
from tests.serving import get, served


@pytest.fixture(scope="module")
def port():
    with served(options=("--workers", "1")) as (_, port):
        yield port


def line(port, sent=b""):
    connection = socket.create_connection(("127.0.0.1", port), 5)
    connection.sendall(sent)
    return connection


def answered(connection):
    """The first line of the next answer."""
    return connection.recv(65536).split(b"\r\n")[0]


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
            assert answered(phone) == b"HTTP/1.1 201 CREATED"
        phone.sendall(whole + whole + whole[:50])  # and several at once
        got = b""
        while got.count(b"201 CREATED") < 2:
            got += phone.recv(65536)
        phone.sendall(whole[50:])
        assert b"201 CREATED" in phone.recv(65536)


def test_who_waits_for_a_go_ahead_gets_one(port):
    head = b"POST /api/join HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    with closing(line(port, head)) as phone:
        assert answered(phone) == b"HTTP/1.1 100 Continue"
        phone.sendall(b"{}")
        got = b""
        while b"HTTP/1.1 422" not in got:
            got += phone.recv(65536)


def test_what_is_too_large_is_refused_unread(port):
    sizes = b"Content-Length: %d\r\n\r\n" % (MOST_BODY + 1)
    with closing(line(port, b"POST /api/tables HTTP/1.1\r\nHost: here\r\n" + sizes)) as phone:
        assert answered(phone).startswith(b"HTTP/1.1 413")
    with closing(line(port, b"GET / HTTP/1.1\r\nX: " + b"x" * (MOST_HEAD + 1))) as phone:
        assert answered(phone).startswith(b"HTTP/1.1 431")


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
