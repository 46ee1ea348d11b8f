"""The phone's engine says what the server's says: after every entry of every game, and of every finger."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from bench import picking
from companion.boards import files
from companion.boards.geometry import Point
from companion.boards.model import Board
from companion.pages.shared.board_picture import SCREEN
from companion.pages.shared.table_model import log_of, played, state_of
from companion.pages.table import choice
from companion.picture import looks as players
from companion.picture import picture
from companion.picture.game_scene import looks_of, scene_of
from companion.picture.tap_targets import Picker
from companion.picture.track_shapes import Shapes
from companion.record.read import Record, RecordWrong, read_record
from companion.rules.mechanics import mechanics_of
from companion.rules.replay import new_table, replay
from tests.support.away import Evening
from tests.support.doses import one_in
from tests.support.golden import FOLDER, Game, games_in
from tests.support.modules import empty_page
from tests.support.playing import game as random_game
from tests.support.playing import read
from tests.support.vectors import BUILD, board_file, vectors, written

BOARDS = sorted(name for name, board in files.boards().items() if board.layout)
FURTHER = sorted(name for name in files.boards() if (FOLDER / "boards" / name).is_dir())
# Why the server alone refuses: rules of a board's own entries, secrets, and words that no page sends.
SERVERS = {
    "pieces",
    "home-late",
    "home-held",
    "no-markers",
    "no-harbours",
    "card-held",
    "ticket-held",
}
RULES = {
    "route-taken",
    "own-twin",
    "twin-closed",
    "not-enough-trains",
    "city-taken",
    "no-stations-left",
    "after-finish",
}
FEW, MANY = 200, 2_000
TAPS = 600

PLAYED = """async ([names, boards]) => {
  const { apply, begun, nextPlayer, UNKNOWN } = await import("/js/state.js");
  const { Board } = await import("/js/board.js");
  const known = {};
  for (const name of boards) {
    const facts = await (await fetch(`/vectors/board-${name}.json`)).json();
    known[name] = new Board(facts);
  }
  const merged = (state, changes) => {
    const next = { ...state };
    for (const [name, now] of Object.entries(changes)) {
      const whole = name === "final" || typeof now !== "object" || now === null;
      next[name] = whole ? now : { ...next[name], ...now };
      if (!whole) for (const key in now) if (now[key] === null && name !== "points") delete next[name][key];
    }
    return next;
  };
  const plain = (value) => value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, plain(value[key])])) : value;
  const found = { wrong: [], steps: 0, refused: {}, unknown: {} };
  // Where the phone says that it does not know, it says nothing wrong; how often is counted by what it was.
  const differs = (said, right, about) => {
    if (said === UNKNOWN) return (found.unknown[about] = (found.unknown[about] ?? 0) + 1), false;
    if (right && said && typeof right === "object" && typeof said === "object") {
      // What a route takes that nobody can claim any more is of no interest.
      const keys = new Set([...(about.endsWith(" prices") ? [] : Object.keys(said)), ...Object.keys(right)]);
      return [...keys].some((key) => differs(said[key], right[key], about));
    }
    return said !== right;
  };
  const games = (await Promise.all(names.map(async (file) => (await fetch(`/vectors/${file}`)).json()))).flat();
  for (const { name, board, played, steps } of games) {
    let state = begun(known[board], played);
    state.next = nextPlayer(state);
    const fields = [...Object.keys(played.opening).filter((field) => field !== "prices"), "next"];
    if (played.unknown.length) fields.push("prices");
    steps.forEach(({ entry, refused, changes, follows }, n) => {
      const frozen = JSON.stringify(plain({ ...state, board: 0 }));
      const said = !follows && (entry ? apply(state, entry) : "secret");
      if (JSON.stringify(plain({ ...state, board: 0 })) !== frozen) found.wrong.push([name, n, "not pure"]);
      if (refused) {
        found.refused[refused] = (found.refused[refused] ?? 0) + 1;
        const phones = typeof said === "string" ? said : "taken";
        if (said !== refused) found.wrong.push([name, n, entry, "refused", refused, phones]);
        return;
      }
      found.steps += 1;
      const right = merged(state, changes ?? follows);
      if (changes && entry) {
        if (typeof said === "string") found.wrong.push([name, n, entry, "taken", said]);
        else {
          const after = { ...said, next: nextPlayer(said) };
          for (const field of fields)
            if (differs(after[field], right[field], `${board} ${field}`))
              found.wrong.push([name, n, entry, field, after[field], right[field]]);
        }
      }
      state = { ...right, log: [...state.log, entry] };
    });
  }
  return found;
}"""

ARRIVED = """async (file) => {
  const { begun, nextPlayer } = await import("/js/state.js");
  const { arrived, withAll } = await import("/js/arrival.js");
  const { Board } = await import("/js/board.js"), json = async (path) => (await fetch(path)).json();
  const plain = (value) => value && typeof value === "object"
    ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, plain(value[key])])) : value;
  const wrong = [];
  let late = 0;
  for (const { seed, board, played, steps } of await json(`/vectors/${file}`)) {
    let state = begun(new Board(await json(`/vectors/board-${board}.json`)), played);
    for (const [n, { entry, known, own, stored, next }] of steps.entries()) {
      const said = arrived(state, entry, known, (place) => own.includes(place));
      if (JSON.stringify(said.map(plain)) !== JSON.stringify(stored.map(plain))) wrong.push([seed, n, said, stored]);
      late += said.length > 1 || said[0] !== entry;
      state = withAll(state, stored);
      if (!state.log) {
        wrong.push([seed, n, stored, state]);
        break;
      }
      if (nextPlayer(state) !== next) wrong.push([seed, n, nextPlayer(state), next]);
    }
  }
  return { wrong, late };
}"""

PAINTED = """async ([file, offered]) => {
  const { begun, updated } = await import("/js/state.js"), { Board } = await import("/js/board.js");
  const { Picture } = await import("/js/paint.js");
  const json = async (path) => (await fetch(path)).json();
  const { board, played, told, plain, right } = await json(`/vectors/${file}`);
  const draw = (text) => {
    const box = document.createElement("div");
    box.innerHTML = text;
    document.body.replaceChildren(box);
    return box.firstChild;
  };
  // Where it lies, whichever way round it was drawn.
  const line = (part) => {
    const { x, y, width, height } = part.getBBox();
    return [x, y, width, height];
  };
  const attributes = (svg) => [...svg.querySelectorAll("*")].filter(({ dataset }) => Object.keys(dataset).length)
    .map((part) => {
      const { d, x, y, ...rest } = Object.fromEntries([...part.attributes].map(({ name, value }) => [name, value]));
      return [rest, /letters|stations|discs/.test(rest["data-layer"]) ? line(part) : d ?? [Number(x), Number(y)]];
    });
  const expected = attributes(draw(right)), svg = draw(plain);
  const start = begun(new Board(await json(`/vectors/${board}`)), played);
  const state = updated(start, told), picture = new Picture(svg, start);
  picture.paint(state, state, offered);
  const near = (one, other) => typeof one === "string" ? one === other
    : one.length === other.length && one.every((n, place) => !(Math.abs(n - other[place]) > 1));
  const sorted = (rest) => JSON.stringify(Object.entries(rest).sort());
  return attributes(svg).flatMap(([rest, d], n) =>
    sorted(rest) === sorted(expected[n][0]) && near(d, expected[n][1]) ? [] : [[rest, d, expected[n]]]);
}"""
STRUCK = """async ([file, name]) => {
  const { apply, begun } = await import("/js/state.js"), { Board } = await import("/js/board.js");
  const json = async (path) => (await fetch(path)).json();
  const [{ played, steps }] = await json(`/vectors/${file}`);
  const { entry } = steps.find(({ entry }) => entry?.type === "claim");
  const state = apply(begun(new Board(await json(`/vectors/board-${name}.json`)), played), entry);
  const { points } = apply({ ...state, log: [null, ...state.log], cut: true }, { type: "strike", entry: 1 });
  return [points[entry.player], apply(state, { type: "strike", entry: 1 }).points[entry.player]];
}"""
FOUND = """async ([file, name]) => {
  const { Board } = await import("/js/board.js"), json = async (path) => (await fetch(path)).json();
  const board = new Board(await json(`/vectors/board-${name}.json`));
  return (await json(`/vectors/${file}`)).map((point) => {
    const { pairs, cities, alone } = board.meant(point);
    const clear = [board.clear(point, 1), board.clear(point, 1, (pair) => pair < "d")];
    return [board.nearest(point, 12), pairs, cities, alone, clear];
  });
}"""


@pytest.fixture(scope="module")
def engine(browser: Browser) -> Iterator[Page]:
    with empty_page(browser, lambda path: BUILD / Path(path).name) as page:
        yield page


def proved(page: Page, name: str, games: list[tuple[str, Record]]) -> dict[str, Any]:
    """What the phone says of these games; wrong is whatever the server says otherwise."""
    made = [vectors(told, record) for told, record in games]
    boards = sorted({game["board"] for game in made})
    for board in boards:
        board_file(files.boards()[board])
    found: dict[str, Any] = page.evaluate(PLAYED, [[written(f"{name}.json", made)], boards])
    wrong = [one for one in found["wrong"] if not _servers_alone(one)]
    assert wrong[:5] == [], f"{len(wrong)} of {found['steps']}"
    return found


def _servers_alone(wrong: list[Any]) -> bool:
    """Whether only the server can refuse it: by a rule of the board's own, or since a ticket comes after the end."""
    _game, _place, entry, what, *codes = wrong
    behind_the_end = codes[0] == "after-finish" and entry and entry["type"] in ("strike", "amend")
    of_its_own = codes[0] == "city-taken" and entry["type"] != "station"
    return what == "refused" and (codes[0] in SERVERS or behind_the_end or of_its_own)


