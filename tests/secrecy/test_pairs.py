"""Two games that differ in one player's tickets alone are the same in every byte to everybody else, until the end."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable, Collection
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import data, picture
from companion.app import create_app
from companion.boards import files
from companion.boards.layout import Layout
from companion.boards.model import Board
from companion.picture.plan import runs
from companion.play import Refused
from companion.play.game import Options
from companion.play.keys import browser_with, program_with
from companion.play.tables import Tables
from companion.prose.table_refusals import sentence
from companion.record.read import Record
from companion.store import Store
from companion.store.engine import open_engine
from tests.secrecy.crawl import Answer, ask, crawl
from tests.secrecy.still import Counted, stand_still
from tests.slow.boards.play import a_game, typed_deck
from tests.support.playing import game, read
from tests.support.second import sheet

FEW = 2
RUNS: dict[str, Any] = {}
SHARED, PROGRAM = "shared", "program"
MAKER = browser_with("maker")


class Room:
    """A table, a phone for every seat, one that watches, and a program. Played out of a record, entry by entry."""

    def __init__(
        self, folder: Path, empty: Path, record: Record, counted: Counted, seed: int, shared: Collection[str] = ()
    ) -> None:
        counted.again()
        folder.mkdir()
        file = shutil.copy(empty, folder / "games.sqlite3")
        self.tables = Tables(Store(open_engine(f"sqlite:///{file}")), files.boards())
        self.app: Flask = create_app(files.boards(), self.tables)
        self.colors = record.setup.colors
        empty_log = Record(record.board, record.setup, ())
        options = Options(points_hidden=bool(seed % 2), ticket_hint=seed % 3 > 0)
        self.table = self.tables.open(empty_log, MAKER, options).table
        self.said: list[object] = []
        self.phones = {color: SHARED if color in shared else color for color in self.colors}
        for color, phone in self.phones.items():
            self._comes(phone, "player")
            self.tables.seats.take(self.table, browser_with(phone), color)
        self._comes("watcher", "watcher")
        self._comes(PROGRAM, "player")

    def _comes(self, name: str, role: Any) -> None:
        secret = self.tables.door.invite(self.table, MAKER)
        device = program_with(name) if name == PROGRAM else browser_with(name)
        self.tables.door.join_by_secret(secret, device, role)

    def tell(self, entry: dict[str, Any], place: int, victim: str) -> None:
        """By the phone it belongs to; what others are answered is noted."""
        keeper = self._keeper(entry)
        by = self.phones[keeper or self.colors[0]]
        device = browser_with(by)
        if by == SHARED and keeper:
            self.tables.tickets.open(self.table, device, keeper)
        try:
            taken: object = self.tables.log.report(self.table, device, {**entry, "id": f"told-{place}"})
        except Refused as no:
            taken = no.code, sentence(no.reason, no.data), no.version
        if by == SHARED:
            self.tables.tickets.close(self.table, device)
        self.said.append(None if by == self.phones.get(victim) else taken)

    def _keeper(self, entry: dict[str, Any]) -> str | None:
        """Whose ticket this is about: it is told by their own phone, and everything else by the first one."""
        game, __ = self.tables.games.at(self.table, MAKER)
        keeper: str | None = entry.get("player") if entry["type"] == "keep" else None
        place = entry.get("entry")
        if place is not None and place <= len(game.log):
            keeper = game.secret_owner(place)
        return keeper

    def device(self, name: str) -> FlaskClient:
        client = self.app.test_client()
        if name == PROGRAM:
            client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {name}"
        else:
            client.set_cookie("trackside", name)
        return client

    def sees(self, name: str) -> list[Answer]:
        game, __ = self.tables.games.at(self.table, MAKER)
        args = (self.table, self.colors, game.version, min(len(game.log), 12))
        client = self.device(name)
        found = [] if name == PROGRAM else crawl(self.app, client, *args)
        for path in ("", "?since=1", "/record", "/tally"):
            for zipped in ({}, {"Accept-Encoding": "gzip"}):
                found.append(ask(client, f"/api/tables/{self.table}{path}", headers=zipped))
        return found

    def tries(self, name: str, entry: dict[str, Any]) -> list[object]:
        """What the rules answer to somebody who pokes at what is not theirs."""
        client, answers = self.device(name), []
        game, __ = self.tables.games.at(self.table, MAKER)
        for place in range(1, len(game.log) + 2):
            if place > len(game.log) or game.secret_owner(place) not in (None, name):
                told = {"type": "strike", "entry": place, "id": f"try-{name}-{place}"}
                answers.append(client.post(f"/api/tables/{self.table}/entries", json=told))
                answers.append(client.post(f"/t/{self.table}/log/{place}", data={"what": entry["ticket"], "id": "x"}))
        for color in self.colors:
            keep = {**entry, "player": color, "id": f"try-{name}"}
            if color != name:
                answers.append(client.post(f"/api/tables/{self.table}/entries", json=keep))
                answers.append(client.post(f"/t/{self.table}/tickets/{color}/keep", data=keep))
        for setup in ({"variant": v} for v in game.board.variants if v != game.setup.variant):
            answers.append(client.patch(f"/api/tables/{self.table}", json=setup))
        fewer = [player.model_dump(exclude_none=True) for player in game.setup.players][:-1]
        if len(fewer) > 1 and game.setup.colors[-1] in {getattr(e, "player", None) for e in game.log}:
            answers.append(client.patch(f"/api/tables/{self.table}", json={"players": fewer}))
        return [(a.status_code, tuple(sorted(a.headers)), a.data) for a in answers]

    def close(self) -> None:
        self.tables.store.engine.dispose()


def swapped(log: list[dict[str, Any]], victim: str, tickets: list[str], rng: Random) -> list[dict[str, Any]]:
    """The same log, with other tickets in one player's hand."""
    others = dict(zip(tickets, rng.sample(tickets, len(tickets)), strict=True))
    log = copy.deepcopy(log)
    for entry in log:
        for part in (entry, entry.get("with", {})):
            if part.get("type") == "keep" and part["player"] == victim:
                part["ticket"] = others[part["ticket"]]
    return log


