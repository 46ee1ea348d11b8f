"""The log: everything in words, and everything put right."""

from __future__ import annotations

import re

import pytest

from tests.pages.finishing import game_at
from tests.pages.visiting import FRAGMENT, device, guest, opened, text, told

DENVER = {"type": "claim", "player": "blue", "route": "denver--omaha"}
HELENA = {"type": "claim", "player": "red", "route": "helena--omaha"}


@pytest.fixture
def address(client, tables):
    """A table where Ada and Bo have claimed a route each."""
    address = opened(client)
    told(tables, client, address, **DENVER)
    told(tables, client, address, **HELENA)
    return address


def strike(client, address, entry, name="struck", **more):
    return client.post(f"{address}/log", data={"id": name, "entry": entry, **more})


def finished(client, tables, address):
    tables.log.report(address.rsplit("/", 1)[1], device(client), {"type": "finish", "id": "end"}, anyway=True)


def test_the_log_tells_the_newest_entry_first(client, address):
    page = text(client.get(f"{address}/log"))
    newer, older = "Bo claimed Helena – Omaha, 5 trains, +10", "Ada claimed Denver – Omaha, 4 trains, +7"
    assert page.index(newer) < page.index(older)


def test_what_was_played_before_a_late_turn_arrived_is_told_so(client, tables, address):
    told(tables, client, address, type="draw", player="blue", id="before-1")
    told(tables, client, address, type="draw", player="red")
    told(tables, client, address, type="strike", entry=4, id="before-2")
    page = text(client.get(f"{address}/log"))
    assert "Ada had already played when the late entry arrived" in page
    assert "Bo drew cards, entered late" in page


def test_a_log_with_nothing_in_it_says_what_will_stand_there(client):
    assert "Nothing yet." in client.get(f"{opened(client)}/log").text


def test_taken_back_and_brought_back(client, tables, address):
    assert strike(client, address, 1).status_code == 303
    assert "denver--omaha" not in game_at(tables, client, address).table.owners
    page = client.get(f"{address}/log").text
    assert "<s>Ada claimed Denver – Omaha, 4 trains, +7</s>" in page
    line = page.split('id="entry-1"')[1]
    assert "Bring back" in line
    strike_of_the_strike = re.search(r'name="entry" value="(\d+)"', line)[1]
    assert strike(client, address, strike_of_the_strike, "again", about=1).location.endswith("#entry-1")
    assert game_at(tables, client, address).table.owners["denver--omaha"] == "blue"


def test_every_button_brings_an_id_of_its_own_and_pressed_twice_does_it_once(client, tables, address):
    ids = re.findall(r'name="id" value="(\w+)"', client.get(f"{address}/log").text)
    assert len(set(ids)) == len(ids) == 2
    assert [strike(client, address, 1, ids[0]).status_code for _ in range(2)] == [303, 303]
    assert len(game_at(tables, client, address).log) == 3


def test_with_script_the_lines_alone_come_back_the_touched_one_open(client, address):
    answer = client.post(f"{address}/log", data={"id": "x", "entry": 1, "about": 1}, headers=FRAGMENT)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert answer.text.count('id="line-1" open') == 1


def test_what_a_correction_makes_impossible_is_named(client, tables, address):
    strike(client, address, 1)
    told(tables, client, address, type="claim", player="green", route="denver--omaha")
    answer = strike(client, address, 3, "again", about=1)
    assert answer.status_code == 409
    said = "That would make Cy's Denver – Omaha (entry 4) impossible: Denver – Omaha is already Ada's."
    assert said in text(answer)


@pytest.mark.parametrize("entry", ["0", "99", "-1", "", "x"])
def test_a_line_that_is_not_there(client, address, entry):
    answer = strike(client, address, entry)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("name", ["", "x" * 65])
def test_an_id_that_is_none(client, address, name):
    assert strike(client, address, 1, name).status_code == 422


def test_given_to_another_player_and_to_another_route(client, tables, address):
    assert client.get(f"{address}/log/1").status_code == 200
    change = {"id": "c", "player": "green", "what": "denver--santa-fe", "late": "on"}
    assert client.post(f"{address}/log/1", data=change).status_code == 303
    assert game_at(tables, client, address).table.owners == {"denver--santa-fe": "green", "helena--omaha": "red"}
    page = text(client.get(f"{address}/log"))
    assert "Cy claimed Denver – Santa Fe, 2 trains, +2, entered late" in page
    assert "<s>Ada claimed Denver – Omaha, 4 trains, +7</s>" in page
    form = client.get(f"{address}/log/1").text
    for chosen in ('value="green" checked', 'value="denver--santa-fe" selected', 'name="late" checked'):
        assert chosen in form


