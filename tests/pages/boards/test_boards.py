"""The shelf: every board, and what can be played on it."""

from __future__ import annotations

import html

import html5lib
import pytest

from companion.app import create_app
from companion.pages.shared.shelf import board_card
from companion.prose.undecided_readings import in_short
from tests.support.markup import parsed


def test_the_shelf_asks_which_board_is_on_the_table(client):
    answer = client.get("/boards")
    assert answer.status_code == 200
    assert "Which board is on the table?" in answer.text


def test_every_board_and_variant_is_on_the_shelf(client, boards):
    text = html.unescape(client.get("/boards").text)
    for board in boards.values():
        assert f'href="/boards/{board.id}"' in text
        for name, variant in board.variants.items():
            assert f'href="/boards/{board.id}/{name}"' in text
            assert variant.name in text
            assert variant.about in text


def test_a_board_says_what_is_in_its_box(client):
    text = client.get("/boards").text
    for fact in ("36 cities", "100 tracks", "47 cities", "101 tracks", "45 trains each", "3 stations each"):
        assert fact in text


def test_a_variant_without_bonus_says_so(client):
    assert "No bonus" in client.get("/boards").text


def test_a_name_somebody_typed_cannot_become_markup(boards):
    usa = boards["usa"].model_copy(update={"name": "<script>alert(1)</script>"})
    text = create_app({"usa": usa}).test_client().get("/boards").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text


def test_an_empty_shelf_is_still_a_page():
    assert create_app({}).test_client().get("/boards").status_code == 200


def test_without_tables_the_shelf_is_all_there_is(boards):
    answer = create_app(boards).test_client().get("/")
    assert (answer.status_code, answer.location) == (302, "/boards")


def test_the_checking_parser_does_refuse():
    with pytest.raises(html5lib.html5parser.ParseError):
        parsed("<!doctype html><title>x</title><p><div></p>")


def test_every_board_shows_its_picture_what_is_special_and_can_be_found(client, boards):
    text = html.unescape(client.get("/boards").text)
    for board in boards.values():
        assert f"/drawings/{board.id}-light-" in text
        assert f"/drawings/{board.id}-dark-" in text
        assert f'data-words="{board.name} {board_card(board).special}"' in text
    assert text.count('loading="lazy"') == len(boards)
    assert 'aria-label="Find a board"' in text
    for board in boards.values():
        assert in_short(board) in text
    assert text.count("Compare with your box:") == 10


def test_a_board_s_page_says_what_is_undecided_track_by_track(client):
    page = html.unescape(client.get("/boards/south-korea").text)
    assert "Changwon – Daegu: 3 or 4 spaces" in page
    assert "Compare with your box" not in client.get("/boards/poland").text