def _readable(games: list[Game]) -> list[tuple[str, Record]]:
    """Those that can be read at all; what is no game never comes to a phone."""
    found = []
    for game in games:
        with contextlib.suppress(RecordWrong):
            found.append((game.name, read_record(game.text.encode(), files.boards())))
    return found


def _unknown(board: str) -> set[str]:
    return {field for mechanic in mechanics_of(files.boards()[board]) for field in mechanic.unknown_to_phones}


def test_every_golden_game_has_the_same_state_after_each_entry(engine):
    found = proved(engine, "golden", _readable(games_in(FOLDER)))
    assert found["steps"] > 350
    assert found["refused"].keys() >= RULES
    assert found["unknown"] == {}, "on the boards of the box nothing is left to the server"


@pytest.mark.parametrize("board", FURTHER)
def test_every_golden_game_of_a_further_board_has_it_too(engine, board):
    """What only the server knows is unknown, and that is no more than the board's rules say."""
    games = _readable([*games_in(FOLDER / "boards" / board), *(_whole_games(board))])
    found = proved(engine, f"golden-{board}", games)
    assert found["steps"]
    unknown = {field for about in found["unknown"] for field in [about.split(" ")[1]]}
    if not _unknown(board):
        assert unknown <= ({"figures"} if "technologies" in files.boards()[board].mechanics else set())


