"""The result as one picture: everything inside it, nothing over another, and initials alone to be seen."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from companion.picture.result_card import FORMATS, result_card
from companion.prose.display_names import initial
from companion.rules.tally import tally
from tests.support.evenings import NAMES, evening

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=[("usa", 2), ("europe", 5)], ids=str)
def result(request):
    board, players = request.param
    return tally(evening(52, board, players).replayed())


@pytest.fixture(params=FORMATS, ids=lambda form: form.name)
def form(request):
    return request.param


@pytest.fixture
def card(result, form):
    return ElementTree.fromstring(result_card(result, form))


def own_texts(card):
    """The texts beside the board."""
    return [text for text in card if text.tag == f"{SVG}text"]


def test_it_shows_everybody_with_their_total_best_first(card, result):
    texts = [text.text for text in own_texts(card)]
    totals = [str(line.total) for line in result.by_rank]
    assert [text for text in texts if text in totals] == totals
    assert texts[0].endswith("wins!")


def test_names_are_initials_and_the_full_ones_are_beside(card, result):
    seen = " ".join(text.text for text in own_texts(card))
    full = " ".join(text.get("data-full", "") for text in own_texts(card))
    for line in result.lines:
        assert line.score.name not in seen
        assert line.score.name in full


def test_the_board_has_everybodys_trains_and_the_longest_path(card, result):
    owned = {path.get("data-route"): path.get("data-owner") for path in card.iter() if path.get("data-owner")}
    assert owned == result.table.owners
    assert next(path for path in card.iter() if path.get("data-layer") == "longest").get("d")


def test_everything_is_inside_and_nothing_overlaps(card, form):
    width, height = form.size
    assert card.get("viewBox") == f"0 0 {width} {height}"
    lines = sorted(float(text.get("y")) for text in own_texts(card) if text.get("text-anchor") == "start")
    assert lines[-1] < height
    assert all(b - a >= 24 for a, b in pairwise(lines) if b != a)
    x, y, across, down = form.board
    inner = next(part for part in card if part.tag == f"{SVG}svg")
    assert [float(inner.get(name)) for name in ("x", "y", "width", "height")] == [x, y, across, down]
    assert y + down <= form.plate[1] or x + across <= form.plate[0]


def test_nothing_in_it_comes_from_elsewhere(card):
    links = [value for part in card.iter() for name, value in part.attrib.items() if name.endswith("href")]
    assert all(link.startswith("#") for link in links)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        *[(name, f"{name[0].upper()}.") for name in NAMES],
        ("élan", "É."),
        ("🚂 Bo", "B."),
        ("שרה", "\u2068ש.\u2069"),
        ("🚂", "🚂."),
    ],
)
def test_an_initial_is_the_first_letter(name, short):
    assert initial(name) == short
