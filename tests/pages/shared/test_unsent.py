"""What pages that keep their entries need of the server: to be told what it has, and words and figures to go on."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import unquote

import pytest

from companion.boards import files
from companion.play.keys import browser_with
from companion.rules.mechanics import mechanic
from tests.pages.table.test_table import claim, opened, parsed_piece, tell
from tests.pages.visiting import opened as visiting_opened

__all__ = ["opened"]

ENTRY, VERSION, WHY = "Trackside-Entry", "Trackside-Version", "Trackside-Why"


def kept(answer):
    found = re.search(r"data-phrases='([^']*)'", answer.text)
    return json.loads(found[1]) if found else None


def test_a_claim_is_answered_with_its_entry_and_version(client, opened):
    answer = claim(client, opened())
    assert (answer.headers[ENTRY], answer.headers[VERSION]) == ("1", "2")
    assert WHY not in answer.headers


def test_a_repeat_is_told_as_the_first_time(client, opened):
    address = opened()
    claim(client, address)
    claim(client, address, "helena--omaha", "red")
    assert claim(client, address).headers[ENTRY] == "1"


def test_a_repeat_is_told_so_whatever_became_of_it(client, opened):
    """Taken back, changed, and even though by now the rules would say no."""
    address = opened()
    claim(client, address)
    given = {"type": "amend", "entry": "1", "player": "red", "id": "given"}
    assert tell(client, address, **given).headers[ENTRY] == "2"
    tell(client, address, type="strike", entry="1", id="struck")
    for again, place in ((given, "2"), ({"type": "strike", "entry": "1", "id": "struck"}, "3")):
        assert tell(client, address, **again).headers[ENTRY] == place
    assert claim(client, address).headers[ENTRY] == "1"


def test_what_somebody_else_took_back_already_is_done(client, opened):
    address = opened()
    claim(client, address)
    tell(client, address, type="strike", entry="1", id="one")
    answer = tell(client, address, type="strike", entry="1", id="other")
    assert (answer.status_code, answer.headers[ENTRY]) == (200, "1")


def test_the_id_of_another_kind_of_entry_is_no_repeat(client, opened):
    address = opened()
    tell(client, address, type="catch-up", id="same")
    answer = tell(client, address, type="finish", id="same")
    assert answer.status_code == 409
    assert ENTRY not in answer.headers


def test_another_devices_id_is_no_repeat(client, opened, tables):
    address = opened()
    claim(client, address)
    table = address.rsplit("/", 1)[1]
    tables.door.join_by_secret(tables.door.invite(table, browser_with("maker")), browser_with("other"), "player")
    client.set_cookie("trackside", "other")
    answer = claim(client, address)
    assert answer.status_code == 409
    assert ENTRY not in answer.headers


def test_a_refusal_brings_its_reason_apart(client, opened):
    address = opened()
    claim(client, address)
    answer = claim(client, address, player="red")
    assert answer.status_code == 409
    assert ENTRY not in answer.headers
    assert unquote(answer.headers[WHY]) == "Denver – Omaha is already Ada's."


def test_the_page_has_the_words_and_the_figures(client, opened):
    told = kept(client.get(opened()))
    assert told["lengths"] == {}  # plural forms do, where no token stands for a route
    assert told["worth"]["forms"] == ["{n} points", "{n} point"]
    assert told["colours"]["gray"] == "grey"
    assert told["entries"].endswith("/entries")


def test_a_phone_of_ones_own_claims_for_its_seat_and_any_other_for_whose_turn_it_is(client, opened, tables):
    address = opened()
    table, maker, other = address.rsplit("/", 1)[1], browser_with("maker"), browser_with("other")
    tables.seats.take(table, maker, "green")

    def claims_for() -> list[str]:
        page = client.get(f"{address}?find=den+om").text
        told = re.search('data-claims-for="([a-z]*)"', page)
        return [told[1] if told else "", re.search("Claim for ([A-Z][a-z]+)", page)[1]]

    assert claims_for() == ["", "Ada"], "it is the only phone"
    tables.door.join_by_secret(tables.door.invite(table, maker), other)
    tables.seats.take(table, other, "red")
    assert claims_for() == ["green", "Cy"]
    tables.tickets.set_shared(table, maker, True)
    assert claims_for() == ["", "Ada"], "it goes round"


def test_who_watches_is_offered_nothing_to_enter(client, opened, tables):
    address = opened()
    table = address.rsplit("/", 1)[1]
    tables.door.join_by_secret(tables.door.invite(table, browser_with("maker")), browser_with("watcher"), "watcher")
    client.set_cookie("trackside", "watcher")
    page = client.get(address)
    assert kept(page)["here"] is False
    assert 'id="offline"' not in page.text


def test_the_pieces_for_a_page_without_a_network_are_whole(client, opened):
    page = client.get(opened()).text
    piece = page[page.index('id="offline"') :]
    for part in ('id="choice"', 'name="player"', 'name="id"', 'name="route"', 'class="facts"', 'data-entry="strike"'):
        assert part in piece
    assert parsed_piece(page, "choice").get("data-empty") is not None


def keeps(client, address, ticket, **more):
    form = {"ticket": ticket, "id": "once", **more}
    return client.post(f"{address}/tickets/blue/keep", data=form, headers={"HX-Request": "true"})


def test_a_ticket_is_acknowledged_too(client, opened, tables):
    address = opened()
    tables.seats.take(address.rsplit("/", 1)[1], browser_with("maker"), "blue")
    page = client.get(f"{address}/tickets/blue").text
    assert 'data-entry="keep"' in page
    first = keeps(client, address, "denver--el-paso")
    again = keeps(client, address, "denver--el-paso", id="other")
    assert first.headers[ENTRY] == "1"
    assert again.headers[ENTRY] == "0"  # held already, which is what was wanted
    wrong = keeps(client, address, "nowhere--at-all")
    assert ENTRY not in wrong.headers
    assert unquote(wrong.headers[WHY])


def test_a_ticket_that_nobody_took_is_not_acknowledged(client, opened, tables):
    """The tickets of a seat with a PIN are closed; what comes then nobody takes."""
    address, table = (found := opened()), found.rsplit("/", 1)[1]
    tables.seats.take(table, browser_with("maker"), "blue")
    tables.tickets.set_pin(table, browser_with("maker"), "blue", "4711")
    tables.tickets.close(table, browser_with("maker"))
    answer = keeps(client, address, "denver--el-paso")
    assert ENTRY not in answer.headers


def test_on_a_phone_that_goes_round_no_ticket_is_kept_by_the_page(client, opened, tables):
    address, table = (found := opened()), found.rsplit("/", 1)[1]
    for color in ("blue", "red"):
        tables.seats.take(table, browser_with("maker"), color)
    tables.tickets.open(table, browser_with("maker"), "blue", None, 60)
    page = client.get(f"{address}/tickets/blue").text
    assert "/tickets/blue/keep" in page
    assert "data-entry" not in page


def test_the_end_is_acknowledged(client, opened):
    address = opened()
    form = {"id": "end", "anyway": "1"}
    first = client.post(f"{address}/end", data=form, headers={"HX-Request": "true"})
    again = client.post(f"{address}/end", data={**form, "id": "late"}, headers={"HX-Request": "true"})
    assert (first.status_code, first.headers[ENTRY]) == (204, "1")
    assert ENTRY in again.headers


# What the page's script fills into the words of an entry.
FILLED = {"player", "route", "city", "card", "to", "n", "entry", "choice"}


def told_by(client, board, **more):
    """What a page on a board knows, at a table of two in its first colours."""
    first, second = files.boards()[board].colors[:2]
    address = visiting_opened(client, "Ada", "Bo", board=board, **{"color-1": first, "color-2": second}, **more)
    return address, kept(client.get(address))


@pytest.mark.parametrize("board", [name for name, board in files.boards().items() if board.mechanics])
def test_every_entry_of_a_boards_own_has_words_that_the_page_can_fill(client, board):
    cards = {"option-northern-lights-bonus-cards": ["small-steps", "snowplow", "wild-west", "ferry-master"]}
    _address, told = told_by(client, board, **(cards if board == "northern-lights" else {}))
    kinds = [kind for name in files.boards()[board].mechanics for kind in mechanic(name).entries if kind.wording]
    for kind in kinds:
        says = told[kind.kind()]
        if kind.kind() != "count":  # typed on a page of its own, which is not kept
            assert set(re.findall(r"{(\w+)}", says)) <= FILLED, says
        assert kind.kind() in told["undone"]
    assert {"claim", "station", "draw"} <= set(told["undone"])


def played(client, address):
    """What the page knows of how the table plays."""
    return json.loads(unescape(re.search(r"data-played='([^']*)'", client.get(address).text)[1]))


def test_where_points_hang_on_others_only_the_server_knows_them(client):
    address, _told = told_by(client, "old-west")
    assert played(client, address)["unknown"] == ["points"]
    address, _told = told_by(client, "usa")
    assert played(client, address)["unknown"] == []


def test_pieces_are_called_what_they_are(client):
    _address, told = told_by(client, "new-york")
    assert told["pieces"]["taxi"]["forms"] == ["{n} taxis", "{n} taxi"]
    assert told["left"]["forms"] == ["taxis", "taxi"]
    _address, told = told_by(client, "world")
    assert told["pieces"]["ship"]["forms"] == ["{n} ships", "{n} ship"]
    assert told["figures"][1]["forms"] == ["{n} ships", "{n} ship"]


def test_mountains_are_told_once_for_the_whole_game(client):
    address, _told = told_by(client, "legendary-asia")
    board = files.boards()["legendary-asia"]
    crossed = next(route for route in board.route.values() if route.marks.get("mountain"))
    price = [crossed.length + crossed.marks["mountain"], board.worth(crossed) + 2 * crossed.marks["mountain"]]
    assert played(client, address)["opening"]["prices"][crossed.id] == price


def test_why_a_track_is_refused_is_worded_as_the_server_words_it(client):
    _address, told = told_by(client, "usa")
    assert told["rules"]["own-twin"] == "{player} has the other track of {route}; nobody can own both"
    assert told["rules"]["twin-closed"].startswith("with {players} players, only one track")
