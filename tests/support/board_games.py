"""The boards beside USA and Europe, and games on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from companion.boards.model import Board
from companion.prose.records import lines
from companion.record.checked_boards import read_board
from companion.record.read import Record, RecordWrong, read_record
from companion.rules.network import Network
from companion.rules.table import Table
from companion.rules.tally import Tally, tally

ROOT = Path(__file__).parents[2]
COLORS = ("blue", "red", "green", "yellow", "black", "white")
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
Entry = dict[str, Any]


@cache
def board(name: str) -> Board:
    """A board by its id."""
    return read_board(ROOT / "maps" / f"{name}.toml")


def record(name: str, log: Sequence[Entry], players: int = 2, seats: Sequence[Any] = (), **head: Any) -> Record:
    """A game on a board; `seats` says what players have beside colour and name."""
    people = [{"color": color, "name": named} for color, named in zip(COLORS, NAMES, strict=True)][:players]
    people = [person | dict(more) for person, more in zip(people, [*seats, *[{}] * players], strict=False)]
    document = {"format": "companion/game", "version": 1, "map": name, **head, "players": people, "log": [*log]}
    return read_record(json.dumps(document).encode(), {name: board(name)})


def table(name: str, *log: Entry, **head: Any) -> Table:
    return record(name, log, **head).replayed()


def counted(name: str, *log: Entry, **head: Any) -> Tally:
    return tally(table(name, *log, **head))


def refused(name: str, *log: Entry, **head: Any) -> list[str]:
    """The lines that say why a record is wrong; none where it is right."""
    try:
        table(name, *log, **head)
    except RecordWrong as wrong:
        return lines(wrong.complaints)
    return []


def claim(player: str, route: str, **more: Any) -> Entry:
    return {"type": "claim", "player": player, "route": route, **more}


def keep(player: str, ticket: str) -> Entry:
    return {"type": "keep", "player": player, "ticket": ticket}


def count(player: str, what: str, n: int) -> Entry:
    return {"type": "count", "player": player, "what": what, "n": n}


def entry(kind: str, player: str, **more: Any) -> Entry:
    return {"type": kind, "player": player, **more}


def ways(name: str, player: str, *tickets: str) -> list[Entry]:
    """Claims of a player's that complete these tickets, and the tickets."""
    network = Network(board(name), board(name).route.values())
    found = [way for ticket in tickets if (way := network.journey(board(name).ticket[ticket]))]
    routes = dict.fromkeys(route for way in found for route in way.routes)
    return [*(claim(player, route) for route in routes), *(keep(player, ticket) for ticket in tickets)]


def points(result: Tally, bonus: str) -> list[int]:
    """What a bonus brings everybody, in seating order."""
    return [next(item.points for item in line.bonuses if item.kind == bonus) for line in result.lines]


def codes(result: Tally) -> list[tuple[str, tuple[str, ...]]]:
    """The warnings, each with whom it is about."""
    return [(notice.code, notice.players) for notice in result.warnings if notice.code != "too-few-tickets"]
