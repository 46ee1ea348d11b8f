"""What holds of every game, whatever is played."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from companion.export.tally_json import tally_json
from companion.record.read import Record
from companion.rules.broken_rules import FinalTurnHad, RuleBroken
from companion.rules.log import Amend, AnyEntry, Claim, Finish, Hidden, Keep, Station, in_force
from companion.rules.replay import replay, take_in
from companion.rules.score import score
from companion.rules.table import Table
from companion.rules.tally import Tally, tally
from companion.rules.trail import longest_trail
from tests.rules.making import entry
from tests.rules.nets import any_net
from tests.support.playing import game, read

pytestmark = pytest.mark.random

records = st.builds(game, st.integers(0, 10**6), turns=st.sampled_from([3, 12, 40, 400]))
wild = st.builds(game, st.integers(0, 10**6), turns=st.sampled_from([3, 12, 40, 400]), wild=st.just(True))
seeds = st.integers(0, 10**6)


def table(record: Record, log: list[AnyEntry] | None = None) -> Table:
    return replay(record.board, record.setup, record.log if log is None else log)


def outcome(record: Record, log: list[AnyEntry]) -> Any:
    """The figures, or where and why the log is refused."""
    try:
        return tally_json(tally(table(record, log)))
    except RuleBroken as broken:
        return broken.place, broken.code


def same_but_places(one: Table, other: Table) -> bool:
    """Whether two tables are the same but for the places in the log where things were told."""
    names = ("owners", "stations", "held", "trains", "last_turn", "finished", "phase", "waiting_for", "next_player")
    return all(getattr(one, name) == getattr(other, name) for name in names)


@given(records)
def test_train_counts_add_up(told):
    read_table = table(read(told))
    for color in read_table.setup.colors:
        used = sum(read_table.board.route[name].length for name in read_table.routes_of(color))
        assert read_table.trains[color] + used == read_table.board.trains_per_player
        assert read_table.trains[color] >= 0


@given(records)
def test_a_track_has_one_owner_and_double_routes_their_rule(told):
    played = table(read(told))
    assert sum(len(played.routes_of(color)) for color in played.setup.colors) == len(played.owners)
    pairs = Counter(tuple(name.split("--")[:2]) for name in played.owners)
    owners = {(*name.split("--")[:2], owner) for name, owner in played.owners.items()}
    assert len(owners) == len(played.owners)  # nobody has two tracks of one pair
    if len(played.setup.players) < played.board.double_routes_need_players:
        assert set(pairs.values()) <= {1}


@given(records)
def test_stations_are_one_a_city_and_three_a_player(told):
    played = table(read(told))
    assert all(len(played.built_by(color)) <= 3 for color in played.setup.colors)
    assert not played.stations or played.board.stations


@given(wild)
def test_replay_is_deterministic(told):
    assert outcome(read(told), read(told).log) == outcome(read(told), read(told).log)


@given(records, seeds)
def test_striking_the_last_entry_restores_the_table(told, seed):
    record = unfinished(read(told))
    color = Random(seed).choice(record.setup.colors)
    route = Random(seed).choice(list(record.board.route))
    for more in (f"{color} claim {route}", f"{color} draw", "finish", "catch-up"):
        if attempt(record, entry(more)):
            struck = entry(f"strike {len(record.log) + 1}")
            assert table(record, [*record.log, entry(more), struck]) == table(record)


@given(wild, seeds)
def test_striking_any_entry_is_as_if_it_had_never_been_made(told, seed):
    record = read(told)
    assume(record.log)
    place = Random(seed).randint(1, len(record.log))
    struck = [*record.log, entry(f"strike {place}")]
    assume(record.log[place - 1].type not in ("strike", "amend", "hidden"))
    pointed = {e.entry for e in record.log if e.type in ("strike", "amend")}
    assume(place not in pointed)
    silent = [*record.log[: place - 1], Hidden(type="hidden"), *record.log[place:]]
    with_it, without = outcome(record, struck), outcome(record, silent)
    if isinstance(with_it, dict) and isinstance(without, dict):
        few = [w for w in with_it["warnings"] if w["code"] == "too-few-tickets"]
        with_it["warnings"] = [w for w in with_it["warnings"] if w not in few]
        without["warnings"] = [w for w in without["warnings"] if w["code"] != "too-few-tickets"]
    assert with_it == without


@given(wild, seeds)
def test_striking_a_strike_restores(told, seed):
    record = read(told)
    assume(record.log)
    place = Random(seed).randint(1, len(record.log))
    log = [*record.log, entry(f"strike {place}"), entry(f"strike {len(record.log) + 1}")]
    assert outcome(record, log) == outcome(record, list(record.log))


@given(wild, seeds)
def test_an_amendment_is_the_entry_itself_written_in_its_place(told, seed):
    record = read(told)
    rng = Random(seed)
    amended = {e.entry for e in record.log if isinstance(e, Amend)}
    turns = [n for n, e in enumerate(record.log, 1) if e.type in ("claim", "draw") and n not in amended]
    assume(turns)
    place, route = rng.choice(turns), rng.choice(list(record.board.route))
    player = rng.choice(record.setup.colors)
    instead = entry(f"{player} {rng.choice(['', 'late '])}claim {route}")
    amend = entry(f"amend {place} {player}{' late' if instead.late else ''} claim {route}")
    in_place = [*record.log[: place - 1], instead, *record.log[place:]]
    assert outcome(record, [*record.log, amend]) == outcome(record, in_place)


@given(wild, seeds)
def test_an_amendment_is_a_strike_and_an_entry_in_that_place(told, seed):
    """What an amendment leaves in force is what remains when the first is struck and the other put before it."""
    record = read(told)
    amended = {e.entry for e in record.log if isinstance(e, Amend)}
    turns = [n for n, e in enumerate(record.log, 1) if e.type == "claim" and n not in amended]
    assume(turns)
    place = Random(seed).choice(turns)
    player = record.log[place - 1].player
    by_amendment = in_force([*record.log, entry(f"amend {place} {player} draw")])
    by_strike = dict(in_force([*record.log, entry(f"strike {place}")]))
    assert [e.type for n, e in by_amendment if n == place] in ([], ["draw"])
    assert [(n, e) for n, e in by_amendment if n != place] == list(by_strike.items())


@given(records, seeds)
def test_the_order_of_keeps_does_not_matter_to_the_tally(told, seed):
    record = read(told)
    log = [e for _, e in in_force(record.log)]
    kept = Random(seed).sample(some := [e for e in log if isinstance(e, Keep)], len(some))
    other = [kept.pop() if isinstance(e, Keep) else e for e in log]
    one, two = tally(table(record)), tally(table(record, other))
    assert (totals(one), one.winners, one.decided_by) == (totals(two), two.winners, two.decided_by)
    for a, b in zip(one.lines, two.lines, strict=True):
        assert {t.id for t in a.score.completed} == {t.id for t in b.score.completed} or a.score.loans.uses


@given(st.builds(game, seeds, turns=st.sampled_from([3, 12, 40]), board=st.just("europe")), seeds)
def test_a_station_never_makes_a_longest_path_longer(told, seed):
    record = unfinished(read(told))
    color = Random(seed).choice(record.setup.colors)
    city = Random(seed).choice(list(record.board.city))
    more = Station(type="station", player=color, city=city, late=True)
    before, after = table(record), attempt(record, more)
    assume(after)
    assert score(after, color).path == score(before, color).path
    assert score(after, color).station_points == score(before, color).station_points - 4
    assert score(after, color).ticket_points >= score(before, color).ticket_points


@given(records, seeds)
def test_a_claim_never_lowers_the_longest_path_or_a_completed_ticket(told, seed):
    record = unfinished(read(told))
    before = table(record)
    rng = Random(seed)
    color = rng.choice(record.setup.colors)
    routes = rng.sample(list(record.board.route), 12)
    after = next(filter(None, (attempt(record, entry(f"{color} claim {name}")) for name in routes)), None)
    assume(after)
    old, new = score(before, color), score(after, color)
    assert new.path.length >= old.path.length
    assert new.route_points > old.route_points
    if not old.loans.uses:
        assert {t.id for t in old.completed} <= {t.id for t in new.completed}
    assert new.ticket_points >= old.ticket_points


def unfinished(record: Record) -> Record:
    """The record with its finish, if it has one, taken back."""
    places = [place for place, e in in_force(record.log) if isinstance(e, Finish)]
    return replace(record, log=(*record.log, *(entry(f"strike {place}") for place in places)))


def attempt(record: Record, more: AnyEntry) -> Table | None:
    try:
        return table(record, [*record.log, more])
    except RuleBroken:
        return None


@given(seeds)
def test_a_track_more_never_makes_the_longest_walk_shorter(seed):
    net = any_net(Random(seed))
    lengths = [longest_trail(net[:n]).length for n in range(len(net) + 1)]
    assert lengths == sorted(lengths)


def totals(result: Tally) -> list[int]:
    return [line.total for line in result.lines]


@given(records)
def test_ranks_are_consistent_with_the_order_of_tie_breaks(told):
    result = tally(table(read(told)))
    for line in result.lines:
        assert line.rank == 1 + len([other for other in result.lines if other.key > line.key])
        assert line.key[0] == line.total
    assert result.winners == tuple(line.score.color for line in result.lines if line.rank == 1)
    assert (len(result.winners) > 1) == (result.decided_by == "shared")


@given(records)
def test_bonuses_are_paid_for_something_and_to_all_who_share(told):
    result = tally(table(read(told)))
    worth = result.table.board.variants[result.table.setup.variant].bonuses
    for row in zip(*(line.bonuses for line in result.lines), strict=True):
        best = max(item.n for item in row)
        for item in row:
            assert item.points == (worth[item.kind] if item.n == best > 0 else 0)
            assert (item.place == 1) == bool(item.points)


@given(records)
def test_a_total_is_the_sum_of_its_lines(told):
    for line in tally(table(read(told))).lines:
        own = line.score
        bonuses = sum(item.points for item in line.bonuses)
        assert line.total == own.route_points + own.ticket_points + own.station_points + bonuses
        assert line.total == sum(item.points for item in line.items)


@given(wild)
def test_renaming_players_changes_no_figure(told):
    renamed = told | {"players": [player | {"name": "Somebody"} for player in told["players"]]}
    assert figures(read(renamed)) == figures(read(told))


def figures(record: Record) -> Any:
    """An outcome without names and sentences, where a player is called by colour."""
    found = outcome(record, list(record.log))
    if isinstance(found, dict):
        found.pop("because")
        for part in (*found["players"], *found["warnings"]):
            part.pop("name", None)
            part.pop("message", None)
    return found


@given(wild)
def test_rotating_seats_changes_nothing_but_order(told):
    seats = told["players"]
    one, two = figures(read(told)), figures(read(told | {"players": [*seats[1:], seats[0]]}))
    if isinstance(one, dict):
        for found in (one, two):
            found["players"] = sorted(found["players"], key=lambda player: player["color"])
            found["winners"] = sorted(found["winners"])
            for warning in found["warnings"]:
                warning["players"] = sorted(warning["players"])
            if found["final_round"]:
                found["final_round"]["waiting_for"] = sorted(found["final_round"]["waiting_for"])
    assert one == two


@given(wild)
def test_a_live_table_takes_what_the_longer_log_allows_and_no_turn_too_many(told):
    record = read(told)
    assume(record.log)
    *log, last = record.log
    try:
        longer = table(record)
        turn_too_many = any(place == len(record.log) for place, _ in longer.turns_too_many)
        expected = FinalTurnHad if turn_too_many else None
    except RuleBroken as broken:
        expected = type(broken)
    if expected:
        with pytest.raises(expected):
            take_in(record.board, record.setup, log, last)
    else:
        try:
            known = replay(record.board, record.setup, log)
        except RuleBroken:
            reject()  # the last entry takes back what was against the rules: no table was ever without it
        assert take_in(record.board, record.setup, log, last) == longer
        assert take_in(record.board, record.setup, log, last, known) == longer


@given(records, seeds)
def test_a_hidden_place_changes_nothing(told, seed):
    record = read(told)
    at = Random(seed).randint(0, len(record.log))
    later = [e if not hasattr(e, "entry") or e.entry <= at else moved(e) for e in record.log[at:]]
    with_it = [*record.log[:at], Hidden(type="hidden"), *later]
    assert same_but_places(table(record), table(record, with_it))


def moved(change: AnyEntry) -> AnyEntry:
    return change.model_copy(update={"entry": change.entry + 1})


@given(records)
def test_leaving_out_what_is_struck_changes_nothing(told):
    """A log without its strikes, amendments and all they took back is the same game."""
    record = read(told)
    assert same_but_places(table(record), table(record, [e for _, e in in_force(record.log)]))


@given(records)
def test_late_or_not_changes_no_points(told):
    record = read(told)
    on_time = [e.model_copy(update={"late": False}) if isinstance(e, Claim | Station) else e for e in record.log]
    assert totals(tally(table(record))) == totals(tally(table(record, on_time)))


@given(records)
def test_a_game_entered_afterwards_has_the_same_points(told):
    record = read(told)
    afterwards = record.setup.model_copy(update={"tracking": "tally"})
    assert totals(tally(table(record))) == totals(tally(replay(record.board, afterwards, record.log)))
    assert replay(record.board, afterwards, record.log).final_round is None


@given(records)
def test_tickets_are_counted_once_as_completed_or_failed(told):
    played = table(read(told))
    for line in tally(played).lines:
        held = Counter(e.ticket for _, e in in_force(read(told).log) if keeps(e, line.score.color))
        assert Counter(t.id for t in (*line.score.completed, *line.score.failed)) == held
        assert list(line.score.journeys) == [ticket.id for ticket in line.score.completed]


def keeps(told: AnyEntry, color: str) -> bool:
    return isinstance(told, Keep) and told.player == color
