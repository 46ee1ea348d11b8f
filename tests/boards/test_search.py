"""Finding routes and cities by what people type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import files
from companion.boards.search import MOST_WORDS, Found, search, words_of


@pytest.mark.parametrize(
    ("board", "typed", "pairs"),
    [
        ("usa", "den om", ["denver--omaha"]),
        ("usa", "om den", ["denver--omaha"]),
        ("usa", "DENVER – OMAHA", ["denver--omaha"]),
        ("usa", "los angeles el paso", ["el-paso--los-angeles"]),
        ("usa", "la el p", ["el-paso--los-angeles"]),
        ("usa", "nyc pit", ["new-york--pittsburgh"]),
        ("usa", "sault win", ["sault-st-marie--winnipeg"]),
        ("europe", "wien ber", ["berlin--wien"]),
        ("europe", "vienna berl", ["berlin--wien"]),
        ("europe", "munchen venedig", ["munchen--venezia"]),
        ("europe", "muenchen zuerich", ["munchen--zurich"]),
        ("europe", "München-Zürich", ["munchen--zurich"]),
        ("europe", "kobenhavn stock", ["kobenhavn--stockholm"]),
        ("europe", "københavn stock", ["kobenhavn--stockholm"]),
        ("usa", "denver miami", []),
    ],
)
def test_two_beginnings_find_the_route(boards, board, typed, pairs):
    assert list(search(boards[board], typed).pairs) == pairs


@pytest.mark.parametrize(
    ("board", "typed", "cities"),
    [
        ("usa", "denv", ["denver"]),
        ("usa", "new", ["new-orleans", "new-york"]),
        ("usa", "york", ["new-york"]),
        ("usa", "st. louis", ["saint-louis"]),
        ("europe", "gdansk", ["danzig"]),
        ("europe", "Gdańsk", ["danzig"]),
        ("europe", "Rom", ["roma"]),
        ("europe", "", []),
        ("europe", "–", []),
        ("europe", "atlantis", []),
    ],
)
def test_one_beginning_finds_cities(boards, board, typed, cities):
    found = search(boards[board], typed).cities
    assert [city for city in found if city in cities] == cities
    assert bool(found) == bool(cities)


def test_what_begins_the_printed_name_comes_first(boards):
    assert search(boards["usa"], "san").cities == ("san-francisco", "santa-fe")
    assert search(boards["usa"], "la").cities[0] == "las-vegas"


def test_two_words_may_be_one_city_or_two(boards):
    found = search(boards["usa"], "st lou")
    assert "saint-louis" in found.cities


@pytest.mark.parametrize("board", ["usa", "europe"])
def test_every_route_is_found_by_its_printed_names(boards, board):
    shelf = boards[board]
    for route in shelf.route.values():
        typed = " ".join(shelf.city[end].name for end in route.ends)
        assert search(shelf, typed).pairs[0] == route.pair


@given(st.text(max_size=60))
def test_anything_may_be_typed(text):
    found = search(files.boards()["europe"], text)
    assert isinstance(found, Found)


def test_only_so_many_words_are_looked_at(boards):
    assert search(boards["usa"], "denver " * MOST_WORDS * 9) == Found()


def test_words_lose_accents_hyphens_and_capitals():
    assert words_of("  Sault-St. MARIE, Łódź & Ærø ") == ["sault", "st", "marie", "lodz", "aero"]
