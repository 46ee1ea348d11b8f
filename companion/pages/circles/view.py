"""What the pages of a circle show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.boards.model import Board
from companion.history.circle import Evening, Person
from companion.history.figures import BoardFigures, Feat, PersonFigures, Totals
from companion.i18n import and_joined
from companion.pages.shared.player_marks import Mark, look_of
from companion.prose.dates_in_words import day_in_words
from companion.prose.display_names import board_name, isolated, route_name, ticket_name
from companion.prose.remembered import record_name, ticket_of

if TYPE_CHECKING:
    from companion.play.histories import History

AT_ONCE: Final = 10  # games on a page
MOST: Final = 10  # routes and tickets in a list


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list: its id, its day and board in words, and how it ended."""

    game: str
    day: str
    board: str
    place: str  # where it was played
    counts: bool
    players: tuple[tuple[Mark, int], ...]  # with points, best first
    won: str  # who won, in words


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record, who set it and in which game."""

    label: str
    value: int
    mark: Mark
    about: str  # the board or the ticket, and the day
    game: str
    color: str
    kind: str


@dataclass(frozen=True, slots=True)
class SettingLine:
    """The totals of games on one board with one number of players. `label` is the board's name, where it is shown."""

    label: str
    games: int
    average: int
    best: int | None  # None while there are too few games
    worst: int | None
    winning: int | None = None  # the average of the winners


@dataclass(frozen=True, slots=True)
class PairLine:
    """Somebody whom a person played with, and in how many games the person was ahead of them or behind."""

    mark: Mark
    person: str
    games: int
    ahead: int
    behind: int


class TicketCounts(NamedTuple):
    """How often a ticket was kept, completed, and held by a winner."""

    name: str
    kept: int
    completed: int
    won: int


class Alike(NamedTuple):
    """Two people who may be one, each with the id."""

    mark: Mark
    person: str
    other_mark: Mark
    other: str


def marks(history: History) -> dict[str, Mark]:
    """Everybody in the circle by id, with the look of the name they are known by."""
    return {
        one.id: Mark(one.color, one.name, look_of(one.color, one.shape, one.letter)) for one in history.people.roots()
    }


def game_lines(history: History, boards: Mapping[str, Board], skip: int = 0) -> list[GameLine]:
    """The newest games on one page, after the `skip` newest."""
    newest_first = history.evenings[::-1]
    evenings = newest_first[skip : skip + AT_ONCE]
    everybody = marks(history)
    return [game_line(evening, everybody, boards) for evening in evenings]


def game_line(evening: Evening, everybody: Mapping[str, Mark], boards: Mapping[str, Board]) -> GameLine:
    """One game as a line."""
    ranked = sorted(evening.summary.players, key=lambda player: player.rank)
    players = tuple((everybody[evening.people[one.color]], one.points) for one in ranked)
    won = [everybody[evening.people[one.color]].name for one in ranked if one.rank == 1]
    return GameLine(
        evening.game,
        in_words(evening.day),
        name_of(boards, evening.summary.board),
        evening.place,
        evening.counts,
        players,
        and_joined([isolated(name) for name in won]),
    )


def people_lines(history: History) -> list[tuple[str, Mark, PersonFigures]]:
    """Everybody by id, with look and figures: those with the most games first, of equals those with the most wins."""
    found = [(one, mark, figures_of(history, one)) for one, mark in marks(history).items()]
    return sorted(found, key=lambda line: (-line[2].games, -line[2].wins, line[1].name.casefold()))


def record_lines(records: Mapping[str, Feat], history: History, boards: Mapping[str, Board]) -> list[RecordLine]:
    """The records as lines, in the order in which pages list them."""
    everybody, days = marks(history), {evening.game: evening.day for evening in history.evenings}
    lines = []
    for kind in ("points", "longest", "ticket", "tickets"):
        if feat := records.get(kind):
            about = ticket_of(boards.get(feat.board), feat) or name_of(boards, feat.board)
            words = f"{about} · {in_words(days[feat.game])}"
            mark = everybody[feat.person]
            lines.append(RecordLine(record_name(kind), feat.value, mark, words, feat.game, feat.color, kind))
    return lines


