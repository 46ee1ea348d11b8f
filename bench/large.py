"""The longest game there may be: what every page and call of it takes of a processor, and how large it is."""

import json
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from flask import Flask
from flask.testing import FlaskClient

from bench.report import Row, at_most, told
from companion.app import create_app
from companion.boards.model import Board
from companion.play.seats import MOST_SEAT_CHANGES
from companion.play.tables import Tables
from companion.record.record_checks import MOST_ENTRIES
from companion.store import Store, open_store
from companion.store.devices import BrowserDevice
from companion.store.snapshot import SeatChange

MOST: Final = 0.3  # seconds of a processor, for any of them
MOST_KB: Final = 300  # of what is answered, but for what carries the whole game
# Streams do not end, and a sheet is made in a process of its own.
ELSEWHERE: Final = ("events", "sheet")
WHOLE: Final = ("record", "downloads")  # the record, and exports


@dataclass(frozen=True, order=True)
class Asked:
    """What an answer took of this process's processor, and its size."""

    seconds: float
    bytes: int
    page: str
    whole: bool = False  # it carries the whole game


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """Every page and call of a game with the most entries and seat changes there may be, in play and finished."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder) / 'games.sqlite3'}")
        app = create_app(boards, Tables(store, boards), limits={"imports": 0})
        client = app.test_client()
        for finished in (False, True):
            table = imported(client, large_record(boards["europe"], MOST_ENTRIES, finished))
            change_seats(store, table, MOST_SEAT_CHANGES)
            about = (
                f"{MOST_ENTRIES} entries, {MOST_SEAT_CHANGES} seat changes, {'finished' if finished else 'in play'}"
            )
            found = sorted(answers(app, client, table), reverse=True)
            dearest, largest = found[0], max((one for one in found if not one.whole), key=lambda one: one.bytes)
            yield at_most(f"{about}: the dearest, {dearest.page}", dearest.seconds, MOST, "s")
            yield at_most(f"{about}: the largest, {largest.page}", largest.bytes / 1000, MOST_KB, "KB")
            for one in found:
                size = f"{one.bytes / 1000:.0f} KB{', the whole game' if one.whole else ''}"
                yield told(f"  {one.page}", f"{one.seconds * 1000:.0f} ms, {size}")


def change_seats(store: Store, table: str, times: int) -> None:
    """So many seat changes that no line folds: a phone without a seat lets go of one that another holds."""
    phone = BrowserDevice(bytes(32))
    with store.changing(table) as change:
        assert change is not None
        place = len(change.before.entries)
        change.seat_changes += [
            SeatChange(change.before.version + 1, place, n, "free-asked" if n % 2 else "freed", "blue", phone)
            for n in range(times)
        ]


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
    """Every page and call of a table that is asked for by GET, and those of them that look back."""
    yield from (f"/t/{table}/log?to=250", f"/api/tables/{table}?since=1")
    gaps = {"table": table, "color": "blue", "entry": 9, "line": "routes", "step": 1}
    for rule in app.url_map.iter_rules():
        known = "table" in rule.arguments and "GET" in (rule.methods or ()) and rule.arguments <= gaps.keys()
        if known and not any(part in ELSEWHERE or part.startswith("sheet") for part in rule.rule.split("/")):
            values = {name: gaps[name] for name in rule.arguments}
            yield str(app.url_map.bind("localhost").build(rule.endpoint, values))


def answers(app: Flask, client: FlaskClient, table: str) -> Iterator[Asked]:
    """What each page and call takes, at the second time of asking."""
    for address in addresses(app, table):
        client.get(address)
        began = time.process_time()
        answer = client.get(address)
        seconds, page = time.process_time() - began, f"{address.replace(table, 'T')} ({answer.status_code})"
        yield Asked(seconds, len(answer.data), page, any(part in address for part in WHOLE))
