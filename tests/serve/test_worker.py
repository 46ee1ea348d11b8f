"""Slow and idle strangers cost no thread, and nobody else waits for them."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, closing, suppress
from http.client import HTTPResponse
from ipaddress import ip_network
from random import Random

import pytest

from companion.serve.reading import ASIDE, AT_ONCE, MOST_BODY, MOST_HEAD
from companion.serve.server import THREADS
from companion.serve.worker import ARRIVES, TAKEN
from companion.web.http.proxies import Proxies
from tests.support.serving import get, served
from tests.support.waiting import REFUSED, Loop, byte_string, read_in_one_go


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


HEAD = b"POST /api/join HTTP/1.1\r\nHost: here\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
# One reader took these for whole once, and another, in a thread, waited for the rest.
TELLING_LENGTHS = [
    HEAD + b"Content-Length: 00000000000000000002\r\n\r\n{",
    CHUNKED + b"5;" + b"x" * 70,
    CHUNKED + b"000000005\r\n\r\n",
    CHUNKED + b"5\nhello",
]
NEVER_ENDING = [
    b"",
    b"GET /abo",
    b"GET /about HTTP/1.1\r\nHost: here\r\nX-Slow: ",
    HEAD + b"Content-Length: 100\r\n\r\n{",
    CHUNKED + b"5\r\n{",
]


@pytest.mark.parametrize(
    "sent",
    [
        *TELLING_LENGTHS,
        *NEVER_ENDING,
        HEAD + b"Content-Length: 99999999\r\n\r\n{",
        b"GET /about HTTP/1.0\r\n\r\n",  # it is answered, and never hangs up
        b"GET /boards/europe HTTP/1.1\r\nHost: here\r\n\r\n" * 20,  # nor does this one, and reads nothing
    ],
    ids=lambda sent: repr(sent[-20:]),
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


@pytest.fixture
def loop():
    made = Loop()
    yield made
    assert not made.waited
    made.ends()


@pytest.mark.parametrize("sent", TELLING_LENGTHS + NEVER_ENDING)
def test_what_never_ends_costs_no_thread_and_has_its_time(loop, sent, monkeypatch):
    """The four strings that once closed a server to everybody, and their like."""
    stranger = loop.comes(sent)
    loop.goes_on()
    assert loop.served in ([], [REFUSED])
    later = time.monotonic() + ARRIVES + 1
    monkeypatch.setattr("companion.serve.worker.time.monotonic", lambda: later)
    loop.murder_pending()
    loop.goes_on()
    assert (loop.nr_conns, loop._held) == (0, 0)
    stranger.settimeout(0)
    assert stranger.recv(1000)[:12] in (b"", b"HTTP/1.1 400")


def test_it_works_with_a_body_in_chunks(loop):
    head = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
    stranger = loop.comes(head + b"5;a=b\r\nhello\r\n00001\r\n!\r\n0\r\nX: y\r\n\r\n")
    loop.goes_on()
    assert loop.served == [("POST", "/", b"hello!")]
    assert stranger.recv(100).startswith(b"HTTP/1.1 200 OK")


def test_who_hangs_up_in_the_middle_has_asked_nothing(loop):
    stranger = loop.comes(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\n{")
    stranger.close()
    loop.goes_on()
    assert (loop.served, loop.nr_conns) == ([], 0)


def test_chunks_of_next_to_nothing_are_not_read_for_ever(loop, monkeypatch):
    monkeypatch.setattr("companion.serve.reading.MOST_BODY", 200_000)
    chunk = b"1;" + b"x" * 8000 + b"\r\nx\r\n"
    stranger = loop.comes(b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n")
    sent = 0
    while not loop.served:
        sent += stranger.send(chunk)
        loop.goes_on()
    assert loop.served == [REFUSED]
    assert sent < 600_000


def test_one_who_sends_a_lot_does_not_keep_the_loop_from_others(loop):
    """What came is looked at in pieces, and everybody is looked at in between."""
    head = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n" % (8 * AT_ONCE)
    loop.comes(head + b"x" * 8 * AT_ONCE)
    loop.comes(b"GET /quick HTTP/1.1\r\nHost: here\r\n\r\n")
    loop.wait_for_and_dispatch_events(0)
    assert [uri for __, uri, __ in loop.served] == ["/quick"]
    loop.goes_on()
    assert len(loop.served) == 2


@pytest.mark.parametrize("seed", range(2))
def test_an_answer_leaves_as_it_is_read(seed):
    answer = Random(seed).randbytes(3_000_000)
    loop = Loop(answer)
    stranger = loop.comes(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n" * 2, room=4096)
    stranger.settimeout(0)
    got = bytearray()
    while len(got) < 2 * len(answer) or not got.endswith(answer):
        loop.goes_on()
        with suppress(BlockingIOError):
            got += stranger.recv(1 << 20)
    loop.goes_on()
    assert (loop._held, len(loop.served), loop.waited, len(loop.keepalived_conns)) == (0, 2, [], 1)
    loop.ends()


def test_who_reads_nothing_of_an_answer_is_left_in_time(monkeypatch):
    loop = Loop(b"x" * 3_000_000)
    deaf = [loop.comes(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n", room=4096) for _ in range(3)]
    loop.goes_on()
    assert len(loop._sending) == len(deaf) == len(loop.served)
    later = time.monotonic() + TAKEN + 1
    monkeypatch.setattr("companion.serve.worker.time.monotonic", lambda: later)
    loop.murder_pending()
    assert (loop.nr_conns, loop._held, loop.waited) == (0, 0, [])


def test_when_too_much_is_on_its_way_the_largest_is_dropped_and_counted_once(monkeypatch, loop):
    monkeypatch.setattr("companion.serve.worker.MOST_HELD", 3 * ASIDE + 60_000)
    head = b"POST / HTTP/1.1\r\nContent-Length: 90000\r\n\r\n"
    lines = [loop.comes(head + b"x" * size) for size in (40_000, 100, 30_000)]
    loop.goes_on()
    assert loop.nr_conns == 2
    with pytest.raises(ConnectionResetError):  # what it sent was not read
        lines[0].recv(10)
    assert loop._held == sum(conn.held for conn in loop._arriving) < 3 * ASIDE + 60_000


def test_who_takes_too_long_is_dropped_and_who_reset_the_line_does_no_harm(monkeypatch, loop):
    late, gone = loop.comes(b"GET"), loop.comes(b"GET / HTTP/1.1\r\nX: " + b"x" * (MOST_HEAD + 1))
    gone.close()
    loop.goes_on()
    loop.murder_pending()
    assert loop.nr_conns == 1
    later = time.monotonic() + ARRIVES + 1
    monkeypatch.setattr("companion.serve.worker.time.monotonic", lambda: later)
    loop.murder_pending()
    assert (loop.nr_conns, loop._held, late.recv(10)) == (0, 0, b"")


class Busy(Loop):
    """All its threads are at work until somebody says that they are done."""

    def enqueue_req(self, conn):
        self.served.append(conn.client[0])
        self.busy = [*getattr(self, "busy", ()), conn]

    def is_done(self):
        super().enqueue_req(self.busy.pop(0))


def test_one_address_has_half_of_the_threads_and_others_go_on():
    loop = Busy()
    share = max(1, loop.cfg.threads // 2)
    many = ["fe80::1", "fe80::2", "fe80::3", "::ffff:192.0.2.1", "192.0.2.1"]
    for address in many:
        loop.comes(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n", client=(address, 1))
    loop.goes_on()
    assert share == 1
    assert loop.served == ["fe80::1", "::ffff:192.0.2.1"]
    while loop.busy:
        loop.is_done()
    assert [one for one in loop.served if isinstance(one, str)] == [many[0], many[3], many[1], many[4], many[2]]
    assert (loop._in_turn, sum(loop._at_work.values())) == ({}, 0)
    loop.ends()


def test_behind_a_proxy_that_is_named_each_visitor_has_a_share_and_elsewhere_nobody_is_believed():
    loop = Busy()
    loop.who_asks = Proxies(lambda *_: [], [ip_network("10.0.0.1")]).who_asks
    for peer, told in [
        ("10.0.0.1", b"192.0.2.1"),
        ("10.0.0.1", b"192.0.2.1"),
        ("10.0.0.1", b"203.0.113.9, 192.0.2.1"),  # the first of these is what the visitor wrote
        ("10.0.0.1", b"192.0.2.2"),
        ("198.51.100.7", b"192.0.2.3"),
        ("198.51.100.7", b"192.0.2.4"),
    ]:
        loop.comes(b"GET / HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: " + told + b"\r\n\r\n", client=(peer, 1))
    loop.goes_on()
    assert loop.served == ["10.0.0.1", "10.0.0.1", "198.51.100.7"]
    assert sorted(loop._at_work) == ["192.0.2.1", "192.0.2.2", "198.51.100.7"]
    while loop.busy:
        loop.is_done()
    assert sum(isinstance(one, tuple) for one in loop.served) == 6
    assert (loop._in_turn, sum(loop._at_work.values())) == ({}, 0)
    loop.ends()


def test_the_strings_that_are_tried_are_right_and_wrong_ones():
    found = [len(read_in_one_go(Loop().cfg, byte_string(Random(seed)))) for seed in range(200)]
    assert 20 < found.count(0) < 100
    assert sum(n > 1 for n in found) > 10
