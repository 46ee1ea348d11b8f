"""A server that whoever runs it stops from its page, with phones connected; and what a terminal says before."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys

from companion.serve.server import Serving, what_to_try
from companion.web.reach import Reach
from tests.support.serving import free_port
from tests.web.test_reach import DOCKER, WIFI, no_firewall


def test_the_link_that_is_printed_leads_to_the_page_that_stops_it(tmp_path):
    port = free_port()
    command = [sys.executable, "-m", "companion", "serve", "--port", str(port)]
    env = os.environ | {"PYTHONUNBUFFERED": "1", "DATABASE_URL": f"sqlite:///{tmp_path / 'games.sqlite3'}"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        try:
            first, second = process.stdout.readline(), process.stdout.readline()
            assert first.startswith("Trackside is at http://")
            key = re.search(rf"http://127\.0\.0\.1:{port}(/server\?key=\S+)", second)[1]
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            line.request("GET", key)
            answer = line.getresponse()
            answer.read()
            cookie = {"Cookie": answer.headers["Set-Cookie"].partition(";")[0]}
            line.request("POST", "/server/stop", headers=cookie)
            answer = line.getresponse()
            assert (answer.status, "All games are saved" in answer.read().decode()) == (200, True)
            assert process.wait(10) == 0
        finally:
            process.kill()


def test_a_server_for_others_prints_no_such_link():
    from tests.support.serving import served

    with served(options=("--proxy", "127.0.0.1")) as (process, _):
        process.terminate()
        process.wait(10)
        assert "key=" not in process.stdout.read()


def test_what_to_try_is_in_words_with_this_address_and_port():
    reach = Reach(look=lambda: [DOCKER], ask_firewall=lambda: "ufw")
    wrong, wall, *_ = what_to_try(reach, 8123)
    assert wrong == "Phones may not be able to reach the address 172.17.0.1 (docker0). Choose “Next address”."
    assert wall.endswith("sudo ufw allow 8123/tcp")


def test_a_terminal_says_it_once_where_no_phone_comes(monkeypatch, capsys):
    import asyncio
    from types import SimpleNamespace

    from companion.serve import server

    monkeypatch.setattr(server, "SOON", 0.01)
    monkeypatch.setattr(Reach, "is_missed", True)
    socket = SimpleNamespace(getsockname=lambda: ("", 8000))
    serving = Serving(None, [socket], None, reach=Reach(look=lambda: [WIFI], ask_firewall=no_firewall))
    asyncio.run(serving._say_if_no_phone_comes())
    said = capsys.readouterr().out
    assert said.startswith("No phone has connected yet. Some Wi-Fi networks, especially guest")
    assert said.count("\n") == 1
