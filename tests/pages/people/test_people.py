"""Who is at a table: the codes, the door, the seats."""

from __future__ import annotations

import contextlib
import re

import pytest

from companion import languages
from tests.pages.visiting import FRAGMENT, device, guest, opened, text, told


@pytest.fixture
def other(app, tables, client, address):
    """Another phone at the table."""
    return guest(app, tables, client, address)


def seat(client, address, color, **more):
    return client.post(f"{address}/seats", data={"color": color, **more})


def held(tables, address):
    snapshot = tables.store.snapshot(address.rsplit("/", 1)[1])
    return {color: seat.device for color, seat in snapshot.seats.items() if seat.device}


def test_the_page_names_everybody_and_is_kept_by_nobody(client, address):
    answer = client.get(f"{address}/people")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    for name in ("Ada", "Bo", "Cy"):
        assert name in answer.text


def test_the_code_and_the_square_one_lead_here(client, app, tables, address):
    page = client.get(f"{address}/people").text
    code = tables.store.snapshot(address.rsplit("/", 1)[1]).code
    assert f"<span>{code[:3]}</span> <span>{code[3:]}</span>" in page
    link = re.search(r'value="(http[^"]+)"', page)[1]
    assert re.match(r"http://[0-9.]+/join#[\w-]{20,}$", link)
    stranger = app.test_client()
    assert stranger.post("/join", data={"secret": link.split("#")[1]}).location == f"{address}/people"


@pytest.fixture
def holding(store):
    """Somebody else changes something else, and takes long; only SQLite has one writer at a time."""

    @contextlib.contextmanager
    def hold():
        other = store.engine.connect().execution_options(writing=True)
        try:
            with other.begin():
                other.exec_driver_sql("UPDATE game SET version = version")
                yield other
        finally:
            other.close()

    return hold


def test_it_is_read_while_nothing_can_be_written(client, address, holding, store):
    """At first without the square code, which wants to be remembered; afterwards with it."""
    with holding():
        page = client.get(f"{address}/people")
        assert page.status_code == 200
        assert 'class="code"' in page.text
        if store.engine.dialect.name == "sqlite":
            assert 'class="qr"' not in page.text
            assert "There's no QR code right now" in text(page)
    assert 'class="qr"' in client.get(f"{address}/people").text
    with holding():
        page = client.get(f"{address}/people")
        assert page.status_code == 200
        assert 'class="qr"' in page.text


def test_reading_it_again_writes_nothing(client, address, store):
    if store.engine.dialect.name != "sqlite":
        return  # which has no number that every write changes
    client.get(f"{address}/people")
    with store.engine.connect() as connection:
        raw = connection.connection.driver_connection
        before = raw.execute("PRAGMA data_version").fetchone()
        for _ in range(3):
            assert client.get(f"{address}/people").status_code == 200
        assert raw.execute("PRAGMA data_version").fetchone() == before


def test_a_table_without_a_code_still_lets_others_in(client, tables, address):
    with tables.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE game SET code = NULL")
    page = client.get(f"{address}/people")
    assert page.status_code == 200
    assert 'class="qr"' in page.text
    assert 'class="code"' not in page.text


def test_the_square_code_can_be_scanned_by_day_and_by_night(client, address):
    drawn = client.get(f"{address}/people").text.split('<figure class="qr"')[1].split("</figure>")[0]
    assert 'fill="#fff"' in drawn
    assert 'stroke="#000"' in drawn
    across = int(re.search(r'viewBox="0 0 (\d+) ', drawn)[1])
    assert (across - 8 - 17) % 4 == 0  # modules of a code, and four of quiet on each side


def test_on_the_serving_machine_itself_the_link_names_its_address_on_the_network(client, address, monkeypatch):
    monkeypatch.setattr("companion.web.reach.Reach.ip", "192.0.2.7")
    page = client.get(f"{address}/people", base_url="http://localhost:8000").text
    assert "http://192.0.2.7:8000/join#" in page
    page = client.get(f"{address}/people", base_url="http://tables.example").text
    assert page.count("http://tables.example/join#") == 1 or page.count("404")


def test_a_fragment_makes_no_new_invitation(client, address):
    page = client.get(f"{address}/people", headers=FRAGMENT).text
    assert "join#" not in page
    assert "<html" not in page


