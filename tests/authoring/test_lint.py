"""Every rule of the picture's lint: something is moved on a real board, and exactly that is complained of."""

from __future__ import annotations

import re

import pytest

from companion.authoring.lint import lint
from companion.boards import files, geometry
from companion.picture.lettering import text_width
from tests.support.doses import one_in
from tests.support.laying import moved

BOARDS = [name for name, board in files.boards().items() if board.layout]


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_is_found_on_our_boards(boards, name):
    assert lint(boards[name]) == []


def test_a_board_without_a_picture_has_nothing_to_find(boards):
    assert lint(boards["usa"].model_copy(update={"layout": None})) == []


def first_found(board, change):
    """What is found first while a change grows from nothing to its full size."""

    def found(part):
        return lint(moved(board, lambda layout: change(layout, part)))

    low, high = 0.0, 1.0
    assert found(high), "even the full change is not found"
    for _halving in range(9):
        middle = (low + high) / 2
        low, high = (low, middle) if found(middle) else (middle, high)
    return found(high)


def widen(layout, city, by):
    """Makes a label's box wider on the side away from its dot."""
    place = layout.city(city)
    x, y, width, height = place["label"]
    place["label"] = [x - by if x < place["x"] else x, y, width + by, height]


def keep(layout, *pairs):
    """Takes all tracks but those of some pairs off the board; one at least must stay."""
    pairs = pairs or (layout.board.routes[0].pair,)
    layout.board = layout.board.model_copy(
        update={"routes": tuple(track for track in layout.board.routes if track.pair in pairs)}
    )
    layout.data["pairs"] = [p for p in layout.data["pairs"] if f"{p['a']}--{p['b']}" in pairs]


# A board, a change by a part from 0 to 1, and what is then said first.
MOVES = {
    "type too small": (
        "usa",
        lambda m, part: m.data.update(font=11 - 2 * part),
        r"Make the labels' lettering larger: it's 10\.0 px; the minimum is 10\.",
    ),
    "a label's box too narrow": (
        "usa",
        lambda m, part: widen(m, "el-paso", -3 * part),
        r"Make the label of El Paso 37\.9 wide and 10\.4 high to hold its name\.",
    ),
    "spaces of two routes": (
        "usa",
        lambda m, part: m.bend("denver", "santa-fe", -20 * part, 0),
        r"Move space \d of Denver–Phoenix away from space \d of Denver–Santa Fe: only 1\.0 px between their train .+",
    ),
    "two tracks": (
        "usa",
        lambda m, part: (m.data.update(track_gap=1.6 - part), keep(m, "portland--seattle")),
        r"Set the tracks of Portland–Seattle further apart: only 1\.0 px between them\.",
    ),
    "a space and a dot": (
        "usa",
        lambda m, part: (
            keep(m, "portland--salt-lake-city"),
            m.pair("portland", "salt-lake-city").update(pitch=22 + 4 * part, shift=0.2),
        ),
        r"Move space 6 of Portland–Salt Lake City away from the dot of Salt Lake City: only 1\.0 px between them\.",
    ),
    "a label and a space": (
        "usa",
        lambda m, part: m.label("san-francisco", 0, -14 * part),
        r"Move the label of San Francisco away from space \d of Salt Lake City–San Francisco: "
        r"only 1\.0 px between them\.",
    ),
    "two labels": (
        "usa",
        lambda m, part: (keep(m), m.carry("little-rock", 9 * part, 0)),
        r"Move the labels of Atlanta and Little Rock apart: only 1\.0 px between them\.",
    ),
    "a label on its dot": (
        "europe",
        lambda m, part: m.label("edinburgh", 8 * part, 8 * part),
        r"Move the label of Edinburgh away from its own dot: only 1\.0 px between them\.",
    ),
    "a label far from its dot": (
        "europe",
        lambda m, part: m.label("edinburgh", -8 * part, -4 * part),
        r"Move the label of Edinburgh nearer to its dot: it's 5\.5 px away; the limit is 5\.5\.",
    ),
    "a label near another's dot": (
        "europe",
        lambda m, part: (keep(m), m.carry("dieppe", -50 * part, -40 * part)),
        r"Move the label of London further from the dot of Dieppe: it could belong to either\.",
    ),
    "the edge": (
        "usa",
        lambda m, part: m.data.update(height=480 - 12 * part),
        r"Move the label of Miami inwards: it's only 1\.0 px from the edge\.",
    ),
    "gaps too wide": (
        "usa",
        lambda m, part: m.pair("sault-st-marie", "toronto").update(pitch=22 + 8 * part),
        r"Move the spaces of Sault St\. Marie–Toronto closer together: "
        r"the gap is 0\.35 of a space; the limit is 0\.35\.",
    ),
    "gaps too narrow": (
        "usa",
        lambda m, part: m.pair("little-rock", "oklahoma-city").update(pitch=22 - 2 * part),
        r"Move the spaces of Little Rock–Oklahoma City further apart: only 0\.5 px between them\.",
    ),
    "a start too far": (
        "usa",
        lambda m, part: m.pair("calgary", "winnipeg").update(pitch=24.1 - 4 * part),
        r"Bring Calgary–Winnipeg nearer to (Calgary|Winnipeg): "
        r"the gap to its dot is 0\.75 of a space; the limit is 0\.75\.",
    ),
    "a bend too deep": (
        "europe",
        lambda m, part: (keep(m, "amsterdam--essen"), m.bend("amsterdam", "essen", 0, -9 * part)),
        r"Bend Amsterdam–Essen less: it bows by 0\.30 of the way between its cities; the limit is 0\.3\.",
    ),
    "an angle": (
        "europe",
        lambda m, part: (keep(m, "essen--frankfurt"), m.carry("essen", 9 * part, 0)),
        r"Turn Essen–Frankfurt: it's 35° off its direction on the Earth; the limit is 35°\.",
    ),
}


