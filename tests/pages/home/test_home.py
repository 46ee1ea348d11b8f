"""Home: start, join, go on, play again."""

from __future__ import annotations

import gzip
import html
import json
import re

import pytest

from tests.pages.visiting import device, guest, opened, text, told


def test_a_new_phone_may_start_or_join_and_has_no_games(client):
    answer = client.get("/")
    assert answer.status_code == 200
    assert 'href="/new"' in answer.text
    assert 'href="/join"' in answer.text
    assert "None on this phone yet." in answer.text


def test_a_new_phone_sees_what_it_does_and_one_with_games_sees_those(client):
    page = client.get("/").text
    steps = json.loads(html.unescape(re.search("data-steps='(.*?)'", page)[1]))
    assert len(steps) == page.count("data-claim=") == 21
    said, points = steps[-1]
    assert said.startswith("Ada claimed New York – Pittsburgh, 2 trains, +2. That completed Ada's ticket")
    assert points == [64, 45, 47]
    assert [int(shown) for shown in re.findall(r"data-points>(\d+)<", page)] == points, "also without a script"
    assert 'role="img" aria-label="Three players&#x27; routes on the USA board"' in page
    opened(client)
    later = client.get("/").text
    assert "data-steps" not in later
    assert "pages/home.js" not in later


def test_what_it_shows_is_small(client):
    client.get("/")
    whole = gzip.compress(client.get("/").data)
    without = gzip.compress(re.sub(rb'<figure class="shown".*?</figure>', b"", client.get("/").data, flags=re.S))
    assert len(whole) - len(without) < 4 * 1024


def test_looking_in_leaves_no_cookie_and_no_copy(client):
    answer = client.get("/")
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_search_engine_may_list_this_page_and_no_other(client):
    assert "X-Robots-Tag" not in client.get("/").headers
    for address in ("/new", "/join", opened(client), f"{opened(client)}/people"):
        assert "noindex" in client.get(address).headers["X-Robots-Tag"]


def test_the_games_of_this_device_stand_there_newest_first(client, app):
    first, second = opened(client, "Ada", "Bo"), opened(client, "Cy", "Di")
    page = client.get("/").text
    assert page.index(second) < page.index(first)
    assert "Ada and Bo" in page
    assert "<b>0</b>" not in page, "nobody has claimed a route yet"
    assert "Cy&#39;s turn" in page
    assert second not in app.test_client().get("/").text


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"tracking": "tally"}, "No routes entered yet"),
        ({"variant": "mega"}, "USA, Mega Game"),
        ({}, "Ada&#39;s turn"),
    ],
)
def test_a_game_says_what_it_is_and_how_far(client, more, says):
    opened(client, **more)
    assert says in client.get("/").text


def test_a_finished_game_says_who_won_and_can_be_played_again(client, tables):
    address = opened(client, **{"starts": "3", "shape-2": "moon"})
    told(tables, client, address, type="claim", player="red", route="denver--omaha")
    tables.log.report(address.rsplit("/", 1)[1], device(client), {"type": "finish", "id": "end"}, anyway=True)
    assert "Bo won" not in client.get("/").text  # nobody should read it here before it is told
    client.post(f"{address}/reveal", data={"to": 999})
    page = client.get("/").text
    assert "Bo won" in page
    scores = re.findall(r'class="tag"[^>]*label="(\w+)".*?<b>([0-9]+)</b>', page, re.S)
    assert scores == [("Bo", "17"), ("Ada", "0"), ("Cy", "0")]
    assert re.search('<img src="/drawings/usa-light', page)
    assert f'action="{address}/again"' in page
    answer = client.post(f"{address}/again")
    assert answer.status_code == 303
    assert answer.location not in ("", address)
    game, viewer = tables.games.at(answer.location.rsplit("/", 1)[1], device(client))
    assert [player.name for player in game.setup.players] == ["Ada", "Bo", "Cy"]
    assert game.setup.players[1].shape == "moon"
    assert game.setup.starts == "blue"  # green started; the next clockwise is blue again
    assert (viewer.role, len(game.log)) == ("maker", 0)


def test_an_unfinished_game_offers_no_second_one(client):
    opened(client)
    assert "/again" not in client.get("/").text


def test_who_only_watches_starts_no_game(client, app, tables):
    address = opened(client)
    answer = guest(app, tables, client, address, "watcher").post(f"{address}/again")
    assert answer.status_code == 403
    assert "only watching" in answer.text


def test_a_stranger_finds_no_such_table(client, app):
    address = opened(client)
    for path in ("/people", "/setup", "/log", "/log/1", "/watch", "/watch/1-light.svg"):
        assert app.test_client().get(address + path).status_code == 404
    assert app.test_client().post(f"{address}/again").status_code == 404


def test_many_games_are_not_all_shown_at_once(client):
    for n in range(14):
        opened(client, f"Ada{n}", "Bo")
    page = client.get("/").text
    assert page.count('class="departure"') == 12
    assert "/?all=1" in page
    assert client.get("/?all=1").text.count('class="departure"') == 14


def test_a_game_of_a_board_that_is_gone_does_not_hide_the_others(client, tables):
    opened(client, "Ada", "Bo", board="europe")
    opened(client, "Cy", "Di")
    tables.boards = {"usa": tables.boards["usa"]}
    assert "Cy and Di" in text(client.get("/"))
