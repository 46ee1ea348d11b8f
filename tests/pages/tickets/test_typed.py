"""Typing tickets off the cards, where nobody knows a board's tickets."""

from __future__ import annotations

import html
import re

import pytest

from companion.boards import files
from companion.pages.tickets.names import names_to_read
from companion.pages.tickets.typed import TypedLine, ends_by_name, question, read_line, typed_ticket_members
from tests.pages.visiting import FRAGMENT, device, opened, text

MARKLIN = files.boards()["marklin"]
NOBODY = re.compile(r'name="ticket" value="([^"]+)"')


@pytest.fixture
def table(client):
    return opened(client, board="marklin", **{"color-1": "white", "color-2": "red", "color-3": "purple"})


@pytest.fixture
def own(client, table):
    client.post(f"{table}/tickets/white/take")
    return f"{table}/tickets/white"


def found(client, page, **fields):
    answer = client.post(f"{page}/find", data=fields, headers=FRAGMENT)
    assert answer.status_code == 200
    return answer


def offered(answer):
    """The tickets that one tap adds, or the pair whose number is missing."""
    return NOBODY.findall(answer.text)


def cards(client, page):
    names = re.findall(r'<b class="ticket-cities">([^<]+)<span> – </span>([^<]+)</b>', client.get(page).text)
    points = re.findall(r'<b class="ticket-points">(\d+)</b>', client.get(page).text)
    return [(*map(html.unescape, name), int(n)) for name, n in zip(names, points, strict=True)]


def keep(client, page, id="once", headers=FRAGMENT, **fields):
    return client.post(f"{page}/keep", data={"id": id, **fields}, headers=headers)


# Reading a line.


@pytest.mark.parametrize(
    ("line", "pairs", "points"),
    [
        ("ber kie 9", ("berlin--kiel",), 9),
        ("9 kiel ber", ("berlin--kiel",), 9),
        ("berlin kiel", ("berlin--kiel",), None),
        ("München Köln 20", ("koln--munchen",), 20),
        ("muenchen koeln 20", ("koln--munchen",), 20),
        ("Denmark ham 12", ("danemark--hamburg",), 12),
        ("Österreich ber 18", ("berlin--osterreich",), 18),
        ("ber kie 0", ("berlin--kiel",), None),
        ("ber kie 41", ("berlin--kiel",), None),
        ("ber 9 kie 12", ("berlin--kiel",), None),
        ("berlin berlin 3", (), 3),
        ("denmark switzerland 9", (), 9),
        ("nowhere kiel 9", (), 9),
        ("", (), None),
    ],
)
def test_a_line_names_two_places_and_a_number(line, pairs, points):
    assert read_line(MARKLIN, line) == TypedLine(pairs, points, ())


def test_a_line_with_one_place_says_which_that_may_be():
    assert read_line(MARKLIN, "bre").ends == ("bremen", "bremerhaven", "freiburg")


def test_with_a_place_chosen_before_the_line_names_the_other():
    assert read_line(MARKLIN, "kie 9", "berlin") == TypedLine(("berlin--kiel",), 9, ())
    assert read_line(MARKLIN, "ham kie 9", "berlin").pairs == ("hamburg--kiel",)


def test_only_a_few_pairs_are_offered():
    assert len(read_line(MARKLIN, "b k 9").pairs) == 6


def test_countries_stand_apart_from_cities():
    cities, countries = ends_by_name(MARKLIN)
    assert (len(cities), [name for _id, name in countries]) == (
        35,
        ["Dänemark", "Frankreich", "Niederlande", "Österreich", "Schweiz"],
    )


@pytest.mark.parametrize(
    "form",
    [
        {"ticket": "berlin--kiel--9"},
        {"ticket": "berlin--kiel", "points": "9"},
        {"a": "kiel", "b": "berlin", "points": " 9 "},
    ],
)
def test_a_form_names_a_ticket_in_three_ways(form):
    assert typed_ticket_members(MARKLIN, form) == {"ticket": "berlin--kiel", "points": 9}


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"ticket": "berlin--kiel"},
        {"ticket": "berlin--kiel", "points": "41"},
        {"ticket": "berlin--kiel", "points": "nine"},
        {"ticket": "berlin--kiel", "points": "٩"},
        {"a": "berlin", "b": "berlin", "points": "9"},
        {"a": "danemark", "b": "schweiz", "points": "9"},
        {"a": "berlin", "b": "paris", "points": "9"},
    ],
)
def test_what_no_card_can_say_is_no_ticket(form):
    assert typed_ticket_members(MARKLIN, form) == {}


def test_less_than_the_shortest_path_is_asked_about():
    asked = "Berlin – Kiel: the shortest path has 8 spaces. Does the card really say 7?"
    assert question(MARKLIN, MARKLIN.ticket["berlin--kiel--7"]) == asked
    assert question(MARKLIN, MARKLIN.ticket["berlin--kiel--8"]) == ""


