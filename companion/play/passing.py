"""The turn passes those who have stopped playing: a draw is entered for each of them when it is theirs."""

from collections.abc import Collection
from datetime import UTC, datetime

from companion.play import keys
from companion.rules.log import AnyEntry, Draw
from companion.rules.replay import read_on
from companion.rules.table import Table
from companion.store.devices import Device
from companion.store.snapshot import NewEntry


def passed_on(table: Table, length: int, stopped: Collection[str]) -> tuple[list[AnyEntry], Table]:
    """The draws that bring the turn to somebody who still plays, and the table with them, after so many entries.

    Where nobody plays on there are none.
    """
    draws: list[AnyEntry] = []
    while table.next_player in stopped and _goes_on(table, stopped):
        draw = Draw(type="draw", player=table.next_player, id=keys.new_id(), at=now())
        table = read_on(table, length + len(draws), [draw]) or table
        draws.append(draw)
    return draws, table


def _goes_on(table: Table, stopped: Collection[str]) -> bool:
    """Whether turns are still to come, and somebody is there to take them."""
    plays = not set(table.setup.colors) <= set(stopped)
    return plays and table.turns_followed and table.phase in ("playing", "final-round")


def to_be_stored(entry: AnyEntry, device: Device) -> NewEntry:
    """An entry as the store takes it, told by a device."""
    return str(entry.id), device, {"at": entry.at} | entry.model_dump(by_alias=True, exclude_defaults=True)


def now() -> str:
    """The time of day, as an entry has it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
