"""The form of who sits where, shared by a new game and a game's set-up. It is shown again exactly as it was typed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.pages.shared.draft import Draft, Seat, seat_rows, tidy
from companion.pages.shared.player_marks import board_looks
from companion.picture.looks import SHAPES, Look, shape_called
from companion.prose.display_names import colour_name

Form = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """A seat of the form, with its look as chosen so far."""

    seat: Seat
    look: Look


def read_seats(form: Form) -> tuple[Seat, ...]:
    """The rows of the form in their order."""
    return tuple(
        Seat(
            row,
            tidy(form.get(f"name-{row}", "")),
            form.get(f"color-{row}", ""),
            shape_called(tidy(form.get(f"named-{row}", ""))) or form.get(f"shape-{row}", ""),
            form.get(f"letter-{row}", "").strip(),
            _pieces(form, row),
        )
        for row in form.getlist("row")
    )


def _pieces(form: Form, row: str) -> dict[str, int]:
    """How many pieces of each kind a player takes, where the form asks for that and a number was typed."""
    start = f"pieces-{row}-"
    typed = {name.removeprefix(start): text for name, text in form.items() if name.startswith(start)}
    return {kind: int(text) for kind, text in typed.items() if text.isascii() and text.isdigit() and len(text) < 4}


def after_row_button(draft: Draft, form: Form) -> tuple[Draft, str | None]:
    """The draft after a button of the rows was pressed (move up, pick who starts), and a message, which may be empty.

    The message is None if no such button was pressed.
    """
    if "up" in form:
        return draft.moved_up(form["up"]), ""
    if "draw" in form:
        if not draft.people:
            return draft, _("Enter the names first, then pick who starts.")
        chosen = secrets.choice(draft.people)
        started = replace(draft, starts=chosen.row)
        # Translators: who has the first turn
        return started, _("{name} starts.").format(name=chosen.name)
    return draft, None


def seat_rows_context(draft: Draft, boards: Mapping[str, Board]) -> dict[str, Any]:
    """The template's data for the rows: every seat with its look, and the looks to choose from."""
    board = boards.get(draft.map) or next(iter(boards.values()))
    looks = all_looks(boards)
    count = max(board.players.most, *(other.players.most for other in boards.values()))
    seats = seat_rows(draft.seats, count, list(looks))
    return {
        "draft": draft,
        "rows": [Row(seat, _look(seat, looks)) for seat in seats],
        "looks": looks,
        "shapes": SHAPES,
        "colour_name": colour_name,
    }


def all_looks(boards: Mapping[str, Board]) -> dict[str, Look]:
    """The usual look of every colour that a board has; the colours of the first board come first."""
    looks: dict[str, Look] = {}
    for board in boards.values():
        looks |= {color: look for color, look in board_looks(board).items() if color not in looks}
    return looks


def _look(seat: Seat, looks: Mapping[str, Look]) -> Look:
    """The look of a seat as chosen so far."""
    look: Look = looks.get(seat.color) or next(iter(looks.values()))
    return look.chosen(seat.shape, seat.letter[:1])


def seats_of_players(players: Sequence[Any]) -> tuple[Seat, ...]:
    """The players of a running game as rows of the form."""
    return tuple(
        Seat(str(place), player.name, player.color, player.shape or "", player.letter or "", player.pieces or {})
        for place, player in enumerate(players, 1)
    )