def test_taking_and_letting_go(client, tables, address):
    assert seat(client, address, "red").status_code == 303
    assert held(tables, address) == {"red": device(client)}
    assert "this phone" in client.get(f"{address}/people").text
    assert client.post(f"{address}/seats/red/leave").status_code == 303
    assert held(tables, address) == {}


def test_a_seat_leads_to_its_tickets(client, address):
    """The first to its own; who takes more goes round, and sees all of them."""
    answer = client.post(f"{address}/seats", data={"color": "red"}, headers=FRAGMENT)
    assert answer.headers["HX-Redirect"] == f"{address}/tickets/red"
    assert seat(client, address, "blue").location == f"{address}/tickets"


def test_where_routes_are_entered_after_the_game_a_seat_leads_to_them(client):
    address = opened(client, tracking="tally")
    assert seat(client, address, "red").location == address
    assert seat(client, address, "blue").location == address


def test_with_script_only_what_changed_comes_back(client, address):
    seat(client, address, "red")
    answer = client.post(f"{address}/seats/red/leave", headers=FRAGMENT)
    assert answer.status_code == 200
    assert "This is me" in answer.text
    assert "<html" not in answer.text


def test_a_seat_of_another_phone(client, other, tables, address):
    seat(other, address, "red")
    answer = seat(client, address, "red")
    assert answer.status_code == 409
    assert "Another phone has Bo's seat. Free it there first." in text(answer)
    assert client.post(f"{address}/seats/red/leave").status_code == 303
    assert seat(client, address, "red").status_code == 409, "the phone that holds it is asked first"
    answer = other.post(f"{address}/asked", data={"about": "free", "color": "red", "agree": "yes"})
    assert answer.status_code == 303
    assert seat(client, address, "red").status_code == 303
    assert held(tables, address) == {"red": device(client)}


def test_a_seat_with_a_pin_opens_to_its_pin_alone(client, other, tables, address):
    seat(other, address, "red", pin="4711")
    other.post(f"{address}/seats/red/leave")
    assert "free, with a PIN" in client.get(f"{address}/people").text
    for wrong in ("1234", ""):
        answer = seat(client, address, "red", pin=wrong)
        assert answer.status_code == 303, "to a page of its own, so that Back sends no form again"
        assert "Wrong PIN. Try again;" in client.get(answer.location).text
    fetched = client.post(f"{address}/seats", data={"color": "red", "pin": "1234"}, headers=FRAGMENT)
    assert fetched.status_code == 403
    assert "Wrong PIN. Try again;" in fetched.text
    assert seat(client, address, "red", pin="4711").status_code == 303


def test_tickets_of_a_free_seat_with_a_pin_lead_to_where_its_pin_is_asked_for(client, other, address):
    """From the page of the end, for whoever is to enter them, and for the phone that had the seat."""
    seat(client, address, "blue")
    seat(other, address, "red", pin="4711")
    other.post(f"{address}/seats/red/leave")
    assert f'href="{address}/tickets/red"' in client.get(f"{address}/end").text
    for phone in (client, other):
        answer = phone.get(f"{address}/tickets/red")
        assert (answer.status_code, answer.location) == (303, f"{address}/people#seat-red")
    assert 'id="seat-red"' in client.get(f"{address}/people").text


def test_tickets_of_another_phones_seat_are_refused_with_the_way_to_the_seats(client, other, address):
    seat(other, address, "red")
    answer = client.get(f"{address}/tickets/red")
    assert answer.status_code == 403
    assert "Only the phone with Bo's seat can see these tickets." in text(answer)
    assert f'href="{address}/people">Players and phones</a>' in answer.text


@pytest.mark.parametrize("pin", ["123", "12345", "abcd", "١٢٣٤", "1 23"])
def test_a_pin_is_four_digits(client, tables, address, pin):
    answer = seat(client, address, "red", pin=pin)
    assert answer.status_code == 422
    assert "A PIN has four digits" in answer.text
    assert held(tables, address) == {}


@pytest.mark.parametrize("color", ["black", "", "<b>"])
def test_a_colour_nobody_plays(client, address, color):
    answer = seat(client, address, color)
    assert answer.status_code == 422
    assert "Nobody at this table plays" in answer.text


