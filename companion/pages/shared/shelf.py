"""What the list of boards says of each board: the same on a page and in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final

from companion.boards.model import Board
from companion.boards.tickets import Ticket
from companion.i18n import gettext as _
from companion.i18n import marked, ngettext, pgettext
from companion.languages import sort_key
from companion.prose import reasons, undecided_readings
from companion.prose.display_names import board_name, variant_name
from companion.prose.pieces import WORDS
from companion.rules.mechanics import mechanics_of, options_of

COMMON_BONUSES: Final = ("longest-path", "globetrotter")

COLUMNS: Final = 80  # of a terminal


@dataclass(frozen=True)
class TicketLine:
    """A destination ticket as a line of a list."""

    start: str
    end: str
    points: int
    long: bool


@dataclass(frozen=True)
class VariantLine:
    """A variant of a board, as it is offered."""

    id: str
    name: str
    about: str
    tickets: int
    bonuses: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class OptionLine:
    """Something a table chooses before a game: its possible values with their names, and how many are chosen."""

    id: str
    question: str
    values: tuple[tuple[str, str], ...]
    default: str
    several: int


@dataclass(frozen=True)
class BoardCard:
    """A board in the list of boards."""

    id: str
    name: str
    facts: tuple[str, ...]
    variants: tuple[VariantLine, ...]
    players: str = ""
    special: str = ""  # its own rules in a line
    undecided: str = ""  # the facts to compare with the box, by name
    options: tuple[OptionLine, ...] = ()
    colors: tuple[str, ...] = ()
    most: int = 5  # players


def board_card(board: Board) -> BoardCard:
    """The board's name, its facts in a few words, and its variants in the order of its file."""
    facts = tuple(_facts(board))
    return BoardCard(
        id=board.id,
        name=board_name(board),
        facts=facts,
        variants=tuple(variant_line(board, variant) for variant in board.variants),
        players=facts[0],
        special=" · ".join(_special(board)),
        undecided=undecided_readings.in_short(board),
        options=tuple(_options(board)),
        colors=board.colors,
        most=board.players.most,
    )


def board_cards(boards: Mapping[str, Board], first: Iterable[str] = ()) -> list[BoardCard]:
    """A card for every board: those whose ids are in `first`, then the others in the order of their files."""
    order = dict.fromkeys([*(board for board in first if board in boards), *boards])
    return [board_card(boards[board]) for board in order]


def _special(board: Board) -> list[str]:
    """The few things that set a board apart, at most four: its own rules first, then its bonuses and the rest."""
    rules = [_(mechanic.heading) for mechanic in mechanics_of(board) if mechanic.heading]
    bonuses = dict.fromkeys(name for variant in board.variants.values() for name in variant.bonuses)
    own_bonuses = [reasons.bonus_name(board, name) for name in bonuses if name not in COMMON_BONUSES]
    common_bonuses = [reasons.bonus_name(board, name) for name in bonuses if name in COMMON_BONUSES]
    more = [_("Neighbouring countries")] if board.countries else []
    more += [pgettext("line", "Stations")] if board.stations else []
    return list(dict.fromkeys([*rules, *own_bonuses[:3], *more, *common_bonuses]))[:4]


def _options(board: Board) -> Iterable[OptionLine]:
    """What a table chooses on this board before a game."""
    for name, option in options_of(board).items():
        words = option.words or tuple(option.values)
        names = [_(text) if option.words else reasons.bonus_name(board, text) for text in words]
        values = tuple(zip(option.values, names, strict=True))
        yield OptionLine(name, _(option.wording), values, option.default or "", option.several)


def variant_line(board: Board, variant: str) -> VariantLine:
    """A variant with the number of its tickets and what its bonuses are worth.

    A bonus whose worth is a whole table has its name alone here; the rules page has the table.
    """
    chosen = board.variants[variant]
    bonuses = tuple(
        (reasons.bonus_name(board, bonus), _prize(board, bonus, points)) for bonus, points in chosen.bonuses.items()
    )
    tickets = len(board.tickets_of(variant))
    return VariantLine(variant, variant_name(board, variant), _(chosen.about), tickets, bonuses)


def _prize(board: Board, bonus: str, points: Any) -> str:
    """A bonus's worth in figures; empty if it is a whole table."""
    if isinstance(points, int):
        return f"+{points}" if points > 0 else f"−{-points}"
    return "" if isinstance(points, Mapping) else reasons.worth(board, bonus, points)


def ticket_lines(board: Board, variant: str) -> list[TicketLine]:
    """A variant's tickets by the names of their cities, the long ones first since they are a deck of their own."""
    lines = [_ticket_line(board, variant, ticket) for ticket in board.tickets_of(variant).values()]
    return sorted(lines, key=lambda line: (not line.long, sort_key(line.start), sort_key(line.end)))


def point_lines(board: Board) -> list[tuple[int, int]]:
    """The points for each length of a route, shortest first."""
    return sorted(board.points_for.items())


def for_terminal(boards: Iterable[Board]) -> str:
    """The list of boards as plain text."""
    return "\n\n".join("\n".join(_terminal_lines(board_card(board))) for board in boards)


def _terminal_lines(card: BoardCard) -> list[str]:
    """A board's lines in a terminal."""
    wide = max(len(variant.id) for variant in card.variants)
    lines = [f"{card.id}  {card.name}", "  " + " · ".join(card.facts)]
    for variant in card.variants:
        lines.append(f"  {variant.id:{wide}}  {variant.name}")
        indent = " " * (wide + 4)
        lines += wrap(variant.about, COLUMNS, initial_indent=indent, subsequent_indent=indent)
    return lines


def _facts(board: Board) -> Iterable[str]:
    """What a board has, in a few words each: first its players, then cities, tracks and pieces."""
    cities, tracks = sum(city.kind == "city" for city in board.cities), len(board.routes)
    least, most = board.players.least, board.players.most
    yield ngettext("{least} to {most} player", "{least} to {most} players", most).format(least=least, most=most)
    yield ngettext("{n} city", "{n} cities", cities).format(n=cities)
    yield ngettext("{n} track", "{n} tracks", tracks).format(n=tracks)
    trains = board.trains_per_player
    yield marked(WORDS[board.piece].each, trains).format(n=trains)
    if board.stations:
        stations = board.stations.count
        yield ngettext("{n} station each", "{n} stations each", stations).format(n=stations)


def _ticket_line(board: Board, variant: str, ticket: Ticket) -> TicketLine:
    """A ticket as a line; the two ends of an ordinary one in alphabetical order."""
    names = [board.end_name(end) for end in ticket.ends]
    start, *others = names if ticket.form != "pair" else sorted(names, key=sort_key)
    return TicketLine(start, " / ".join(others), ticket.points, board.is_long(ticket, variant))