def test_a_phone_reads_a_country_as_one_place_and_knows_which_pairs_no_card_joins():
    known = names_to_read(MARKLIN, "base")
    assert known["places"].keys() == MARKLIN.typed_ends
    assert {"Dänemark", "Denmark"} <= set(known["places"]["danemark"])
    assert "danemark--schweiz" in known["unjoined"]
    assert not [pair for pair in known["unjoined"] if f"{pair}--9" in MARKLIN.ticket]
    assert (known["most"], "tickets" in known) == (40, False)


# On the page.


def test_a_line_with_all_three_is_one_tap_from_the_hand(client, own):
    assert offered(found(client, own, find="ber kie 9")) == ["berlin--kiel--9"]
    assert keep(client, own, ticket="berlin--kiel--9").status_code == 200
    assert cards(client, own) == [("Berlin", "Kiel", 9)]


def test_without_the_number_the_pair_asks_for_it(client, own):
    answer = found(client, own, find="ber kie")
    assert offered(answer) == ["berlin--kiel"]
    assert "autofocus" not in answer.text  # the keyboard stays where somebody is typing
    keep(client, own, ticket="berlin--kiel", points="9")
    assert cards(client, own) == [("Berlin", "Kiel", 9)]


def test_of_several_pairs_one_is_chosen(client, own):
    answer = found(client, own, find="bre kie")
    assert 'value="bremen--kiel"' in answer.text
    assert offered(found(client, own, pair="bremen--kiel")) == ["bremen--kiel"]


def test_two_taps_make_a_pair(client, own):
    first = found(client, own, city="berlin")
    assert "Now the other place" in first.text
    assert first.text.count('name="first" value="berlin"') == 2  # for the map and for the line
    second = found(client, own, city="kiel", first="berlin")
    assert offered(second) == ["berlin--kiel"]
    assert "autofocus" in second.text


def test_a_tap_on_a_border_means_its_country(client, own):
    spot = MARKLIN.layout.place["danemark-kiel"]
    at = {
        f"at328.{axis}": str(round((value + 10) * 328 / (MARKLIN.layout.width + 20)))
        for axis, value in zip("xy", (spot.x, spot.y), strict=True)
    }
    assert "Dänemark" in found(client, own, **at).text


def test_a_tap_on_the_same_place_again_joins_nothing(client, own):
    assert offered(found(client, own, city="berlin", first="berlin")) == []


def test_one_place_and_then_the_rest_by_typing(client, own):
    assert offered(found(client, own, find="kie 9", first="berlin")) == ["berlin--kiel--9"]


def test_one_place_alone_is_offered(client, own):
    assert 'name="city" value="bremerhaven"' in found(client, own, find="bre").text
    assert "No places match" in found(client, own, find="zzz").text


def test_both_places_from_lists(client, own):
    page = client.get(own).text
    assert '<select class="field" name="a"' in page
    assert '<option value="schweiz">' in page
    assert 'value="danemark-kiel"' not in page
    answer = keep(client, own, headers={}, a="kiel", b="berlin", points="9")
    assert answer.location == f"{own}?add=1&kept=1#add"
    assert cards(client, own) == [("Berlin", "Kiel", 9)]


def test_what_no_card_can_say_is_told(client, own):
    answer = keep(client, own, a="kiel", b="kiel", points="9")
    assert answer.status_code == 422
    assert "A ticket has two different places" in text(answer)
    assert cards(client, own) == []


def test_too_low_a_number_is_asked_about_once(client, own):
    asked = "Berlin – Kiel: the shortest path has 8 spaces. Does the card really say 3?"
    assert asked in text(keep(client, own, ticket="berlin--kiel--3"))
    assert asked not in text(client.get(own))
    assert asked not in text(keep(client, own, id="twice", ticket="berlin--koln--30"))
    without_script = keep(client, own, id="thrice", headers={}, ticket="hamburg--munchen--3")
    assert "Does the card really say 3?" in text(client.get(without_script.location))
    assert [points for _a, _b, points in cards(client, own)] == [3, 30, 3]


def test_the_same_again_is_held_once_and_other_points_are_another(client, own):
    keep(client, own, ticket="berlin--kiel--9")
    keep(client, own, id="twice", ticket="berlin--kiel--9")
    keep(client, own, id="thrice", ticket="berlin--kiel--10")
    assert cards(client, own) == [("Berlin", "Kiel", 9), ("Berlin", "Kiel", 10)]
    assert "yours" in found(client, own, find="ber kie 9").text


def test_it_is_named_with_its_points_wherever_it_is_read(client, own, table, tables):
    keep(client, own, ticket="berlin--kiel--9")
    tables.log.report(table[3:], device(client), {"type": "finish", "id": "end"}, anyway=True)
    page = text(client.get(f"{table}/log"))
    assert "Ada kept Berlin – Kiel (9)" in page
    assert "berlin--kiel" not in page


def test_no_address_names_a_ticket(client, own):
    page = client.get(own).text
    assert not re.search(r'(href|action)="[^"]*berlin', page)
