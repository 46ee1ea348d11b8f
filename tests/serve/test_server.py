"""The server: where it says it is, how it ends, and what it says when it cannot start."""

from __future__ import annotations

import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import time

import pytest

from companion.cli import main
from companion.serve import server
from tests.support.serving import free_port, get, served


def test_it_works_and_ends_with_ctrl_c():
    with served() as (process, port):
        status, text, _ = get(port)
        assert status == 200
        assert "Trackside" in text
        # A phone that keeps its connection open must not hold the end up: its worker were killed, and that told.
        idle = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        idle.request("GET", "/about")
        idle.getresponse().read()
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(30) == 0
        said = process.stdout.read()
        assert said == f"Trackside is at http://127.0.0.1:{port}/ (stop it with Ctrl-C)\n"


# A worker takes its time to become one: whatever reaches it meanwhile must not be lost.
SLOW_WORKERS = (
    "import os, sys, time; "
    "os.register_at_fork(after_in_child=lambda: time.sleep(0.4), after_in_parent=lambda: print('forked')); "
    "from companion.cli import main; sys.exit(main())"
)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_however_early_it_is_stopped(number):
    rng = random.Random(8)
    for _ in range(2):
        serve = ["serve", "--host", "127.0.0.1", "--port", str(free_port())]
        process = subprocess.Popen(
            [sys.executable, "-c", SLOW_WORKERS, *serve],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        assert "Trackside is at" in process.stdout.readline()
        assert process.stdout.readline() == "forked\n"
        time.sleep(rng.uniform(0, 0.5))
        os.killpg(process.pid, number)
        said = process.communicate(timeout=30)[0]
        assert (process.returncode, said.replace("forked\n", "")) == (0, "")


def test_a_connection_outlives_a_pause():
    with served() as (_, port):
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for pause in (0, 3):
            time.sleep(pause)
            phone.request("GET", "/about")
            phone.getresponse().read()
            if not pause:
                line = phone.sock
        assert phone.sock is line
        phone.close()


def test_a_taken_port_gets_a_sentence(capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        status = main(["serve", "--host", "127.0.0.1", "--port", str(port)])
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert err == f"Another program is using port {port}; try --port {port + 1}.\n"


def test_the_last_port_of_all_is_not_followed_by_another():
    with socket.socket() as other:
        try:
            other.bind(("127.0.0.1", 65535))
        except OSError:
            pytest.skip("port 65535 is in use on this machine")
        other.listen()
        with pytest.raises(server.CannotServe, match="--port 8000"):
            server.refuse_taken("127.0.0.1", 65535)


def test_a_foreign_address_gets_a_sentence():
    with pytest.raises(server.CannotServe, match="isn't an address of this computer"):
        server.refuse_taken("192.0.2.1", free_port())


def test_a_port_for_the_mighty_gets_a_sentence(monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(server.CannotServe, match="1024"):
        server.refuse_taken("127.0.0.1", 80)


def test_for_all_the_address_is_one_that_phones_can_reach(monkeypatch):
    monkeypatch.setattr(server, "lan_address", lambda: "192.0.2.7")
    assert "http://192.0.2.7:8000/" in server.welcome("0.0.0.0", 8000)
    assert "http://127.0.0.1:8000/" in server.welcome("127.0.0.1", 8000)


def test_a_terminal_gets_a_code_to_scan_and_a_log_does_not(monkeypatch):
    monkeypatch.setattr(server, "lan_address", lambda: "192.0.2.7")
    assert "█" not in server.welcome("0.0.0.0", 8000)
    monkeypatch.setattr(server.sys.stdout, "isatty", lambda: True)
    assert "█" in server.welcome("0.0.0.0", 8000)
    assert "█" not in server.welcome("127.0.0.1", 8000)


def test_without_a_network_the_address_is_this_machine(monkeypatch):
    def refuse(*_):
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert server.lan_address() == "127.0.0.1"
