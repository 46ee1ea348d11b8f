"""Coming to a table with another phone."""

from __future__ import annotations

import time

import pytest

from companion.play import door
from tests.pages.visiting import FRAGMENT, device, guest, text


@pytest.fixture
def other(app):
    """Somebody else's phone."""
    return app.test_client()


def snapshot(tables, address):
    return tables.store.snapshot(address.rsplit("/", 1)[1])


def asked(tables, other, address, **more):
    """The page to wait on, after typing the code."""
    answer = other.post("/join", data={"code": snapshot(tables, address).code, **more})
    assert answer.status_code == 303
    return answer.location


def decide(client, address, waiting, admit):
    guest = waiting.rsplit("/", 1)[1]
    return client.post(f"{address}/waiting/{guest}", data={"admit": admit})


def test_who_typed_the_code_waits_is_let_in_and_lands_at_the_table(client, tables, address, other):
    assert other.get("/join").status_code == 200
    waiting = asked(tables, other, address)
    assert "Someone at the table needs to let you in." in other.get(waiting).text
    assert "Someone wants to join" in client.get(f"{address}/people").text
    assert decide(client, address, waiting, "yes").status_code == 303
    answer = other.get(waiting)
    assert (answer.status_code, answer.location) == (303, f"{address}/people")
    assert other.get(answer.location).status_code == 200


def test_who_typed_a_name_of_the_table_has_that_seat_proposed(client, tables, address, other):
    waiting = asked(tables, other, address, name=" bo ")
    decide(client, address, waiting, "yes")
    people = other.get(waiting).location
    assert people == f"{address}/people?seat=red"
    page = text(other.get(people))
    assert page.index("This is me: Bo") < page.index("Seats")
    assert f'hx-get="{people}"' in page, "it stays when news come"
    other.post(f"{address}/seats", data={"color": "red"})
    assert 'id="proposed"' not in other.get(people).text


def test_the_page_to_wait_on_goes_on_by_itself_with_script_and_without(tables, address, other):
    waiting = asked(tables, other, address)
    page = other.get(waiting).text
    assert '<noscript><meta http-equiv="refresh"' in page
    assert f'hx-get="{waiting}"' in page
    fragment = other.get(waiting, headers=FRAGMENT)
    assert fragment.status_code == 200
    assert "<html" not in fragment.text


def test_htmx_is_told_to_go_where_a_redirect_would_have_gone(client, tables, address, other):
    waiting = asked(tables, other, address)
    decide(client, address, waiting, "yes")
    answer = other.get(waiting, headers=FRAGMENT)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, f"{address}/people")


def test_the_page_can_be_loaded_once_more_on_the_way_in(client, tables, address, other):
    waiting = asked(tables, other, address)
    decide(client, address, waiting, "yes")
    assert [other.get(waiting).status_code for _ in range(3)] == [303, 303, 303]


def test_the_table_says_no(client, tables, address, other):
    waiting = asked(tables, other, address)
    decide(client, address, waiting, "no")
    answer = other.get(waiting)
    assert answer.status_code == 403
    assert "Someone at the table said no." in answer.text
    assert 'href="/join"' in answer.text
    assert other.get(address).status_code == 404


def test_nobody_answers_for_five_minutes(tables, address, other, client, monkeypatch):
    waiting = asked(tables, other, address)
    now = time.time()
    monkeypatch.setattr(door.time, "time", lambda: now + 301)
    answer = other.get(waiting)
    assert answer.status_code == 410
    assert "Ask again" in answer.text
    assert decide(client, address, waiting, "yes").status_code == 410
    assert "Someone wants" not in client.get(f"{address}/people").text


@pytest.mark.parametrize("code", ["", "AAAAAA", "<b>", "A" * 10_000, "O0O0O0"])
def test_a_code_that_leads_nowhere(other, code):
    answer = other.post("/join", data={"code": code})
    assert answer.status_code == 404
    assert "No table has this code. Check it and try again." in answer.text
    assert "<b>" not in answer.text.replace("<b>Player", "").replace("<b>Spectator", "")


def test_a_code_may_be_typed_as_it_is_read_out(tables, address, other):
    code = snapshot(tables, address).code.lower()
    assert other.post("/join", data={"code": f" {code[:3]}-{code[3:]} "}).status_code == 303


def test_who_waits_under_an_unknown_name(other):
    assert other.get("/join/nobody").status_code == 404


def test_by_the_secret_of_the_square_code_at_once(client, tables, address, other):
    secret = tables.door.invite(address.rsplit("/", 1)[1], device(client))
    answer = other.post("/join", data={"secret": secret})
    assert (answer.status_code, answer.location) == (303, f"{address}/people")


def test_an_old_or_invented_secret(other):
    answer = other.post("/join", data={"secret": "nope"})
    assert answer.status_code == 404
    assert "This invitation no longer works. Ask for a new one." in answer.text


def test_to_watch_only(client, tables, address, other):
    waiting = asked(tables, other, address, **{"as": "watcher"})
    assert "Someone wants to watch" in client.get(f"{address}/people").text
    decide(client, address, waiting, "yes")
    assert other.get(waiting).location == f"{address}/watch"


def test_a_watcher_who_wants_to_play_waits_like_everybody(app, client, tables, address):
    watcher = guest(app, tables, client, address, "watcher")
    waiting = asked(tables, watcher, address)
    assert watcher.get(waiting).status_code == 200
    decide(client, address, waiting, "yes")
    assert watcher.get(waiting).location == f"{address}/people"


def test_who_is_in_already_does_not_knock(client, tables, address):
    assert asked(tables, client, address) == f"{address}/people"
    assert not snapshot(tables, address).waiting


def test_without_script_the_page_says_what_to_do(other):
    page = text(other.get("/join"))
    assert (
        "JavaScript is off: enter the six-character code instead."
        in page.split("<noscript>")[1].split("</noscript>")[0]
    )


def test_an_explained_refusal_keeps_what_was_typed(other):
    page = other.post("/join", data={"code": "abcdef", "as": "watcher"}).text
    assert 'value="abcdef"' in page
    assert 'value="watcher" checked' in page


def test_what_was_asked_is_collected_by_the_browser_that_asked(app, client, tables, address, other):
    waiting = asked(tables, other, address)
    decide(client, address, waiting, "yes")
    assert app.test_client().get(waiting).status_code == 404
    assert other.get(waiting).location == f"{address}/people"


def test_nor_by_a_program_whose_call_names_the_place(app, client, tables, address, other):
    """It would take the place away: who asked would come too late."""
    waiting = asked(tables, other, address)
    decide(client, address, waiting, "yes")
    place = waiting.rsplit("/", 1)[1]
    known = {"Authorization": f"Bearer {other.get_cookie('trackside').value}"}
    for browser, headers in ((app.test_client(), {}), (app.test_client(), known), (other, {})):
        assert browser.get(f"/api/join/{place}", headers=headers).status_code in (401, 404)
    assert other.get(waiting).location == f"{address}/people"
