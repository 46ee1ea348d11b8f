"""The form of who sits where, which a new game and the set-up of one share: read as typed, shown again as typed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.pages.shared.draft import Draft, Seat, rows, tidy
from companion.pages.shared.people import board_looks
from companion.picture.looks import SHAPES, Look, shape_called
from companion.prose.names import colour_name

Form = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """A seat of the form with the look it has now."""

    seat: Seat
    look: Look


def read_seats(form: Form) -> tuple[Seat, ...]:
    """The rows in the order they stand in."""
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
    """How many pieces of each kind somebody takes, where the form asks for it and a number was typed."""
    start = f"pieces-{row}-"
    typed = {name.removeprefix(start): text for name, text in form.items() if name.startswith(start)}
    return {kind: int(text) for kind, text in typed.items() if text.isascii() and text.isdigit() and len(text) < 4}


def put_in_order(draft: Draft, form: Form) -> tuple[Draft, str | None]:
    """The draft after a button of the rows, and a sentence about it; None where the form itself was sent."""
    if "up" in form:
        return draft.moved_up(form["up"]), ""
    if "draw" in form:
        if not draft.people:
            return draft, _("Enter the names first, then pick who starts.")
        # Nobody gains by guessing this, but a fair pick costs nothing.
        chosen = secrets.choice(draft.people)
        drawn = replace(draft, starts=chosen.row)
        # Translators: who has the first turn
        return drawn, _("{name} starts.").format(name=chosen.name)
    return draft, None


def shown(draft: Draft, boards: Mapping[str, Board]) -> dict[str, Any]:
    """The data of the rows: every seat with its look, and what can be chosen."""
    board = boards.get(draft.map) or next(iter(boards.values()))
    known = all_looks(boards)
    count = max(board.players.most, *(other.players.most for other in boards.values()))
    seats = rows(draft.seats, count, list(known))
    return {
        "draft": draft,
        "rows": [Row(seat, _look(seat, known)) for seat in seats],
        "looks": known,
        "shapes": SHAPES,
        "colour_name": colour_name,
    }


def all_looks(boards: Mapping[str, Board]) -> dict[str, Look]:
    """The colours of all boards, in the order of the first."""
    looks: dict[str, Look] = {}
    for board in boards.values():
        looks |= {color: look for color, look in board_looks(board).items() if color not in looks}
    return looks


def _look(seat: Seat, known: Mapping[str, Look]) -> Look:
    own: Look = known.get(seat.color) or next(iter(known.values()))
    return own.chosen(seat.shape, seat.letter[:1])


def seats_of(players: Sequence[Any]) -> tuple[Seat, ...]:
    """The seats of a game that goes on."""
    return tuple(
        Seat(str(place), player.name, player.color, player.shape or "", player.letter or "", player.pieces or {})
        for place, player in enumerate(players, 1)
    )
