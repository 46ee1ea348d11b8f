"""`companion lay-out`: a proposal that fits, from nothing but latitude and longitude."""

from __future__ import annotations

import builtins
import re
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from companion import authoring
from companion.authoring.demands import Demands, Weights
from companion.authoring.descent import Plan
from companion.authoring.layout_text import with_layout
from companion.authoring.lint import lint
from companion.authoring.problem import problem
from companion.authoring.proposal import draft, repaired
from companion.authoring.search_start import start
from companion.authoring.search_state import Rows
from companion.boards import files as catalogue
from companion.boards.layout import Layout
from companion.boards.model import Board
from companion.cli import lay_out, main
from tests.project.test_ground import PROJECT
from tests.project.test_rooms import imported_by
from tests.support.laying import moved

LAKE = """
id = "lake"
name = "The Lake"
players = { least = 2, most = 3 }
colors = ["blue", "red", "green"]
trains_per_player = 12
final_round_at = 2
double_routes_need_players = 3
route_points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }
tie_break = ["points"]
cities = [
  { id = "bregenz", name = "Bregenz", lat = 47.5, lon = 9.75 },
  { id = "konstanz", name = "Konstanz", lat = 47.66, lon = 9.18 },
  { id = "lindau", name = "Lindau", lat = 47.55, lon = 9.69 },
  { id = "romanshorn", name = "Romanshorn", lat = 47.57, lon = 9.38 },
  { id = "uberlingen", name = "Überlingen", lat = 47.77, lon = 9.16 },
]
routes = [
  { a = "bregenz", b = "lindau", length = 1, color = "gray" },
  { a = "bregenz", b = "lindau", length = 1, color = "gray" },
  { a = "bregenz", b = "romanshorn", length = 4, color = "red" },
  { a = "konstanz", b = "romanshorn", length = 2, color = "blue" },
  { a = "konstanz", b = "uberlingen", length = 2, color = "gray", ferry = 1 },
  { a = "lindau", b = "romanshorn", length = 3, color = "green", ferry = 1 },
  { a = "lindau", b = "uberlingen", length = 4, color = "yellow" },
]
tickets = [{ a = "bregenz", b = "konstanz", points = 5, sets = ["base"] }]

[variants.base]
name = "Base"
about = "All tickets."
ticket_sets = ["base"]
deal = { regular = 1 }
keep = 1
draw = 1
draw_keep = 1
bonuses = {}
"""
QUICK = Plan(steps=450)


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    file = tmp_path / "lake.toml"
    file.write_text(LAKE)
    return file


@pytest.fixture(scope="module")
def small() -> Board:
    return Board.model_validate(tomllib.loads(LAKE))


def test_a_small_board_is_laid_out_so_that_nothing_is_found(small):
    layout = draft(small, plan=QUICK)
    assert lint(small.model_copy(update={"layout": layout})) == []


def test_the_same_seed_gives_the_same_proposal(small):
    assert draft(small, seed=4, tries=1, plan=Plan(steps=60)) == draft(small, seed=4, tries=1, plan=Plan(steps=60))


def test_a_small_board_has_a_small_picture(small):
    layout = draft(small, plan=QUICK)
    assert layout.width < 600
    assert layout.height < 400


def test_it_is_printed(lake, capsys):
    assert main(["lay-out", str(lake), "--tries", "1"]) == 0
    out = capsys.readouterr()
    assert set(Layout.model_validate(tomllib.loads(out.out)["layout"]).place) == {
        "bregenz",
        "konstanz",
        "lindau",
        "romanshorn",
        "uberlingen",
    }
    assert "fit" in out.err


def test_it_is_written_into_the_board_itself(lake, capsys):
    assert main(["lay-out", str(lake), "--tries", "1", "-o", str(lake)]) == 0
    assert capsys.readouterr().out == ""
    board = catalogue.read_board(lake)
    assert board.layout is not None
    assert lake.read_text().startswith(LAKE.rstrip())


