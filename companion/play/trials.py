"""The trial game: for whoever wants to see what Trackside does before setting anything up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.record.read import Record, read_record

MOST: Final = 2000  # at a time, in one database: some 25 MB
BOARD: Final = "usa"
OWN: Final = "blue"  # the seat of the person who tries it; its next claim completes a ticket
PLAYERS: Final = {"blue": "Ada", "red": "Bo", "green": "Cy"}
TICKETS: Final = {
    "blue": ("los-angeles--new-york", "denver--el-paso"),
    "red": ("calgary--salt-lake-city", "nashville--portland"),
    "green": ("houston--winnipeg", "duluth--el-paso"),
}
# A row is a turn of each; "" is drawing cards.
TURNS: Final = (
    ("denver--santa-fe", "portland--seattle--1", "dallas--houston--1"),
    ("el-paso--santa-fe", "portland--salt-lake-city", "dallas--oklahoma-city--1"),
    ("", "", "kansas-city--oklahoma-city--1"),
    ("los-angeles--phoenix", "helena--salt-lake-city", "kansas-city--omaha--1"),
    ("denver--phoenix", "calgary--helena", "duluth--omaha--1"),
    ("denver--kansas-city--1", "", "duluth--winnipeg"),
    ("kansas-city--saint-louis--1", "denver--salt-lake-city--1", ""),
    ("pittsburgh--saint-louis", "denver--oklahoma-city", "el-paso--oklahoma-city"),
)
LAST: Final = "new-york--pittsburgh--1"  # that next claim


def trial(boards: Mapping[str, Board]) -> Record:
    """The record of the trial game, in the middle of play."""
    return _record(boards, [])


def finished_trial(boards: Mapping[str, Board]) -> Record:
    """The record of the same game after the next claim, finished."""
    return _record(boards, [_entry("claim", OWN, route=LAST), {"type": "finish"}])


def _record(boards: Mapping[str, Board], more: list[dict[str, Any]]) -> Record:
    kept = [_entry("keep", player, ticket=ticket) for player, tickets in TICKETS.items() for ticket in tickets]
    turns = [
        _entry("claim", player, route=route) if route else _entry("draw", player)
        for turn in TURNS
        for player, route in zip(PLAYERS, turn, strict=True)
    ]
    document = {
        "format": "companion/game",
        "version": 1,
        "map": BOARD,
        "variant": "base",
        "tracking": "live",
        "title": _("Trial game, deleted after an hour"),
        "players": [{"color": color, "name": name} for color, name in PLAYERS.items()],
        "starts": OWN,
        "log": [*kept, *turns, *more],
    }
    return read_record(json.dumps(document).encode(), boards)


def _entry(kind: str, player: str, **more: Any) -> dict[str, Any]:
    """An entry of a player as it is in a game record."""
    return {"type": kind, "player": player, **more}
