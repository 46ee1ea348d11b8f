"""Country cards: the worked examples, and against a plain reading of the rule."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.support.further import board, counted, paid

STACKS = board("poland").variants["base"].bonuses["country-cards"]
LINK = {"niemcy": "gorzow-wielkopolski--niemcy", "czechy": "czechy--wroclaw", "slowacja": "bielsko-biala--slowacja"}
A = (
    "A claim gorzow-wielkopolski--niemcy--1",
    "A claim gorzow-wielkopolski--poznan--1",
    "A claim poznan--wroclaw--1",
    "A claim czechy--wroclaw--1",
    "A claim opole--wroclaw",
    "A claim bielsko-biala--opole",
    "A claim bielsko-biala--slowacja--1",
)
B = (
    "B claim gorzow-wielkopolski--niemcy--2",
    "B claim gorzow-wielkopolski--zielona-gora",
    "B claim wroclaw--zielona-gora",
    "B claim czechy--wroclaw--2",
)


def poland(*told, **head):
    return counted("poland", *told, players=head.pop("players", 4), **head)


def test_the_cards_follow_from_the_order_of_the_claims():
    assert paid(poland(*A[:3]), "country-cards")[0] == 0
    assert paid(poland(*A[:4]), "country-cards")[0] == 17
    result = poland(*A)
    assert paid(result, "country-cards")[0] == 34
    item = result.lines[0].bonuses[0]
    parts = [(part.cities, part.n, part.points) for part in result.parts(result.lines[0], item)]
    assert parts == [(("niemcy",), 2, 11), (("slowacja",), 1, 6), (("czechy",), 2, 17)]
    assert paid(poland(*A, *B), "country-cards")[:2] == [34, 3 + 4]


def test_joining_two_networks_takes_a_card_of_each_country():
    east = ("A claim rzeszow--ukraina--1", "A claim krakow--rzeszow--1", "A claim bielsko-biala--krakow")
    apart = (*A[:4], *east)
    assert paid(poland(*apart), "country-cards")[0] == 17
    joined = poland(*apart, "A claim opole--wroclaw", "A claim bielsko-biala--opole")
    assert paid(joined, "country-cards")[0] == 17 + 4 + 7 + 6


def test_joining_networks_that_bring_no_country_takes_none():
    lone = ("A claim katowice--opole", "A claim opole--wroclaw")
    assert paid(poland(*A[:4], *lone), "country-cards")[0] == 17
    assert paid(poland(*A[:4], "A claim gorzow-wielkopolski--pila"), "country-cards")[0] == 17


def test_what_is_counted_wins_and_changes_nothing_for_others():
    result = poland(*A, *B, "A count country-points 5")
    assert paid(result, "country-cards")[:2] == [5, 7]
    assert result.lines[0].bonuses[0].parts == ()


def test_where_the_order_is_not_known_it_is_a_guess():
    assert poland(*A).warnings == ()
    late = poland(*A[:3], A[3].replace("claim", "late claim"))
    assert [(n.code, n.players) for n in late.warnings] == [("order-unknown", ("blue",))]
    both = poland(*A, *B, tracking="tally")
    assert [n.players for n in both.warnings] == [("blue", "red")]
    one = poland(*A, *B, "A count country-points 34", tracking="tally")
    assert [n.players for n in one.warnings] == [("red",)]
    assert poland("A claim poznan--wroclaw--1", tracking="tally").warnings == ()


LINKS = [f"{pair}--1" if len(board("poland").pairs[pair]) > 1 else pair for pair in sorted(board("poland").pairs)]


@given(st.lists(st.sampled_from(LINKS), unique=True, max_size=12))
def test_against_a_plain_reading_of_the_rule(routes):
    polish = board("poland")
    assume(sum(polish.route[name].length for name in routes) <= 35)
    left = {country: list(stack) for country, stack in STACKS.items()}
    networks: list[tuple[set[str], set[str]]] = []  # places inside, and countries
    expected = 0
    for name in routes:
        inside = {end for end in polish.route[name].ends if end not in STACKS}
        abroad = {end for end in polish.route[name].ends if end in STACKS}
        touched = [network for network in networks if network[0] & inside]
        places = inside.union(*(network[0] for network in touched))
        countries = abroad.union(*(network[1] for network in touched))
        if len(countries) > 1 and all(network[1] != countries for network in touched):
            expected += sum(left[country].pop(0) for country in countries if left[country])
        networks = [network for network in networks if network not in touched] + [(places, countries)]
    assert paid(poland(*(f"A claim {name}" for name in routes)), "country-cards")[0] == expected
