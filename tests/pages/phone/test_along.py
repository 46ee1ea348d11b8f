"""The link to everything on a phone: its page, and the page that opens it."""

from __future__ import annotations

import re

from tests.pages.visiting import text


def link_of(client):
    assert client.post("/phone/along").location == "/phone/along"
    page = client.get("/phone/along")
    assert page.headers["Cache-Control"] == "no-store"
    return re.search(r'value="(http[^"]+/phone/open#[\w-]{20,})"', page.text)[1]


def test_another_phone_opens_it_by_script_or_by_pasting(app, client, address):
    client.post(f"{address}/seats", data={"color": "blue"})
    assert 'href="/phone/along"' in client.get("/").text
    assert "/phone/open#" not in client.get("/phone/along").text
    link = link_of(client)
    for form in ({"secret": link.partition("#")[2]}, {"link": f" {link} "}):
        other = app.test_client()
        assert 'href="/phone/open"' in other.get("/").text
        assert other.get("/phone/open").status_code == 200
        assert other.get(address).status_code == 404
        assert other.post("/phone/open", data=form).location == "/"
        assert f'href="{address}"' in other.get("/").text
        assert "another phone" in text(other.get(f"{address}/people"))


def test_a_wrong_or_old_link_opens_nothing(app, client, address):
    old = link_of(client).partition("#")[2]
    assert link_of(client).partition("#")[2] != old
    for wrong in (old, "nothing", ""):
        answer = app.test_client().post("/phone/open", data={"secret": wrong})
        assert answer.status_code == 404
        assert "This link no longer works." in text(answer)


def test_a_phone_in_no_game_has_no_link_to_make(app):
    stranger = app.test_client()
    assert "nothing to take to another phone" in text(stranger.get("/phone/along"))
    assert stranger.post("/phone/along").status_code == 409
