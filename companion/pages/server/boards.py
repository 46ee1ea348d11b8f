"""A board of one's own: checked as `companion check-boards` does, and saved for the next start."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from companion.authoring.check import check
from companion.boards.files import BoardsWrong
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.prose.board_complaints import lines
from companion.record.checked_boards import read_board
from companion.validation import Complaint


@dataclass(frozen=True)
class Added:
    """What became of a board file: the board if it was saved, and what should be looked at."""

    board: Board | None
    lines: tuple[str, ...] = ()


def add(folder: Path, name: str, raw: bytes, known: Mapping[str, Board]) -> Added:
    """Saves a board file under its board's id, and keeps the one it replaces. One that can't be used isn't saved."""
    with TemporaryDirectory() as aside:
        file = Path(aside) / name
        file.write_bytes(raw)
        checked = check(file)
        if not checked.usable:
            return Added(None, checked.lines)
        board = read_board(file)
    if board.layout is None:
        return Added(None, (*checked.lines, *checked.notes))
    there = _boards_in(folder)
    if board.id in known and board.id not in there.values():
        repeated = Complaint((), "wrong-board", {"id": board.id, "other": known[board.id].name}, "board-repeated")
        return Added(None, tuple(lines(BoardsWrong(name, [repeated]))))
    saved = _place(folder, board.id, there)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (half := saved.with_suffix(".part")).write_bytes(raw)
        if saved.exists():
            copyfile(saved, folder / f"{saved.name}.before")
        half.replace(saved)  # so that a server which starts meanwhile never reads half of it
    except OSError as error:
        text = _("The board can't be saved in {folder}: {why}.")
        return Added(None, (text.format(folder=folder, why=(error.strerror or str(error)).lower()),))
    return Added(board, checked.lines)


def _place(folder: Path, name: str, there: Mapping[Path, str]) -> Path:
    """The file that has this board already, or one that has no other."""
    named = [folder / f"{name}.toml", *(folder / f"{name}-{n}.toml" for n in range(2, len(there) + 3))]
    own = [path for path, board in there.items() if board == name]
    return next(iter([*own, *(path for path in named if path not in there)]))


def _boards_in(folder: Path) -> dict[Path, str]:
    """The id of each board in a folder, as far as its files can be read."""
    found = {}
    for path in sorted(folder.glob("*.toml")):
        with suppress(BoardsWrong):
            found[path] = read_board(path).id
    return found