def test_who_only_watches_sees_and_changes_nothing(app, client, tables, address):
    watcher = guest(app, tables, client, address, "watcher")
    page = watcher.get(f"{address}/people").text
    assert "This device is only watching." in page
    assert "<form" not in page
    assert "join#" not in page
    assert seat(watcher, address, "red").status_code == 403
    assert watcher.post(f"{address}/seats/red/leave").status_code == 403
    assert watcher.post(f"{address}/waiting/nobody", data={"admit": "yes"}).status_code == 403


def test_nobody_waits(client, address):
    answer = client.post(f"{address}/waiting/nobody", data={"admit": "yes"})
    assert answer.status_code == 410
    assert "Nobody is waiting any more." in answer.text


def test_every_page_leads_back_to_the_table(client, address):
    for path in ("/people", "/setup", "/log", "/watch"):
        assert f'<a href="{address}">Table</a>' in client.get(address + path).text


def the_link(client, address):
    return re.search(r'value="(http[^"]+)"', client.get(f"{address}/people").text)[1]


def test_a_code_left_standing_stays_good_however_often_the_page_is_loaded(app, client, address):
    link = the_link(client, address)
    assert {the_link(client, address) for _ in range(25)} == {link}
    assert app.test_client().post("/join", data={"secret": link.split("#")[1]}).status_code == 303


def test_each_phone_shows_a_link_of_its_own(client, other, address):
    assert the_link(client, address) != the_link(other, address)


def test_shutting_others_out(app, client, other, tables, address):
    link = the_link(client, address)
    assert "Remove everyone without a seat" not in other.get(f"{address}/people").text
    assert other.post(f"{address}/people/anew").status_code == 403
    assert client.post(f"{address}/people/anew").status_code == 303
    assert other.get(f"{address}/people").status_code == 404
    assert app.test_client().post("/join", data={"secret": link.split("#")[1]}).status_code == 404
    assert the_link(client, address) != link


def test_who_was_removed_from_the_next_game_lets_nobody_into_the_one_before(client, other, tables, address):
    tables.log.report(address.rsplit("/", 1)[1], device(client), {"type": "finish", "id": "end"}, anyway=True)
    after = client.post(f"{address}/again").location
    assert 'class="qr"' in other.get(f"{address}/people").text
    client.post(f"{after}/people/anew")
    page = other.get(f"{address}/people")
    assert page.status_code == 200
    assert "This device was removed from these games." in text(page)
    assert 'class="qr"' not in page.text
    assert 'class="code"' not in page.text
    answer = other.post(f"{address}/again")
    assert answer.status_code == 403
    assert "Ask someone who's playing for a new link." in text(answer)


@pytest.mark.parametrize("language", ["de", "pl", "nl"])
def test_nobody_at_the_table_is_told_that_they_wait_to_be_let_in(client, app, tables, address, language):
    code = tables.store.snapshot(address.rsplit("/", 1)[1]).code
    app.test_client().post("/join", data={"code": code, "name": "Dora"})
    page = client.get(f"{address}/people", headers={"Accept-Language": language}).text
    assert "Dora" in page
    assert languages.catalogue(language).gettext("Waiting to be let in") not in page


def test_a_knock_is_answered_from_the_table(client, app, tables, address):
    """Without script the table comes back; with it nothing but the word that it was heard."""
    table = address.rsplit("/", 1)[1]
    code = tables.store.snapshot(table).code
    for number, headers in enumerate(({}, FRAGMENT)):
        other = app.test_client()
        waiting = other.post("/join", data={"code": code, "name": f"Dora{number}"}).location
        assert f"Dora{number} wants to join" in text(client.get(address))
        assert f"Dora{number}" not in guest(app, tables, client, address, role="watcher").get(address).text
        answer = client.post(
            f"{address}/waiting/{waiting.rsplit('/', 1)[1]}", data={"admit": "yes", "from": address}, headers=headers
        )
        assert (answer.status_code, answer.location) == ((204, None) if headers else (303, address))
        assert other.get(waiting).status_code == 303


ASTRAY = [
    "{table}/\nX: y",
    "{table}/a\r\nSet-Cookie: b=c",
    "{table}/\x00",
    "{table}/\x85",
    "//evil.example",
    "/\\x",
    "x",
    "",
]


