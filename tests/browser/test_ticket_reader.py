"""The phone reads tickets from garbled lines: nearly all of them right, and none for certain that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.boards import files
from companion.boards.base import joined
from companion.boards.model import Board
from companion.boards.tickets import Ticket, typed_id
from companion.pages.tickets.names import names_to_read
from tests.support.doses import one_in
from tests.support.garbling import Line, line
from tests.support.modules import empty_page

BOARDS = sorted(name for name, board in files.boards().items() if board.tickets)
TYPED = sorted(name for name, board in files.boards().items() if board.typed_tickets)
LINES, RIGHT = 200, 0.95
READ = """async ([known, texts]) => {
  const { reader } = await import("/js/reader.js");
  return texts.map(reader(known));
}"""


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    with empty_page(browser) as page:
        yield page


def read(page: Page, board: Board, variant: str, texts: list[str]) -> list[list[dict[str, Any]]]:
    found: list[list[dict[str, Any]]] = page.evaluate(READ, [names_to_read(board, variant), texts])
    return found


def read_one(page: Page, board: str, text: str) -> list[dict[str, Any]]:
    """A text with the tickets of a board's first variant."""
    chosen = files.boards()[board]
    return read(page, chosen, next(iter(chosen.variants)), [text])[0]


def lines(board: Board, variant: str, count: int) -> list[Line]:
    rng, tickets = Random(f"{board.id} {variant}"), list(board.tickets_of(variant).values())
    return [line(board, rng.choice(tickets), rng) for _ in range(count)]


def is_right(readings: list[dict[str, Any]], board: Board, ticket: Ticket) -> bool:
    """Whether it was read as that ticket alone; of several copies of a card, any is right."""
    tickets = {one.id: one for variant in board.variants for one in board.tickets_of(variant).values()}
    return (
        len(readings) == 1 and bool(readings[0]["tickets"]) and tickets[readings[0]["tickets"][0]].card == ticket.card
    )


@pytest.mark.parametrize("name", one_in(3, BOARDS))
def test_of_two_hundred_garbled_lines_nearly_all_are_right_and_no_sure_one_is_wrong(phone, name):
    board = files.boards()[name]
    for variant in board.variants:
        garbled = lines(board, variant, LINES)
        found = read(phone, board, variant, [one.text for one in garbled])
        told = [(one, got, is_right(got, board, one.ticket)) for one, got in zip(garbled, found, strict=True)]
        wrong = [(one.text, one.ticket.id, got) for one, got, right in told if not right]
        taken = [text for text, ticket, got in wrong if any(_sure_of_another(board, each, ticket) for each in got)]
        assert taken == []
        assert len(wrong) <= (1 - RIGHT) * LINES, wrong[:5]
        assert sum(got[0]["sure"] for _one, got, right in told if right) > LINES / 2


def _sure_of_another(board: Board, reading: dict[str, Any], ticket: str) -> bool:
    return reading["sure"] and reading["tickets"][0] != ticket


ONE = "baker-street--tower-of-london"


@pytest.mark.parametrize(
    "text",
    [
        "BAKER STREET TOWER OF LONDON 11",
        "baker street to tower of london",
        "BAKER\nSTREET\nTOWER OF\nLONDON\n1l",
        "LONDON TOWER OF – STREET BAKER (11)",
        "Baker St nach Torre de Londres",
        "11 8AKER 5TREET T0WER 0F L0ND0N",
        "BAKERSTREET TOWEROFLONDON",
    ],
)
def test_one_ticket_is_read_for_certain_in_many_ways(phone, text):
    assert [(one["tickets"], one["sure"]) for one in read_one(phone, "london", text)] == [([ONE], True)]


@pytest.mark.parametrize(
    "text",
    [
        "BAKER STREET TOWER OF LONDON 8",  # the number on the card is another
        "BXKR STRT TOWER OF LODN",
        "Baker Street, Waterloo, Tower of London",  # a place too many
        "Baker Street 11 Tower of London",
    ],
)
def test_what_may_be_a_ticket_is_only_offered(phone, text):
    found = read_one(phone, "london", text)
    assert ONE in {ticket for one in found for ticket in one["tickets"]}
    assert not any(one["sure"] for one in found)


def test_a_list_is_read_line_by_line_whichever_side_its_numbers_are_on(phone):
    board = files.boards()["usa"]
    tickets = list(board.tickets_of("base").values())[:8]
    for way in ("{a} – {b} {n}", "{n} {a} to {b}", "{a}\n{b}\n{n}", "{b} {a}"):
        rows = [
            way.format(a=board.end_name(one.ends[0]).upper(), b=board.end_name(one.ends[1]), n=one.points)
            for one in tickets
        ]
        found = read_one(phone, "usa", "\n".join(rows))
        assert [(one["tickets"][:1], one["sure"]) for one in found] == [([one.id], True) for one in tickets]


def test_a_line_that_cannot_be_read_is_not_lost_among_others(phone):
    found = read_one(
        phone, "london", "Baker Street – Tower of London 11\nWhat's for dinner?\nWaterloo – Oxford Street"
    )
    assert [(one["text"], bool(one["ends"])) for one in found] == [
        ("Baker Street – Tower of London 11", True),
        ("What's for dinner", False),
        ("Waterloo – Oxford Street", False),
    ]
    assert not found[1]["tickets"]
    assert "british-museum--waterloo" in found[2]["tickets"]


