"""A board's page: its variants as tabs, their tickets as a timetable."""

from __future__ import annotations

import html

import pytest

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


def test_a_boards_page_is_headed_by_its_name(client):
    answer = client.get("/boards/usa")
    assert answer.status_code == 200
    assert "<h1>USA</h1>" in answer.text


def test_the_first_variant_is_shown_unless_one_is_named(client):
    assert client.get("/boards/usa").text == client.get("/boards/usa/base").text


def test_every_variant_shows_every_one_of_its_tickets(client, boards):
    for board in boards.values():
        for variant in board.variants:
            text = html.unescape(client.get(f"/boards/{board.id}/{variant}").text)
            tickets = board.tickets_of(variant).values()
            assert text.count("<tr><td>") == len(tickets) + len(board.points_for)
            for ticket in tickets:
                assert all(board.end_name(end) in text for end in ticket.ends)


def test_long_tickets_are_marked(client, boards):
    europe = boards["europe"]
    longs = sum(europe.is_long(ticket, "base") for ticket in europe.tickets_of("base").values())
    assert longs
    assert client.get("/boards/europe/base").text.count('class="long-mark"') == longs
    assert 'class="long-mark"' not in client.get("/boards/usa/base").text


def test_the_tab_that_is_shown_says_so(client):
    text = client.get("/boards/usa/mega", headers=HTMX).text
    assert text.count("aria-current") == 1
    assert 'id="tab-mega"' in text.split("aria-current")[0].rsplit("<a", 1)[1]


def test_htmx_gets_only_what_changes(client):
    fragment = client.get("/boards/usa/mega", headers=HTMX).text
    assert "<html" not in fragment
    assert fragment.strip() in client.get("/boards/usa/mega").text


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true", "HX-Request-Type": "full"}])
def test_whoever_replaces_the_whole_page_gets_the_whole_page(client, headers):
    assert "<html" in client.get("/boards/usa/mega", headers=headers).text


def test_caches_keep_page_and_fragment_apart(client):
    assert {"HX-Request", "HX-Request-Type"} <= set(client.get("/boards/usa").vary)


@pytest.mark.parametrize("address", ["/boards/nope", "/boards/nope/base", "/boards/usa/nope"])
def test_an_unknown_board_or_variant_is_not_there(client, address):
    assert client.get(address).status_code == 404
