"""Random games on boards with rules of their own, counted a second time by plain hands."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from companion.record.read import RecordWrong
from tests.support.board_games import board, claim, count, counted, entry, points, record, table

COLORS = ("blue", "red", "green")
MOVES = st.lists(st.tuples(st.sampled_from(COLORS), st.integers(0, 999), st.integers(0, 2)), max_size=14)
SPLITS = st.lists(st.tuples(st.sampled_from(COLORS), st.integers(1, 9), st.booleans()), max_size=8)
SPACES = st.lists(st.tuples(st.integers(0, 9), st.none() | st.integers(0, 8)), min_size=2, max_size=5)


def allowed(name, moves):
    """The moves that the rules take, one after the other."""
    log = []
    for move in moves:
        try:
            table(name, *log, move, players=3)
        except RecordWrong:
            continue
        log.append(move)
    return log


def routes(name):
    return list(board(name).route.values())


@given(MOVES)
def test_points_go_to_the_owners_of_the_ends(moves):
    west = routes("old-west")
    drawn = [(player, west[n % len(west)], end) for player, n, end in moves]
    log = allowed("old-west", [
        claim(player, route.id, **({"marker": route.ends[end]} if end < 2 else {})) for player, route, end in drawn
    ])  # fmt: skip
    owner: dict[str, str] = {}
    won: Counter[str] = Counter()
    for one in log:
        route = board("old-west").route[one["route"]]
        worth = board("old-west").points_for[route.length]
        paid = [owner[end] for end in route.ends if end in owner] or [one["player"]]
        won.update({player: worth * paid.count(player) for player in set(paid)})
        if "marker" in one:
            assert one["marker"] not in owner
            owner[one["marker"]] = one["player"]
    played = table("old-west", *log, players=3)
    assert {color: played.route_points(color) for color in COLORS} == {color: won[color] for color in COLORS}
    assert all(times <= 3 for times in Counter(owner.values()).values())


@given(MOVES)
def test_the_explorer_joins_the_most_cities(moves):
    asia = routes("legendary-asia")
    log = allowed("legendary-asia", [claim(player, asia[n % len(asia)].id) for player, n, __ in moves])
    most = []
    for color in COLORS:
        groups: list[set[str]] = []
        for one in log:
            if one["player"] == color:
                ends = {*board("legendary-asia").route[one["route"]].ends}
                touched = [group for group in groups if group & ends]
                groups = [group for group in groups if not group & ends] + [ends.union(*touched)]
        most.append(max(map(len, groups), default=0))
    expected = [10 if n and n == max(most) else 0 for n in most]
    assert points(counted("legendary-asia", *log, players=3), "asian-explorer") == expected


@given(MOVES)
def test_the_supply_of_bullet_trains_is_used_up_in_order(moves):
    japan = sorted(routes("japan"), key=lambda route: "bullet" not in route.tags)[:30]
    log = allowed("japan", [claim(player, japan[n % len(japan)].id) for player, n, __ in moves])
    track: Counter[str] = Counter()
    trains, supply = Counter(dict.fromkeys(COLORS, 20)), 16
    for one in log:
        route = board("japan").route[one["route"]]
        if "bullet" in route.tags and supply:
            supply -= 1
            track[one["player"]] += route.length
        else:
            trains[one["player"]] -= route.length
    played = table("japan", *log, players=3)
    assert (played.trains, 16 - len(played.common)) == (trains, supply)
    bonus = [item.n for line in counted("japan", *log, players=3).lines for item in line.bonuses]
    assert bonus == [min(track[color], 30) for color in COLORS]


@given(SPLITS, MOVES)
def test_pieces_of_both_kinds_add_up(exchanges, moves):
    world = routes("world")
    told = [entry("exchange", player, n=n, to="train" if to else "ship") for player, n, to in exchanges]
    claims = [claim(player, world[n % len(world)].id) for player, n, __ in moves]
    log = allowed("world", [move for pair in zip(told, claims, strict=False) for move in pair])
    stock = {color: {"train": 20, "ship": 40} for color in COLORS}
    lost: Counter[str] = Counter()
    for one in log:
        own = stock[one["player"]]
        if one["type"] == "claim":
            route = board("world").route[one["route"]]
            own[route.pieces] -= route.length
        else:
            own[one["to"]] += one["n"]
            own["train" if one["to"] == "ship" else "ship"] -= one["n"]
            lost[one["player"]] += one["n"]
    played = table("world", *log, players=3)
    assert {color: dict(played.pieces_left(color)) for color in COLORS} == stock
    assert all(n >= 0 for own in stock.values() for n in own.values())
    assert played.trains == {color: sum(own.values()) for color, own in stock.items()}
    assert points(counted("world", *log, players=3), "exchange") == [-lost[color] for color in COLORS]


@given(SPACES)
def test_a_line_is_ranked_by_sum_and_highest_space(spaces):
    colors = ("blue", "red", "green", "yellow", "black")[: len(spaces)]
    log = []
    for color, (total, highest) in zip(colors, spaces, strict=True):
        log.append(count(color, "line-red", total))
        log += [] if highest is None else [count(color, "line-red-highest", highest)]
    prizes = {2: [10], 3: [10, 6], 4: [10, 6, 4], 5: [10, 6, 4, 2]}[len(spaces)] + [0] * 5
    keys = [(total, -1 if highest is None else highest) for total, highest in spaces]
    ahead = [sum(other > key for other in keys) for key in keys]
    expected = [prizes[n] if total else 0 for n, (total, __) in zip(ahead, spaces, strict=True)]
    assert points(counted("south-korea", *log, players=len(spaces)), "province-lines") == expected


@given(MOVES)
def test_taking_an_entry_back_is_as_if_it_had_never_been_made(moves):
    uk = routes("uk")
    cards = ("boiler-lagging", "steam-turbines", "double-heading", "right-of-way")
    told = [
        entry("buy", player, card=cards[n % 4]) if kind == 2
        else claim(player, uk[n % len(uk)].id, **({"shared": True} if kind else {}))
        for player, n, kind in moves
    ]  # fmt: skip
    log = allowed("uk", told)
    for place in range(1, len(log) + 1):
        without = [one for n, one in enumerate(log, 1) if n != place]
        try:
            expected = table("uk", *without, players=3)
        except RecordWrong:
            continue
        struck = table("uk", *log, {"type": "strike", "entry": place}, players=3)
        assert (struck.trains, struck.owners) == (expected.trains, expected.owners)
        assert [struck.route_points(color) for color in COLORS] == [expected.route_points(c) for c in COLORS]
        again = table("uk", *log, {"type": "strike", "entry": place},
                      {"type": "strike", "entry": len(log) + 1}, players=3)  # fmt: skip
        assert again.claims == record("uk", log, players=3).replayed().claims
