"""The log: reporting an entry, the record, and the tally of what a device may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flask import Response

from companion.export.tally_json import tally_json
from companion.play import Kind, Refused
from companion.play.tables import Tables
from companion.record.checks import Members
from companion.record.read import record_json
from companion.web.api import schemas
from companion.web.api.body import members
from companion.web.api.calls import Call, Shape, asking, seen, told, told_at
from companion.web.api.entry_schemas import REPORTED


def calls(tables: Tables) -> Iterator[Call]:
    """The calls of the log."""

    def report(table: str) -> Response:
        device, entry = asking(), members()
        anyway, reopen = _flag(entry, "anyway"), _flag(entry, "reopen")
        taken = tables.log.report(table, device, entry, anyway, reopen)
        return told({"entry": taken.entry, "version": taken.version})

    def see_record(table: str) -> Response:
        game = seen(tables, table)
        return told_at(game, lambda: record_json(game.record))

    def see_tally(table: str) -> Response:
        game = seen(tables, table)
        return told_at(game, lambda: tally_json(game.result))

    about = (
        "Report an entry of the game record with an id of your own; answered after it is safely stored. The same "
        "again gives the same answer. `anyway` lets the maker finish while seats have not confirmed; `reopen` puts "
        "something right after the end: the finish is struck and set again around the entry. A finish before the "
        "last turns asks the other devices first: 202 while they have half a minute to say no, then the same again."
    )
    refuses = (400, 403, 409, 413, 422)
    gives: Mapping[int, Shape] = {200: schemas.Taken, 202: schemas.Waits}
    yield Call("report", "POST", "/tables/<table>/entries", about, report, REPORTED, gives, refuses)
    about = "The game record; what this device may not see stands as hidden."
    gives = {200: schemas.GameRecord, 304: None}
    yield Call("see_record", "GET", "/tables/<table>/record", about, see_record, None, gives)
    about = "The tally of what this device may see."
    yield Call("see_tally", "GET", "/tables/<table>/tally", about, see_tally, None, {200: schemas.Tally, 304: None})


def _flag(entry: Members, name: str) -> bool:
    """A member that stands beside the entry and is no part of it."""
    given = entry.pop(name, False)
    if not isinstance(given, bool):
        raise Refused(Kind.WRONG, "wrong-type", reason="flag", member=name)
    return given