@pytest.mark.parametrize("what", one_in(4, MOVES))
def test_what_is_moved_is_found_and_nothing_else(boards, what):
    name, change, says = MOVES[what]
    found = first_found(boards[name], change)
    assert [sentence for sentence in found if not re.fullmatch(says, sentence)] == []


# Where one move cannot but break more than one rule: the change, and what must be among the findings.
TOGETHER = {
    "a route under a label": (
        "usa",
        lambda m: m.label("san-francisco", 0, -14),
        "Move the label of San Francisco: Salt Lake City–San Francisco runs under it.",
    ),
    "routes that cross": (
        "usa",
        lambda m: m.bend("denver", "santa-fe", -60, 0),
        "Bend Denver–Phoenix or Denver–Santa Fe: they cross.",
    ),
    "two dots": (
        "usa",
        lambda m: m.carry("raleigh", *towards(m, "raleigh", "charleston", 9.5)),
        "Move the cities Charleston and Raleigh apart: only 0.5 px between their dots.",
    ),
    "a dot off the picture": (
        "usa",
        lambda m: m.carry("boston", 60, 0),
        "Move the dot of Boston inwards: it's only -",
    ),
    "gaps that differ": (
        "europe",
        lambda m: m.pair("bucuresti", "budapest")["path"].__setitem__(2, (405.0, 285.0)),
        "Bend Bucuresti–Budapest less: its gaps range from ",
    ),
    "a city without a place": (
        "usa",
        lambda m: m.data.update(cities=[c for c in m.data["cities"] if c["id"] != "denver"]),
        "Give the city denver a place in the layout.",
    ),
    "a place without a city": (
        "usa",
        lambda m: m.data["cities"][0].update(id="atlantis"),
        "Take the city atlantis out of the layout: the board doesn't have it.",
    ),
    "a place given twice": (
        "usa",
        lambda m: m.data.update(cities=[*m.data["cities"], m.city("denver")]),
        "Place the city denver only once.",
    ),
    "a pair without a bend": (
        "usa",
        lambda m: m.data["pairs"].pop(0),
        "Give the pair atlanta--charleston a place in the layout.",
    ),
    "a bend without a pair": (
        "usa",
        lambda m: m.data["pairs"].append({**m.pair("denver", "omaha"), "b": "miami"}),
        "Take the pair denver--miami out of the layout: the board doesn't have it.",
    ),
    "a bend from elsewhere": (
        "usa",
        lambda m: m.city("denver").update(x=290.0),
        "The path of denver--helena doesn't reach denver: it must begin at “a” and end at “b”.",
    ),
    "an exception for nobody": (
        "usa",
        lambda m: m.data.update(turned=[{"a": "denver", "b": "miami", "reason": "why not"}]),
        "Take denver--miami out of the exceptions: there is no such pair.",
    ),
}


