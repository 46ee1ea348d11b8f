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
from ipaddress import IPv4Network
from pathlib import Path

import pytest

from companion.cli import main
from companion.host.ip_addresses import Address
from companion.serve import server
from companion.web.reach import Reach
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
    serve = ["serve", "--host", "127.0.0.1", "--port", str(free_port()), "--workers", "2"]
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
    time.sleep(random.Random(number).uniform(0, 0.5))
    os.killpg(process.pid, number)
    said = process.communicate(timeout=30)[0]
    assert (process.returncode, said.replace("forked\n", "")) == (0, "")


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


WIFI = Reach(look=lambda: [Address("192.0.2.7", IPv4Network("192.0.2.0/24"), "wlan0")])


def test_for_all_the_address_is_one_that_phones_can_reach():
    assert "http://192.0.2.7:8000/" in server.welcome("0.0.0.0", [8000], reach=WIFI)
    assert "http://127.0.0.1:8000/" in server.welcome("127.0.0.1", [8000])


def test_a_terminal_gets_a_code_to_scan_and_a_log_does_not(monkeypatch):
    assert "█" not in server.welcome("0.0.0.0", [8000], reach=WIFI)
    monkeypatch.setattr(server.sys.stdout, "isatty", lambda: True)
    assert "█" in server.welcome("0.0.0.0", [8000], reach=WIFI)
    assert "█" not in server.welcome("127.0.0.1", [8000])


def children(process):
    return {int(n) for n in Path(f"/proc/{process}/task/{process}/children").read_text().split()}


def soon(true, seconds=20.0):
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def is_there(process):
    """Whether it runs; one that has ended and is not yet asked for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def three():
    with served(options=("--workers", "3")) as (process, port):
        soon(lambda: len(children(process.pid)) == 3)
        yield process, port


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_worker_that_dies_is_replaced_and_none_outlives_its_parent(three):
    process, port = three
    before = children(process.pid)
    os.kill(min(before), signal.SIGKILL)
    soon(lambda: len(children(process.pid)) == 3 and children(process.pid) != before)
    assert get(port, "/healthz")[0] == 200
    workers = children(process.pid)
    process.kill()  # without a word, and the port is free again
    process.wait()
    soon(lambda: not any(is_there(worker) for worker in workers))
    server.refuse_taken("127.0.0.1", port)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_the_parent_of_workers_has_no_thread(three):
    process, __ = three
    assert len(list(Path(f"/proc/{process.pid}/task").iterdir())) == 1


def test_at_home_it_is_one_process():
    with served() as (process, port):
        assert get(port)[0] == 200
        assert not children(process.pid)


# What systemd does: the socket is there before the program, and outlives it.
HANDS_IN = (
    "import os, sys; os.dup2(int(sys.argv.pop(1)), 3); os.set_inheritable(3, True); "
    "os.environ |= {'LISTEN_FDS': '1', 'LISTEN_PID': str(os.getpid())}; "
    "os.execv(sys.executable, [sys.executable, '-m', 'companion', *sys.argv[1:]])"
)


@pytest.mark.parametrize("workers", ["2"])
def test_a_socket_that_is_handed_in_is_served_without_a_gap(workers):
    """While one version goes and the next comes, phones wait a moment and are not turned away."""
    with socket.socket() as ours:
        ours.bind(("127.0.0.1", 0))
        ours.listen()
        port = ours.getsockname()[1]
        ours.set_inheritable(True)
        for _ in range(2):
            command = [
                sys.executable,
                "-c",
                HANDS_IN,
                str(ours.fileno()),
                "serve",
                "--port",
                "1",
                "--workers",
                workers,
            ]
            process = subprocess.Popen(command, close_fds=False, stdout=subprocess.PIPE, text=True)
            assert get(port)[0] == 200
            process.terminate()
            assert process.wait(20) == 0
            assert f":{port}/" in process.stdout.read()


def test_more_processes_than_one_are_refused_where_there_is_no_fork(capsys, monkeypatch):
    monkeypatch.setattr(server, "unix", None)
    assert main(["serve", "--workers", "2"]) == 2
    assert capsys.readouterr().err == "This system can run only one process; leave out --workers.\n"


def test_what_takes_too_long_does_not_hold_up_the_end(tmp_path):
    """Two seconds are given to it; nobody waits for its thread after that."""
    slow = (
        "import sys, time; import companion.pages.health.routes as h; "
        "h.WriteCheck.can_write = lambda self: time.sleep(60); from companion.cli import main; sys.exit(main())"
    )
    database = ("--database", f"sqlite:///{tmp_path / 'games.sqlite3'}")
    with served(sys.executable, "-c", slow, options=database) as (process, port):
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(b"GET /readyz HTTP/1.1\r\nHost: here\r\n\r\n")
            assert get(port)[0] == 200
            process.terminate()
            assert process.wait(20) == 0
        assert "Traceback" not in process.stdout.read()
    assert [file.name for file in tmp_path.iterdir()] == ["games.sqlite3"]
