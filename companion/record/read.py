"""The game record: one JSON document that holds a whole game. Reading and writing it.

All faults in shape and names are reported together, in the order of the record; the rules are checked afterwards.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from companion.boards.model import Board
from companion.record.record_checks import FORMAT, VERSION, Members, read_shape, rule_complaint
from companion.rules.broken_rules import RuleBroken
from companion.rules.game_setup import Setup
from companion.rules.log import AnyEntry
from companion.rules.replay import replay
from companion.rules.table import Table
from companion.validation import Complaint

LARGEST: Final = 1024 * 1024  # bytes


class RecordWrong(Exception):
    """A record that cannot be used, with all its faults; `prose.records` words them."""

    def __init__(self, *complaints: Complaint) -> None:
        super().__init__(*(complaint.code for complaint in complaints))
        self.complaints = complaints


@dataclass(frozen=True, slots=True)
class Record:
    """A game: the board, who plays what, and the log."""

    board: Board
    setup: Setup
    log: tuple[AnyEntry, ...]

    def replayed(self) -> Table:
        """The table after all entries. Raises RecordWrong if an entry breaks a rule."""
        try:
            return replay(self.board, self.setup, self.log)
        except RuleBroken as broken:
            raise RecordWrong(rule_complaint(broken)) from None


def read_file(path: Path, boards: Mapping[str, Board]) -> Record:
    """The record in a file; `-` is standard input."""
    try:
        with path.open("rb") if str(path) != "-" else open(sys.stdin.fileno(), "rb", closefd=False) as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        _refuse("cannot-be-read", file=str(path), why=(error.strerror or str(error)).lower())
    return read_record(raw, boards)


def read_record(raw: bytes, boards: Mapping[str, Board]) -> Record:
    """The record in these bytes. Raises RecordWrong with all faults in shape and names."""
    document = _document(raw)
    setup, log, faults = read_shape(document, boards)
    if faults or setup is None:
        raise RecordWrong(*faults)
    return Record(boards[setup.map], setup, log)


def _document(raw: bytes) -> Any:
    """A record as plain data. Raises RecordWrong if it is too large or not JSON."""
    if len(raw) > LARGEST:
        _refuse("too-large", mib=LARGEST // 1024**2)
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        _refuse("not-utf-8", code="not-json")
    if text.startswith("\ufeff"):
        _refuse("byte-order-mark", code="not-json")
    try:
        return json.loads(text, object_pairs_hook=Members, parse_constant=_no_such_number)
    except json.JSONDecodeError as error:
        _refuse("not-json", line=error.lineno, column=error.colno, why=error.msg.lower())
    except RecursionError:
        _refuse("too-deep", code="not-json")
    except ValueError:  # a number that JSON does not have, or one of thousands of digits
        _refuse("no-such-number", code="not-json")


def _refuse(reason: str, code: str = "", **data: object) -> NoReturn:
    """Raises RecordWrong for a record that cannot be read at all; its code is the reason if none is given."""
    raise RecordWrong(Complaint((), code or reason, data, reason)) from None


def _no_such_number(name: str) -> NoReturn:
    """Refuses NaN and infinity, which Python would read although JSON does not have them."""
    raise ValueError(name)


def record_json(record: Record) -> dict[str, Any]:
    """A record as exported JSON, without members that have their default."""
    head = record.setup.model_dump(include=set(Setup.model_fields), exclude_defaults=True)
    log = [entry.model_dump(by_alias=True, exclude_defaults=True) for entry in record.log]
    return {"format": FORMAT, "version": VERSION, **head, "log": log}