def towards(layout, city, other, left):
    """The way that brings one city so near to another."""
    a, b = layout.city(city), layout.city(other)
    across = b["x"] - a["x"], b["y"] - a["y"]
    part = 1 - left / (across[0] ** 2 + across[1] ** 2) ** 0.5
    return across[0] * part, across[1] * part


@pytest.mark.parametrize("what", TOGETHER)
def test_what_is_broken_is_among_the_findings(boards, what):
    name, change, says = TOGETHER[what]
    assert any(sentence.startswith(says) for sentence in lint(moved(boards[name], change)))


def test_an_exception_with_a_reason_excuses_an_angle(boards):
    def turn(layout):
        keep(layout, "essen--frankfurt")
        layout.carry("essen", 9, 0)
        layout.data["turned"] = [{"a": "essen", "b": "frankfurt", "reason": "the valley is narrow there"}]

    assert not any("direction" in sentence for sentence in lint(moved(boards["europe"], turn)))


def test_tracks_that_do_not_lie_side_by_side_are_found(boards, monkeypatch):
    """No layout can say so, for the place of a second track is worked out; the rule watches over that."""
    straight = geometry.beside

    def fanned(row, offset):
        return [space._replace(y=space.y + 0.4 * i) for i, space in enumerate(straight(row, offset))]

    monkeypatch.setattr(geometry, "beside", lambda row, aside: (fanned if aside > 0 else straight)(row, aside))
    assert "Keep the tracks of Duluth–Omaha the same distance apart all the way along." in lint(boards["usa"])


def with_three_spaces(layout):
    """One of two tracks is printed with three spaces instead of four."""
    routes = list(layout.board.routes)
    first = next(i for i, track in enumerate(routes) if track.pair == "denver--kansas-city")
    routes[first] = routes[first].model_copy(update={"length": 3})
    layout.board = layout.board.model_copy(update={"routes": tuple(routes)})
    keep(layout, "denver--kansas-city")


def test_tracks_of_different_length_lie_side_by_side(boards):
    assert not [says for says in lint(moved(boards["usa"], with_three_spaces)) if "tracks of" in says]


def test_tracks_of_different_length_keep_clear_of_one_another(boards):
    def nearer(layout):
        with_three_spaces(layout)
        layout.data["track_gap"] = 0.5

    found = lint(moved(boards["usa"], nearer))
    assert "Set the tracks of Denver–Kansas City further apart: only 0.4 px between them." in found


def test_what_counts_is_the_picture_at_its_own_width(boards):
    """A board may be broader than others, but nothing on it smaller. A tiny picture is in units of its own."""

    def scaled(by):
        def change(layout):
            for name in ("width", "height", "dot", "font", "track_gap"):
                layout.data[name] *= by
            layout.data["space"] = [by * side for side in layout.data["space"]]
            for city in layout.data["cities"]:
                city.update(x=by * city["x"], y=by * city["y"], label=[by * part for part in city["label"]])
            for pair in layout.data["pairs"]:
                pair.update(path=[(by * x, by * y) for x, y in pair["path"]])
                pair.update(pitch=by * pair["pitch"], shift=by * pair["shift"])

        return lint(moved(boards["usa"], change))

    assert scaled(2) == []
    assert lint(moved(boards["usa"], lambda layout: layout.data.update(width=1440.0))) == []
    assert "Make the labels' lettering larger: it's 5.5 px; the minimum is 10." in scaled(0.5)
    assert "Make the labels' lettering larger: it's 4.3 px; the minimum is 10." in scaled(0.1)


@pytest.mark.parametrize(("text", "width"), [("Atlanta", 34.24), ("Zürich", 30.56), ("Århus", 28.73), ("", 0)])
def test_the_width_of_a_name_is_that_of_the_common_faces(text, width):
    assert text_width(text, 11) == pytest.approx(width, abs=0.4)


def test_a_letter_that_is_not_known_counts_as_a_wide_one():
    assert text_width("Щ", 10) > text_width("n", 10)
