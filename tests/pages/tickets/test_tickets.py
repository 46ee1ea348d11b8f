"""The page of a seat's tickets, the cover over it, and handing the phone round."""

from __future__ import annotations

import re
import time

import pytest

from tests.pages.visiting import FRAGMENT, device, guest, opened, text, told

TICKET, NAMES = "denver--el-paso", "Denver – El Paso"


def keep(client, page, ticket=TICKET, id="once", **more):
    return client.post(f"{page}/keep", data={"ticket": ticket, "id": id}, **more)


def held(client, page):
    """The tickets in the hand, as they are read out."""
    return re.findall(r'aria-label="Take back ([^"]+)"', client.get(page).text)


def test_an_empty_hand_takes_its_first_ticket_and_shows_its_worth(client, own):
    answer = client.get(own)
    assert answer.status_code == 200
    assert "No tickets yet" in text(answer)
    assert answer.headers["Cache-Control"] == "no-store"
    assert keep(client, own).location == f"{own}?add=1#add"
    page = text(client.get(own))
    assert "1 ticket, worth 4" in page
    assert "not completed yet" in page
    assert held(client, own) == [NAMES]


def test_a_form_that_is_sent_twice_counts_once(client, own):
    for _ in range(2):
        assert keep(client, own).status_code == 303
    keep(client, own, id="another page")
    assert held(client, own) == [NAMES]


def test_a_ticket_is_punched_once_it_is_connected(client, own, table, tables):
    keep(client, own)
    for route in ("denver--santa-fe", "el-paso--santa-fe"):
        told(tables, client, table, type="claim", player="blue", route=route)
    page = client.get(own).text
    assert "ticket-punched" in page
    assert "not completed" not in page


def test_no_hint_where_the_table_wants_none(client, own, table, tables):
    keep(client, own)
    tables.settings.change(table[3:], device(client), {"options": {"ticket_hint": False}})
    page = client.get(own).text
    assert "completed" not in page
    assert "ticket-open" not in page


def test_taking_back(client, own, table):
    keep(client, own)
    place = re.search(r'name="entry" value="(\d+)"', client.get(own).text)[1]
    answer = client.post(f"{own}/back", data={"entry": place, "id": "b"})
    assert answer.status_code == 303
    assert held(client, own) == []
    assert client.post(f"{own}/back", data={"entry": "99", "id": "c"}).status_code == 422
    assert client.post(f"{own}/back", data={"entry": "x", "id": "d"}).status_code == 422


def test_a_fetch_gets_the_hand_and_what_knows_of_it(client, own):
    answer = keep(client, own, headers=FRAGMENT)
    assert answer.status_code == 200
    assert 'id="hand"' in answer.text
    assert re.search(r'id="lists"[^>]*hx-swap-oob', answer.text)
    assert "<h1" not in answer.text
    assert 'data-layer="routes"' not in answer.text, "the picture is not sent again"
    assert 'data-say="Kept."' in answer.text


@pytest.mark.parametrize("typed", ["den el", "El Paso denver", "DENVER", "paso"])
def test_typing_finds_it(client, own, typed):
    answer = client.post(f"{own}/find", data={"find": typed}, headers=FRAGMENT)
    assert f'value="{TICKET}"' in answer.text


@pytest.mark.parametrize(
    ("typed", "ticket"),
    [("lissabon", "danzig--lisboa"), ("københ", "frankfurt--kobenhavn"), ("zuerich", "budapest--zurich")],
)
def test_accents_and_other_languages_are_forgiven(client, typed, ticket):
    page = f"{opened(client, board='europe')}/tickets/blue"
    client.post(f"{page}/take")
    assert f'value="{ticket}"' in client.post(f"{page}/find", data={"find": typed}, headers=FRAGMENT).text


def test_without_script_a_search_is_a_page(client, own):
    answer = client.post(f"{own}/find", data={"find": "den el"})
    assert answer.status_code == 200
    assert answer.text.index(f'value="{TICKET}"') < answer.text.index('id="map"')
    assert "No ticket matches" in text(client.post(f"{own}/find", data={"find": "xyz"}))


