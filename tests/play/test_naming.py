"""New names: nothing that nobody sees, none that only looks like another's, and every script as it is written."""

from __future__ import annotations

import pytest

from companion.play import Kind
from companion.play.naming import with_tidy_names
from companion.prose.table_refusals import sentence
from tests.support.phones import Phone, refused

NEEDED_BY_NOBODY = ["\u200b", "\u00ad", "\ufeff", "\u2060", "\u034f", "\u180e", "\ufff9", "\u17b4", "\U00013430"]
GAPS = ["\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\U0001d159", " \u2800\u3164 "]
JOINING = ["\u200c", "\u200d", "\ufe0f", "\U000e0020", "\U000e0100", "\u180b"]
NOTHING = [*NEEDED_BY_NOBODY, *GAPS, *JOINING, "\u200c\u200d"]
WRITTEN = [
    "👩‍🚀",
    "🏳️‍🌈 Ada",
    "❤️",
    "1️⃣",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "علی‌رضا",  # parted
    "ක්‍රිස්",  # joined
    "葛\U000e0100城",
    "ᠮᠣᠩ\u180bᠭᠣᠯ",
    "Bo\u00a0Ek",
    "Zoë-Ann d’Arc",
]


def names(*typed, known=()):
    players = [{"color": str(n), "name": name} for n, name in enumerate(typed)]
    return [player["name"] for player in with_tidy_names(players, known)]


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_is_kept_as_its_script_writes_it(name):
    assert names(name) == [name]


@pytest.mark.parametrize("name", NOTHING)
def test_a_name_of_nothing_is_refused(tables, name):
    ada = Phone.opens(tables, "blue")
    players = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": name}]
    no = refused(lambda: tables.settings.change(ada.table, ada.device, {"players": players}), "wrong-character")
    assert no.kind is Kind.WRONG
    assert sentence(no.reason, no.data) == "“name” needs at least one visible character."


def test_what_nobody_sees_and_no_script_needs_is_left_out():
    assert {names(f"A{mark}da")[0] for mark in NEEDED_BY_NOBODY} == {"Ada"}
    assert {names(f"A{mark}da")[0] for mark in GAPS} == {"A da"}


@pytest.mark.parametrize("mark", [*NOTHING, " "])
def test_no_name_only_looks_like_anothers(mark):
    """The second is written as the first is, as where somebody has the same name."""
    for typed in (f"Ada{mark}", f"{mark}Ada"):
        assert names("Ada", typed) == ["Ada", "Ada"]
        first, second = names(typed, "Ada")
        assert first == second


@pytest.mark.parametrize("mark", [*NEEDED_BY_NOBODY, *JOINING])
def test_nor_does_one_with_something_unseen_inside(mark):
    first, second = names(f"Di{mark}Da", "DiDa")
    assert first == second


def test_letters_that_were_kept_apart_come_together():
    assert names("Ch\u00e9", "Che\u034f\u0301") == ["Ch\u00e9"] * 2


def test_what_a_table_has_stays_and_can_be_mended():
    """As written by hand, by another program, or before anybody looked."""
    assert names("Ada", "Ada\u200b", known={"Ada", "Ada\u200b"}) == ["Ada", "Ada\u200b"]
    assert names("\u3164", "Bo", known={"\u3164", "Bo"}) == ["\u3164", "Bo"]
    assert names("Ada", "Bo", known={"Ada\u200d", "Bo"}) == ["Ada", "Bo"]
    assert names("Ada\u200d", "Ada", known={"Ada\u200d", "Bo"}) == ["Ada\u200d"] * 2


@pytest.mark.parametrize("told", [None, {}, "Ada", [None], [{"color": "blue"}], [{"name": 1}], [["name", "Ada"]]])
def test_what_is_no_list_of_players_is_left_alone(told):
    assert with_tidy_names(told) == told


def test_a_game_with_such_names_goes_on(tables):
    """Only the names that are new are looked at."""
    before = {"blue": "Ada", "red": "Ada\u200b", "green": "\u3164"}
    players = [{"color": color, "name": name} for color, name in before.items()]
    ada = Phone.opens(tables, "blue", players=3)
    with tables.store.changing(ada.table) as change:
        change.setup = {**change.before.setup, "players": players}
    tables.settings.change(ada.table, ada.device, {"players": [*players[:2], {**players[2], "shape": "star"}]})
    game, _ = tables.games.at(ada.table, ada.device)
    assert [player.name for player in game.setup.players] == ["Ada", "Ada\u200b", "\u3164"]
    tables.settings.change(ada.table, ada.device, {"players": [*players[:2], {**players[2], "name": "Ada\u2060"}]})
    game, _ = tables.games.at(ada.table, ada.device)
    assert [player.name for player in game.setup.players] == ["Ada", "Ada\u200b", "Ada"]
