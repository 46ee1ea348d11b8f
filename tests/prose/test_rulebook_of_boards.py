"""What each board's rulebook says, and what it must not: nothing of another board's rules."""

from __future__ import annotations

import re

import pytest

from companion.boards import files
from companion.prose.rulebook import rulebook

BOARDS = files.boards()
FACE_UP = "Taking a face-up locomotive uses both your draws."


def said(board: str, section: str = "") -> str:
    """The rules of a section, or all of them."""
    found = [one for one in rulebook(BOARDS[board]).sections if section in ("", one.id)]
    return " ".join(rule.sentence for one in found for rule in one.rules)


@pytest.mark.parametrize("board", BOARDS)
def test_every_section_has_a_heading_and_nothing_is_called_by_its_id(board):
    sections = rulebook(BOARDS[board]).sections
    assert sections
    for section in sections:
        assert section.title
        assert not re.search(
            r"(?<![0-9] )\b[a-z]+(-[a-z]+)*: [0-9]+( /|,| points)",
            " ".join(r.sentence for r in section.rules).replace("by number of tickets", ""),
        )


@pytest.mark.parametrize("board", BOARDS)
def test_pieces_are_called_what_they_are(board):
    piece = BOARDS[board].piece
    assert ("train" in said(board, "routes")) == (piece not in ("taxi", "bus"))
    if piece in ("taxi", "bus"):
        assert not re.search(r"\btrains?\b", said(board))
    if piece != "train":
        assert "locomotive" not in said(board).replace("locomotives shown", "")


def test_locomotives_are_played_where_the_board_lets_them():
    assert said("switzerland", "locomotives") == "A locomotive counts as any colour, but only in tunnels."
    assert said("nordic", "locomotives") == "A locomotive counts as any colour, but only on ferries and in tunnels."
    assert FACE_UP in said("usa", "locomotives")
    for board in ("switzerland", "nordic"):
        assert FACE_UP not in said(board)
        assert "plus any locomotives" not in said(board)
    assert said("new-york", "locomotives") == "A wild card counts as any colour."


def test_what_may_be_played_instead():
    assert "Any 3 cards can stand for a locomotive." in said("nordic", "ferries")
    assert "On Lieksa – Murmansk, any 4 cards count as one of its colour." in said("nordic", "routes")
    assert "A ferry card can stand for up to two locomotives." in said("italy", "ferries")
    assert "Some spaces take two cards" in said("world", "routes")
    assert "Some routes let you draw cards" in said("northern-lights", "routes")


def test_on_old_west_a_route_has_to_touch_what_one_has():
    assert "needn't touch" not in said("old-west")
    assert "Each route must touch your network or your home city." in said("old-west")
    assert "A route needn't touch your other routes." in said("usa")


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("nederland", "Without bridge toll tokens: With fewer than 4 players, only one of the tracks is used"),
        ("italy", "With fewer than 4 players, only one of the tracks is used: the first claim closes the other."),
        ("poland", "Tracks across a border are all used, with any number of players."),
        ("northern-lights", "With 3 players, only two of any three parallel tracks can be claimed."),
    ],
)
def test_how_many_tracks_are_used(board, sentence):
    assert sentence in said(board, "double")


def test_tickets_that_are_drafted():
    for board in ("iberia", "south-korea"):
        assert "Base game: you draft 6 tickets and keep exactly 4." in said(board, "tickets")
    assert "Base game: you're dealt 3 tickets and keep at least 2. Later, you draw 3" in said("usa", "tickets")


def test_long_tickets_are_counted_among_those_dealt():
    says = "Base game: you're dealt 4 tickets (1 long, 3 regular) and keep at least 2."
    assert says in said("europe", "tickets")
    assert "you're dealt 4 tickets, long or short as you like, and keep at least 2." in said("germany", "tickets")


@pytest.mark.parametrize(
    ("board", "section", "words"),
    [
        ("france", "crossings", "Where two tracks cross, only one can be used"),
        ("nederland", "toll-money", "for the second you pay whoever owns the first"),
        ("northern-lights", "bonus-cards", "bonuses whose cards are laid out"),
        ("iberia", "bonuses", "A Coruña: 7"),
        ("poland", "bonuses", "Czechy: 10 / 7 / 4 / 2"),
        ("new-york", "bonuses", "Attractions (1 point)."),
        ("london", "bonuses", "Districts (district 1: 1, district 2: 2, district 3: 3"),
        ("london", "end", "2 buses or fewer"),
        ("world", "harbours", "Every stop of a completed tour counts as well."),
        ("world", "bonuses", "Exchanges (−1 point)"),
        ("new-york", "end", "2 taxis or fewer"),
    ],
)
def test_what_a_board_has_of_its_own_is_said(board, section, words):
    assert words in said(board, section)


def test_the_great_lakes_have_no_tours():
    assert "tour" not in said("great-lakes")


def test_ties_on_northern_lights_go_to_whoever_scores_more_bonus_cards():
    told = said("northern-lights", "ties")
    assert told.index("If still tied: the most completed tickets.") < told.index(
        "If still tied: the most bonus cards"
    )
