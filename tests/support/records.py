"""A good record to spoil in tests, and the lines that tell what is wrong with one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from companion.boards.model import Board
from companion.prose.records import lines
from companion.record import read

GOOD: dict[str, Any] = {
    "format": "companion/game",
    "version": 1,
    "map": "europe",
    "variant": "base",
    "tracking": "live",
    "title": "Friday night",
    "players": [{"color": "blue", "name": "Ada", "shape": "circle", "letter": "A"}, {"color": "red", "name": "Bo"}],
    "starts": "red",
    "one_token": False,
    "log": [
        {"type": "keep", "player": "blue", "ticket": "athina--edinburgh", "id": "a", "at": "2026-11-18T19:04:11Z"},
        {"type": "claim", "player": "blue", "route": "essen--kobenhavn--1", "late": True},
        {"type": "draw", "player": "red"},
        {"type": "station", "player": "blue", "city": "essen"},
        {"type": "strike", "entry": 3},
        {"type": "amend", "entry": 2, "with": {"type": "draw", "player": "red"}},
        {"type": "hidden"},
        {"type": "catch-up"},
        {"type": "finish"},
    ],
}


def but(*steps: str | int, **changed: Any) -> dict[str, Any]:
    """The good record with one thing in it changed, or taken away where it is `...`."""
    document = deepcopy(GOOD)
    inside: Any = document
    for step in steps:
        inside = inside[step]
    for name, value in changed.items():
        if value is ...:
            del inside[name]
        else:
            inside[name] = value
    return document


def with_log(*log: Any) -> dict[str, Any]:
    """The good record with another log."""
    return but(log=list(log))


def complaints_about(document: Any, boards: Mapping[str, Board]) -> tuple[str, ...]:
    """The lines that tell what is wrong with a record, given as a document, a text or bytes."""
    raw = document if isinstance(document, bytes | str) else json.dumps(document)
    try:
        read.read_record(raw.encode() if isinstance(raw, str) else raw, boards).replayed()
    except read.RecordWrong as wrong:
        return tuple(lines(wrong.complaints))
    return ()
