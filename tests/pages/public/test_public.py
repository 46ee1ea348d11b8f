"""What a public server tells other machines, and a line of its owner on every page."""

from __future__ import annotations

from datetime import UTC, datetime

from companion.app import create_app
from companion.cli.serve_options import _contact
from companion.web import notice as notices
from companion.web.hosting import Hosting
from companion.web.notice import Notice


def test_search_engines_may_list_pages_about_trackside_and_no_table(client):
    answer = client.get("/robots.txt")
    assert answer.mimetype == "text/plain"
    assert "Disallow: /\n" in answer.text
    assert "/t/" not in answer.text


def test_a_contact_is_where_it_is_looked_for_and_valid(boards, tables):
    client = create_app(boards, tables, hosting=Hosting(contact="mailto:a@games.example")).test_client()
    answer = client.get("/.well-known/security.txt", base_url="https://games.example")
    told = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert told["Contact"] == "mailto:a@games.example"
    assert told["Canonical"] == "https://games.example/.well-known/security.txt"
    assert 0 < (datetime.fromisoformat(told["Expires"]) - datetime.now(UTC)).days < 365
    assert "de" in told["Preferred-Languages"]


def test_without_a_contact_there_is_no_such_file(client):
    assert client.get("/.well-known/security.txt").status_code == 404


def test_an_address_for_mail_becomes_a_url():
    assert _contact(None, None, "a@games.example") == "mailto:a@games.example"
    assert _contact(None, None, "https://games.example/report") == "https://games.example/report"


def test_a_line_of_the_owner_comes_and_goes_while_the_server_runs(boards, tables, tmp_path, monkeypatch):
    monkeypatch.setattr(notices, "AGAIN", 0.0)
    file = tmp_path / "notice"
    client = create_app(boards, tables, hosting=Hosting(notice=Notice(file))).test_client()
    assert 'class="notice"' not in client.get("/").text
    file.write_text("Back at 22:15 <b>\nand more\n")
    assert '<p class="notice" role="status">Back at 22:15 &lt;b&gt;</p>' in client.get("/about").text
    file.unlink()
    assert 'class="notice"' not in client.get("/").text
