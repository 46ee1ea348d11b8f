"""The largest game there may be: what every page and call of it takes of a processor."""

import json
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from flask import Flask
from flask.testing import FlaskClient

from bench.report import Row, at_most, told
from companion.boards.model import Board
from companion.play import Tables
from companion.record.checks import MOST_ENTRIES
from companion.store import open_store
from companion.web import create_app

MOST: Final = 0.3  # seconds of a processor, for any of them
# Streams do not end, and a sheet is made in a process of its own.
ELSEWHERE: Final = ("events", "sheet")


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """The dearest pages of a game with the most entries a log may have."""
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(open_store(f"sqlite:///{Path(folder) / 'games.sqlite3'}"), boards)
        app = create_app(boards, tables, limits={"imports": 0})
        client = app.test_client()
        table = imported(client, large_record(boards["europe"], MOST_ENTRIES))
        found = sorted(seconds_of_pages(app, client, table), reverse=True)
    yield at_most(f"{MOST_ENTRIES} entries: the dearest page, {found[0][1]}", found[0][0], MOST, "s")
    for seconds, page in found[1:6]:
        yield told(f"  {page}", f"{seconds:.3f} s")


def large_record(board: Board, entries: int, finished: bool = False) -> dict[str, Any]:
    """A game of two with so many entries: claims, most of them taken back, and what people put right."""
    colors = board.colors[:2]
    tickets = list(board.tickets_of("base"))[:6]
    log: list[dict[str, Any]] = [
        {"type": "keep", "player": colors[n % 2], "ticket": ticket} for n, ticket in enumerate(tickets)
    ]
    routes = [route for route in board.route.values() if not route.twins][:40]
    turn = 0
    while len(log) < entries - finished:
        route, player = routes[turn % len(routes)].id, colors[turn % 2]
        log.append({"type": "claim", "player": player, "route": route, "late": True})
        place = len(log)
        log.append({"type": "amend", "entry": place, "with": {"type": "draw", "player": player}})
        log.append({"type": "strike", "entry": place + 1})
        log.append({"type": "strike", "entry": place})
        turn += 1
    log = [*log[: entries - finished], *([{"type": "finish"}] if finished else [])]
    players = [{"color": color, "name": color.title()} for color in colors]
    return {"format": "companion/game", "version": 1, "map": board.id, "players": players, "log": log}


def imported(client: FlaskClient, record: Mapping[str, Any]) -> str:
    """The id of the table that a browser makes of a record."""
    answer = client.post("/import", data={"text": json.dumps(record)})
    assert answer.status_code == 303, answer.text[:2000]
    return str(answer.location).split("/t/")[1].split("/")[0]


def addresses(app: Flask, table: str) -> Iterator[str]:
    """Every page and call of a table that is asked for by GET."""
    gaps = {"table": table, "color": "blue", "entry": 9, "line": "routes", "step": 1}
    for rule in app.url_map.iter_rules():
        known = "table" in rule.arguments and "GET" in (rule.methods or ()) and rule.arguments <= gaps.keys()
        if known and not any(part in ELSEWHERE or part.startswith("sheet") for part in rule.rule.split("/")):
            values = {name: gaps[name] for name in rule.arguments}
            yield str(app.url_map.bind("localhost").build(rule.endpoint, values))


def seconds_of_pages(app: Flask, client: FlaskClient, table: str) -> Iterator[tuple[float, str]]:
    """What each takes of this process's processor, at the second time of asking."""
    for address in addresses(app, table):
        client.get(address)
        began = time.process_time()
        answer = client.get(address)
        yield time.process_time() - began, f"{address.replace(table, 'T')} ({answer.status_code})"