def test_a_touch_on_the_board_finds_a_city_and_the_next_one_a_ticket(client, own, boards):
    def touch(city, **more):
        layout = boards["usa"].layout
        unit = 328 / (layout.width + 14)
        at = {"at328.x": (layout.place[city].x + 7) * unit, "at328.y": (layout.place[city].y + 7) * unit}
        return client.post(f"{own}/find", data={**at, **more}, headers=FRAGMENT).text

    first = touch("denver")
    assert "<h3>Denver</h3>" in first
    assert f'value="{TICKET}"' in first
    assert 'id="spot"' in first
    second = touch("el-paso", first="denver")
    offers = re.findall(r'name="ticket" value="([^"]+)"', second)
    assert offers[0] == TICKET
    assert "data-" not in client.post(f"{own}/find", data={"at328.x": "x", "at328.y": ""}, headers=FRAGMENT).text


def test_the_neighbours_of_a_touch_are_a_tap_away(client, own):
    page = client.post(f"{own}/find", data={"at288.x": "100", "at288.y": "100"}, headers=FRAGMENT).text
    city = re.search(r'name="city" value="([^"]+)"', page)[1]
    again = client.post(f"{own}/find", data={"city": city}, headers=FRAGMENT).text
    assert "<h3>" in again


def test_the_list_is_sorted_by_city_or_by_value_and_long_ones_stand_apart(client):
    page = f"{opened(client, board='europe')}/tickets/blue"
    client.post(f"{page}/take")
    by_value = client.get(f"{page}?sort=value").text
    points = [int(n) for n in re.findall(r"</span> <b>(\d+)</b>", by_value.split("Regular tickets")[1])]
    assert points == sorted(points, reverse=True)
    by_city = client.get(page).text
    places = [by_city.index(part) for part in ("Long tickets", 'value="athina--edinburgh"', "Regular tickets")]
    assert places == sorted(places)
    answer = client.post(f"{page}/keep", data={"ticket": "athina--edinburgh", "id": "q", "sort": "value"})
    assert answer.location == f"{page}?add=1&sort=value#add"


def test_too_few_are_asked_about_and_not_refused(client, own):
    keep(client, own)
    answer = client.post(f"{own}/done")
    assert answer.status_code == 200
    assert "You have 1 ticket, but everyone keeps at least 2 at the start. Is one missing?" in text(answer)
    assert client.post(f"{own}/done", data={"sure": "1"}).status_code == 303
    page = text(client.get(own))
    assert "Tickets in" in page
    assert client.post(f"{own}/undone").location == own
    assert "My tickets are in" in text(client.get(own))


def test_none_at_all_are_asked_about_in_words_of_their_own(client, own):
    said = "You have no tickets yet, but everyone keeps at least 2 at the start. Have you entered yours?"
    assert said in text(client.post(f"{own}/done"))


def test_too_many_long_ones_are_asked_about(client):
    page = f"{opened(client, board='europe')}/tickets/blue"
    client.post(f"{page}/take")
    for ticket in ("athina--edinburgh", "cadiz--stockholm"):
        keep(client, page, ticket)
    asked = text(client.post(f"{page}/done"))
    assert "You have 2 long tickets, but nobody keeps more than 1. Is one a mistake?" in asked


def test_enough_are_not_asked_about(client, own):
    for ticket in (TICKET, "dallas--new-york"):
        keep(client, own, ticket)
    assert client.post(f"{own}/done").status_code == 303
    assert client.post(f"{own}/done").status_code == 303


def test_a_wrong_ticket_is_a_sentence(client, own):
    answer = keep(client, own, "denver--nowhere", headers=FRAGMENT)
    assert answer.status_code == 422
    assert 'class="said"' in answer.text


def test_after_the_end_nothing_is_added_here(client, own, table, tables):
    keep(client, own)
    tables.log.report(table[3:], device(client), {"type": "finish", "id": "f"}, anyway=True)
    page = client.get(own).text
    assert "Add tickets" not in page
    assert "Denver" in page
    assert keep(client, own, "dallas--new-york").status_code == 409


# One phone for all


def test_a_shared_phone_shows_a_cover(client, shared):
    keep(client, shared)
    cover = client.get(shared)
    assert cover.status_code == 200
    assert "I'm Ada – show my tickets" in text(cover)
    assert "Denver" not in cover.text
    assert cover.headers["Cache-Control"] == "no-store"
    assert client.post(f"{shared}/open").location == shared
    assert "No tickets yet" in text(client.get(shared)), "a closed seat took nothing"
    keep(client, shared)
    assert held(client, shared) == [NAMES]


