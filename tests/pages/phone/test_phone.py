"""“This isn't my phone any more”: asked once, and then this browser is at no table."""

from __future__ import annotations

import pytest

from tests.pages.visiting import device, guest, new_game, opened, text


def at(tables, address):
    return set(tables.store.snapshot(address.rsplit("/", 1)[1]).members)


def test_it_is_asked_first_and_nothing_is_done_yet(client, tables, address):
    page = client.get("/phone")
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "no-store"
    assert "Remove this phone from all games" in text(page)
    assert at(tables, address) == {device(client)}


@pytest.mark.parametrize("path", ["/", "{table}/people", "/privacy"])
def test_the_way_there_is_where_one_would_look(client, address, path):
    assert 'href="/phone"' in client.get(path.format(table=address)).text


def test_its_cookie_opens_no_table_any_more(client, app, tables, address):
    other = guest(app, tables, client, address)
    other.post(f"{address}/seats", data={"color": "red"})
    token = other.get_cookie("trackside").value
    answer = other.post("/phone")
    assert (answer.status_code, answer.location) == (303, "/phone")
    assert answer.headers["Clear-Site-Data"] == '"cookies", "storage"'
    assert other.get_cookie("trackside") is None
    assert at(tables, address) == {device(client)}
    assert "This phone isn't in any game" in text(other.get("/phone"))
    thief = app.test_client()
    thief.set_cookie("trackside", token)
    for path in (address, f"{address}/people", f"{address}/tickets/red"):
        assert thief.get(path).status_code == 404
    assert thief.get(f"/api{address.replace('/t/', '/tables/')}").status_code == 404
    assert address not in thief.get("/").text


def test_the_table_reads_of_it_in_its_log(client, app, tables, address):
    other = guest(app, tables, client, address)
    other.post(f"{address}/seats", data={"color": "red"})
    other.post("/phone")
    page = text(client.get(f"{address}/log"))
    assert "Bo's phone left Bo's seat" in page
    assert "Bo's phone left the table for good" in page


def test_over_https_both_of_its_names_are_ended(app, tables):
    client = app.test_client()
    plain = opened(client)
    secure = client.post("/new", base_url="https://localhost", data=new_game("Ada", "Bo")).location
    assert at(tables, plain) != at(tables, secure)
    client.post("/phone", base_url="https://localhost", headers={"Origin": "https://localhost"})
    assert at(tables, plain) == at(tables, secure) == set()


def test_games_that_are_on_this_phone_alone_are_named_before(client, app, tables, address):
    assert "Only on this phone" in text(client.get("/phone"))
    guest(app, tables, client, address)
    assert "Only on this phone" not in text(client.get("/phone"))


def test_a_phone_that_is_in_no_game_has_nothing_to_leave(client):
    page = client.get("/phone")
    assert "Set-Cookie" not in page.headers
    assert "Remove this phone" not in text(page)
    assert client.post("/phone").location == "/phone"


def test_another_site_cannot_ask_for_it(client, tables, address):
    assert client.post("/phone", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert at(tables, address) == {device(client)}


def test_a_program_ends_its_token(client, tables):
    players = [{"color": "red", "name": "Ada"}, {"color": "blue", "name": "Bo"}]
    new = client.post("/api/tables", json={"map": "usa", "players": players})
    token = {"Authorization": f"Bearer {new.json['token']}"}
    assert client.delete("/api/device", headers=token).status_code == 204
    assert client.get(f"/api/tables/{new.json['table']}", headers=token).status_code == 401
    assert client.delete("/api/device").status_code == 401
