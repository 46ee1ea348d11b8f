"""Checks a board file, its tickets and its picture: `companion check-boards`."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from companion.authoring.lint import lint
from companion.authoring.worth import scatter, too_low, unused
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.picture.printed import FIGURES
from companion.prose.board_complaints import lines
from companion.prose.display_names import board_name
from companion.record.checked_boards import BoardsWrong, read_board
from companion.rules.mechanics import all_mechanics, mechanic
from companion.validation import Complaint


@dataclass(frozen=True)
class Checked:
    """The findings about a board, as sentences, and whether it can be used anyway.

    `notes` are not findings: the worth of tickets, and what is still to do.
    """

    lines: tuple[str, ...] = ()
    usable: bool = True
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """The exit status: 0 without problems, 1 with some, 2 if the board cannot be used."""
        if not self.usable:
            return 2
        return 1 if self.lines else 0


def check(path: Path) -> Checked:
    """Checks a board file and the picture in it."""
    try:
        board = read_board(path)
    except BoardsWrong as wrong:
        return Checked(tuple(lines(wrong)), usable=False)
    document = {"routes": [track.model_dump() for track in board.routes]}
    about_marks = lines(BoardsWrong(path.name, _idle_marks(board), document))
    checked = check_board(board, path.name)
    return replace(checked, lines=(*about_marks, *checked.lines))


def _idle_marks(board: Board) -> Iterator[Complaint]:
    """Complaints about marks on routes that have no effect, which would otherwise only show in a wrong tally.

    Either a mark is misspelt, or the board does not have the mechanic that uses it.
    """
    used_by = {mark: name for name in all_mechanics() for mark in mechanic(name).marks}
    needed = dict.fromkeys(used_by[mark] for track in board.routes for mark in track.marks if mark in used_by)
    for name in needed:
        if name not in board.mechanics:
            yield Complaint(("mechanics",), "missing-member", {"member": name}, "missing")
    for place, track in enumerate(board.routes):
        for mark in track.marks:
            if mark not in FIGURES:
                yield Complaint(("routes", place, "marks"), "unknown-member", {"member": mark}, "extra_forbidden")


def check_board(board: Board, name: str = "") -> Checked:
    """Checks a board that could be read: the worth of its tickets, and what should be moved on its picture."""
    # Translators: a board file, and a ticket whose value should be looked at
    ticket = _("{file}: tickets: {finding}")
    # Translators: a board file, and something that should be moved on its picture
    picture = _("{file}: picture: {finding}")
    findings = [
        ticket.format(file=name or board.id, finding=finding) for finding in (*unused(board), *too_low(board))
    ]
    findings += [picture.format(file=name or board.id, finding=finding) for finding in lint(board)]
    notes = [scatter(board)]
    if board.typed_tickets:
        text = _("{board} has no tickets: players type in their own, both places and the number on the card.")
        notes = [text.format(board=board_name(board))]
    if board.layout is None:
        text = _("{board} has no layout yet, so it can't be drawn. Make one with `companion lay-out`.")
        notes.append(text.format(board=board_name(board)))
    return Checked(tuple(findings), notes=tuple(notes))
