"""The shell around the app: requests taken in whole, answers given out whole, and nobody who takes everything."""

from __future__ import annotations

import gc
import inspect
import socket
import threading
import time
from contextlib import ExitStack, closing
from ipaddress import ip_network

import pytest
from flask import Flask, Response, request
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from companion.serve import line, shell
from companion.serve.line import MOST_HEAD, Line
from companion.serve.shell import MOST_BODY
from companion.serve.tuning import THREADS
from tests.support.lines import answered, rest, running

GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: here\r\n"
LARGE = b"~" * 9_000_000  # more than any system keeps for a reader who reads nothing


class Gate:
    """Holds up whoever asks for /slow, and knows how many that are."""

    def __init__(self) -> None:
        self.open, self.held, self.lock = threading.Event(), [], threading.Lock()

    def waits(self) -> None:
        with self.lock:
            self.held.append(request.headers.get("X-Forwarded-For", request.remote_addr))
        assert self.open.wait(20)


@pytest.fixture
def gate():
    made = Gate()
    yield made
    made.open.set()


@pytest.fixture
def app(gate):
    app = Flask("asked")

    @app.route("/", methods=["GET", "POST"])
    def said():
        told = {
            name: request.environ.get(name)
            for name in ("REMOTE_ADDR", "CONTENT_LENGTH", "HTTP_X_A", "wsgi.url_scheme")
        }
        return {
            "body": request.get_data(as_text=True),
            "path": request.path,
            "query": request.query_string.decode(),
            **told,
        }

    @app.get("/<path:rest>")
    def at(rest):
        return {"path": request.path}

    @app.get("/slow")
    def slow():
        gate.waits()
        return "slow"

    @app.get("/large")
    def large():
        return Response(LARGE, content_type="text/plain")

    @app.get("/broken")
    def broken():
        raise ValueError("secret")

    return app


@pytest.fixture
def house(app):
    with running(app) as house:
        yield house


