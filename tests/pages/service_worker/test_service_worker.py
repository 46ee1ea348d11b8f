"""The worker as it is sent: small, never kept by a cache, and with the names of all it keeps."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from companion import data
from companion.app import create_app
from tests.pages.visiting import opened, text

HEAD = re.compile(r"^const (VERSION|SHELL|FILES|PAGES) = (.+);$", re.M)


def told(client):
    return {name: json.loads(value) for name, value in HEAD.findall(client.get("/sw.js").text)}


def test_the_worker_is_sent_fresh_with_its_four_names(client):
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert set(told(client)) == {"VERSION", "SHELL", "FILES", "PAGES"}


def test_it_is_short():
    assert len((data.static() / "sw.js").read_text().splitlines()) <= 150


def test_it_keeps_all_that_a_page_is_made_with(client):
    files = told(client)["FILES"]
    for address in ("/", opened(client)):
        page = client.get(address).text
        for kind in ("css", "js", "mp4"):
            assert set(re.findall(rf'"(/assets/[^"]+\.{kind})"', page)) <= set(files)
    style = client.get(next(file for file in files if file.endswith(".css"))).text
    assert {f"/assets/{name}" for name in re.findall(r'url\("([^"]+)"\)', style)} <= set(files)
    assert all(client.get(file).status_code == 200 for file in files)
    assert not any(file.endswith(".png") for file in files), "pictures of the home screen are not for pages"


def test_the_shell_says_in_one_sentence_what_to_do(client):
    answer = client.get(told(client)["SHELL"])
    assert answer.status_code == 200
    assert "Reconnect to your table's Wi-Fi and try again" in text(answer)
    assert "Set-Cookie" not in answer.headers


def test_its_version_changes_with_what_it_keeps_and_with_nothing_else(app, client, monkeypatch):
    version = told(client)["VERSION"]
    opened(client)
    assert told(app.test_client())["VERSION"] == version
    monkeypatch.setattr("companion.pages.service_worker.routes.ALWAYS", (".css", ".js"))
    assert told(client)["VERSION"] != version


def test_a_changed_worker_is_another_version(boards, client, monkeypatch, tmp_path):
    static = shutil.copytree(data.static(), tmp_path / "static")
    (static / "sw.js").write_text("const other = 1;")
    monkeypatch.setattr(data, "static", lambda: static)
    other = create_app(boards).test_client()
    assert "const other = 1;" in other.get("/sw.js").text
    assert told(other)["VERSION"] != told(client)["VERSION"]


@pytest.mark.parametrize("address", ["/", "/about", "/boards", "/new", "/join"])
def test_every_page_brings_it_and_the_line_about_a_new_one(client, address):
    page = client.get(address).text
    assert page.count('data-worker="/sw.js"') == 1
    assert "A new version is ready." in page


def test_a_table_brings_it_too(client):
    assert client.get(opened(client)).text.count('data-worker="/sw.js"') == 1
