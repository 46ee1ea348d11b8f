"""A set-up as it is being typed: every seat, and the first thing that is wrong with it, in a sentence."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from unicodedata import normalize

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.i18n import ngettext, pgettext
from companion.picture.looks import LOOKS, SHAPES
from companion.play.naming import with_tidy_names
from companion.prose import counts
from companion.prose.display_names import board_name, colour_name
from companion.record.read import Record, read_record
from companion.record.record_checks import FORMAT, VERSION
from companion.rules.free_text import appearance
from companion.rules.mechanics import options_of

LONGEST_NAME: Final = 24
LONGEST_TITLE: Final = 80
LONGEST_SHAPE: Final = 20
QUOTED: Final = 16  # characters of a name that is too long that its complaint shows


@dataclass(frozen=True, slots=True)
class Seat:
    """A row of the form; without a name nobody sits there."""

    row: str  # part of the names of its fields, which stays the same if the row is moved
    name: str = ""
    color: str = ""
    shape: str = ""
    letter: str = ""
    pieces: Mapping[str, int] = field(default_factory=dict)  # of each kind, where another split was chosen

    def player(self) -> dict[str, Any]:
        """The seat as a game record has it."""
        fields: dict[str, Any] = {"color": self.color, "name": self.name, "shape": self.shape, "letter": self.letter}
        fields["pieces"] = dict(self.pieces)
        return {name: value for name, value in fields.items() if value}


@dataclass(frozen=True, slots=True)
class Draft:
    """A game as the form of its set-up has it, complete or not: nothing is checked yet."""

    map: str
    variant: str
    tracking: str
    seats: tuple[Seat, ...]
    starts: str = ""  # the row of the player who starts; empty for the first
    title: str = ""
    one_token: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def people(self) -> list[Seat]:
        """The rows in which a name was typed."""
        return [seat for seat in self.seats if seat.name]

    def setup(self) -> dict[str, Any]:
        """The set-up as a record has it, without members that have their usual value."""
        people = self.people
        starting = next((seat.color for seat in people if seat.row == self.starts), None)
        fields = {
            "map": self.map,
            "variant": self.variant,
            "tracking": self.tracking,
            "title": self.title,
            "players": [seat.player() for seat in people],
            "starts": starting,
            "one_token": self.one_token,
            "options": dict(self.options),
        }
        return {name: value for name, value in fields.items() if value}

    def moved_up(self, row: str) -> "Draft":
        """The draft with this row moved up by one; the first row goes to the end, since a table is round."""
        rows = list(self.seats)
        at = next((place for place, seat in enumerate(rows) if seat.row == row), None)
        if at is None:
            return self
        rows.insert(at - 1 if at else len(rows), rows.pop(at))
        return replace(self, seats=tuple(rows))


def seat_rows(seats: Sequence[Seat], count: int, colors: Sequence[str]) -> tuple[Seat, ...]:
    """At least `count` rows: these seats, then empty ones in unused colours (fewer if there are too few colours)."""
    free = [color for color in colors if color not in {seat.color for seat in seats}]
    empty = (Seat(str(place + 1), color=color) for place, color in enumerate(free, len(seats)))
    return (*seats, *empty)[: max(count, len(seats))]


def in_colours_of(board: Board, seats: Sequence[Seat], other_colors: Collection[str]) -> tuple[Seat, ...]:
    """The seats in colours that the board has: a seat with one of `other_colors` that it lacks gets a free one."""
    taken = {seat.color for seat in seats if seat.name}
    free = [color for color in board.colors if color not in taken]
    changed = []
    for seat in seats:
        is_missing = seat.color in other_colors and seat.color not in board.colors
        changed.append(replace(seat, color=free.pop(0)) if is_missing and free else seat)
    return tuple(changed)


def tidy(name: str) -> str:
    """A name as typed, without spaces around it or doubled inside it."""
    return " ".join(normalize("NFC", name).split())


def complaint(draft: Draft, boards: Mapping[str, Board]) -> str | None:
    """The first thing that is wrong with a draft, in a sentence that says what to do; None if nothing is."""
    board = boards.get(draft.map)
    if board is None:
        return _("Choose a board.")
    if draft.variant not in board.variants:
        return _("Choose a variant of {board}.").format(board=board_name(board))
    if len(draft.title) > LONGEST_TITLE:
        text = _("The table's name has {given}; it can have up to {most}.")
        return text.format(given=counts.characters(len(draft.title)), most=LONGEST_TITLE)
    if wrong := _wrong_options(draft, board):
        return wrong
    people = draft.people
    return (
        _wrong_names(people) or _wrong_people(people, board) or _wrong_colours(people, board) or _wrong_signs(people)
    )


def _wrong_options(draft: Draft, board: Board) -> str | None:
    """A message if too few or too many bonus cards are chosen."""
    for name, option in options_of(board).items():
        given = len(draft.options.get(name, ()))
        if option.several and given != option.several:
            text = ngettext(
                "Choose {n} bonus card, not {given}.", "Choose {n} bonus cards, not {given}.", option.several
            )
            return text.format(n=option.several, given=given)
    return None


def same_names(draft: Draft) -> str:
    """A question about the first two names that look alike; empty if all differ."""
    seen: dict[str, str] = {}  # how a name looks: the name
    for seat in draft.people:
        look = appearance(seat.name)
        if look in seen:
            text = _("{one} and {other}: add a letter to tell them apart? To keep the names, press the button again.")
            return text.format(one=seen[look], other=seat.name)
        seen[look] = seat.name
    return ""


def read_draft(draft: Draft, boards: Mapping[str, Board]) -> Record:
    """The draft as a game without a log. Raises RecordWrong for what only a record's checks notice."""
    setup = draft.setup()
    setup["players"] = with_tidy_names(setup["players"])
    document = {"format": FORMAT, "version": VERSION, **setup, "log": []}
    return read_record(json.dumps(document).encode(), boards)


