"""Checks a board file, and says what should be moved on its picture: `companion check-boards`."""

from dataclasses import dataclass
from pathlib import Path

from companion.authoring.lint import lint
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.prose.boards import lines
from companion.record.boards import BoardsWrong, read_board


@dataclass(frozen=True)
class Checked:
    """The findings about a board, in plain sentences, and whether it can be used all the same."""

    lines: tuple[str, ...] = ()
    usable: bool = True

    @property
    def status(self) -> int:
        """As an exit status: 0 in order, 1 only its picture is not, 2 it cannot be used."""
        return 2 if not self.usable else 1 if self.lines else 0


def check(path: Path) -> Checked:
    """Checks a board file and the picture in it."""
    try:
        return check_picture(read_board(path), path.name)
    except BoardsWrong as wrong:
        return Checked(tuple(lines(wrong)), usable=False)


def check_picture(board: Board, name: str = "") -> Checked:
    """Checks only a board's picture: the findings say what should be moved."""
    line = _("{file}: picture: {finding}")
    return Checked(tuple(line.format(file=name or board.id, finding=finding) for finding in lint(board)))
