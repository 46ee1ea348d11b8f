"""Reads board files into Boards. An error names the file, the entry and the field.

Built-in boards lie in maps/; a house can add folders of its own. A board is found by being there.
"""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from companion.authoring.lint import lint
from companion.boards.checks import contradictions, where_in_words
from companion.boards.model import Board
from companion.data import maps
from companion.i18n import gettext as _
from companion.rules.bonuses import BONUSES
from companion.validation import Complaint, complaints

LARGEST_FILE: Final = 256 * 1024


class BoardsWrong(Exception):
    """Board files that cannot be used; `lines` says why, a sentence each."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = list(lines)


def read_board(path: Path) -> Board:
    """The board in a file. Raises BoardsWrong with everything that is wrong in it."""
    document = _document(path)
    try:
        board = Board.model_validate(document)
    except ValidationError as error:
        raise BoardsWrong(_lines(path, complaints(error, document), document)) from None
    if found := contradictions(board, {name: bonus.pay.worth for name, bonus in BONUSES.items()}):
        raise BoardsWrong(_lines(path, found, document))
    return board


def boards(extra: Iterable[Path] = ()) -> dict[str, Board]:
    """All boards by id: the built-in ones, then those of each extra folder."""
    files = [(path, _built_in(path)) for path in _files(maps())]
    files += [(path, read_board(path)) for folder in extra for path in _files(folder)]
    found: dict[str, tuple[Path, Board]] = {}
    for path, board in files:
        if board.id in found:
            says = _("{file}: the board “{id}” is already in {other}; give it another id")
            raise BoardsWrong([says.format(file=path.name, id=board.id, other=found[board.id][0].name)])
        found[board.id] = path, board
    return {name: board for name, (__, board) in sorted(found.items())}


@dataclass(frozen=True)
class Checked:
    """What is wrong with a board, in plain sentences; and whether it can be used all the same."""

    lines: tuple[str, ...] = ()
    usable: bool = True

    @property
    def status(self) -> int:
        """As an exit status: 0 in order, 1 only its picture is not, 2 it cannot be used."""
        return 2 if not self.usable else 1 if self.lines else 0


def check(path: Path) -> Checked:
    """What is wrong with a board file, and with the picture in it."""
    try:
        return look_over(read_board(path), path.name)
    except BoardsWrong as wrong:
        return Checked(tuple(wrong.lines), usable=False)


def look_over(board: Board, name: str = "") -> Checked:
    """What is not well on a board's picture."""
    says = _("{file}: picture: {finding}")
    return Checked(tuple(says.format(file=name or board.id, finding=finding) for finding in lint(board)))


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
        raise BoardsWrong([_("{folder}: there is no such folder of boards").format(folder=folder)])
    return sorted(folder.glob("*.toml"))


def _document(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise BoardsWrong([_("{file}: cannot be read: {why}").format(file=path, why=why)]) from None
    if len(raw) > LARGEST_FILE:
        says = _("{file}: is larger than {most} KiB, the most a board file may have")
        raise BoardsWrong([says.format(file=path.name, most=LARGEST_FILE // 1024)])
    try:
        return tomllib.loads(raw.decode())
    except UnicodeDecodeError:
        raise BoardsWrong([_("{file}: is not UTF-8 text").format(file=path.name)]) from None
    except tomllib.TOMLDecodeError as error:
        raise BoardsWrong([_("{file}: is not TOML: {why}").format(file=path.name, why=error)]) from None
    except RecursionError:
        raise BoardsWrong([_("{file}: is nested too deep").format(file=path.name)]) from None
    except ValueError:  # a number of thousands of digits
        raise BoardsWrong([_("{file}: has a number that is far too long").format(file=path.name)]) from None


def _lines(path: Path, found: Iterable[Complaint], document: object) -> list[str]:
    places = ((where_in_words(complaint.where, document), complaint.says) for complaint in found)
    return [f"{path.name}: {place}: {says}" if place else f"{path.name}: {says}" for place, says in places]