def _wrong_names(people: Sequence[Seat]) -> str | None:
    """A message if the name of a player, or of a shape, is too long."""
    for seat in people:
        if len(seat.name) > LONGEST_NAME:
            text = _("“{name}…” has {given}; a name can have up to {most}.")
            return text.format(name=seat.name[:QUOTED], given=counts.characters(len(seat.name)), most=LONGEST_NAME)
        if len(seat.shape) > LONGEST_SHAPE:
            text = _("The shape “{shape}…” has {given}; it can have up to {most}.")
            return text.format(
                shape=seat.shape[:QUOTED], given=counts.characters(len(seat.shape)), most=LONGEST_SHAPE
            )
    return None


def _wrong_people(people: Collection[Seat], board: Board) -> str | None:
    """A message if there are too few or too many players."""
    least, most = board.players.least, board.players.most
    if len(people) < least:
        text = _("{board} needs at least {players}; add another name.")
        return text.format(board=board_name(board), players=counts.players(least))
    if len(people) > most:
        text = _("{board} is for {players} at most; clear a name.")
        return text.format(board=board_name(board), players=counts.players(most))
    return None


def _wrong_colours(people: Sequence[Seat], board: Board) -> str | None:
    """A message if a player has no colour of this board, or another player's."""
    seen: dict[str, str] = {}
    for seat in people:
        if seat.color not in board.colors:
            return _("Choose a colour for {name}.").format(name=seat.name)
        if seat.color in seen:
            text = _("{one} and {other} both have {colour}; choose another for one of them.")
            return text.format(one=seen[seat.color], other=seat.name, colour=colour_name(seat.color))
        seen[seat.color] = seat.name
    return None


def _wrong_signs(people: Sequence[Seat]) -> str | None:
    """A message if two players have the same shape or letter: those who can't see colours need these."""
    with_shape: dict[str, Seat] = {}
    with_letter: dict[str, Seat] = {}
    for seat in people:
        usual = LOOKS.get(seat.color)
        shape = seat.shape or (usual.shape if usual else "")
        letter = seat.letter or (usual.letter if usual else "")
        other = with_shape.setdefault(shape.casefold(), seat)
        if shape and other is not seat:
            shape = pgettext(*SHAPES[shape].name) if shape in SHAPES else shape
            text = _("{one} and {other} both have the shape “{shape}”; choose another for one of them.")
            return text.format(one=other.name, other=seat.name, shape=shape)
        other = with_letter.setdefault(letter.casefold(), seat)
        if letter and other is not seat:
            text = _("{one} and {other} both have the letter {letter}; choose another for one of them.")
            return text.format(one=other.name, other=seat.name, letter=letter)
    return None
