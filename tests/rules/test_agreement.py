"""Random games: the engine and the slow second implementation say the same of each."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.boards import files
from companion.rules.broken_rules import RuleBroken
from companion.rules.network import Network
from companion.rules.replay import replay
from companion.rules.tally import Line, tally
from tests.rules.nets import is_a_path
from tests.slow import Refused, figures
from tests.support.playing import game, read

pytestmark = pytest.mark.random

EVERYDAY = [range(first, first + 50) for first in range(0, 400, 50)]
SOAK = [range(first, first + 100) for first in range(1000, 9000, 100)]


def by_engine(record: dict[str, Any]) -> dict[str, Any]:
    """The figures in the form of the second implementation."""
    game = read(record)
    result = tally(replay(game.board, game.setup, game.log))
    final = result.table.final_round
    waiting = result.table.waiting_for
    return {
        "phase": result.table.phase,
        "final_round": final and {"triggered_by": final.triggered_by, "waiting_for": waiting},
        "winners": list(result.winners),
        "decided_by": result.decided_by,
        "players": {line.score.color: _player(line) for line in result.lines},
        "warnings": sorted((n.code, list(n.players), _tickets(n), n.entry or 0) for n in result.warnings),
    }


def _tickets(notice: Any) -> list[str]:
    return sorted(set(notice.tickets))


def _player(line: Line) -> dict[str, Any]:
    own = line.score
    return {
        "route_points": own.route_points,
        "routes": list(own.routes),
        "trains_left": own.trains_left,
        "ticket_points": own.ticket_points,
        "tickets_completed": len(own.completed),
        "tickets": sorted(ticket.id for ticket in (*own.completed, *own.failed)),
        "borrowed": len(own.loans.uses),
        "stations": list(own.stations),
        "station_points": own.station_points,
        "longest_path": own.path.length,
        "bonuses": {item.kind: item.points for item in line.bonuses},
        "total": line.total,
        "rank": line.rank,
    }


def told(judge: Any, *given: Any) -> tuple[str, Any]:
    """The figures, or where and why the record is refused."""
    try:
        return "counted", judge(*given)
    except (RuleBroken, Refused) as broken:
        return "refused", (broken.place, broken.code)


def disagreements(seeds: range) -> list[int]:
    games = {seed: game(seed, wild=seed % 3 == 0) for seed in seeds}
    boards = files.boards()
    return [seed for seed, g in games.items() if told(by_engine, g) != told(figures, boards[g["map"]], g)]


@pytest.mark.parametrize("seeds", EVERYDAY, ids=lambda seeds: f"from {seeds[0]}")
def test_random_games_are_counted_alike(seeds):
    assert disagreements(seeds) == []


@pytest.mark.soak
@pytest.mark.parametrize("seeds", SOAK, ids=lambda seeds: f"from {seeds[0]}")
def test_thousands_of_random_games_are_counted_alike(seeds):
    assert disagreements(seeds) == []


@pytest.mark.parametrize("seeds", EVERYDAY[:2], ids=lambda seeds: f"from {seeds[0]}")
def test_what_is_told_as_a_reason_holds(seeds):
    """Every path can be walked, every journey leads where its ticket wants, every loan is one of the city's."""
    for seed in seeds:
        record = read(game(seed))
        result = tally(replay(record.board, record.setup, record.log))
        for line in result.lines:
            own, route = line.score, record.board.route
            assert is_a_path(record.board, own.path.routes, own.path.cities, own.path.length)
            assert set(own.path.routes) <= set(own.routes)
            for city, borrowed in own.loans.uses.items():
                assert city in route[borrowed].ends
                assert borrowed not in own.routes
            for ticket in own.completed:
                way = own.journeys[ticket.id]
                assert {way.cities[0], way.cities[-1]} == {*ticket.ends}
                assert is_a_path(record.board, way.routes, way.cities, way.trains)
                assert set(way.borrowed) == set(way.routes) - set(own.routes) <= set(own.loans.uses.values())
            for loan, saved in own.loans.saved.items():
                remains = [route[r] for r in (*own.routes, *own.loans.uses.values()) if r != loan]
                without = Network(record.board, remains)
                apart = [t.id for t in own.completed if not without.reached(t)]
                assert list(saved) == apart


def test_the_random_games_hold_everything_that_games_can():
    """So that agreement means something."""
    seen: Counter[str] = Counter()
    for seed in range(200):
        g = game(seed, wild=seed % 3 == 0)
        seen.update(entry["type"] for entry in g["log"])
        seen.update("late" for entry in g["log"] if entry.get("late"))
        seen.update([f"{g['map']} {g['variant']}", g["tracking"], f"{len(g['players'])} players"])
        how, figured = told(by_engine, g)
        if how == "refused":
            seen.update([how, figured[1]])
            continue
        seen.update([figured["phase"], f"by {figured['decided_by']}"])
        seen.update(warning[0] for warning in figured["warnings"])
        seen.update("borrowed" for player in figured["players"].values() if player["borrowed"])
    assert {kind for kind in WANTED if not seen[kind]} == set()


WANTED = {
    *("claim", "station", "draw", "keep", "strike", "amend", "catch-up", "finish", "hidden", "late"),
    *("live", "tally", "2 players", "3 players", "4 players", "5 players"),
    *("usa base", "usa base-reprint", "usa 1910", "usa mega", "usa big-cities"),
    *("europe base", "europe mega", "europe big-cities"),
    *("playing", "final-round", "reveal", "finished", "refused", "borrowed"),
    *("route-taken", "own-twin", "twin-closed", "not-enough-trains", "city-taken", "ticket-held", "after-finish"),
    *("ticket-held-twice", "too-few-tickets", "too-many-long-tickets", "turn-too-many"),
    *("by points", "by tickets", "by shared"),  # the rarer two are played on purpose in test_tally
}
