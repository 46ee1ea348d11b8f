"""The game record: one JSON document that holds a whole game. Reading and writing it.

What is wrong in shape or names is all told at once, in the order of the record; then the rules are read.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.record.checks import FORMAT, VERSION, Members, place_in_words, read_shape
from companion.rules.log import AnyEntry
from companion.rules.refusals import RuleBroken
from companion.rules.setup import Setup
from companion.rules.table import Table, replay

LARGEST: Final = 1024 * 1024


class RecordWrong(Exception):
    """A record that cannot be used; `lines` says why: the place, a sentence, and a stable code."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Record:
    """A game: the board, who plays what, and the log."""

    board: Board
    setup: Setup
    log: tuple[AnyEntry, ...]

    def replayed(self) -> Table:
        """The table this log amounts to. Raises RecordWrong where the rules do not allow an entry."""
        try:
            return replay(self.board, self.setup, self.log)
        except RuleBroken as broken:
            place = place_in_words(("log", broken.place - 1))
            raise RecordWrong(f"{place}: {broken.sentence} ({broken.code})") from None


def read_file(path: Path, boards: Mapping[str, Board]) -> Record:
    """The record in a file; `-` is standard input."""
    try:
        with path.open("rb") if str(path) != "-" else open(sys.stdin.fileno(), "rb", closefd=False) as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise RecordWrong(_("{file}: cannot be read: {why}").format(file=path, why=why)) from None
    return read_record(raw, boards)


def read_record(raw: bytes, boards: Mapping[str, Board]) -> Record:
    """The record in these bytes, right in shape and names. Raises RecordWrong with everything that is not."""
    document = _document(raw)
    setup, log, found = read_shape(document, boards)
    if found or setup is None:
        raise RecordWrong(*(f"{place_in_words(c.where)}: {c.says} ({c.code})" for c in found))
    return Record(boards[setup.map], setup, log)


def _document(raw: bytes) -> Any:
    if len(raw) > LARGEST:
        raise RecordWrong(_("the record is larger than {most} MiB (too-large)").format(most=LARGEST // 1024**2))
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise RecordWrong(_("the record is not UTF-8 text (not-json)")) from None
    if text.startswith("\ufeff"):
        raise RecordWrong(_("the record begins with a byte order mark; save it without one (not-json)"))
    try:
        return json.loads(text, object_pairs_hook=Members, parse_constant=_no_such_number)
    except json.JSONDecodeError as error:
        says = _("the record is not JSON: line {line}, column {column}: {why} (not-json)")
        raise RecordWrong(says.format(line=error.lineno, column=error.colno, why=error.msg.lower())) from None
    except RecursionError:
        raise RecordWrong(_("the record is nested too deep (not-json)")) from None
    except ValueError as error:  # a number that JSON does not have, or one of thousands of digits
        says = _("the record is not JSON: it has a number that is none or far too long (not-json)")
        raise RecordWrong(says) from error


def _no_such_number(name: str) -> NoReturn:
    raise ValueError(name)


def record_json(record: Record) -> dict[str, Any]:
    """A record as it is exported: what has its usual value is left out."""
    head = record.setup.model_dump(include=set(Setup.model_fields), exclude_defaults=True)
    log = [entry.model_dump(by_alias=True, exclude_defaults=True) for entry in record.log]
    return {"format": FORMAT, "version": VERSION, **head, "log": log}
