"""What people should look at in their box: by name on the shelf, with both readings on the board's page."""

from __future__ import annotations

import pytest

from companion.boards import files
from companion.prose.undecided_readings import in_full, in_short
from tests.support.further import board

BOARDS = files.boards()
NOTED = {
    "great-lakes": 5, "world": 3, "italy": 6, "japan": 4, "northern-lights": 1, "iberia": 3, "south-korea": 5,
    "old-west": 2, "heart-of-africa": 2, "marklin": 2,
}  # fmt: skip


def test_every_board_names_what_is_undecided_there():
    assert {name: len(list(in_full(each))) for name, each in BOARDS.items() if list(in_full(each))} == NOTED


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("great-lakes", "Green Bay – Sault Ste. Marie: 6 or 5 spaces"),
        ("iberia", "Badajoz – Portimão: 3 or 4 spaces"),
        ("italy", "Cagliari – Palermo: 7 or 6 spaces"),
        ("italy", "The ticket Genova – Pescara: worth 7, but its shortest path has 10 spaces"),
        ("south-korea", "Changwon – Yeosu: 5 or 4 spaces, grey or white"),
        ("south-korea", "Gwangju – Suncheon: a double route or a single one"),
        ("northern-lights", "Stockholm – Turku: a double route or a single one"),
        ("old-west", "The ticket San Francisco – Bend: worth 9, but its shortest path has 6 spaces"),
        ("old-west", "51 tickets here, 50 in the printed rules"),
        ("heart-of-africa", "The ticket Nigeria – Walvis Bay: worth 12, but its shortest path has 14 spaces"),
    ],
)
def test_a_board_says_both_readings(name, line):
    assert line in list(in_full(board(name)))


def test_the_shelf_names_them_alone():
    assert in_short(board("iberia")) == (
        "Compare with your box: Badajoz – Portimão, Alicante – Palma, Barcelona – Valencia."
    )
    assert in_short(board("poland")) == ""


READINGS = [(each, reading) for each in BOARDS.values() for reading in each.undecided.tracks]


@pytest.mark.parametrize(("each", "reading"), READINGS, ids=[f"{each.id}: {r.pair}" for each, r in READINGS])
def test_another_reading_is_another_than_the_board_s(each, reading):
    tracks = each.pairs[reading.pair]
    assert reading.length not in {track.length for track in tracks}
    assert reading.color not in {track.color for track in tracks}
    assert not reading.single or len(tracks) == 2
