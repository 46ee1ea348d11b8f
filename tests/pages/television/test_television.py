"""The large screen: all that is public, and nothing secret."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest

from companion.app import create_app
from companion.boards import files
from companion.play import Refused
from companion.play.tables import Tables
from tests.pages.visiting import FRAGMENT, device, guest, opened, text, told

LONG = [
    "calgary--winnipeg",
    "calgary--seattle",
    "dallas--el-paso",
    "denver--omaha",
    "denver--oklahoma-city",
    "duluth--helena",
    "el-paso--los-angeles",
    "helena--omaha",
    "miami--new-orleans",
]


def test_the_large_screen_tells_the_last_claim_the_turn_and_the_figures(client, tables, address):
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    page = text(client.get(f"{address}/watch"))
    for words in ("Ada claimed Denver – Omaha", "Bo's turn", "41", "Points", "Trains"):
        assert words in page


def test_where_turns_are_not_followed_headline_and_table_count_what_is_left(client, tables, address):
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    tables.settings.change(address.rsplit("/", 1)[1], device(client), {"tracking": "tally"})
    assert "Ada's routes: 41 trains left" in text(client.get(f"{address}/watch"))


def test_the_board_is_drawn_as_it_stands_by_day_and_by_night(client, tables, address):
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    page = client.get(f"{address}/watch").text
    drawn = re.findall(r'(?:src|srcset)="([^"]+/watch/[^"]+\.svg)"', page)
    assert len(drawn) == 2
    for file in drawn:
        answer = client.get(file)
        assert answer.mimetype == "image/svg+xml"
        assert 'data-owner="blue"' in answer.text
        assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("file", ["1-pink", "99-light"])
def test_there_are_no_other_pictures(client, address, file):
    assert client.get(f"{address}/watch/{file}.svg").status_code == 404


def test_it_keeps_itself_fresh_with_script_and_without(client, address):
    page = client.get(f"{address}/watch").text
    assert f'data-follow="/api/tables{address[2:]}/events"' in page
    assert '<noscript><meta http-equiv="refresh"' in page
    assert "<html" not in client.get(f"{address}/watch", headers=FRAGMENT).text


def test_hidden_points_stay_hidden(client, address, tables):
    tables.settings.change(address.rsplit("/", 1)[1], device(client), {"options": {"points_hidden": True}})
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    page = text(client.get(f"{address}/watch"))
    assert "Points" not in page
    assert "+7" not in page
    assert "41" in page


def test_whoever_watches_reads_the_same_as_a_player_and_no_ticket(client, app, tables, address):
    client.post(f"{address}/seats", data={"color": "blue"})
    told(tables, client, address, type="keep", player="blue", ticket="denver--el-paso")
    watcher = guest(app, tables, client, address, "watcher")
    for who in (client, watcher):
        page = who.get(f"{address}/watch", headers=FRAGMENT).text
        assert "El Paso" not in page
        assert "Your turn" not in page
    assert watcher.get(f"{address}/watch").status_code == 200


def test_the_final_round_says_who_still_plays(client, tables):
    address = opened(client, "Ada", "Bo")
    for route in LONG:
        told(tables, client, address, type="claim", player="blue", route=route)
        if tables.games.at(address.rsplit("/", 1)[1], device(client))[0].table.phase == "final-round":
            break
    assert "Final round. Still to play: Bo, Ada" in text(client.get(f"{address}/watch"))


def test_a_board_without_places_is_told_without_a_picture(boards, store):
    bare = {"usa": boards["usa"].model_copy(update={"layout": None})}
    client = create_app(bare, Tables(store, bare)).test_client()
    address = opened(client)
    assert "<img" not in client.get(f"{address}/watch").text
    assert client.get(f"{address}/watch/1-light.svg").status_code == 404


def test_before_the_first_turn_it_is_a_lobby(client, app, tables, address):
    page = text(client.get(f"{address}/watch"))
    code = tables.store.snapshot(address.rsplit("/", 1)[1]).code
    assert "Join this table" in page
    assert f"{code[:3]} {code[3:]}" in page
    assert "✓ here" not in page
    client.post(f"{address}/seats", data={"color": "blue"})
    piece = text(client.get(f"{address}/watch", headers=FRAGMENT))
    assert "✓ here" in piece
    watcher = guest(app, tables, client, address, role="watcher")
    assert 'class="qr"' in watcher.get(f"{address}/watch").text
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    assert "Join this table" not in client.get(f"{address}/watch").text


def test_it_tells_why_the_last_round_began_where_the_board_has_a_rule_of_its_own(client, tables):
    """Two more turns, at six pieces."""
    address = opened(client, "Ada", "Bo", board="great-lakes", **{"color-1": "blue", "color-2": "red"})
    for route in sorted(files.boards()["great-lakes"].route.values(), key=lambda route: -route.length):
        with suppress(Refused):
            told(tables, client, address, type="claim", player="blue", route=route.id, late=True)
    told(tables, client, address, type="draw", player="blue")
    page = text(client.get(f"{address}/watch"))
    assert re.search(r"Final round: Ada has (no|\d) pieces? left. 2 more turns each.", page)
    assert "Pieces" in page
    assert "Trains" not in page