def test_what_is_asked_for_is_what_the_extra_installs_and_all_that_is_used():
    files = Path(authoring.__file__).parent.glob("*.py")
    used = {name.partition(".")[0] for file in files for name in imported_by(file)} - set(sys.stdlib_module_names)
    assert PROJECT["project"]["optional-dependencies"]["layout"] == [lay_out.NEEDS]
    assert used - {"companion"} == {re.match(r"\w+", lay_out.NEEDS)[0]}


def test_without_numpy_one_sentence_says_what_to_type(lake, capsys, monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.startswith("companion.authoring"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    assert main(["lay-out", str(lake)]) != 0
    says = capsys.readouterr().err
    assert "-m pip install" in says
    assert "Traceback" not in says


def test_a_file_that_is_no_board_is_refused(tmp_path, capsys):
    file = tmp_path / "no.toml"
    file.write_text("id = 3")
    assert main(["lay-out", str(file)]) != 0
    assert "no.toml" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_said(lake, tmp_path, capsys):
    assert main(["lay-out", str(lake), "--tries", "1", "-o", str(tmp_path / "none" / "out.toml")]) != 0
    assert "can't be written" in capsys.readouterr().err


def test_cities_in_one_place_come_apart(small):
    cities = tuple(city.model_copy(update={"lat": 47.5, "lon": 9.5}) for city in small.cities)
    layout = draft(small.model_copy(update={"cities": cities}), tries=1, plan=QUICK)
    places = [(place.x, place.y) for place in layout.cities]
    assert len(set(places)) == len(places)


def test_a_route_through_others_starts_bent_aside(boards):
    """Palermo–Smyrna runs straight through Greece on the Earth."""
    facts = problem(boards["europe"])
    bent = {facts.pairs[i] for i in np.nonzero(np.abs(start(facts).bends).sum(axis=(1, 2)))[0]}
    assert ("palermo", "smyrna") in bent
    assert len(bent) < 12


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_the_way_down_is_the_slope_of_what_is_bad(boards, name):
    """Against small steps. Bows are measured by the chord, whose own change the slope leaves out."""
    facts = problem(boards[name])
    state, rows = start(facts), Rows(facts)
    random = np.random.default_rng(3)
    for part in state.parts():
        part += random.normal(0, 0.5, part.shape)
    demands = Demands(facts, rows, state.cities.copy(), np.array([], dtype=np.int64))
    demands.look_around(state)
    _bad, down = demands.cost_and_gradient(state, Weights(home=0.0))
    for part, slope in zip(state.parts()[1:], down.parts()[1:], strict=True):
        for at in zip(*(random.integers(0, n, 12) for n in part.shape), strict=True):
            assert slope[at] == pytest.approx(_by_steps(demands, state, part, at), rel=0.02, abs=0.02)


def _by_steps(demands, state, part, at, step=1e-5):
    kept, found = part[at], []
    for sign in (1, -1):
        part[at] = kept + sign * step
        found.append(demands.cost_and_gradient(state, Weights(home=0.0))[0])
    part[at] = kept
    return (found[0] - found[1]) / (2 * step)


def test_what_fits_stays_as_it_is_when_mended(boards):
    board = boards["usa"]
    after = repaired(board, board.layout)
    assert after.land == board.layout.land
    assert max(abs(a.x - b.x) + abs(a.y - b.y) for a, b in zip(after.cities, board.layout.cities, strict=True)) < 4


def test_mending_sets_apart_what_is_too_near(boards):
    broken = moved(boards["usa"], lambda layout: layout.label("omaha", 0, -5))
    assert lint(broken)
    assert lint(broken.model_copy(update={"layout": repaired(broken, broken.layout)})) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", ["usa", "europe"])
def test_our_boards_without_their_layouts_are_laid_out_almost_without_findings(boards, name, tmp_path):
    bare = boards[name].model_copy(update={"layout": None})
    layout = draft(bare)
    found = lint(bare.model_copy(update={"layout": layout}))
    assert len(found) <= 6, found
    file = tmp_path / "board.toml"
    file.write_text(with_layout("", layout))
    assert Layout.model_validate(tomllib.loads(file.read_text())["layout"]) == layout
