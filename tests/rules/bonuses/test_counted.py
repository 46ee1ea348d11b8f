"""What is counted: passengers, shares, money and loans, festivals; the worked examples, and against plain counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.prose import reasons
from tests.support.further import board, counted, paid

RED = "passengers-red"


def counts(thing, *numbers):
    return [f"{'ABCDE'[n]} count {thing} {number}" for n, number in enumerate(numbers)]


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ((3, 3, 2), [20, 20, 0]),
        ((4, 2, 2), [20, 10, 10]),
        ((1, 0, 0), [20, 0, 0]),
        ((2, 1, 0, 0, 0), [20, 10, 0, 0, 0]),
        ((0, 0), [0, 0]),
    ],
)
def test_passengers_of_a_colour(held, points):
    assert paid(counted("germany", *counts(RED, *held), players=len(held)), "passengers") == points


def test_passengers_are_taken_with_claims_until_somebody_counts():
    taken = "A claim chemnitz--dresden : passengers-red passengers-red"
    result = counted("germany", taken, "B count passengers-red 1")
    assert paid(result, "passengers") == [20, 10, 0]
    item = result.lines[0].bonuses[1]
    assert [(part.things, part.n, part.points) for part in result.parts(result.lines[0], item)] == [((RED,), 2, 20)]
    assert paid(counted("germany", taken, "B count passengers-red 1", "A count passengers-red 0"), "passengers") == [
        0,
        20,
        0,
    ]
    assert paid(counted("germany", taken, "strike 1"), "passengers") == [0, 0, 0]


@given(st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=2, max_size=5))
def test_passengers_against_a_plain_count(hands):
    colors = board("germany").mechanics["passengers"]["colors"]
    told = [
        f"{'ABCDE'[n]} count passengers-{c} {k}"
        for n, hand in enumerate(hands)
        for c, k in zip(colors, hand, strict=True)
    ]
    expected = [0] * len(hands)
    for column in zip(*hands, strict=True):
        first = max(column)
        for n, held in enumerate(column):
            if held and held == first:
                expected[n] += 20
            elif held and column.count(first) == 1 and held == max(k for k in column if k < first):
                expected[n] += 10
    assert paid(counted("germany", *told, players=len(hands)), "passengers") == expected


def take(player, railroad, n=0):
    routes = [
        r.id for r in board("pennsylvania").route.values() if railroad in r.tags and not r.twins and r.length < 4
    ]
    return f"{player} claim {routes[n]} : {railroad}"


def test_shares_are_ranked_by_number_then_by_the_lowest():
    assert paid(counted("pennsylvania", *counts("jcl", 1, 1, 1), *counts("jcl-lowest", 2, 1, 3)), "shares") == [
        5,
        8,
        0,
    ]
    held = (*counts("lv", 2, 2, 1), *counts("lv-lowest", 1, 2, 5))
    assert paid(counted("pennsylvania", *held), "shares") == [12, 7, 3]


def test_the_number_of_a_share_is_its_place_in_the_log():
    result = counted("pennsylvania", take("B", "lv"), take("A", "lv", 1))
    assert paid(result, "shares") == [7, 12, 0]
    assert paid(counted("pennsylvania", take("B", "lv"), take("A", "lv", 1), "A count lv 2"), "shares") == [12, 7, 0]


def test_a_lowest_number_that_nobody_counted_is_behind_any_that_is_known():
    held = counts("nyc", 2, 2, 2)
    assert paid(counted("pennsylvania", *held, "B count nyc-lowest 4"), "shares") == [6, 10, 6]
    assert paid(counted("pennsylvania", *held), "shares") == [10, 10, 10]


def test_shares_of_nobody_take_a_place_with_two_players():
    held = ("A count wm 1", "A count wm-lowest 2", "neutral count wm 1", "neutral count wm-lowest 1")
    assert paid(counted("pennsylvania", *held, players=2), "shares") == [5, 0]
    assert paid(counted("pennsylvania", *held[:2], players=2), "shares") == [9, 0]


def test_more_shares_than_there_are_is_a_warning():
    result = counted("pennsylvania", *counts("brp", 2, 1))
    assert [(n.code, n.players, n.things) for n in result.warnings] == [
        ("counted-too-many", ("blue", "red"), ("brp",))
    ]
    assert not counted("pennsylvania", *counts("brp", 1, 1)).warnings


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 9)), min_size=3, max_size=5, unique_by=lambda held: held[1])
)
def test_shares_against_a_plain_count(held):
    told = [*counts("erie", *(n for n, __ in held)), *counts("erie-lowest", *(low for __, low in held))]
    order = sorted((p for p, (n, __) in enumerate(held) if n), key=lambda p: (-held[p][0], held[p][1]))
    worth = [16, 10, 5, 1]
    expected = [worth[order.index(p)] if p in order[:4] else 0 for p in range(len(held))]
    assert paid(counted("pennsylvania", *told, players=len(held)), "shares") == expected


@pytest.mark.parametrize(
    ("money", "loans", "points"),
    [
        ((12, 9, 9, 4, 7), (0, 0, 0, 0, 1), [55, 35, 35, 10, -5]),
        ((5, 5, 0), (), [55, 55, 0]),
        ((8, 3), (1,), [-5, 35]),
        ((3,), (), [35, 0]),  # the other one did not count
        ((0, 4), (), [0, 35]),
    ],
)
def test_money_and_loans(money, loans, points):
    told = [*counts("money", *money), *counts("loans", *loans)]
    result = counted("nederland", *told, players=max(len(money), 2))
    both = zip(paid(result, "money"), paid(result, "loans"), strict=True)
    assert [sum(each) for each in both] == points


def test_who_has_a_loan_is_told_why_no_place_is_theirs():
    result = counted("nederland", *counts("money", 12, 9), *counts("loans", 1, 0), players=2)
    first, second = (next(item for item in line.items if item.kind == "money") for line in result.lines)
    assert reasons.outcome(result, result.lines[0], first) == "won by B"
    assert reasons.reason(result.table.board, first) == "toll money left: 12; players with a loan aren't ranked"
    assert reasons.reason(result.table.board, second) == "toll money left: 9"


@given(st.lists(st.tuples(st.none() | st.integers(0, 9), st.integers(0, 2)), min_size=2, max_size=5))
def test_money_against_a_plain_count(hands):
    told = [f"{'ABCDE'[n]} count money {m}" for n, (m, __) in enumerate(hands) if m is not None]
    told += [f"{'ABCDE'[n]} count loans {k}" for n, (__, k) in enumerate(hands)]
    rows = {2: [35, 0], 3: [55, 35, 0], 4: [55, 35, 20, 0], 5: [55, 35, 20, 10, 0]}
    ranked = [m for m, k in hands if m is not None and not k]
    expected = [rows[len(hands)][sum(o > m for o in ranked)] if m is not None and not k else -5 * k for m, k in hands]
    result = counted("nederland", *told, players=len(hands))
    both = zip(paid(result, "money"), paid(result, "loans"), strict=True)
    assert [sum(each) for each in both] == expected


@pytest.mark.parametrize(
    ("told", "points"),
    [
        ("A count festival-lisboa 3", 7),
        ("A count festival-lisboa 6", 15),
        ("A count festival-valencia 5", 16),
        ("A count festival-valencia 8", 22),
        ("A count festival-valencia 9", 22),
        ("A claim coimbra--porto--1 : festival-porto-coimbra & A claim coimbra--lisboa--1 : festival-porto-coimbra"
         " festival-porto-coimbra", 12),
        ("A count festival-pamplona 4 & A count festival-leon 1 & A count festival-granada 1", 21),
        ("A count festival-leon 0", 0),
    ],
)  # fmt: skip
def test_festivals(told, points):
    assert paid(counted("iberia", *told.split(" & "), players=2), "festivals") == [points, 0]


@given(
    st.dictionaries(st.sampled_from(sorted(board("iberia").variants["base"].bonuses["festivals"])), st.integers(0, 9))
)
def test_festivals_against_a_plain_count(held):
    worth = board("iberia").variants["base"].bonuses["festivals"]
    told = [f"A count festival-{stack} {n}" for stack, n in held.items()]
    expected = sum(([0, *worth[stack]] + [worth[stack][-1]] * 9)[n] for stack, n in held.items())
    assert paid(counted("iberia", *told, players=2), "festivals") == [expected, 0]
