"""Reads board files. Complaints about a file name its place in the file.

Built-in boards are in maps/; further folders can be added. All board files in these folders are used. Names of rules
(bonuses, tie-breaks, mechanics) are not checked here but by `record.checked_boards`.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from pydantic import ValidationError

from companion.boards.contradictions import contradictions
from companion.boards.model import Board
from companion.data import maps
from companion.validation import Complaint, complaints

LARGEST_FILE: Final = 256 * 1024  # bytes
Check = Callable[[Board], list[Complaint]]  # finds the faults of a board that has the right form


class BoardsWrong(Exception):
    """A board file that cannot be used, with everything that is wrong in it; `prose.board_complaints` words it."""

    def __init__(self, file: str, complaints: Iterable[Complaint], document: object = None) -> None:
        self.file, self.complaints, self.document = file, tuple(complaints), document
        super().__init__(file, *(complaint.reason for complaint in self.complaints))


def read_board(path: Path, check: Check = contradictions, *, picture: bool = True) -> Board:
    """The board in a file. Raises BoardsWrong with all its faults.

    Without `picture`, its layout is only validated on first use.
    """
    document = _document(path)
    try:
        board = Board.model_validate(document)
    except ValidationError as error:
        raise BoardsWrong(path.name, complaints(error, document), document) from None
    faults = check(board) + (_layout(board) if picture else [])
    if faults:
        raise BoardsWrong(path.name, faults, document)
    return board


class Shelf(Mapping[str, Board]):
    """Boards by id. A built-in board has the name of its file as its id, and is only read on first use."""

    def __init__(self, own: Mapping[str, Board]) -> None:
        self._own = own
        self._built_in = {path.stem: path for path in _files(maps())}

    def __getitem__(self, name: str) -> Board:
        return self._own[name] if name in self._own else _built_in(self._built_in[name])

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._built_in

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*self._own, *self._built_in}))

    def __len__(self) -> int:
        return len({*self._own, *self._built_in})


def boards(extra: Iterable[Path] = (), check: Check = contradictions) -> Mapping[str, Board]:
    """All boards by id: the built-in ones, and those of the extra folders, which are read and checked right away."""
    file_names = {path.stem: path.name for path in _files(maps())}  # by the board's id
    own: dict[str, Board] = {}
    for path in (path for folder in extra for path in _files(folder)):
        board = read_board(path, check)
        if board.id in file_names:
            _refuse(path.name, "board-repeated", id=board.id, other=file_names[board.id])
        file_names[board.id] = path.name
        own[board.id] = board
    return Shelf(own)


def facts(board: Board) -> dict[str, Any]:
    """A board as JSON data, with the ids that game records use."""
    facts = board.model_dump(mode="json", exclude_none=True, exclude={"drawing"})
    computed = {"beside", "twins", "nodes", "borders"}
    facts["routes"] = [route.model_dump(mode="json", exclude=computed) for route in board.route.values()]
    facts["tickets"] = []
    for card in board.tickets:
        printed = card.model_dump(mode="json", exclude_defaults=True)
        facts["tickets"] += [{"id": ticket.id, **printed} for ticket in card.tickets()]
    return facts


def schema() -> dict[str, Any]:
    """The JSON Schema of a board file, for editors."""
    from companion.boards.layout import Layout

    whole = Board.model_json_schema()
    layout = Layout.model_json_schema()
    whole["$defs"] |= layout.pop("$defs")
    whole["properties"]["layout"] = layout
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole}


@cache
def _built_in(path: Path) -> Board:
    """A built-in board, read once and without validating its layout."""
    return read_board(path, picture=False)


def _layout(board: Board) -> list[Complaint]:
    """The complaints about the form of a board's layout."""
    try:
        _validated = board.layout  # only validated when it is asked for
    except ValidationError as error:
        return [replace(c, where=("layout", *c.where)) for c in complaints(error, board.drawing)]
    return []


def _files(folder: Path) -> list[Path]:
    """The board files in a folder."""
    if not folder.is_dir():
        _refuse(str(folder), "no-folder")
    paths = sorted(folder.glob("*.toml"))
    for path in paths:
        if path.exists() and not (path.is_file() or path.is_dir()):  # reading a pipe waits until somebody writes
            _refuse(str(path), "not-a-file")
    return paths


def _document(path: Path) -> dict[str, Any]:
    """A board file as plain data. Raises BoardsWrong where it cannot be read."""
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
    """Raises BoardsWrong for a file that is wrong as a whole, or is not there."""
    raise BoardsWrong(file, [Complaint((), "wrong-board", data, reason)]) from None