@pytest.mark.parametrize("leave", ["close", "seats", "other", "time"])
def test_after_leaving_a_reload_shows_the_cover(client, shared, table, leave, monkeypatch):
    client.post(f"{shared}/open")
    keep(client, shared)
    assert "Denver" in client.get(shared).text
    if leave == "close":
        assert client.post(f"{shared}/close").location == f"{table}/tickets"
    elif leave == "seats":
        client.get(f"{table}/tickets")
    elif leave == "other":
        client.post(f"{table}/tickets/red/open")
    else:
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 61)
    assert "I'm Ada – show my tickets" in text(client.get(shared))


def test_what_is_sent_too_late_is_taken_and_not_shown(client, shared, monkeypatch):
    client.post(f"{shared}/open")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 70)
    answer = keep(client, shared, headers=FRAGMENT)
    assert answer.headers["HX-Redirect"] == shared
    assert answer.data == b""
    assert keep(client, shared, "dallas--new-york").location == shared
    assert "Denver" not in client.get(shared).text
    client.post(f"{shared}/open")
    assert held(client, shared) == [NAMES, "Dallas – New York"]


def test_a_closed_seat_is_told_nothing_and_tells_nothing(client, shared, table):
    client.post(f"{shared}/open")
    keep(client, shared)
    client.get(f"{table}/tickets")
    told = {"ticket": TICKET, "id": "z", "find": "denver", "entry": "1"}
    for what in ("keep", "find", "back", "done"):
        answer = client.post(f"{shared}/{what}", data=told)
        assert (answer.status_code, answer.location) == (303, shared), what
    assert client.post(f"{shared}/stay").status_code == 409
    assert client.post(f"{shared}/pin", data={"pin": "4711"}).status_code == 403


def test_one_players_page_takes_nothing_back_from_another(client, shared, table):
    client.post(f"{shared}/open")
    keep(client, shared)
    other = f"{table}/tickets/red"
    client.post(f"{other}/open")
    assert client.post(f"{other}/back", data={"entry": "1", "id": "x"}, headers=FRAGMENT).status_code == 422
    client.post(f"{shared}/open")
    assert held(client, shared) == [NAMES]


def test_when_all_is_entered_the_phone_goes_on(client, shared, table):
    client.post(f"{shared}/open")
    assert client.post(f"{shared}/done", data={"sure": "1"}).location == f"{table}/tickets/red"
    page = text(client.get(f"{table}/tickets"))
    assert "tickets in" in page
    assert "Next: Bo" in page
    client.post(f"{table}/tickets/red/open")
    answer = client.post(f"{table}/tickets/red/done", data={"sure": "1"}, headers=FRAGMENT)
    assert answer.headers["HX-Redirect"] == f"{table}/tickets/green"
    assert "I'm Cy – enter my tickets" in text(client.get(f"{table}/tickets/green"))
    assert client.post(f"{table}/tickets/green/take").location == f"{table}/tickets/green"
    assert "No tickets yet" in text(client.get(f"{table}/tickets/green")), "one tap takes the seat and opens it"
    assert client.post(f"{table}/tickets/green/done", data={"sure": "1"}).location == table


def test_at_the_end_the_same_is_said_of_having_no_more_and_unsaid(client, own, table, tables):
    tables.log.report(table[3:], device(client), {"type": "catch-up", "id": "late"})
    page = text(client.get(own))
    assert "I have no more tickets" in page
    assert "Enter every ticket you kept, then confirm." in page, "it is the end, and not “only at the end”"
    assert client.post(f"{own}/done", data={"sure": "1"}).location == f"{table}/tickets/red"
    assert "No more tickets" in text(client.get(own))
    keep(client, own)
    assert "Any more tickets since the start?" in text(client.get(own)), "one more takes it back"


def test_who_entered_all_need_not_open_them_to_say_so(client, shared, table, tables):
    client.post(f"{shared}/open")
    client.post(f"{shared}/done", data={"sure": "1"})
    tables.log.report(table[3:], device(client), {"type": "catch-up", "id": "late"})
    assert "I'm Ada – I have no more tickets" in text(client.get(shared))
    assert "no more tickets" not in text(client.get(f"{table}/tickets/red"))
    client.post(f"{shared}/done")
    assert "no more tickets" in text(client.get(f"{table}/end"))
    assert client.post(f"{table}/tickets/red/done").location == f"{table}/tickets/red", "that one was never opened"


