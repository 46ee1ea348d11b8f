"""Skips the turns of players who have stopped playing: when it is the turn of one, a draw is entered for them."""

from collections.abc import Collection
from datetime import UTC, datetime

from companion.play import keys
from companion.rules.log import AnyEntry, Draw
from companion.rules.replay import read_on
from companion.rules.table import Table
from companion.store.devices import Device
from companion.store.snapshot import NewEntry


def passed_on(table: Table, log_length: int, stopped: Collection[str]) -> tuple[list[AnyEntry], Table]:
    """The draws to enter so that the turn comes to somebody who still plays, and the table after them.

    There are none where everybody has stopped. `log_length` is the number of entries that led to the given table.
    """
    draws: list[AnyEntry] = []
    while table.next_player in stopped and _goes_on(table, stopped):
        draw = Draw(type="draw", player=table.next_player, id=keys.new_id(), at=now())
        table = read_on(table, log_length + len(draws), [draw]) or table
        draws.append(draw)
    return draws, table


def _goes_on(table: Table, stopped: Collection[str]) -> bool:
    """Whether turns are still to come, and somebody is there to take them."""
    somebody_plays = any(color not in stopped for color in table.setup.colors)
    return somebody_plays and table.turns_followed and table.phase in ("playing", "final-round")


def to_be_stored(entry: AnyEntry, device: Device) -> NewEntry:
    """An entry in the form that the store takes: its id, the device that reported it, and its members."""
    return str(entry.id), device, {"at": entry.at} | entry.model_dump(by_alias=True, exclude_defaults=True)


def now() -> str:
    """The present date and time, written as in an entry."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