Pair = tuple[Record, str, list[dict[str, Any]], list[dict[str, Any]]]


def a_typed_pair(seed: int) -> Pair:
    """The same on a board whose tickets are typed: other ends, and other numbers on the cards."""
    rng = Random(seed)
    played = a_game(sheet("marklin"), seed, turns=rng.choice([0, 6, 25, 70]))
    ends = [place for place, entry in enumerate(played["log"]) if entry["type"] in ("finish", "hidden")]
    log = played["log"][: min(ends, default=len(played["log"]))]
    victim = rng.choice([player["color"] for player in played["players"]])
    deck = typed_deck(sheet("marklin"), rng)
    others: dict[tuple[str, int], dict[str, Any]] = {}
    swapped_log = copy.deepcopy(log)
    for entry in swapped_log:
        for part in (entry, entry.get("with", {})):
            if part.get("type") == "keep" and part["player"] == victim:
                was = part["ticket"], part["points"]
                while was not in others:
                    card = rng.choice(deck)
                    if card not in others.values():
                        others[was] = card
                part |= others[was]
    return read({**played, "log": []}), victim, log, swapped_log


def a_pair(seed: int) -> Pair:
    """A random game without its end, whose tickets are swapped, and its log twice."""
    played = game(seed, turns=Random(seed).choice([0, 6, 25, 70]))
    log = played["log"]
    ends = [place for place, entry in enumerate(log) if entry["type"] in ("finish", "hidden")]
    log = log[: min(ends, default=len(log))]
    rng = Random(seed)
    victim = rng.choice([player["color"] for player in played["players"]])
    tickets = list(files.boards()[played["map"]].tickets_of(played["variant"]))
    return read({**played, "log": []}), victim, log, swapped(log, victim, tickets, rng)


def _runs_once(board: Board, layout: Layout) -> Any:
    if board.id not in RUNS:
        RUNS[board.id] = runs(board, layout)
    return RUNS[board.id]


