"""The rules at hand: a page for each board, the counter for tunnels, and the way there from a refusal."""

from __future__ import annotations

import pytest

from tests.pages.visiting import FRAGMENT, device, opened, text, told


@pytest.mark.parametrize("board", ["usa", "europe"])
def test_a_boards_rules_open_and_its_page_leads_there(client, board):
    page = client.get(f"/boards/{board}/rules")
    assert page.status_code == 200
    assert "The longest path" in page.text
    assert f'href="/boards/{board}/rules"' in client.get(f"/boards/{board}").text


def test_a_board_that_nobody_knows_has_none(client):
    assert client.get("/boards/mars/rules").status_code == 404


def test_a_tunnel_is_counted_without_script(client):
    cards = "card-1=same&card-2=locomotive&card-3=other"
    assert "2 more cards: your colour" in client.get(f"/boards/europe/rules?paid=colour&{cards}").text
    assert "1 more locomotive." in client.get(f"/boards/europe/rules?paid=locomotives&{cards}").text
    assert "No extra cards" in client.get("/boards/europe/rules?card-1=nonsense&paid=1").text


def test_and_with_it_only_the_counter_comes(client):
    piece = client.get("/boards/europe/rules?paid=colour&card-1=same", headers=FRAGMENT).text
    assert "1 more card" in piece
    assert "<h1" not in piece


def test_who_came_from_a_table_goes_back_there(client):
    assert 'href="/t/abc123"' in client.get("/boards/usa/rules?at=abc123").text
    assert "Back to the table" not in client.get("/boards/usa/rules?at=//elsewhere").text


def test_what_cannot_be_claimed_leads_to_its_rule(client, tables):
    address = opened(client)
    told(tables, client, address, type="claim", player="blue", route="denver--kansas-city--1")
    page = text(client.get(f"{address}?find=denver+kansas"))
    assert f'/boards/usa/rules?at={address.rsplit("/", 1)[1]}#twin-closed"' in page


def test_a_refused_claim_leads_to_its_rule(client, tables):
    address = opened(client)
    told(tables, client, address, type="claim", player="red", route="denver--omaha")
    claim = {"type": "claim", "player": "blue", "route": "denver--omaha", "id": "mine"}
    answer = client.post(f"{address}/entries", data=claim)
    assert answer.status_code == 409
    assert '#route-taken"' in answer.text


def test_a_tunnel_that_is_offered_leads_to_the_counter(client):
    address = opened(client, board="europe")
    assert "#tunnel" in client.get(f"{address}?find=madrid+pamplona").text
    assert "#tunnel" not in client.get(f"{address}?find=berlin+wien").text


def test_a_ferry_that_is_offered_leads_to_what_it_takes(client):
    address = opened(client, board="europe")
    assert "#ferries" in client.get(f"{address}?find=dieppe+london").text


ANCHORS = {"total": "ties", "won": "tickets", "longest-path": "longest-path", "routes": "routes"}


@pytest.mark.parametrize(("line", "anchor"), ANCHORS.items())
def test_a_figure_of_the_tally_leads_to_its_rule(client, tables, line, anchor):
    address = opened(client)
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    tables.log.report(address.rsplit("/", 1)[1], device(client), {"type": "finish", "id": "end"}, anyway=True)
    client.post(f"{address}/reveal", data={"to": "99", "log": "2"})
    assert f'#{anchor}"' in client.get(f"{address}/tally?player=blue&line={line}").text


def test_the_statement_is_found_from_about(client):
    assert 'href="/accessibility"' in client.get("/about").text
    assert "WCAG 2.2" in client.get("/accessibility").text