def _whole_games(board: str) -> list[Game]:
    return [game for game in games_in(FOLDER / "boards") if game.name.rpartition("-")[0] == board]


def seeded(seeds: range) -> list[tuple[str, Record]]:
    return [(f"seed {seed}", read(random_game(seed))) for seed in seeds]


def test_what_a_correction_does_to_a_log_that_was_too_long_to_be_told_only_the_server_knows(engine):
    name, record = seeded(range(1))[0]
    board_file(record.board)
    told = written("struck.json", [vectors(name, record)])
    assert engine.evaluate(STRUCK, [told, record.board.id]) == ["?", 0]


def test_two_hundred_games_from_a_seed_have_it_too(engine):
    found = proved(engine, "seeded", seeded(range(FEW)))
    assert found["steps"] > 5_000
    assert found["unknown"] == {}


@pytest.mark.soak
@pytest.mark.parametrize("first", range(FEW, MANY, 100))
def test_two_thousand_games_from_a_seed_have_it_too(engine, first):
    assert proved(engine, f"seeded-{first}", seeded(range(first, first + 100)))["unknown"] == {}


def test_both_store_the_same_for_a_turn_that_arrives_late(engine):
    """Every step of evenings with phones that are away, and whose turn it is then."""
    boards = "usa", "europe", "great-lakes", "world"
    evenings = [Evening(files.boards()[boards[seed % 4]], seed).played() for seed in range(60)]
    made = [
        {
            "seed": evening.seed,
            "board": evening.board.id,
            "played": played(new_table(evening.board, evening.setup)),
            "steps": [
                {
                    "entry": log_of((step.entry,))[0],
                    "known": step.known,
                    "own": step.own,
                    "stored": log_of(tuple(step.stored)),
                    "next": step.next,
                }
                for step in evening.steps
            ],
        }
        for evening in evenings
    ]
    for board in boards:
        board_file(files.boards()[board])
    found = engine.evaluate(ARRIVED, written("away.json", made))
    assert found["wrong"][:3] == []
    assert found["late"] > 400