def test_a_claim_becomes_nothing_placed_and_a_claim_again(client, tables, address):
    client.post(f"{address}/log/1", data={"id": "c", "player": "blue", "what": ""})
    assert "denver--omaha" not in game_at(tables, client, address).table.owners
    assert "No route: drew cards" in client.get(f"{address}/log/1").text
    client.post(f"{address}/log/1", data={"id": "d", "player": "blue", "what": "denver--omaha"})
    assert game_at(tables, client, address).table.owners["denver--omaha"] == "blue"


def test_a_station_moves_to_another_city(client, tables):
    address = opened(client, "Ada", "Bo", board="europe")
    told(tables, client, address, type="station", player="blue", city="wien")
    assert '<option value="wien" selected>' in client.get(f"{address}/log/1").text
    client.post(f"{address}/log/1", data={"id": "c", "player": "red", "what": "berlin"})
    assert game_at(tables, client, address).table.stations == {"berlin": "red"}


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"what": "helena--omaha"}, 409, "That would make Bo's Helena – Omaha (entry 2) impossible"),
        ({"what": "nope"}, 422, "has no route"),
        ({"player": "black"}, 422, "Nobody at this table plays"),
        ({"id": ""}, 422, "“id”"),
    ],
)
def test_a_change_that_cannot_be_names_why_and_keeps_what_was_chosen(client, address, change, status, sentence):
    answer = client.post(f"{address}/log/1", data={"id": "c", "player": "blue", "what": "denver--omaha"} | change)
    assert answer.status_code == status
    assert sentence in text(answer)
    if change.get("what") == "helena--omaha":
        assert 'value="helena--omaha" selected' in answer.text


@pytest.mark.parametrize("place", ["0", "99", "x"])
def test_there_is_no_form_for_what_is_not_there(client, address, place):
    assert client.get(f"{address}/log/{place}").status_code == 404
    assert client.post(f"{address}/log/{place}", data={}).status_code == 404


def test_a_strike_has_no_form_and_neither_has_what_is_struck(client, address):
    strike(client, address, 1)
    assert client.get(f"{address}/log/1").status_code == 404
    assert client.get(f"{address}/log/3").status_code == 404
    assert client.post(f"{address}/log/3", data={"id": "c"}).status_code == 404


def test_the_end_itself_is_taken_back(client, tables, address):
    finished(client, tables, address)
    assert "Reopen the game" in client.get(f"{address}/log").text
    assert strike(client, address, 3).status_code == 303
    assert not game_at(tables, client, address).table.finished


def test_anothers_ticket_is_neither_told_nor_touched(client, app, tables, address):
    client.post(f"{address}/seats", data={"color": "blue"})
    told(tables, client, address, type="keep", player="blue", ticket="denver--el-paso")
    own = text(client.get(f"{address}/log"))
    assert "You changed your tickets" in own
    assert f'href="{address}/tickets/blue"' in own
    assert "Denver – El Paso" not in own
    other = guest(app, tables, client, address)
    page = other.get(f"{address}/log").text
    line = page.split('id="entry-3"')[1].split("</li>")[0]
    assert "Someone changed their tickets" in line
    assert "Denver – El Paso" not in page
    assert "<time" not in line
    assert "<form" not in line
    assert other.get(f"{address}/log/3").status_code == 404
    assert other.post(f"{address}/log/3", data={"id": "c", "what": "denver--el-paso"}).status_code == 404
    assert strike(other, address, 3).status_code == 403


def test_an_own_ticket_is_changed_on_its_own_page_alone(client, tables, address):
    """The log lies open in the middle of the table, also on a phone of one's own."""
    client.post(f"{address}/seats", data={"color": "blue"})
    told(tables, client, address, type="keep", player="blue", ticket="denver--el-paso")
    assert client.get(f"{address}/log/3").status_code == 404
    assert client.post(f"{address}/log/3", data={"id": "c", "what": "helena--los-angeles"}).status_code == 404
    assert strike(client, address, 3).status_code == 404
    held = game_at(tables, client, address).table.tickets_of("blue")
    assert [ticket.id for ticket in held] == ["denver--el-paso"]


def test_who_only_watches_reads(client, app, tables, address):
    watcher = guest(app, tables, client, address, "watcher")
    page = watcher.get(f"{address}/log").text
    assert "Ada claimed" in page
    assert "<form" not in page
    assert strike(watcher, address, 1).status_code == 403
    assert watcher.get(f"{address}/log/1").status_code == 403


