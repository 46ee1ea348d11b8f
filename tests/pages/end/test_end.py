"""The end: who has not said that all tickets are in is named, and only who opened the table goes on without them."""

from __future__ import annotations

import re

import pytest

from tests.pages.finishing import almost, finish, game_at
from tests.pages.visiting import FRAGMENT, device, guest, opened, text, told


@pytest.fixture
def address(client, tables):
    return almost(tables, client)


def confirmed(tables, client, address, *colors):
    for color in colors:
        tables.seats.take(address[3:], device(client), color)
        tables.seats.confirm(address[3:], device(client), color)


def press(client, address, **more):
    return client.post(f"{address}/end", data={"id": "the-end", **more})


def test_it_says_what_to_check_whose_turn_it_is_and_who_has_not_confirmed(client, address):
    page = text(client.get(f"{address}/end"))
    for words in (
        "Finish and score",
        "The final round is over.",
        "Check the train counts",
        "Next: Ada",
        "Bo",
        "Cyrill",
    ):
        assert words in page


@pytest.mark.parametrize(
    ("tracking", "says"),
    [
        ("live", "The final round hasn't begun. Finish only if you're stopping here."),
        ("tally", "1 route entered so far."),
    ],
)
def test_it_says_where_the_game_stands(client, tables, tracking, says):
    address = opened(client, tracking=tracking)
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    assert says in text(client.get(f"{address}/end"))


def test_it_names_who_still_has_a_last_turn(client, tables, boards):
    address = opened(client, "Ada", "Bo")
    game = game_at(tables, client, address)
    longest = sorted(game.board.route.values(), key=lambda route: -route.length)
    for route in longest:
        game = game_at(tables, client, address)
        free = not any(twin in game.table.owners for twin in route.twins)
        if game.table.final_round is None and free and route.length <= game.table.trains["blue"]:
            told(tables, client, address, type="claim", player="blue", route=route.id)
    assert "The final round isn't over. Still to play: Ada and Bo." in text(client.get(f"{address}/end"))
    told(tables, client, address, type="draw", player="blue")
    assert "The final round isn't over. Still to play: Bo." in text(client.get(f"{address}/end"))


def test_who_has_not_confirmed_is_named_and_the_maker_can_go_on(client, tables, address):
    confirmed(tables, client, address, "red")
    page = text(client.get(f"{address}/end"))
    assert "You can finish without Ada and Cyrill." in page
    assert "Finish without Ada and Cyrill" in page
    refused = press(client, address)
    assert refused.status_code == 409
    assert "Still to confirm their tickets: Ada, Cyrill." in text(refused)
    assert press(client, address, anyway="1").location == f"{address}/reveal"
    assert game_at(tables, client, address).table.finished


def test_another_player_cannot_go_on_without_somebody(client, tables, app, address):
    other = guest(app, tables, client, address)
    page = text(other.get(f"{address}/end"))
    assert "Only the person who opened this table can finish without Ada, Bo and Cyrill." in page
    assert "Finish without" not in page
    assert press(other, address, anyway="1").status_code == 409
    assert not game_at(tables, client, address).table.finished


def test_when_everybody_has_confirmed_anybody_who_plays_finishes_and_leads(client, tables, app, address):
    confirmed(tables, client, address, "blue", "red", "green")
    other = guest(app, tables, client, address)
    assert "Reveal the tickets" in text(other.get(f"{address}/end"))
    assert press(other, address).status_code == 303
    assert game_at(tables, client, address).snapshot.leader == device(other)
    assert game_at(tables, client, address).snapshot.reveal == 0


def test_pressed_twice_or_by_two_it_finishes_once(client, tables, app, address):
    confirmed(tables, client, address, "blue", "red", "green")
    other = guest(app, tables, client, address)
    assert press(client, address).location == f"{address}/reveal"
    assert press(client, address).location == f"{address}/reveal"
    late = other.post(f"{address}/end", data={"id": "another"})
    assert late.location == f"{address}/reveal"
    assert sum(entry.type == "finish" for entry in game_at(tables, client, address).log) == 1


def test_with_script_the_piece_comes_back_and_then_the_way_on(client, tables, address):
    assert "<html" not in client.get(f"{address}/end", headers=FRAGMENT).text
    refused = client.post(f"{address}/end", data={"id": "x"}, headers=FRAGMENT)
    assert refused.status_code == 409
    assert "<html" not in refused.text
    answer = client.post(f"{address}/end", data={"id": "x", "anyway": "1"}, headers=FRAGMENT)
    assert answer.headers["HX-Redirect"] == f"{address}/reveal"
    # Whoever had the page open is led there by the next news.
    assert client.get(f"{address}/end", headers=FRAGMENT).headers["HX-Redirect"] == f"{address}/reveal"


def test_after_the_end_it_leads_on(client, tables, address):
    finish(tables, client, address)
    assert client.get(f"{address}/end").location == f"{address}/reveal"
    client.post(f"{address}/reveal", data={"to": 999})
    assert client.get(f"{address}/end").location == f"{address}/tally"


def test_every_seat_says_how_far_it_is(client, tables, app, address):
    other = guest(app, tables, client, address)
    tables.seats.take(address[3:], device(other), "red")
    confirmed(tables, client, address, "green")
    tables.seats.take(address[3:], device(client), "blue")
    page = client.get(f"{address}/end").text
    states = dict(re.findall(r'id="place-(\w+)".*?<span class="quiet">(?:<svg.*?</svg> )?([^<]+)</span>', page, re.S))
    assert states == {
        "blue": "not confirmed yet",
        "red": "not confirmed yet",
        "green": "no more tickets",
    }
    assert "Next: Ada" in page


def test_the_maker_reminds_another_phone_once(client, tables, app, address):
    other = guest(app, tables, client, address)
    tables.seats.take(address[3:], device(other), "red")
    asks = "Bo, do you have any more tickets?"
    assert "Remind Bo" not in text(other.get(f"{address}/end"))
    assert other.post(f"{address}/end/remind", data={"color": "red"}).status_code == 403
    assert "Remind Bo" in text(client.get(f"{address}/end"))
    for _ in range(2):
        assert client.post(f"{address}/end/remind", data={"color": "red"}).location == f"{address}/end"
    assert "not confirmed yet · reminded" in text(client.get(f"{address}/end"))
    for page in ("", "/end", "/tickets", "/people"):
        assert asks in text(other.get(f"{address}{page}"))
        assert asks not in text(client.get(f"{address}{page}"))
    assert len(tables.store.snapshot(address[3:]).seat_changes) == 1
    tables.seats.confirm(address[3:], device(other), "red")
    assert asks not in text(other.get(address))


def test_who_watches_cannot_finish(client, tables, app, address):
    watcher = guest(app, tables, client, address, "watcher")
    assert "<form" not in watcher.get(f"{address}/end").text
    assert press(watcher, address, anyway="1").status_code == 403
    assert press(app.test_client(), address).status_code == 404


def test_no_ticket_is_on_the_page(client, tables, address):
    tables.seats.take(address[3:], device(client), "blue")
    page = client.get(f"{address}/end").text
    tickets = game_at(tables, client, address).table.tickets_of("blue")
    assert tickets
    for ticket in tickets:
        assert ticket.id not in page
