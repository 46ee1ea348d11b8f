"""What is said of a board on the shelf."""

from __future__ import annotations

from companion.pages.shared import shelf


def test_a_card_has_the_facts_of_the_box(boards):
    shown = shelf.board_card(boards["europe"])
    assert shown.name == "Europe"
    expected = ("2 to 5 players", "47 cities", "101 tracks", "45 trains each", "3 stations each")
    assert shown.facts == expected


def test_a_board_without_stations_does_not_speak_of_them(boards):
    assert not [fact for fact in shelf.board_card(boards["usa"]).facts if "station" in fact]


def test_variants_keep_the_order_of_the_file(boards):
    ids = [variant.id for variant in shelf.board_card(boards["usa"]).variants]
    assert ids == list(boards["usa"].variants) == ["base", "base-reprint", "1910", "mega", "big-cities"]


def test_a_variant_says_its_tickets_and_bonuses(boards):
    mega = shelf.variant_line(boards["usa"], "mega")
    assert mega.tickets == 69
    assert [points for _, points in mega.bonuses] == ["+10", "+15"]
    assert shelf.variant_line(boards["usa"], "big-cities").bonuses == ()


def test_what_costs_points_has_no_plus_and_what_is_a_table_of_its_own_is_told_by_the_rules(boards):
    def paid(board):
        return dict(shelf.variant_line(boards[board], next(iter(boards[board].variants))).bonuses)

    assert paid("nederland")["Loans"] == "−5"
    assert paid("germany")["Passengers"] == "20 / 10"
    assert paid("poland")["Country cards"] == ""


def test_tickets_stand_in_order_and_long_ones_first(boards):
    lines = shelf.ticket_lines(boards["europe"], "base")
    assert len(lines) == 46
    assert [line.long for line in lines] == [True] * 6 + [False] * 40
    for part in (lines[:6], lines[6:]):
        assert [(line.start, line.end) for line in part] == sorted((line.start, line.end) for line in part)
    assert all(line.start < line.end for line in lines)


def test_points_stand_by_length(boards):
    assert shelf.point_lines(boards["usa"]) == [(1, 1), (2, 2), (3, 4), (4, 7), (5, 10), (6, 15)]


def test_the_shelf_fits_a_terminal(boards):
    lines = shelf.for_terminal(boards.values()).splitlines()
    assert max(len(line) for line in lines) <= 100
    assert "usa  USA" in lines
