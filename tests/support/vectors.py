"""Games as vectors for the phone's engine: after each entry the state that the server's engine gives.

They are made into `build/vectors/`, one file a board with what is the same in all its games, and one a set of games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.boards.model import Board
from companion.pages.shared.table_model import log_of, played, prices, state_of
from companion.record.read import Record
from companion.rules.broken_rules import RuleBroken
from companion.rules.replay import new_table, replay, take_in
from companion.rules.table import Table
from companion.web.board_model import board_model

BUILD = Path(__file__).parents[2] / "build" / "vectors"
Json = dict[str, Any]


def written(name: str, content: object) -> str:
    """Writes a file for the browser to fetch, and gives its name."""
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / name).write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")
    return name


def board_file(board: Board) -> str:
    """A board as phones have it."""
    return written(f"board-{board.id}.json", board_model(board))


def vectors(name: str, record: Record) -> Json:
    """A game: what it is played by, and of every entry why it is refused, or what it changes of the state."""
    begun = new_table(record.board, record.setup)
    return {
        "name": name,
        "board": record.board.id,
        "played": played(begun),
        "steps": list(_steps(record, _whole(begun))),
    }


def _steps(record: Record, before: Json) -> Iterator[Json]:
    known = new_table(record.board, record.setup)
    for place, entry in enumerate(record.log, 1):
        told, earlier = log_of((entry,))[0], record.log[: place - 1]
        try:
            taken = take_in(record.board, record.setup, earlier, entry, known)
        except RuleBroken as no:
            yield {"entry": told, "refused": no.code}
            recorded = _as_recorded(record, place)
            if recorded is None:
                return
            yield {"entry": told, "follows": _changes(before, _whole(recorded))}
            known, before = recorded, _whole(recorded)
            continue
        after = _whole(taken)
        yield {"entry": told, "changes": _changes(before, after)}
        known, before = taken, after


def _as_recorded(record: Record, place: int) -> Table | None:
    """A turn too many is a warning in a record, though a live table refuses it; all else ends the game here."""
    try:
        return replay(record.board, record.setup, record.log[:place])
    except RuleBroken:
        return None


def _whole(table: Table) -> Json:
    found = state_of(table) | {"next": table.next_player}
    return json.loads(json.dumps(found | ({"prices": prices(table)} if _asks(table) else {})))


def _asks(table: Table) -> bool:
    return any(mechanic.unknown_to_phones for mechanic in table.mechanics)


def _changes(before: Json, after: Json) -> Json:
    """The members that are others than before, of maps their own members; None for what is gone."""
    found: Json = {}
    for name, now in after.items():
        was = before.get(name)
        if was == now:
            continue
        if isinstance(was, Mapping) and isinstance(now, Mapping) and name != "final":
            found[name] = {key: now.get(key) for key in {**was, **now} if was.get(key) != now.get(key)}
        else:
            found[name] = now
    return found
