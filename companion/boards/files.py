"""Reads board files into Boards. What is wrong with one is known by its file, its entry and its field.

Built-in boards lie in maps/; a house can add folders of its own. A board is found by being there.
"""

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from pydantic import ValidationError

from companion.boards.checks import contradictions
from companion.boards.model import Board
from companion.data import maps
from companion.rules.bonuses import BONUSES
from companion.validation import Complaint, complaints

LARGEST_FILE: Final = 256 * 1024


class BoardsWrong(Exception):
    """A board file that cannot be used, with everything that is wrong in it; `prose.boards` words it."""

    def __init__(self, file: str, complaints: Iterable[Complaint], document: object = None) -> None:
        self.file, self.complaints, self.document = file, tuple(complaints), document
        super().__init__(file, *(complaint.reason for complaint in self.complaints))


def read_board(path: Path) -> Board:
    """The board in a file. Raises BoardsWrong with everything that is wrong in it."""
    document = _document(path)
    try:
        board = Board.model_validate(document)
    except ValidationError as error:
        raise BoardsWrong(path.name, complaints(error, document), document) from None
    if found := contradictions(board, {name: bonus.pay.worth for name, bonus in BONUSES.items()}):
        raise BoardsWrong(path.name, found, document)
    return board


def boards(extra: Iterable[Path] = ()) -> dict[str, Board]:
    """All boards by id: the built-in ones, then those of each extra folder."""
    files = [(path, _built_in(path)) for path in _files(maps())]
    files += [(path, read_board(path)) for folder in extra for path in _files(folder)]
    found: dict[str, tuple[Path, Board]] = {}
    for path, board in files:
        if board.id in found:
            _refuse(path.name, "board-repeated", id=board.id, other=found[board.id][0].name)
        found[board.id] = path, board
    return {name: board for name, (__, board) in sorted(found.items())}


def facts(board: Board) -> dict[str, Any]:
    """Everything a board says, with the ids that game records use."""
    said = board.model_dump(mode="json", exclude_none=True, exclude={"layout"})
    said["routes"] = [route.model_dump(mode="json", exclude={"twins"}) for route in board.route.values()]
    said["tickets"] = [{"id": t.id, **t.model_dump(mode="json")} for t in board.tickets]
    return said


def schema() -> dict[str, Any]:
    """The JSON Schema of a board file, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Board.model_json_schema()}


@cache
def _built_in(path: Path) -> Board:
    return read_board(path)


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        _refuse(str(folder), "no-folder")
    found = sorted(folder.glob("*.toml"))
    for path in found:
        if path.exists() and not (path.is_file() or path.is_dir()):  # reading a pipe waits until somebody writes
            _refuse(str(path), "not-a-file")
    return found


def _document(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        _refuse(str(path), "cannot-be-read", why=(error.strerror or str(error)).lower())
    if len(raw) > LARGEST_FILE:
        _refuse(path.name, "file-too-large", kib=LARGEST_FILE // 1024)
    try:
        return tomllib.loads(raw.decode())
    except UnicodeDecodeError:
        _refuse(path.name, "not-utf-8")
    except tomllib.TOMLDecodeError as error:
        _refuse(path.name, "not-toml", why=str(error))
    except RecursionError:
        _refuse(path.name, "too-deep")
    except ValueError:  # a number of thousands of digits
        _refuse(path.name, "number-too-long")


def _refuse(file: str, reason: str, **data: object) -> NoReturn:
    """The whole file is wrong, or is not there."""
    raise BoardsWrong(file, [Complaint((), "wrong-board", data, reason)]) from None