def test_the_seats_of_a_table_and_who_holds_them(client, app, own, table, tables):
    bo = guest(app, tables, client, table)
    bo.post(f"{table}/tickets/red/take")
    page = text(client.get(f"{table}/tickets"))
    assert "Your tickets, Ada" in page
    assert "on another phone, not ready yet" in page
    assert "Enter Cy's tickets here" in page
    watcher = guest(app, tables, client, table, role="watcher")
    assert "tickets here" not in text(watcher.get(f"{table}/tickets"))
    assert watcher.post(f"{table}/tickets/green/take").status_code == 403
    assert bo.post(f"{table}/tickets/blue/take").status_code == 409


def test_a_pin_opens_and_five_wrong_ones_close(client, own):
    assert client.post(f"{own}/pin", data={"pin": "47"}).status_code == 422
    client.post(f"{own}/pin", data={"pin": "4711"})
    assert 'name="pin"' in client.get(own).text, "it locks at once"
    assert "Wrong PIN. Try again;" in client.get(client.post(f"{own}/open").location).text
    assert client.post(f"{own}/open", data={"pin": "4711"}).status_code == 303
    client.post(f"{own}/close")
    for guess in range(5):
        wrong = client.post(f"{own}/open", data={"pin": f"000{guess}"})
        assert wrong.status_code == 303, "to a page of its own, so that Back sends no form again"
        assert client.get(wrong.location).status_code == 403
    assert "wrong_pin" in client.post(f"{own}/open", data={"pin": "4711"}).location
    page = text(client.get(own))
    assert "stay locked until the end. They still count." in page
    assert 'name="pin"' not in page
    assert client.post(f"{own}/done").status_code == 303
    assert "Leave the tickets as they are" not in text(client.get(own))


def test_what_was_half_typed_is_there_again(client, shared):
    client.post(f"{shared}/open")
    client.post(f"{shared}/close", data={"find": "den e"})
    assert "den e" not in client.get(shared).text
    client.post(f"{shared}/open")
    assert ">den e</textarea>" in client.get(shared).text


def test_the_table_leads_here_and_names_who_is_not_ready(client, own, table):
    keep(client, own)
    page = text(client.get(table))
    assert f'id="tickets" href="{own}"' in page
    assert "Denver – El Paso" not in page
    client.post(f"{table}/tickets/red/take")
    page = client.get(table).text
    assert f'href="{table}/tickets"' in page
    assert "Tickets (" not in page


def test_the_log_and_a_saved_record_keep_a_shared_phones_tickets(client, shared, table):
    client.post(f"{shared}/open")
    keep(client, shared)
    api = table.replace("/t/", "/api/tables/")
    pages = (f"{table}/log", table, f"{table}/record.json", f"{table}/tickets", api, f"{api}/tally", f"{api}/record")
    for page in pages:
        assert not re.search("Denver – El Paso|denver--el-paso", client.get(page).text), page
    assert client.get(f"{table}/log/1").status_code == 404


def test_only_the_only_phone_of_a_table_is_asked_whether_it_goes_round(client, app, own, table, tables):
    asks = "Are you passing this phone round?"
    assert asks in client.get(own).text
    bo = guest(app, tables, client, table)
    bo.post(f"{table}/tickets/red/take")
    for phone, page in ((client, own), (bo, f"{table}/tickets/red")):
        assert asks not in phone.get(page).text


def test_at_the_end_it_is_asked_in_other_words_than_at_the_start(client, own, table, tables):
    assert "My tickets are in" in client.get(own).text
    client.post(f"{own}/done", data={"sure": "1"})
    tables.log.report(table[3:], device(client), {"type": "catch-up", "id": "late"})
    page = text(client.get(own))
    assert "Any more tickets since the start?" in page
    assert "No, that's all" in page
    assert "not confirmed yet" in text(client.get(f"{table}/tickets"))


def test_a_phone_that_one_alone_uses_calls_nobody_else(client, own, table):
    """Nobody else has a phone here yet; but it was said that this one is not handed on."""
    assert 'id="next"' in client.get(f"{table}/tickets").text
    client.post(f"{table}/tickets/whose", data={"round": "no"})
    for ticket in (TICKET, "los-angeles--new-york"):
        keep(client, own, ticket, id=ticket)
    page = text(client.get(f"{table}/tickets"))
    assert "Next: Ada" in page
    assert client.post(f"{own}/done").location == table
    assert 'id="next"' not in client.get(f"{table}/tickets").text
