"""Games on any board in few words.

An entry is "A claim a--b", with what it takes behind it: "A claim a--b : red red"; "A late claim a--b";
"A keep a--c", or typed "A keep a--c 9", "A count money 5", "A draw", "neutral count prr 2", "strike 3" or "finish".
A, B, C … are the first colours of the board, in seating order.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from companion.boards import files
from companion.boards.model import Board
from companion.record.read import Record, read_record
from companion.rules.tally import Tally, tally


@cache
def board(name: str) -> Board:
    """The board of a name."""
    return files.boards()[name]


def document(name: str, *told: str, players: int = 3, **head: Any) -> dict[str, Any]:
    """A game record."""
    colors = board(name).colors[:players]
    seats = [{"color": color, "name": "ABCDEF"[n]} for n, color in enumerate(colors)]
    log = [_entry(entry, colors) for entry in told]
    return {"format": "companion/game", "version": 1, "map": name, "players": seats, **head, "log": log}


def _entry(told: str, colors: tuple[str, ...]) -> dict[str, Any]:
    words = told.split()
    if words[0] == "strike":
        return {"type": "strike", "entry": int(words[1])}
    if len(words) == 1:
        return {"type": words[0]}
    who, kind, *rest = words
    player = colors["ABCDEF".index(who)] if len(who) == 1 else who
    match kind:
        case "late":
            return {"type": rest[0], "player": player, "route": rest[1], "late": True}
        case "claim":
            takes = {"takes": rest[2:]} if rest[1:] else {}
            return {"type": "claim", "player": player, "route": rest[0], **takes}
        case "count":
            return {"type": "count", "player": player, "what": rest[0], "n": int(rest[1])}
        case "keep":
            typed = {"points": int(rest[1])} if rest[1:] else {}
            return {"type": "keep", "player": player, "ticket": rest[0], **typed}
    return {"type": kind, "player": player}


def record(name: str, *told: str, players: int = 3, **head: Any) -> Record:
    """The record, read and found right in shape and names."""
    text = json.dumps(document(name, *told, players=players, **head))
    return read_record(text.encode(), {name: board(name)})


def counted(name: str, *told: str, players: int = 3, **head: Any) -> Tally:
    """The tally of a game."""
    return tally(record(name, *told, players=players, **head).replayed())


def paid(result: Tally, bonus: str) -> list[int]:
    """What everybody gets of a bonus, in seating order."""
    return [next(item.points for item in line.bonuses if item.kind == bonus) for line in result.lines]
