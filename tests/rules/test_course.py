"""How a game went: points claim by claim, the turning point, and blocks, which a second and slow way finds too."""

from __future__ import annotations

from math import inf

import pytest

from companion.rules.course import course
from companion.rules.network import Network
from companion.rules.tally import tally
from tests.rules.making import board, card, counted, remade
from tests.support.evenings import evening, read
from tests.support.golden import FOLDER, games_in

LINE = board("a b 2", "b c 2", "c d 2", "a d 6", "a c 3", tickets=("a c 5", "a d 9"))
DOUBLE = board("a b 2", "b c 2", "b c 2", "a c 6", tickets=("a c 5",))


def went(board, *told, **more):
    return course(counted(board, *told, **more))


def test_points_are_those_of_routes_and_of_tickets_completed_by_then():
    found = went(LINE, "blue keep a--c", "blue claim a--b", "red claim c--d", "blue claim b--c")
    assert [moment.points for moment in found.moments] == [
        {"blue": 2, "red": 0},
        {"blue": 2, "red": 2},
        {"blue": 4 + 5, "red": 2},
    ]
    assert [moment.completed for moment in found.moments] == [(), (), (("blue", "a--c", 5),)]


@pytest.mark.parametrize("seed", range(4))
def test_the_last_points_are_those_of_the_tally_without_what_the_end_counts(seed):
    result = tally(evening(seed, "usa", 4).replayed())
    last = course(result).moments[-1].points
    for line in result.lines:
        assert last[line.score.color] == line.score.route_points + line.score.won_points


def test_the_turning_point_is_the_claim_after_which_the_winner_led_for_good():
    found = went(LINE, "blue claim a--b", "red claim a--c", "blue claim b--c", "red claim c--d", "blue claim a--d")
    assert found.turning == 5


def test_who_leads_from_the_first_claim_on_turned_it_with_that():
    assert went(LINE, "blue claim a--d", "red claim a--b").turning == 1


@pytest.mark.parametrize(
    "told",
    [
        ("blue claim a--b", "red claim c--d"),  # both win
        # Red is ahead until lost tickets and the longest path count.
        ("red keep a--c", "blue claim a--b", "red claim a--d", "blue claim b--c", "blue claim a--c"),
    ],
)
def test_there_is_none_where_nobody_led_and_won(told):
    assert went(LINE, *told, "finish").turning is None


def test_a_claim_on_the_way_of_a_begun_ticket_blocks_it():
    [block] = went(LINE, "blue keep a--c", "blue claim a--b", "red claim b--c").blocks
    assert (block.number, block.made.claim.player, block.player, block.ticket) == (2, "red", "blue", "a--c")
    assert block.more == 1  # a – c takes 3, b – c took 2


def test_with_no_way_left_there_is_no_number():
    small = board("a b 2", "b c 2", tickets=("a c 5",))
    [block] = went(small, "blue keep a--c", "blue claim a--b", "red claim b--c").blocks
    assert block.more is None


@pytest.mark.parametrize(
    "told",
    [
        ("blue keep a--c", "red claim a--c"),  # not begun
        ("blue keep a--c", "blue claim a--b", "red claim c--d"),  # not on the way
        ("blue keep a--c", "blue claim a--b", "blue claim b--c", "red claim a--c"),  # completed before
        ("red keep a--c", "red claim a--b", "red claim b--c"),  # one's own
    ],
)
def test_what_blocks_nobody(told):
    assert went(LINE, *told).blocks == ()


@pytest.mark.parametrize(("players", "blocked"), [(2, True), (4, False)])
def test_a_twin_that_stays_open_blocks_nobody(players, blocked):
    told = ("blue keep a--c", "blue claim a--b", "red claim b--c--1")
    assert bool(went(DOUBLE, *told, players=players).blocks) is blocked


def test_a_ticket_with_stops_on_the_way_is_left_out():
    tour = remade(LINE, tickets=[card("a>b>c", "9", "6", "15")])
    assert went(tour, "blue keep tour--a--c", "blue claim a--b", "red claim b--c").blocks == ()


def test_where_two_may_share_a_track_nobody_is_blocked():
    (game,) = (game for game in games_in(FOLDER / "boards" / "uk") if game.name == "tie-shared")
    found = course(tally(read(game.record).replayed()))
    assert found.ordered
    assert found.blocks == ()


def test_where_a_claim_came_late_its_time_is_a_guess():
    found = went(LINE, "blue keep a--c", "blue claim a--b", "red late claim b--c")
    assert not found.ordered
    assert (found.turning, found.blocks) == (None, ())


def test_idle_trains():
    assert went(LINE, "blue claim a--b").idle == {"blue": 18, "red": 20}


def needed(table, owners, player, ends):
    """The slow way: the pieces for a path between two places, by going over all tracks until nothing is shorter."""
    closed = {
        route.id
        for route in table.board.route.values()
        if route.id not in owners
        and (beside := [twin for twin in route.twins if twin in owners])
        and len(beside) >= table.open_tracks(route)
    }
    costs = {
        route.id: 0 if owners.get(route.id) == player else route.length
        for route in table.board.route.values()
        if owners.get(route.id, player) == player and route.id not in closed
    }
    far = dict.fromkeys(table.board.city, inf) | {ends[0]: 0}
    while True:
        shorter = {}
        for name, cost in costs.items():
            for one, other in (table.board.route[name].ends, table.board.route[name].ends[::-1]):
                if far[one] + cost < min(far[other], shorter.get(other, inf)):
                    shorter[other] = far[one] + cost
        if not shorter:
            return far[ends[1]]
        far |= shorter


def agrees(seed, board):
    table = evening(seed, board, 2 + seed % 4).replayed()
    for block in course(tally(table)).blocks:
        more = inf if block.more is None else block.more
        owners = {route: by for (route, by), made in table.claims.items() if made.place < block.made.place}
        ends = table.board.ticket[block.ticket].goals[0].ends
        before = needed(table, owners, block.player, ends)
        after = needed(table, owners | {block.made.claim.route: block.made.claim.player}, block.player, ends)
        assert after - before == more
        mine = [table.board.route[name] for name, by in owners.items() if by == block.player]
        assert not Network(table.board, mine).reached(table.board.ticket[block.ticket])


@pytest.mark.parametrize(("seed", "board"), [(3, "usa"), (18, "europe")])
def test_a_slow_count_finds_the_same_blocks(seed, board):
    agrees(seed, board)


@pytest.mark.soak
@pytest.mark.parametrize("board", ["usa", "europe"])
def test_a_slow_count_finds_the_same_blocks_in_many_games(board):
    for seed in range(60):
        agrees(seed, board)