@pytest.mark.parametrize("name", one_in(4, BOARDS))
def test_both_offer_the_same_for_a_finger_wherever_it_falls(engine, name):
    """The pairs of noisy taps in the same order, and what the server's rows are made of: pairs and cities."""
    board = files.boards()[name]
    taps, right = fingers(board, TAPS)
    file = written(f"taps-{name}.json", taps)
    board_file(board)
    said = engine.evaluate(FOUND, [file, name])
    assert [n for n, (one, other) in enumerate(zip(said, right, strict=True)) if one != other] == []


def fingers(board: Board, taps: int) -> tuple[list[Point], list[Any]]:
    """As `bench.picking` taps, at every zoom, and what the server makes of it."""
    assert board.layout
    random, shapes = Random(board.id), Shapes(board, board.layout)
    picker, points = Picker.of(shapes), []
    spaces = [space for track in shapes.tracks for space in track.spaces]
    for n in range(taps):
        zoom = picking.ZOOMS[n % len(picking.ZOOMS)]
        error = picking.FINGER_ERROR / (picking.BOARD_HEIGHT / board.layout.height * zoom)
        x, y = picking.tap(random, random.choice(spaces), board.layout.space, error)
        points.append((round(x, 1), round(y, 1)))  # as a page asks
    likely = [choice._near_tap(board, picker, *point) for point in points]
    unlikely = {pair for pair in picker.boxes if pair < "d"}
    clear = [[picker.clear(point, 1), picker.clear(point, 1, unlikely)] for point in points]
    return points, [
        [[one.pair for one in picker.nearest(point, 12)], found.pairs, found.cities, found.alone, sure]
        for point, found, sure in zip(points, likely, clear, strict=True)
    ]


@pytest.mark.parametrize("name", ["usa", "europe", "uk", "great-lakes", "old-west"])
@pytest.mark.parametrize("part", [0.4, 1.0])
def test_the_phone_paints_the_picture_that_the_server_draws(engine, name, part):
    """Every attribute of every part, of a game that goes on and with routes offered."""
    record = _long_game(name)
    log = [entry for entry in record.log if entry.type != "finish"]
    table = replay(record.board, record.setup, log[: int(len(log) * part)])
    offered = tuple(route.id for route in table.free_routes()[:4])
    looks = {**players.looks(table.board.colors), **looks_of(table)}
    setup = played(new_table(table.board, table.setup))
    for player in setup["players"]:
        player["fill"] = looks[player["color"]].colour
    begun = scene_of(new_table(table.board, table.setup))
    told = {"version": 1, "since": 0, "known": 0, "log": [], "prices": {}, **state_of(table)}
    scene = replace(scene_of(table), candidates=offered)
    made = {
        "board": board_file(table.board),
        "played": setup,
        "told": told,
        "plain": picture(table.board, begun, SCREEN, looks=looks),
        "right": picture(table.board, scene, SCREEN, looks=looks),
    }
    assert engine.evaluate(PAINTED, [written(f"picture-{name}.json", made), list(offered)])[:2] == []


def _long_game(board: str) -> Record:
    if board in ("usa", "europe"):
        return read(random_game(18, turns=60, board=board))
    return max((record for _, record in _readable(_whole_games(board))), key=lambda record: len(record.log))
