"""Putting the set-up right in the middle of a game, and deleting a table."""

from __future__ import annotations

import re

import pytest

from companion.picture.looks import SHAPES
from tests.pages.finishing import game_at
from tests.pages.visiting import device, guest, opened, seats, text, told


def form(*names, **more):
    return seats(
        *(names or ("Ada", "Bo", "Cy")),
        **{"variant": "base", "tracking": "live", "ticket_hint": "on", "moving_totals": "on"} | more,
    )


def test_every_field_of_the_set_up_is_saved(client, tables, address):
    page = client.get(f"{address}/setup").text
    assert 'value="Ada"' in page
    change = form("Ada", "Bob", "Cy", "Di", title=" Friday  night ", variant="mega", starts="4", points_hidden="on")
    answer = client.post(f"{address}/setup", data=change | {"letter-1": "Ω", "shape-1": "moon"})
    assert answer.status_code == 303
    assert "Settings saved." in client.get(answer.location).text
    game = game_at(tables, client, address)
    assert [player.name for player in game.setup.players] == ["Ada", "Bob", "Cy", "Di"]
    assert (game.setup.title, game.setup.variant, game.setup.starts) == ("Friday night", "mega", "yellow")
    assert (game.setup.players[0].letter, game.setup.players[0].shape) == ("Ω", "moon")
    assert (game.options.points_hidden, game.options.ticket_hint) == (True, True)


def test_what_is_set_can_be_taken_away_again(client, tables, address):
    client.post(f"{address}/setup", data=form(title="Friday", starts="2", **{"shape-1": "moon", "letter-1": "Ω"}))
    assert client.post(f"{address}/setup", data=form()).status_code == 303
    setup = game_at(tables, client, address).setup
    assert (setup.title, setup.starts, setup.players[0].shape, setup.players[0].letter) == ("", "blue", None, None)


def test_a_token_of_the_tables_own_is_said_wherever_people_are(client, tables, address):
    client.post(f"{address}/setup", data=form(one_token="on", **{"named-1": "bell"}))
    setup = game_at(tables, client, address).setup
    assert (setup.players[0].shape, setup.one_token) == ("bell", True)
    page = client.get(f"{address}/setup").text
    assert re.search(r'name="named-1" value="bell"', page)
    assert "bell · free" in client.get(f"{address}/people").text


def test_nobody_is_shown_a_wrong_shape_for_a_token(client, tables, address):
    circle = SHAPES["circle"].path
    assert circle in client.get(address).text
    client.post(f"{address}/setup", data=form(**{"named-1": "bell", "letter-1": "Q"}))
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    for page in (address, f"{address}/routes", f"{address}/people", f"{address}/log", f"{address}/watch"):
        shown = client.get(page).text
        assert circle not in shown, page
        assert ">Q</text>" in shown, page
    # In the set-up's sheet the circle is there to be chosen, but the seat's own tag has none.
    tag = re.search(r'class="seat-look".*?</button>', client.get(f"{address}/setup").text, re.S)[0]
    assert circle not in tag
    assert 'x="26"' in tag


def test_with_one_token_a_route_the_rest_goes_back_in_the_box(client, tables, address):
    client.post(f"{address}/setup", data=form(one_token="on"))
    assert "4 trains, put 3 back in the box" in client.get(f"{address}?find=denver+omaha").text
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    assert "Ada claimed Denver – Omaha, 4 trains, put 3 back in the box" in text(client.get(address))
    assert game_at(tables, client, address).table.trains["blue"] == 41, "the supply is counted as ever"
    client.post(f"{address}/setup", data=form())
    assert "back in the box" not in client.get(f"{address}/log").text


def test_a_form_sent_as_it_came_changes_nothing(client, tables, address):
    before = game_at(tables, client, address).version
    assert client.post(f"{address}/setup", data=form()).status_code == 303
    assert game_at(tables, client, address).version == before