def soon(true, seconds=20.0):
    """Waits for what has to become so."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.005)


def test_uvicorn_makes_its_protocol_with_the_arguments_that_we_pass_on():
    """A release that changes them is noticed here, before it is served with."""
    assert [*inspect.signature(Line).parameters] == [*inspect.signature(HttpToolsProtocol).parameters]
    assert [*inspect.signature(Line).parameters] == ["config", "server_state", "app_state", "_loop"]
    calls = {"connection_made", "data_received", "eof_received", "connection_lost", "pause_writing", "resume_writing"}
    assert calls <= vars(Line).keys()
    assert calls <= vars(HttpToolsProtocol).keys()


def test_uvicorn_knows_every_setting():
    from companion.serve.server import SETTINGS

    assert SETTINGS.keys() <= inspect.signature(Config).parameters.keys()
    assert Config(shell, **SETTINGS).limit_concurrency is None


def test_a_request_may_come_in_any_pieces(house):
    head = POST + b"X-A: 1\r\nx-a: 2\r\nX_A: 3\r\n"
    whole = head + b"Content-Length: 5\r\n\r\nhello"
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n2;a=b\r\nhe\r\n00003\r\nllo\r\n0\r\nX: y\r\n\r\n"
    with closing(house.sends()) as phone:
        for raw in (whole, chunked):
            for n in range(len(raw)):
                phone.sendall(raw[n : n + 1])
            status, body, __ = answered(phone)
            assert status == 200
            assert b'"HTTP_X_A":"1,2"' in body
            assert b'"CONTENT_LENGTH":"5"' in body
            assert b'"body":"hello"' in body
        phone.sendall(GET + GET + GET[:9])  # and several at once
        got = b""
        while got.count(b"wsgi.url_scheme") < 2:
            got += phone.recv(65536)
        phone.sendall(GET[9:])
        assert answered(phone)[0] == 200


def test_an_address_arrives_as_it_was_written(house):
    with closing(house.sends(b"GET /Gen%c3%a8ve%2f%ff HTTP/1.1\r\nHost: here\r\n\r\n")) as phone:
        assert answered(phone)[1].decode("unicode_escape").strip() == '{"path":"/Genève/\ufffd"}'


def test_who_waits_for_a_go_ahead_gets_one(house):
    with closing(house.sends(POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")) as phone:
        assert phone.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        phone.sendall(b"{}")
        assert answered(phone)[0] == 200


@pytest.mark.parametrize(
    "told", [b"Content-Length: %d\r\n\r\n" % (MOST_BODY + 1), b"Transfer-Encoding: chunked\r\n\r\n"]
)
def test_a_body_that_is_too_large_is_refused_and_whoever_sent_it_can_read_why(house, told):
    with closing(house.sends(POST + told)) as phone:
        piece = b"10000\r\n%b\r\n" % (b"x" * 65536)
        if told.startswith(b"Transfer"):
            for _ in range(MOST_BODY // 65536 + 2):
                phone.sendall(piece)
        else:
            phone.sendall(piece)  # more than nothing, when it is refused already
        status, body, headers = answered(phone)
        assert (status, headers["Connection"], headers["X-Content-Type-Options"]) == (413, "close", "nosniff")
        assert headers["Content-Type"] == "text/plain; charset=utf-8"
        assert b"uvicorn" not in body
        phone.shutdown(socket.SHUT_WR)
        assert rest(phone) == b""


def test_a_head_that_is_too_long_is_refused_and_one_without_an_end_is_cut(house):
    long = b"GET / HTTP/1.1\r\nHost: here\r\nX: " + b"x" * MOST_HEAD
    with closing(house.sends(long + b"\r\n\r\n")) as phone:
        assert answered(phone)[0] == 431
    with closing(house.sends(long + b"x" * 9)) as phone:
        assert rest(phone) == b""
    soon(lambda: house.lines == 0)


def test_what_is_no_http_is_told_so_in_plain_text_and_nothing_else(house):
    with closing(house.sends(b"\x16\x03\x01\x02\x00\r\n\r\n")) as phone:
        status, body, headers = answered(phone)
    assert (status, headers["Content-Type"], headers["X-Content-Type-Options"]) == (
        400,
        "text/plain; charset=utf-8",
        "nosniff",
    )
    assert body == b"Invalid HTTP request received."
    assert "Server" not in headers


def test_who_says_that_nothing_more_comes_is_answered_all_the_same(house, gate):
    with closing(house.sends(b"GET /slow HTTP/1.1\r\nHost: here\r\n\r\n")) as phone:
        soon(lambda: gate.held)
        phone.shutdown(socket.SHUT_WR)
        gate.open.set()
        assert rest(phone).endswith(b"slow")


def test_who_hangs_up_in_the_middle_has_asked_nothing(house):
    house.sends(POST + b"Content-Length: 5\r\n\r\n{").close()
    soon(lambda: house.lines == 0)
    assert not house.shell._under_way


def test_what_breaks_tells_nothing(house):
    with closing(house.sends(b"GET /broken HTTP/1.1\r\nHost: here\r\n\r\n")) as phone:
        status, body, headers = answered(phone)
    assert status == 500
    assert b"secret" not in body
    assert headers.get_all("X-Content-Type-Options") == ["nosniff"]


NEVER_ENDING = [
    b"",
    b"GET /abo",
    b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ",
    POST + b"Content-Length: 100\r\n\r\n{",
    POST + b"Content-Length: 00000000000000000002\r\n\r\n{",
    POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    GET + b"GET /second",
]


@pytest.mark.parametrize("sent", NEVER_ENDING, ids=lambda sent: repr(sent[-20:]))
def test_what_never_ends_costs_no_thread_and_has_its_time(house, monkeypatch, sent):
    monkeypatch.setattr(line, "HEAD", 0.2)
    monkeypatch.setattr(line, "BODY", 0.2)
    monkeypatch.setitem(vars(house.server.config), "timeout_keep_alive", 0.2)
    with ExitStack() as strangers:
        for _ in range(2 * THREADS):
            strangers.enter_context(closing(house.sends(sent)))
        with closing(house.sends(GET)) as phone:
            assert answered(phone)[0] == 200
        soon(lambda: house.lines == 0)
    assert not house.crowd._held


def test_who_reads_nothing_of_an_answer_is_cut_in_time(house, monkeypatch):
    monkeypatch.setattr(line, "TAKEN", 0.3)
    with ExitStack() as deaf:
        for _ in range(4):
            deaf.enter_context(closing(house.sends(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n")))
        soon(lambda: len(house.crowd._held) == 4)
        with closing(house.sends(GET)) as phone:
            assert answered(phone)[0] == 200
        soon(lambda: house.lines == 0)
    assert not house.crowd._held


def test_where_too_much_is_kept_the_line_for_which_most_is_kept_is_cut(house, monkeypatch):
    monkeypatch.setattr(line, "MOST_HELD", 500_000)
    with ExitStack() as lines:
        small = lines.enter_context(closing(house.sends(POST + b"Content-Length: 100000\r\n\r\n" + b"x" * 50_000)))
        soon(lambda: len(house.crowd._held) == 1)
        large = lines.enter_context(closing(house.sends(POST + b"Content-Length: 900000\r\n\r\n" + b"x" * 600_000)))
        assert rest(large) == b""
        small.sendall(b"x" * 50_000)
        assert answered(small)[0] == 200
    soon(lambda: not house.crowd._held)


def test_an_answer_leaves_as_it_is_read(house):
    with closing(house.sends(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n" * 2)) as slow:
        assert answered_raw(slow, 2) == 2 * len(LARGE)


def answered_raw(line, times):
    """The bytes of so many large answers, without their heads."""
    got = 0
    while got < times * len(LARGE):
        got += line.recv(1 << 20).count(b"~")
    return got


def test_one_address_has_half_of_the_threads_and_others_go_on(app, gate):
    with running(app, proxies=[ip_network("127.0.0.1")]) as house, ExitStack() as lines:
        ask = b"GET /slow HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: 203.0.113.%d\r\n\r\n"
        for _ in range(THREADS):
            lines.enter_context(closing(house.sends(ask % 1)))
        soon(lambda: len(gate.held) == THREADS // 2)
        lines.enter_context(closing(house.sends(ask % 2)))
        soon(lambda: "203.0.113.2" in gate.held)
        assert gate.held.count("203.0.113.1") == THREADS // 2
        gate.open.set()
        soon(lambda: gate.held.count("203.0.113.1") == THREADS)
    assert not house.shell._shares


def test_nobody_who_is_no_proxy_is_believed(app, gate):
    with running(app, proxies=[ip_network("198.51.100.7")]) as house, ExitStack() as lines:
        for n in range(THREADS):
            ask = b"GET /slow HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: 203.0.113.%d\r\n\r\n" % n
            lines.enter_context(closing(house.sends(ask)))
        soon(lambda: len(gate.held) == THREADS // 2)
        gate.open.set()


def test_one_address_has_half_of_the_lines(app, monkeypatch):
    with running(app, connections=6) as house, ExitStack() as lines:
        monkeypatch.setattr(house.crowd, "_is_proxy", lambda _address: False)
        soon(lambda: house.lines == 0)
        for _ in range(3):
            phone = lines.enter_context(closing(house.sends(GET)))
            assert answered(phone)[0] == 200
        assert rest(lines.enter_context(closing(house.sends(GET)))) == b""
        monkeypatch.setattr(house.crowd, "_is_proxy", lambda _address: True)
        assert answered(lines.enter_context(closing(house.sends(GET))))[0] == 200


def test_what_is_under_way_is_answered_and_then_the_rest_is_put_away(app, gate):
    put_away = []
    with running(app, ends=lambda: put_away.append(len(gate.held))) as house:
        phone = house.sends(b"GET /slow HTTP/1.1\r\nHost: here\r\n\r\n")
        soon(lambda: gate.held)
        house.server.should_exit = True
        assert not put_away
        gate.open.set()
        assert answered(phone)[:2] == (200, b"slow")
        phone.close()
    assert put_away == [1]


def test_a_line_that_is_gone_is_forgotten_without_a_look_for_garbage(house):
    """Such a look comes seldom, and until then the longest head there may be would be kept."""
    gc.collect()
    gc.disable()
    before = sum(isinstance(one, Line) for one in gc.get_objects())
    try:
        house.sends(b"GET / HTTP/1.1\r\nX: " + b"a" * 2 * MOST_HEAD).close()
        soon(lambda: house.lines == 0)
        soon(lambda: sum(isinstance(one, Line) for one in gc.get_objects()) == before)
    finally:
        gc.enable()
