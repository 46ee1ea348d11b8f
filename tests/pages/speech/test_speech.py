"""What is said, on its page and in pieces; and the switches, which this browser keeps."""

from __future__ import annotations

import html
import json
import re

import pytest

from tests.pages.visiting import FRAGMENT, opened, text, told


@pytest.fixture
def table(client) -> str:
    return opened(client)


def news(answer) -> dict:
    found = re.search(r"data-news='([^']*)'", answer.text)
    return json.loads(html.unescape(found[1])) if found else {}


def claim(tables, client, table, route="denver--omaha", player="blue"):
    told(tables, client, table, type="claim", player=player, route=route)


def test_what_is_said_opens_with_the_standings_and_no_news(client, table):
    answer = client.get(f"{table}/aloud")
    assert answer.status_code == 200
    assert "Ada: 0 points, 45 trains left." in answer.text
    assert "Nothing new since then." in answer.text


def test_a_stranger_hears_nothing(app, table):
    stranger = app.test_client()
    assert stranger.get(f"{table}/aloud").status_code == 404
    assert stranger.post(f"{table}/aloud").status_code == 404


def test_the_standings_as_a_piece_are_sentences_only(client, table):
    answer = client.get(f"{table}/aloud?what=standings", headers=FRAGMENT)
    assert re.findall(r"<p class=\"shown\">(.*?)</p>", text(answer))[-1] == "Ada's turn."
    assert "<html" not in answer.text


def test_what_has_changed_is_what_came_after_it_was_asked_last(client, table, tables):
    claim(tables, client, table)
    ask = f"{table}/aloud?what=news"
    assert "Ada claimed Denver – Omaha" in client.get(ask, headers=FRAGMENT).text
    assert "Nothing new since then." in client.get(ask, headers=FRAGMENT).text
    claim(tables, client, table, "helena--omaha", "red")
    assert "Bo claimed" in client.get(f"{table}/aloud").text, "only to look tells nothing as known"
    answer = client.get(ask, headers=FRAGMENT).text
    assert "Bo claimed" in answer
    assert "Ada claimed" not in answer


@pytest.mark.parametrize("looked", ["", "x", "-1", "9" * 30])
def test_a_spoilt_cookie_is_nothing_known(client, table, tables, looked):
    claim(tables, client, table)
    client.set_cookie("trackside-looked", looked, path=f"{table}/aloud")
    assert "Ada claimed" in client.get(f"{table}/aloud").text


def test_as_much_is_carried_to_the_page_as_is_wanted(client, table, tables):
    claim(tables, client, table)
    assert news(client.get(table))["acts"]
    for much, acts, turn in (("turns", [], "Bo's turn."), ("nothing", None, None), ("all", 1, "Bo's turn.")):
        answer = client.post(f"{table}/aloud", data={"much": much, "keys": "on"})
        assert (answer.status_code, answer.location) == (303, table)
        told_now = news(client.get(table))
        assert told_now.get("turn") == turn
        assert told_now.get("acts") == acts or len(told_now["acts"]) == acts


def test_what_cannot_be_chosen_is_everything(client, table):
    client.post(f"{table}/aloud", data={"much": "shouting"})
    assert news(client.get(table))["turn"] == "Ada's turn."


def test_the_key_is_there_until_it_is_turned_off(client, table):
    assert 'aria-keyshortcuts="/"' in client.get(table).text
    client.post(f"{table}/aloud", data={"much": "all"})
    assert "aria-keyshortcuts" not in client.get(table).text
    client.post(f"{table}/aloud", data={"much": "all", "keys": "on"})
    assert 'aria-keyshortcuts="/"' in client.get(table).text
