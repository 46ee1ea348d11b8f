"""Finding routes and cities by what people type."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import languages
from companion.boards import files
from companion.boards.search import MOST_WORDS, Matches, search, words_of


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
    assert isinstance(found, Matches)


def test_only_so_many_words_are_looked_at(boards):
    assert search(boards["usa"], "denver " * MOST_WORDS * 9) == Matches()


def test_words_lose_accents_hyphens_and_capitals():
    assert words_of("  Sault-St. MARIE, Łódź & Ærø ") == ["sault", "st", "marie", "lodz", "aero"]


# What people call a city at home, on boards that print another name.
AT_HOME = {
    "cs": "germany munchen Mnichov, italy venezia Benátky, world al-qahira Káhira, switzerland geneve Ženeva",
    "de": "world cape-town Kapstadt, italy napoli Neapel, switzerland geneve Genf, legendary-asia shanghai Schanghai",
    "en": "germany koln Cologne, italy firenze Florence, world al-qahira Cairo, nederland s-gravenhage The Hague",
    "es": "germany koln Colonia, italy firenze Florencia, world al-qahira El Cairo, france bordeaux Burdeos",
    "fr": "italy genova Gênes, nordic kobenhavn Copenhague, world cape-town Le Cap, poland warszawa Varsovie",
    "it": "germany munchen Monaco di Baviera, france lyon Lione, switzerland zurich Zurigo, iberia sevilla Siviglia",
    "nl": "germany koln Keulen, germany nurnberg Neurenberg, france lille Rijsel, italy napoli Napels",
    "pl": "germany leipzig Lipsk, germany koln Kolonia, italy milano Mediolan, usa new-york Nowy Jork",
    "pt-BR": "germany munchen Munique, italy milano Milão, world beijing Pequim, usa new-york Nova York",
    "sv": "nordic kobenhavn Köpenhamn, nordic helsinki Helsingfors, italy firenze Florens, world cape-town Kapstaden",
}


@pytest.mark.parametrize("tag", languages.LANGUAGES)
def test_a_city_is_found_by_what_it_is_called_in_each_language(boards, tag):
    for told in AT_HOME[tag].split(", "):
        board, city, typed = told.split(" ", 2)
        for spelling in (typed, languages.plain(typed)):
            assert search(boards[board], spelling).cities[:1] == (city,), told


def test_a_city_has_the_same_other_names_on_every_board_it_stands_on(boards):
    """Two of one name are the same city where they are near each other: there is a Portland on either coast."""
    cities = [(board.id, city) for board in boards.values() for city in board.cities if city.kind == "city"]
    for (here, one), (there, other) in combinations(sorted(cities, key=lambda known: known[1].name), 2):
        if one.name == other.name and max(abs(one.lat - other.lat), abs(one.lon - other.lon)) < 0.5:
            assert {*one.also} == {*other.also}, f"{one.name} on {here} and {there}"
