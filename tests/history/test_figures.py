"""Every figure that a circle remembers is what a slow second way counts, which reads exported JSON alone."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.boards import files
from companion.export.tally_json import tally_json
from companion.history.broken import broken_by
from companion.history.circle import Evening, in_order
from companion.history.figures import Feat, PersonFigures, Totals, figures
from companion.history.summary import from_json, summarise, to_json
from companion.rules.tally import tally
from tests.slow import season
from tests.support.evenings import Evening as Played
from tests.support.evenings import read

PEOPLE = ("a", "b", "c", "d", "e", "f")


def a_season(seed: int, games: int) -> tuple[list[Evening], list[dict[str, Any]]]:
    """So many evenings of six people on two boards: as the program reads them, and as they are exported."""
    rng, own, exported = Random(seed), [], []
    for n in range(games):
        played = Played(rng.randrange(10**6), rng.choice(["usa", "europe"]), rng.randint(2, 5), tickets=3)
        tracking = rng.choice(["live", "live", "tally"])
        record = read(played.record(tracking=tracking))
        result = tally(record.replayed())
        people = dict(zip(played.colors, rng.sample(PEOPLE, len(played.colors)), strict=True))
        day, counts, name = f"2026-{rng.randint(1, 12):02}-07", rng.random() < 0.9, f"{n:04}"
        own.append(Evening(name, day, people, from_json(to_json(summarise(result))), counts=counts))
        log = [entry.model_dump(exclude_defaults=True) for entry in record.log]
        head = {"id": name, "day": day, "counts": counts, "people": people, "tracking": tracking}
        exported.append({**head, "log": log, "tally": tally_json(result)})
    return in_order(own), exported


@pytest.fixture(scope="module")
def boards() -> dict[str, Any]:
    """The facts of two boards as the command prints them."""
    return {name: files.facts(files.boards()[name]) for name in ("usa", "europe")}


@pytest.fixture(scope="module", params=[7, *(pytest.param(n, marks=pytest.mark.soak) for n in range(20))])
def both(request):
    """A season of ten games; in soak twenty more of fifteen, which makes three hundred."""
    return a_season(request.param, 10 if request.param == 7 else 15)


def feat(found: Feat | None) -> tuple[int, str] | None:
    return (found.value, found.game) if found else None


def totals(found: Mapping[Any, Totals]) -> dict[Any, dict[str, int]]:
    return {
        key: {"games": one.games, "average": one.average, "best": one.best.value, "worst": one.worst.value}
        for key, one in found.items()
    }


def of_person(own: PersonFigures) -> dict[str, Any]:
    plain = {name: getattr(own, name) for name in ("games", "wins", "tickets", "completed", "detours", "saved")}
    feats = {name: feat(getattr(own, name)) for name in ("points", "longest", "made")}
    lost = feat(own.lost)
    shown = {"lost": (-lost[0], lost[1]) if lost else None, "places": dict(own.places)}
    return {**plain, **feats, **shown, "settings": totals(own.settings)}


def test_people_are_counted_alike(both, boards):
    evenings, exported = both
    counted = {name: of_person(own) for name, own in figures(evenings).people.items()}
    for one in counted.values():
        one["places"] = {rank: n for rank, n in one["places"].items() if n}
    assert counted == {who: season.person(boards, exported, who) for who in season.people(exported)}


def test_pairs_are_counted_alike(both):
    evenings, exported = both
    counted = {two: (pair.games, *(pair.ahead[one] for one in two)) for two, pair in figures(evenings).pairs.items()}
    assert counted == season.pairs(exported)


def test_boards_are_counted_alike(both, boards):
    evenings, exported = both
    for name, own in figures(evenings).boards.items():
        counters = {kind: dict(getattr(own, kind)) for kind in ("claimed", "first", "kept", "completed", "won")}
        sums = {kind: totals(getattr(own, kind)) for kind in ("totals", "winning")}
        records = {kind: feat(one) for kind, one in own.records.items()}
        assert {"games": own.games, **counters, **sums, "records": records} == season.board(boards, exported, name)


def test_records_are_counted_alike(both, boards):
    evenings, exported = both
    counted = figures(evenings)
    assert counted.games == len(season.in_order(exported))
    assert {kind: feat(one) for kind, one in counted.records.items()} == season.records(boards, exported)
    for evening in evenings:
        if evening.counts:
            told = {(one.kind, one.feat.person, one.whole) for one in broken_by(evenings, evening.game)}
            assert told == season.broken(boards, exported, evening.game), evening.game


def test_a_game_that_does_not_count_is_in_no_figure(both):
    evenings, __ = both
    left = [evening for evening in evenings if evening.counts]
    ghosts = [replace(evening, counts=False, game=f"{evening.game}x") for evening in evenings]
    assert figures(in_order([*left, *ghosts])) == figures(left)
    assert broken_by(ghosts, ghosts[-1].game) == []


def test_nobody_breaks_a_record_before_the_third_game(both):
    evenings, __ = both
    counting = [evening for evening in evenings if evening.counts]
    assert broken_by(counting[:2], counting[1].game) == []


def test_the_second_way_imports_nothing_of_the_program():
    tree = ast.parse(Path(season.__file__).read_text())
    named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert named <= {"__future__", "typing"}