def figures_of(history: History, person: str) -> PersonFigures:
    """A person's figures; empty ones for somebody without a game that counts."""
    return history.figures.people.get(person) or PersonFigures(person)


def highest_lost(own: PersonFigures, boards: Mapping[str, Board]) -> str:
    """The name of the highest ticket that a person did not complete; empty if there is none."""
    return ticket_of(boards.get(own.lost.board), own.lost) if own.lost else ""


def records_of(own: PersonFigures) -> dict[str, Feat]:
    """A person's own best by kind of record; none while they have too few games."""
    found = {"points": own.points, "longest": own.longest, "ticket": own.made}
    return {kind: feat for kind, feat in found.items() if feat} if own.is_enough else {}


def setting_lines(own: PersonFigures, boards: Mapping[str, Board]) -> list[tuple[int, SettingLine]]:
    """A person's totals by board and number of players, most games first, each with that number."""
    ordered = sorted(own.settings.items(), key=lambda one: (-one[1].games, one[0]))
    return [(players, _setting(name_of(boards, board), totals)) for (board, players), totals in ordered]


def pair_lines(history: History, person: str) -> list[PairLine]:
    """Whom somebody played with, most games first."""
    everybody = marks(history)
    lines = []
    for (one, two), pair in history.figures.pairs.items():
        if person in (one, two):
            other = two if person == one else one
            ahead, behind = pair.ahead[person], pair.ahead[other]
            lines.append(PairLine(everybody[other], other, pair.games, ahead, behind))
    return sorted(lines, key=lambda line: -line.games)


def totals_lines(figures: BoardFigures) -> list[tuple[int, SettingLine]]:
    """The usual totals on a board, each with its number of players, fewest first."""
    return [
        (players, _setting("", totals, figures.winning[players].average))
        for players, totals in sorted(figures.totals.items())
    ]


def _setting(label: str, totals: Totals, winning: int | None = None) -> SettingLine:
    """Totals as a line. Best and worst say little about few games, so these have none."""
    best = totals.best.value if totals.best and totals.is_enough else None
    worst = totals.worst.value if totals.worst and totals.is_enough else None
    return SettingLine(label, totals.games, totals.average, best, worst, winning)


def route_lines(board: Board, counted: Counter[str]) -> list[tuple[str, int]]:
    """The routes that were counted most often, by name with that number, such as how often each was claimed."""
    known = ((name, n) for name, n in counted.most_common() if name in board.route)
    return [(route_name(board, board.route[name]), n) for name, n in islice(known, MOST)]


def ticket_lines(board: Board, figures: BoardFigures) -> list[TicketCounts]:
    """The tickets that were kept most often."""
    known = ((name, n) for name, n in figures.kept.most_common() if name in board.ticket)
    return [
        TicketCounts(ticket_name(board, name), n, figures.completed[name], figures.won[name])
        for name, n in islice(known, MOST)
    ]


def alike(history: History) -> list[Alike]:
    """People who may be one: their names begin with the same word, and they never sat in one game."""
    everybody = marks(history)
    groups = {frozenset(evening.people.values()) for evening in history.evenings}
    found = []
    for one, other in combinations(history.people.roots(), 2):
        if one.forgotten or other.forgotten or _first_word(one) != _first_word(other):
            continue
        played_together = any({one.id, other.id} <= group for group in groups)
        if not played_together:
            found.append(Alike(everybody[one.id], one.id, everybody[other.id], other.id))
    return found


def _first_word(person: Person) -> str:
    return person.name.split()[0].casefold()


def in_words(day: str) -> str:
    """A day such as 2026-11-20 in words."""
    return day_in_words(date.fromisoformat(day))


def name_of(boards: Mapping[str, Board], board: str) -> str:
    """A board's name, or its id where the board is not here."""
    return board_name(boards[board]) if board in boards else board
