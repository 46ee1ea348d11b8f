"""Where Unix is not: every process of it lacks what only Unix has, and an evening goes on as ever."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.serving import served

# Runs before anything else in each process, also in the one that prints.
WITHOUT_UNIX = """
import os, select, signal, socket, sys

for name in ("fcntl", "resource", "pwd", "grp", "termios", "uvloop"):
    sys.modules[name] = None
for module, names in {
    os: ("fork", "forkpty", "nice", "register_at_fork", "getppid", "sched_getaffinity"),
    signal: ("pthread_sigmask", "sigwait", "SIGQUIT", "SIGCHLD", "SIGKILL"),
    select: ("poll", "epoll"),
    socket: ("MSG_DONTWAIT", "TCP_USER_TIMEOUT"),
}.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)

opened = os.open


def open_file(path, flags, *more, **how):
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied")
    return opened(path, flags, *more, **how)


os.open = open_file
"""
PLAYERS = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    """A folder such as people have, and processes that lack everything."""
    bare, folder = tmp_path / "bare", tmp_path / "Jürgens Spiele – Übung"
    bare.mkdir()
    folder.mkdir()
    (bare / "sitecustomize.py").write_text(WITHOUT_UNIX)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(bare), str(Path.cwd())]))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return folder


class Phone:
    """A program that plays."""

    def __init__(self, port: int) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.known: dict[str, str] = {}

    def asks(self, method: str, path: str, told: object = None) -> http.client.HTTPResponse:
        body = None if told is None else json.dumps(told)
        self.line.request(method, f"/api{path}", body, self.known)
        return self.line.getresponse()


def companion(*args: object) -> str:
    command = [sys.executable, "-m", "companion", *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_evening_where_unix_is_not(folder):
    with served() as (process, port):
        phone, other = Phone(port), Phone(port)
        opened = json.loads(phone.asks("POST", "/tables", {"map": "usa", "players": PLAYERS}).read())
        phone.known = other.known = {"Authorization": f"Bearer {opened['token']}"}
        table = f"/tables/{opened['table']}"
        stream = other.asks("GET", f"{table}/events")
        assert stream.readline() == b"id: 1\n"
        entry = {"type": "claim", "player": "blue", "route": "denver--omaha", "id": "a"}
        assert json.loads(phone.asks("POST", f"{table}/entries", entry).read())["version"] == 2
        assert [stream.readline() for _ in range(3)][2] == b"id: 2\n"
        phone.line.request("GET", "/boards/usa/sheet.pdf")
        sheet = phone.line.getresponse()
        assert (sheet.status, sheet.read()[:5]) == (200, b"%PDF-")
        companion("backup", folder / "Sicherung.sqlite3")
        process.terminate()
        assert process.wait(20) == 0
        assert process.stdout.read().count("\n") == 1
    place = f"sqlite:///{folder / 'Zurück geholt.sqlite3'}"
    assert companion("restore", folder / "Sicherung.sqlite3", "--database", place) == "1 game restored.\n"
    assert opened["table"] in companion("tables", "--database", place)