def test_it_is_shown_as_it_is(client, address):
    client.post(f"{address}/setup", data=form(title="Friday", starts="2", points_hidden="on"))
    page = client.get(f"{address}/setup").text
    assert 'value="Friday"' in page
    assert '<option value="2" selected>' in page
    assert re.search(r'name="points_hidden" checked', page)


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        (form("Ada"), 422, "USA needs at least 2 players"),
        (form(title="T" * 81), 422, "The table's name has 81 characters; it can have up to 80."),
        (form(title="a\u202eb"), 422, "has a character that can't be shown"),
        (form(variant="nope"), 422, "Choose a variant of USA."),
        (form("Ada", "Bo", "Cy", **{"letter-1": "AB"}), 422, "“letter” has 2 characters"),
        (
            form("Ada", "", "Cy"),
            409,
            "Bo's Denver – Omaha (entry 1) would become impossible: its player would no longer be in the game",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence_and_nothing_typed_is_lost(client, tables, address, change, status, sentence):
    told(tables, client, address, type="claim", player="red", route="denver--omaha")
    answer = client.post(f"{address}/setup", data=change)
    assert answer.status_code == status
    assert sentence in text(answer)
    assert f'value="{change.get("title", "")}"' in answer.text
    assert [player.name for player in game_at(tables, client, address).setup.players] == ["Ada", "Bo", "Cy"]


def test_fewer_players_may_close_a_track_that_was_used(client, tables):
    address = opened(client, "Ada", "Bo", "Cy", "Di")
    told(tables, client, address, type="claim", player="blue", route="denver--kansas-city--1")
    told(tables, client, address, type="claim", player="red", route="denver--kansas-city--2")
    answer = client.post(f"{address}/setup", data=form("Ada", "Bo", "Cy"))
    assert answer.status_code == 409
    said = "Bo's Denver – Kansas City (entry 2) would become impossible: with 3 players, only one track"
    assert said in text(answer)


def test_the_arrow_and_the_pick_work_here_too(client, tables, address):
    page = client.post(f"{address}/setup", data=form(up="3", title="Friday")).text
    assert re.findall(r'name="row" value="(\d)"', page)[:3] == ["1", "3", "2"]
    assert 'value="Friday"' in page
    assert " starts." in client.post(f"{address}/setup", data=form(draw="1")).text
    assert game_at(tables, client, address).version == 1


def test_who_only_watches_may_not(client, app, tables, address):
    watcher = guest(app, tables, client, address, "watcher")
    assert watcher.get(f"{address}/setup").status_code == 403
    assert watcher.post(f"{address}/setup", data=form()).status_code == 403
    assert ">Settings<" not in watcher.get(f"{address}/log").text


def test_the_maker_deletes_the_table_and_nobody_else(client, app, tables, address):
    other = guest(app, tables, client, address)
    assert "Delete for good" not in other.get(f"{address}/setup").text
    assert other.post(f"{address}/delete").status_code == 403
    assert "Delete for good" in client.get(f"{address}/setup").text
    assert client.post(f"{address}/delete").location == "/"
    assert client.get(f"{address}/people").status_code == 404
    assert address not in client.get("/").text


def test_who_holds_the_seat_of_a_player_taken_out_sees_every_page_still(client, tables, address):
    """The phone keeps the colour, should it come back; until then it holds no seat."""
    tables.seats.take(address.rsplit("/", 1)[1], device(client), "green")
    for names, held in ((("Ada", "Bo"), set()), (("Ada", "Bo", "Cy"), {"green"})):
        client.post(f"{address}/setup", data=form(*names))
        for page in ("", "/routes", "/people", "/tickets", "/log", "/aloud", "/end"):
            assert client.get(address + page).status_code == 200, page
        __, viewer = tables.games.at(address.rsplit("/", 1)[1], device(client))
        assert viewer.seats == held


def test_a_game_on_the_wrong_board_starts_again_on_another(client, address):
    page = client.get(f"{address}/setup").text
    assert '<option value="europe">Europe</option>' in page
    assert '<option value="usa">' not in page
    answer = client.post(f"{address}/board", data={"map": "europe"})
    assert answer.status_code == 303
    assert "Ada" in client.get(answer.location).text
    assert "The next game has started" in client.get(address).text
    assert client.post(f"{address}/board", data={"map": ""}).location == answer.location
