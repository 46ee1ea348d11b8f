"""`companion serve --https` as a person starts it: https at a port of its own, plain http at another, and the end."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import ssl
from contextlib import ExitStack, contextmanager, suppress
from ipaddress import IPv4Network

import pytest
from cryptography import x509

from companion.cli import https, main
from companion.host.certificates import ensure_certificates
from companion.host.ip_addresses import Address
from companion.play.keys import program_with
from companion.play.tables import Tables
from companion.record import read
from companion.serve import server
from companion.serve.tuning import THREADS
from companion.store import open_store
from companion.web.reach import Reach
from tests.support.doses import one_in
from tests.support.serving import free_port, get, served

ADA = "ada-token"


def a_table(here):
    players = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]
    head = {"format": "companion/game", "version": 1, "map": "usa", "players": players, "log": []}
    return here.open(read.read_record(json.dumps(head).encode(), here.boards), program_with(ADA)).table


@contextmanager
def opened(boards, tmp_path):
    """A server with one table, the same games seen from here, and whoever trusts it."""
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    here = Tables(open_store(url), boards)
    table = a_table(here)
    port = free_port()
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("XDG_DATA_HOME", str(tmp_path))
        process, plain = stack.enter_context(
            served(options=("--database", url, "--https", "--https-port", str(port)))
        )
        process.plain = plain
        trusting = ssl.create_default_context(cafile=str(tmp_path / "trackside" / "https" / "authority.pem"))
        yield process, port, here, table, trusting


@pytest.fixture(scope="module")
def house(boards, tmp_path_factory):
    """One for all who leave it standing."""
    with opened(boards, tmp_path_factory.mktemp("house")) as house:
        yield house


@contextmanager
def phone(port, trusting):
    line = http.client.HTTPSConnection("127.0.0.1", port, timeout=5, context=trusting)
    yield line
    line.close()


def asked(line, path, method="GET", body=None, **headers):
    line.request(method, path, body, headers)
    answer = line.getresponse()
    return answer.status, answer.read(), answer.headers


def stream(port, table, trusting, token=ADA):
    line = http.client.HTTPSConnection("127.0.0.1", port, timeout=5, context=trusting)
    line.request("GET", f"/api/tables/{table}/events", headers={"Authorization": f"Bearer {token}"})
    return line, line.getresponse()


def heard(answer):
    lines = []
    while (line := answer.readline()) not in (b"\n", b""):
        lines.append(line.decode().strip())
    return lines


def claim(here, table, n, route="dallas--houston--1"):
    return here.log.report(
        table, program_with(ADA), {"type": "claim", "player": "blue", "route": route, "id": f"e{n}"}
    )


def test_it_works_on_one_connection(house):
    __, port, __, __, trusting = house
    with phone(port, trusting) as line:
        for path in ("/", "/boards", "/sw.js"):
            status, body, headers = asked(line, path)
            assert (status, len(body)) == (200, int(headers["Content-Length"]))
            kept = line.sock
        assert line.sock is kept
        assert kept.version().startswith("TLSv1.")


def test_the_cookie_is_for_this_host_and_https_alone(house):
    __, port, __, __, trusting = house
    form = "row=1&name-1=Ada&color-1=blue&row=2&name-2=Bo&color-2=red&map=usa&variant-usa=base&tracking=live"
    with phone(port, trusting) as line:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        status, __, headers = asked(line, "/new", "POST", form, **kind)
        assert status == 303
        cookie = headers["Set-Cookie"]
        assert cookie.startswith("__Host-trackside=")
        assert "Secure" in cookie


def test_a_large_body_arrives_whole(house):
    __, port, __, __, trusting = house
    with phone(port, trusting) as line:
        status, body, __ = asked(line, "/api/tables", "POST", b"[" * 200_000, Authorization=f"Bearer {ADA}")
        assert status in (400, 413, 415, 422), body


def test_plain_http_is_led_to_the_page_on_trust(house):
    process, port, __, table, __ = house
    status, __, headers = get(process.plain, f"/t/{table}")
    assert (status, headers["Location"]) == (303, f"/trust?to=/t/{table}")
    status, text, headers = get(process.plain, "/trust")
    assert status == 200
    assert f'href="https://127.0.0.1:{port}/"' in text
    assert "Set-Cookie" not in headers
    assert get(process.plain, "/api/boards")[0] == 403


def test_a_stream_over_tls_hears_what_happens(house):
    __, port, here, __, trusting = house
    table = a_table(here)
    line, answer = stream(port, table, trusting)
    assert answer.status == 200
    assert heard(answer) == ["id: 1", "data: 1"]
    claim(here, table, 1)
    assert heard(answer) == ["id: 2", "data: 2"]
    here.delete(table, program_with(ADA))
    assert heard(answer) == []
    line.close()


def test_more_phones_listen_over_tls_than_there_are_threads(house):
    __, port, here, __, trusting = house
    table = a_table(here)
    devices = [f"phone-{n}" for n in range(2 * THREADS + 8)]
    for token in devices:
        here.door.join_by_secret(here.door.invite(table, program_with(ADA)), program_with(token))
    lines = [stream(port, table, trusting, token) for token in devices]
    version = here.store.version(table)
    for __, answer in lines:
        while heard(answer)[0] != f"id: {version}":
            pass
    claim(here, table, 1)
    for __, answer in lines:
        assert heard(answer) == [f"id: {version + 1}", f"data: {version + 1}"]
    with phone(port, trusting) as line:
        assert asked(line, "/about")[0] == 200
    for line, __ in lines:
        line.close()


@pytest.mark.parametrize("number", one_in(2, [signal.SIGTERM, signal.SIGINT]))
def test_with_open_streams_it_ends_by_itself(boards, tmp_path, number):
    with opened(boards, tmp_path) as house:
        _ends(house, number)


def _ends(house, number):
    process, port, __, table, trusting = house
    line, answer = stream(port, table, trusting)
    assert heard(answer) == ["id: 1", "data: 1"]
    with phone(port, trusting) as idle:
        asked(idle, "/about")
        os.killpg(process.pid, number)
        assert answer.read() == b""
        assert process.wait(15) == 0
    said = process.stdout.read()
    assert "SIGKILL" not in said
    assert "Traceback" not in said, said
    line.close()


def test_strangers_who_shake_no_hands_hold_nobody_up(house):
    process, port, __, __, trusting = house
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(3 * THREADS)]
    for n, line in enumerate(silent):
        line.sendall(b"\x16" if n % 2 else b"\x16\x03\x01\x02\x00\x01\xff\xff")  # the beginning of a greeting
    for broken in (b"\x16\x03\x01\x00\x05hello", b"GET / HTTP/9\r\n\r\n", b"\x80\x00\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
            line.sendall(broken)
            with suppress(ConnectionResetError):
                line.recv(100)
    with phone(port, trusting) as line:
        assert asked(line, "/about")[0] == 200
    for line in silent:
        line.close()
    assert process.poll() is None


def test_whoever_does_not_trust_it_is_not_served(house):
    __, port, __, __, __ = house
    with phone(port, ssl.create_default_context()) as line, pytest.raises(ssl.SSLCertVerificationError):
        asked(line, "/")


def test_a_second_start_uses_the_same_certificate(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    first, second = (https.certificates("127.0.0.1", Reach()) for _ in "ab")
    assert first.fingerprint == second.fingerprint
    assert str(first.authority).startswith(str(tmp_path))


def test_the_terminal_says_both_addresses_and_the_fingerprint(tmp_path):
    reach = Reach(look=lambda: [Address("192.168.7.7", IPv4Network("192.168.7.0/24"), "wlan0")])
    made = ensure_certificates(["192.168.7.7"], tmp_path)
    said = server.welcome("0.0.0.0", [8000, 8443], made, reach).splitlines()
    assert said[0] == "Trackside is at https://192.168.7.7:8443/ (stop it with Ctrl-C)"
    assert said[1].startswith("On phones, open http://192.168.7.7:8000/")
    assert said[2].endswith(made.fingerprint)
    leaf = x509.load_pem_x509_certificate(made.leaf.read_bytes())
    told = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "192.168.7.7" in map(str, told.get_values_for_type(x509.IPAddress))


def refused(capsys, monkeypatch, tmp_path, *options):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'games.sqlite3'}")
    monkeypatch.setattr(server, "serve", lambda *_: pytest.fail("it started"))
    ports = ("--port", str(free_port()), "--https-port", str(free_port()))
    status = main(["serve", "--https", *ports, *options])
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    return err


def test_an_address_of_the_world_gets_a_sentence(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(Reach, "ip", "203.0.113.5")
    assert "203.0.113.5 isn't a home network address" in refused(capsys, monkeypatch, tmp_path)


def test_a_name_gets_a_sentence(capsys, monkeypatch, tmp_path):
    said = refused(capsys, monkeypatch, tmp_path, "--host", "localhost")
    assert "not the name localhost" in said


def test_a_folder_that_cannot_be_written_gets_a_sentence(capsys, monkeypatch, tmp_path):
    (tmp_path / "trackside").write_text("a file where the folder should be")
    said = refused(capsys, monkeypatch, tmp_path, "--host", "127.0.0.1")
    assert f"can't be saved in {tmp_path / 'trackside' / 'https'}" in said


def test_a_taken_port_for_https_gets_a_sentence(capsys, monkeypatch, tmp_path):
    with server.listening("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'games.sqlite3'}")
        here = ("--host", "127.0.0.1", "--port", str(free_port()))
        assert main(["serve", "--https", *here, "--https-port", str(port)]) == 2
    assert f"Another program is using port {port}; try --https-port {port + 1}." in capsys.readouterr().err