@pytest.mark.parametrize("back", ASTRAY)
@pytest.mark.parametrize("headers", [{}, FRAGMENT], ids=["page", "piece"])
def test_a_form_that_would_lead_astray_is_taken_and_leads_to_the_players(client, app, tables, address, back, headers):
    """Where it leads is looked at before anything is done: none of them fails after the act."""
    code, back = tables.store.snapshot(address.rsplit("/", 1)[1]).code, back.format(table=address)
    other = app.test_client()
    waiting = other.post("/join", data={"code": code}).location
    door = f"{address}/waiting/{waiting.rsplit('/', 1)[1]}"
    let_in = client.post(door, data={"admit": "yes", "from": back}, headers=headers)
    assert (let_in.status_code, let_in.location) == ((200, None) if headers else (303, f"{address}/people"))
    assert other.get(waiting).status_code == 303
    seat(other, address, "red")
    client.post(f"{address}/seats/red/leave")
    answer = {"about": "free", "color": "red", "agree": "yes", "from": back}
    assert other.post(f"{address}/asked", data=answer, headers=headers).location == f"{address}/people"
    assert held(tables, address) == {}


def test_a_question_on_the_table_leads_back_to_the_table(client, other, tables, address):
    """Wherever the piece came from that it stands in."""
    seat(client, address, "blue")
    other.post(f"{address}/seats/blue/leave")
    for path in ("", "/now?since=1"):
        page = client.get(address + path).text
        assert f'name="from" value="{address}"' in page
    assert f'name="from" value="{address}/setup"' in client.get(f"{address}/asked?from={address}/setup").text


def test_who_asked_for_a_seat_hears_that_it_is_kept(client, other, tables, address):
    """It is said where the answer was waited for, once; a minute later it can be asked again."""
    kept = "phone kept the seat. Talk it over"
    assert seat(other, address, "red").status_code == 303
    client.post(f"{address}/seats/red/leave")
    assert "kept the seat" not in text(client.get(f"{address}/people"))
    other.post(f"{address}/asked", data={"about": "free", "color": "red", "agree": "no"})
    for page in (address, f"{address}/people", f"{address}/setup"):
        assert text(client.get(page)).count(kept) == 1
    assert kept not in text(other.get(address))
    again = client.post(f"{address}/seats/red/leave", headers=FRAGMENT)
    assert again.status_code == 409
    assert text(again).count("kept the seat") == 1


def test_a_seat_that_was_taken_over_is_opened_on_its_page(client, other, tables, address):
    """First of all the page says what is hidden; once it is shown, the page comes anew by itself."""
    table, mine = address.rsplit("/", 1)[1], f"{address}/tickets/red"
    assert seat(other, address, "red").status_code == 303
    told(tables, other, address, type="keep", player="red", ticket="denver--el-paso")
    other.post(f"{address}/seats/red/leave")
    assert seat(client, address, "red").status_code == 303
    page = text(client.get(mine))
    assert page.index("This seat was taken over") < page.index("Add tickets")
    assert "asked the other phones" in text(client.get(f"{mine}/covered", headers=FRAGMENT))
    assert client.get(f"{mine}/covered").location == mine
    other.post(f"{address}/asked", data={"about": "show", "color": "red", "agree": "no"})
    assert "Ask the others" in text(client.get(f"{mine}/covered", headers=FRAGMENT))
    assert client.post(f"{address}/seats/red/show").location == f"{mine}/covered"
    tables.seats.answer(table, device(other), "show", "red", True)
    assert client.get(f"{mine}/covered", headers=FRAGMENT).headers["HX-Redirect"] == mine
    page = text(client.get(mine))
    assert "This seat was taken over" not in page
    assert "1 ticket" in page


def test_on_a_shared_phone_asking_the_others_covers_nothing(client, other, tables, address):
    mine = f"{address}/tickets/red"
    assert seat(client, address, "blue").status_code == 303
    assert seat(other, address, "red").status_code == 303
    told(tables, other, address, type="keep", player="red", ticket="denver--el-paso")
    other.post(f"{address}/seats/red/leave")
    client.post(f"{mine}/take")
    other.post(f"{address}/asked", data={"about": "show", "color": "red", "agree": "no"})
    assert "Ask the others" in text(client.get(mine))
    assert "asked the other phones" in text(client.post(f"{address}/seats/red/show", follow_redirects=True))
