"""Taking a seat to another phone, by the pages of both."""

from __future__ import annotations

import re

import pytest

from companion.pages.people import routes
from companion.web import invitation
from tests.pages.visiting import FRAGMENT, device, guest, text, told

ALONG = "/seats/blue/along"


def shown(client, address, **form):
    """The secret behind the QR code, which the page has only as a drawing."""
    drawn = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "qr", lambda link: drawn.append(link) or invitation.qr(link))
        page = client.post(f"{address}{ALONG}", data=form)
    return page, drawn[0].partition("#")[2] if drawn else ""


def test_the_old_phone_shows_a_code_the_new_one_waits_and_lands_in_the_seat(app, client, tables, address):
    client.post(f"{address}/seats", data={"color": "blue"})
    told(tables, client, address, type="keep", player="blue", ticket="denver--el-paso")
    assert f'href="{address}{ALONG}"' in client.get(f"{address}/people").text
    assert client.get(f"{address}{ALONG}").status_code == 200
    page, secret = shown(client, address)
    assert (page.status_code, page.headers["Cache-Control"]) == (200, "no-store")
    assert secret not in page.text
    assert 'class="qr"' in page.text
    other = app.test_client()
    assert other.get("/join/seat").status_code == 200
    waiting = other.post("/join/seat", data={"secret": secret}).location
    signs = re.search(r'class="code"[^>]*><span>(\w{3})<', other.get(waiting).text)[1]
    for path in (address, f"{address}/tickets/blue", f"{address}/people"):
        assert other.get(path).status_code == 404
    asked = text(client.get(f"{address}{ALONG}", headers=FRAGMENT))
    assert f"Does your new phone show {signs}?" in asked
    assert "<html" not in asked
    form = {"about": "move", "color": "blue", "agree": "yes"}
    assert client.post(f"{address}/asked", data=form).location == f"{address}/people"
    assert other.get(waiting).location == f"{address}/people"
    assert other.get(f"{address}/tickets/blue").status_code == 200
    assert "Denver" in other.get(f"{address}/tickets/blue").text
    assert client.get(f"{address}{ALONG}").location == f"{address}/people"
    assert client.get(f"{address}{ALONG}", headers=FRAGMENT).headers["HX-Redirect"] == f"{address}/people"
    assert "Ada moved to another phone" in text(client.get(f"{address}/log"))


def test_a_used_or_wrong_code_says_to_show_a_new_one(app, client, address):
    client.post(f"{address}/seats", data={"color": "blue"})
    __, secret = shown(client, address)
    app.test_client().post("/join/seat", data={"secret": secret})
    for wrong in (secret, "nothing", ""):
        answer = app.test_client().post("/join/seat", data={"secret": wrong})
        assert answer.status_code == 404
        assert "This QR code no longer works." in text(answer)


def test_who_is_at_the_table_already_waits_as_well(app, tables, client, address):
    client.post(f"{address}/seats", data={"color": "blue"})
    other = guest(app, tables, client, address)
    __, secret = shown(client, address)
    waiting = other.post("/join/seat", data={"secret": secret}).location
    assert other.get(waiting).status_code == 200
    client.post(f"{address}/asked", data={"about": "move", "color": "blue", "agree": "no"})
    answer = other.get(waiting)
    assert answer.status_code == 403
    assert "The seat stayed on your old phone. To try again, show a new QR code there." in text(answer)
    assert "Not let in" not in text(answer)
    assert tables.store.snapshot(address.rpartition("/")[2]).seats["blue"].device == device(client)


def test_a_seat_with_a_pin_asks_for_it_first(client, address):
    client.post(f"{address}/seats", data={"color": "blue", "pin": "2580"})
    assert 'name="pin"' in client.get(f"{address}{ALONG}").text
    page, secret = shown(client, address, pin="1111")
    assert (page.status_code, secret) == (403, "")
    page, secret = shown(client, address, pin="2580")
    assert page.status_code == 200
    assert secret