def test_a_long_log_comes_in_parts(client, tables, address):
    for n in range(110):
        told(tables, client, address, type="draw", player=("blue", "red", "green")[n % 3])
    page = client.get(f"{address}/log").text
    assert page.count('class="log-line') == 100
    assert 'id="entry-112"' in page
    older = client.get(re.search(r'href="([^"]+\?to=\d+)"', page)[1]).text
    assert older.count('class="log-line') == 12
    assert 'id="entry-1"' in older
    assert "Show the newest" in older


def test_after_the_end_a_line_is_changed_only_when_the_game_was_reopened(client, tables, address):
    finished(client, tables, address)
    answer = strike(client, address, 1)
    assert answer.status_code == 409
    assert "The game is finished. Reopen it first to change something." in text(answer)
    assert client.get(f"{address}/log/1").location == f"{address}/log"
    change = {"id": "c", "player": "green", "what": "denver--santa-fe"}
    assert client.post(f"{address}/log/1", data=change).status_code in (303, 409)
    assert game_at(tables, client, address).table.owners["denver--omaha"] == "blue"
    page = text(client.get(f"{address}/log"))
    assert "Reopen the game" in page
    assert strike(client, address, 3, "reopen").status_code == 303
    assert "reopened after it was finished" in text(client.get(f"{address}/log"))
    assert strike(client, address, 1, "now").status_code == 303


@pytest.fixture
def watched(client, tables, address):
    """The table's seat of blue, which was held before, so that its changes are told from now on."""
    table, phone = address.rsplit("/", 1)[1], device(client)
    tables.seats.take(table, phone, "blue")
    tables.seats.free(table, phone, "blue")

    def takes(*colors, by=phone):
        for color in colors:
            tables.seats.take(table, by, color)
            tables.seats.free(table, by, color)

    return takes


def test_a_seat_that_was_taken_and_left_again_is_one_line(client, tables, address, watched):
    watched("blue")
    page = text(client.get(f"{address}/log"))
    assert page.count("A phone without a seat took Ada's seat, then left it") == 1
    assert page.count("log-kind-seat") == 2  # and that it was left before
    watched(*["blue"] * 20)
    page = text(client.get(f"{address}/log"))
    assert page.count("A phone without a seat took Ada's seat, then left it, 21 times") == 1
    assert page.count("log-kind-seat") == 2
    tables.seats.take(address.rsplit("/", 1)[1], device(client), "blue")
    page = text(client.get(f"{address}/log"))
    assert page.count("A phone without a seat took Ada's seat") == 2
    told(tables, client, address, type="draw", player="green")
    tables.seats.free(address.rsplit("/", 1)[1], device(client), "blue")
    assert "Ada's phone left Ada's seat" in text(client.get(f"{address}/log"))  # after another entry


def test_lines_about_seats_come_in_parts_too(client, app, tables, address, watched, monkeypatch):
    """However many there are between two entries; none is left out and none is there twice."""
    monkeypatch.setattr("companion.pages.log.routes.AT_ONCE", 10)
    table, others = address.rsplit("/", 1)[1], [guest(app, tables, client, address) for _ in range(2)]
    for n in range(12):  # each phone lets the other's go, which no line folds
        tables.seats.take(table, device(others[n % 2]), "blue")
        tables.seats.take(table, device(others[n % 2]), "red")
        tables.seats.free(table, device(others[n % 2]), "red" if n % 3 else "blue")
        tables.seats.free(table, device(others[n % 2]), "blue" if n % 3 else "red")
        told(tables, client, address, type="draw", player="green")
    pages, query = [], ""
    while query is not None:
        page = client.get(f"{address}/log{query}").text
        assert page.count('class="log-line') <= 10
        pages += re.findall(r'class="log-line[^>]*?(?:id="(entry-\d+)"|>)', page)
        found = re.search(r'href="[^"]+(\?to=\d+)"', page)
        query = found and found[1]
    entries = [name for name in pages if name]
    assert entries == [f"entry-{n}" for n in range(14, 0, -1)]
    assert len(pages) > 14 + 12


def test_there_is_an_end_to_seat_changes_as_to_entries(client, tables, address, watched, monkeypatch):
    monkeypatch.setattr("companion.play.seats.MOST_SEAT_CHANGES", 7)
    watched("blue", "blue", "blue")
    answer = client.post(f"{address}/seats", data={"color": "blue"})
    assert answer.status_code == 409
    assert "Seats have changed hands too often in this game." in text(answer)
    assert len(tables.store.snapshot(address.rsplit("/", 1)[1]).seat_changes) == 7
    assert client.post(f"{address}/seats", data={"color": "red"}).status_code == 303  # the first time is no change
    finished(client, tables, address)
    assert game_at(tables, client, address).table.finished
