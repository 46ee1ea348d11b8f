"""The page on which somebody compares a board with their own box."""

from __future__ import annotations

import html

import pytest

from companion import languages
from companion.i18n import speaking
from companion.pages.compare.view import screens
from tests.support.markup import parsed


def test_it_works_and_is_linked_from_the_board(client):
    answer = client.get("/compare/usa/mega")
    assert answer.status_code == 200
    assert "USA: Compare with my box" in answer.text
    assert 'href="/compare/usa/mega"' in client.get("/boards/usa/mega").text


@pytest.mark.parametrize("address", ["/compare/nope/base", "/compare/usa/nope", "/compare/usa"])
def test_an_unknown_board_or_variant_is_not_there(client, address):
    assert client.get(address).status_code == 404


def test_every_fact_can_be_read_without_a_script(client):
    text = html.unescape(client.get("/compare/usa/base").text)
    parsed(text)
    for words in ("Denver – Omaha", "4 trains · purple", "New York – Seattle", "22 points", "45 trains each"):
        assert words in text


def test_there_are_ten_on_a_screen_at_most_and_the_uncertain_ones_come_first(boards):
    for board in boards.values():
        every = screens(board, next(iter(board.variants)))
        assert max(len(screen.facts) for screen in every) <= 10
        doubtful = [asked.fact.doubtful for screen in every for asked in screen.facts]
        assert doubtful == sorted(doubtful, reverse=True)
        assert bool(board.undecided.tracks) <= doubtful[0]


def test_routes_on_a_screen_lie_together_and_have_the_numbers_of_the_picture(boards):
    usa = boards["usa"]
    parts = [screen for screen in screens(usa, "base") if screen.box]
    assert sum(asked.number is not None for part in parts for asked in part.facts) == len(usa.pairs)
    for part in parts:
        _left, _top, wide, high = map(float, part.box.split())
        assert wide * high < usa.layout.width * usa.layout.height / 3
        assert '[data-offer="1"]' in part.lit


def test_what_was_found_is_known_again_in_another_language(boards):
    def keys():
        return {asked.key for screen in screens(boards["italy"], "base") for asked in screen.facts}

    english = keys()
    with speaking(languages.catalogue("de")):
        assert keys() == english


def test_a_board_without_a_picture_is_compared_by_its_names(boards):
    bare = boards["london"].model_copy(update={"drawing": None, "layout": None})
    assert not any(screen.box for screen in screens(bare, "base"))