@pytest.fixture(scope="session")
def as_it_was(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Templates and style put aside: a long run must not see somebody work on them between two games of a pair."""
    aside = tmp_path_factory.mktemp("aside")
    for folder in (data.templates(), data.static()):
        shutil.copytree(folder, aside / folder.name)
    return aside


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch, as_it_was: Path) -> Counted:
    monkeypatch.setattr(data, "templates", lambda: as_it_was / "templates")
    monkeypatch.setattr(data, "static", lambda: as_it_was / "static")
    # Where the routes lie is the same for every game on a board, and hundreds of games ask.
    monkeypatch.setattr(picture, "runs", _runs_once)
    return stand_still(monkeypatch)


def a_ticket(record: Record) -> dict[str, Any]:
    """A ticket that anybody may think of."""
    if record.board.typed_tickets:
        return {"ticket": "berlin--kiel", "points": 9}
    return {"ticket": next(iter(record.board.tickets_of(record.setup.variant)))}


def check(seed: int, folder: Path, empty: Path, counted: Counted, pair: Callable[[int], Pair] = a_pair) -> None:
    record, victim, *logs = pair(seed)
    seen: list[dict[str, list[object]]] = []
    others = [color for color in record.setup.colors if color != victim]
    for n, log in enumerate(logs):
        room = Room(folder / f"{seed}-{n}", empty, record, counted, seed)
        for place, entry in enumerate(log, 1):
            room.tell(entry, place, victim)
        names = (others[0], "watcher", "stranger", PROGRAM)
        told: dict[str, list[object]] = {name: [*room.sees(name)] for name in names}
        told |= {"answers": room.said, "tries": room.tries(others[0], {"type": "keep", **a_ticket(record)})}
        seen.append(told)
        room.close()
    for name, answers in seen[0].items():
        assert len(answers) == len(seen[1][name]), name
        for one, other in zip(answers, seen[1][name], strict=True):
            assert one == other, (seed, victim, name)


def check_shared(
    seed: int, folder: Path, empty: Path, counted: Counted, pair: Callable[[int], Pair] = a_pair
) -> None:
    """One phone holds the seat of those tickets and another one, and nobody has opened either."""
    record, victim, *logs = pair(seed)
    other = next(color for color in record.setup.colors if color != victim)
    seen = []
    for n, log in enumerate(logs):
        room = Room(folder / f"shared-{seed}-{n}", empty, record, counted, seed, (victim, other))
        for place, entry in enumerate(log, 1):
            room.tell(entry, place, victim)
        seen.append(room.sees(SHARED))
        room.close()
    assert seen[0] == seen[1], (seed, victim)


@pytest.mark.parametrize("seed", range(FEW))
def test_nobody_else_can_tell_two_hands_of_tickets_apart(seed, still, tmp_path, empty_games):
    check(seed, tmp_path, empty_games, still)


@pytest.mark.parametrize("seed", range(FEW))
def test_nor_can_anybody_on_a_shared_phone_while_it_is_closed(seed, still, tmp_path, empty_games):
    check_shared(seed, tmp_path, empty_games, still)


@pytest.mark.parametrize("seed", range(1))
def test_nor_where_tickets_are_typed(seed, still, tmp_path, empty_games):
    check(seed, tmp_path, empty_games, still, a_typed_pair)
    check_shared(seed, tmp_path, empty_games, still, a_typed_pair)


def test_typed_pairs_are_pairs():
    """Other ends and other numbers stand in the second log, and nothing else is another."""
    kept = [(a, b) for seed in range(20) for a, b in zip(*a_typed_pair(seed)[2:], strict=True) if a != b]
    parts = [(a.get("with", a), b.get("with", b)) for a, b in kept]
    assert all(a["type"] == b["type"] == "keep" for a, b in parts)
    assert any(a["ticket"] != b["ticket"] and a["points"] != b["points"] for a, b in parts)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(1, 60, 6))
def test_nor_in_sixty_pairs_with_typed_tickets(block, still, tmp_path, empty_games):
    for seed in range(block, min(block + 6, 60)):
        check(seed, tmp_path, empty_games, still, a_typed_pair)
        check_shared(seed, tmp_path, empty_games, still, a_typed_pair)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(FEW, 300, 11))
def test_nor_in_three_hundred_pairs_of_games(block, still, tmp_path, empty_games):
    for seed in range(block, min(block + 11, 300)):
        check(seed, tmp_path, empty_games, still)
        check_shared(seed, tmp_path, empty_games, still)


def test_the_pairs_are_pairs(still, tmp_path, empty_games):
    """A test that finds nothing must be able to: whoever holds the tickets does see other bytes."""
    seed = next(seed for seed in range(50) if a_pair(seed)[2] != a_pair(seed)[3])
    record, victim, *logs = a_pair(seed)
    seen = []
    for n, log in enumerate(logs):
        room = Room(tmp_path / str(n), empty_games, record, still, seed)
        for place, entry in enumerate(log, 1):
            room.tell(entry, place, victim)
        seen.append([answer.whole for answer in room.sees(victim)])
        room.close()
    assert seen[0] != seen[1]