@pytest.mark.parametrize("name", one_in(3, BOARDS))
def test_two_places_without_a_ticket_are_never_taken_for_one(phone, name):
    """Lines of tickets that the deck lacks, alone and two in a row; each has places of tickets that it does have."""
    board = files.boards()[name]
    variant = next(iter(board.variants))
    rng, deck = Random(name), board.tickets_of(variant).values()
    pairs = {joined(*ticket.ends) for ticket in deck if ticket.form == "pair"}
    ends = sorted({end for ticket in deck for end in ticket.ends})
    chosen = [rng.sample(ends, 2) for _ in range(LINES)]
    other = [" to ".join(map(board.end_name, two)) for two in chosen if joined(*two) not in pairs]
    texts = [*other, *map("\n".join, pairwise(other))]
    sure = [
        (text, one["tickets"])
        for text, found in zip(texts, read(phone, board, variant, texts), strict=True)
        for one in found
        if one["sure"] and board.tickets_of(variant)[one["tickets"][0]].form == "pair"
    ]
    assert sure == []


def typed_lines(board: Board, count: int) -> list[Line]:
    """Lines of tickets that a board with an unknown deck may have."""
    rng, ends = Random(board.id), sorted(board.typed_ends)
    pairs = [joined(*two) for two in (rng.sample(ends, 2) for _ in range(2 * count)) if board.may_join(*two)]
    return [line(board, board.ticket[typed_id(pair, rng.randint(2, 22))], rng) for pair in pairs[:count]]


def is_typed(readings: list[dict[str, Any]], one: Line) -> bool:
    """Whether it was read as that pair alone with its number; one that is not printed plainly may be missing."""
    said = [(each["tickets"][:1], each["number"]) for each in readings]
    points = None if readings and readings[0]["number"] is None else one.ticket.points
    plain = re.search(rf"(?<!\w){one.ticket.points}(?!\w)", one.text)
    return said == [([joined(*one.ticket.ends)], points)] and not (plain and points is None)


@pytest.mark.parametrize("name", TYPED)
def test_where_tickets_are_typed_nearly_all_garbled_lines_are_right_and_no_sure_one_is_wrong(phone, name):
    board = files.boards()[name]
    garbled = typed_lines(board, LINES)
    found = read(phone, board, next(iter(board.variants)), [one.text for one in garbled])
    told = [(one, got, is_typed(got, one)) for one, got in zip(garbled, found, strict=True)]
    wrong = [(one.text, one.ticket.id, got) for one, got, right in told if not right]
    assert [each for each in wrong if any(one["sure"] for one in each[2])] == []
    assert len(wrong) <= (1 - RIGHT) * LINES, wrong[:5]
    assert sum(got[0]["sure"] for _one, got, right in told if right) > LINES / 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BERLIN KIEL 9", [("berlin--kiel", 9, True)]),
        ("Kiel to Denmark 12", [("danemark--kiel", 12, True)]),
        ("berlin to kiel nine points 9", [("berlin--kiel", 9, False)]),
        ("Berlin Kiel", [("berlin--kiel", None, True)]),
        ("BERLIN KIEL 1l", [("berlin--kiel", 11, False)]),  # no card says whether that is 11
        ("Berlin Kiel 9 12", [("berlin--kiel", 9, False)]),
        ("BERLIN\nKIEL\n9\nDRESDEN\nULM\n12", [("berlin--kiel", 9, True), ("dresden--ulm", 12, True)]),
        ("Berlin – Kiel\nDresden – Ulm 12", [("berlin--kiel", None, False), ("dresden--ulm", 12, False)]),
        ("BERLIN\nKIEL\n9\nDRESDEN\nULM", [("berlin--kiel", 9, False), ("dresden--ulm", None, True)]),
    ],
)
def test_a_number_is_certain_only_where_it_is_plainly_the_tickets_own(phone, text, said):
    found = read_one(phone, "marklin", text)
    assert [(one["tickets"][0], one["number"], one["sure"]) for one in found] == said


def test_a_numbered_list_is_looked_at(phone):
    found = read_one(phone, "marklin", "1. Berlin – Kiel 9\n2. Dresden – Ulm 12")
    assert [(one["tickets"][0], one["sure"]) for one in found] == [("berlin--kiel", False), ("dresden--ulm", False)]


def test_two_countries_are_no_ticket(phone):
    assert not any(one["tickets"] for one in read_one(phone, "marklin", "Denmark to Switzerland 9"))


@pytest.mark.parametrize("name", ["germany", "usa", "london"])
def test_without_a_deck_any_two_places_and_a_number_are_read(phone, name):
    """What a board with unknown tickets needs: the two places, and the number on the card."""
    board = files.boards()[name]
    known = {"places": {city.id: [city.name, *city.also] for city in board.cities if city.kind == "city"}}
    rng, places = Random(name), list(known["places"])
    chosen = [(*rng.sample(places, 2), rng.randint(2, 22)) for _ in range(LINES)]
    texts = [f"{board.end_name(a)} {board.end_name(b)} {n}".upper() for a, b, n in chosen]
    garbled = [text.replace("O", "0", 1).replace("I", "1", 1) for text in texts]
    found = phone.evaluate(READ, [known, garbled])
    said = [[(*one["ends"], one["number"]) for one in each] for each in found]
    assert sum(got == [want] for got, want in zip(said, chosen, strict=True)) >= RIGHT * LINES
    wrong = [
        (text, each)
        for text, each, got, want in zip(garbled, found, said, chosen, strict=True)
        if got != [want] and any(one["sure"] for one in each)
    ]
    assert wrong == []
