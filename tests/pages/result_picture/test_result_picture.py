"""The page of the picture of a result: only of games that are over."""

from __future__ import annotations

import pytest

from tests.pages.finishing import almost, finish, game_at, over
from tests.pages.visiting import FRAGMENT, guest
from tests.support.evenings import evening


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
