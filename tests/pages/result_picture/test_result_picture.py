"""The picture of a result: only of games that are over, and outside the table only where the maker shows it."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from companion.sheet.html_to_pdf import CannotPrint
from tests.pages.finishing import almost, finish, game_at, over
from tests.pages.visiting import FRAGMENT, device, guest, new_game, text
from tests.support.evenings import NAMES, evening


@pytest.fixture
def address(client, tables):
    return over(tables, client, evening(52, "europe", 5))


def test_it_has_both_shapes(client, address):
    page = client.get(f"{address}/picture").text
    assert 'data-shape="wide"><svg' in page
    assert 'data-shape="square"><svg' in page


def test_the_tally_leads_there(client, address):
    assert f'href="{address}/picture"' in client.get(f"{address}/tally").text


def test_before_the_end_and_during_the_reveal_there_is_none(app, client, tables):
    address = almost(tables, client)
    watcher = guest(app, tables, client, address, "watcher")
    assert client.get(f"{address}/picture").location == f"{address}/end"
    assert watcher.get(f"{address}/picture").location == f"{address}/watch"
    finish(tables, client, address)
    assert client.get(f"{address}/picture").location == f"{address}/reveal"


def test_a_stranger_finds_no_table(app, address):
    assert app.test_client().get(f"{address}/picture").status_code == 404


def test_a_page_left_open_follows_corrections(client, tables, address):
    log = len(game_at(tables, client, address).log)
    assert client.get(f"{address}/picture?log={log}", headers=FRAGMENT).status_code == 204
    assert client.get(f"{address}/picture?log=1", headers=FRAGMENT).headers["HX-Refresh"] == "true"


def share(client, address, wanted=True):
    return client.post(f"{address}/picture", data={"shared": "1"} if wanted else {})


def preview(page):
    return re.search(r'<meta property="og:image" content="([^"]+)"', page.text)[1]


def test_every_link_has_one_and_the_same_card(app, client, address):
    stranger = app.test_client()
    cards = {
        preview(asked.get(path))
        for asked, path in (
            (client, f"{address}/tally"),
            (client, "/"),
            (stranger, f"{address}/tally"),
            (stranger, "/t/none/tally"),
            (stranger, f"{address}/picture/shared"),
        )
    }
    assert len(cards) == 1
    [card] = cards
    assert stranger.get(card).mimetype == "image/png"


def test_strangers_see_a_result_only_where_its_maker_shows_it(app, client, tables, address):
    stranger = app.test_client()
    for path in ("shared", "shared.jpg"):
        none = stranger.get(f"/t/none/picture/{path}")
        hidden = stranger.get(f"{address}/picture/{path}")
        assert (hidden.status_code, hidden.data) == (none.status_code, none.data) == (404, none.data)
    assert share(client, address).status_code == 303
    page = stranger.get(f"{address}/picture/shared")
    assert page.status_code == 200
    assert preview(page).startswith(f"http://localhost{address}/picture/shared.jpg?version=")
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    share(client, address, False)
    assert stranger.get(f"{address}/picture/shared").status_code == 404


def test_what_is_shown_outside_has_initials_alone(app, client, address):
    share(client, address)
    page = text(app.test_client().get(f"{address}/picture/shared"))
    assert "Ε. wins!" in page  # in Greek
    for name in NAMES:
        assert not re.search(rf"\b{name}\b", page)
    assert "Friday" not in page


def test_only_the_maker_decides_that(app, client, tables, address):
    player = guest(app, tables, client, address)
    assert share(player, address).status_code == 403
    assert "Show the result" not in player.get(f"{address}/picture").text
    assert "Show the result" in client.get(f"{address}/picture").text
    table = address.rpartition("/")[2]
    joined = app.test_client().post("/api/join", json={"secret": tables.door.invite(table, device(client))})
    shown, program = {"options": {"picture_shared": True}}, {"Authorization": f"Bearer {joined.json['token']}"}
    assert app.test_client().patch(f"/api/tables/{table}", json=shown, headers=program).status_code == 403
    assert app.test_client().get(f"{address}/picture/shared").status_code == 404


def test_a_game_that_goes_on_is_not_shown(app, client, tables):
    address = almost(tables, client)
    share(client, address)
    assert app.test_client().get(f"{address}/picture/shared").status_code == 404
    finish(tables, client, address)
    assert app.test_client().get(f"{address}/picture/shared").status_code == 404  # while it is revealed


def test_changing_other_settings_leaves_it_as_it_is(client, tables, address):
    share(client, address)
    client.post(f"{address}/setup", data=new_game("Ada", "Bo", "Cyrill", board="europe"))
    tables.settings.change(address.rpartition("/")[2], device(client), {"options": {"ticket_hint": False}})
    assert game_at(tables, client, address).options.picture_shared


def test_the_chat_text_leads_there(app, client, address):
    public = {"Host": "games.example.org", "Cookie": f"trackside={client.get_cookie('trackside').value}"}
    there = app.test_client(use_cookies=False)
    assert f"http://games.example.org{address}/tally" in there.get(f"{address}/tally", headers=public).text
    share(client, address)
    assert f"http://games.example.org{address}/picture/shared" in there.get(f"{address}/tally", headers=public).text


def test_the_printer_draws_it_once_and_small(client, address, app):
    share(client, address)
    first = app.test_client().get(f"{address}/picture/shared.jpg")
    if first.status_code == 303:
        pytest.skip("without Pango")
    with Image.open(io.BytesIO(first.data)) as picture:
        assert picture.size == (1200, 630)
        assert picture.format == "JPEG"
    assert len(first.data) <= 250_000
    assert app.test_client().get(f"{address}/picture/shared.jpg").data == first.data


def test_where_nothing_can_be_drawn_it_is_the_card_of_all(app, client, address, monkeypatch):
    def cannot(*_):
        raise CannotPrint("no Pango")

    monkeypatch.setattr("companion.sheet.pool.Printer.card", cannot)
    share(client, address)
    stranger = app.test_client()
    drawn = stranger.get(f"{address}/picture/shared.jpg")
    assert drawn.status_code == 303
    assert stranger.get(drawn.location).mimetype == "image/png"
