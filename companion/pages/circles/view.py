"""What the pages of a circle show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

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
    """A game in a list: where it leads, its day and board, and how it ended."""

    game: str
    day: str
    board: str
    place: str
    counts: bool
    players: tuple[tuple[Mark, int], ...]  # with points, best first
    won: str


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
    """The totals of some games, by board or by number of players."""

    label: str
    games: int
    average: int
    best: int | None  # from three games on
    worst: int | None
    winning: int | None = None


@dataclass(frozen=True, slots=True)
class PairLine:
    """Somebody whom a person played with."""

    mark: Mark
    person: str
    games: int
    ahead: int
    behind: int


def marks(history: History) -> dict[str, Mark]:
    """Everybody in the circle by id, with the look of the name they are known by."""
    return {
        one.id: Mark(one.color, one.name, look_of(one.color, one.shape, one.letter)) for one in history.people.roots()
    }


def game_lines(history: History, boards: Mapping[str, Board], skip: int = 0) -> list[GameLine]:
    """The newest games."""
    evenings = history.evenings[::-1][skip : skip + AT_ONCE]
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
    """Everybody with a game that counts, most games first; then who has none."""
    found = [(one, mark, figures_of(history, one)) for one, mark in marks(history).items()]
    return sorted(found, key=lambda line: (-line[2].games, -line[2].wins, line[1].name.casefold()))


def record_lines(records: Mapping[str, Feat], history: History, boards: Mapping[str, Board]) -> list[RecordLine]:
    """Records in the order in which they are listed."""
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
    """A person's figures; none of any game where none counts."""
    return history.figures.people.get(person) or PersonFigures(person)


def highest_lost(own: PersonFigures, boards: Mapping[str, Board]) -> str:
    """The highest ticket that a person did not complete."""
    return ticket_of(boards.get(own.lost.board), own.lost) if own.lost else ""


def records_of(own: PersonFigures) -> dict[str, Feat]:
    """A person's own best, from three games on."""
    found = {"points": own.points, "longest": own.longest, "ticket": own.made}
    return {kind: feat for kind, feat in found.items() if feat} if own.is_enough else {}


def setting_lines(own: PersonFigures, boards: Mapping[str, Board]) -> list[tuple[int, SettingLine]]:
    """A person's totals by board and number of players, most games first."""
    ordered = sorted(own.settings.items(), key=lambda one: (-one[1].games, one[0]))
    return [(players, _setting(name_of(boards, board), totals)) for (board, players), totals in ordered]


def pair_lines(history: History, person: str) -> list[PairLine]:
    """Whom somebody played with, most games first."""
    everybody = marks(history)
    found = [
        (other, pair)
        for two, pair in history.figures.pairs.items()
        if person in two
        for other in two
        if other != person
    ]
    found.sort(key=lambda one: -one[1].games)
    return [
        PairLine(everybody[other], other, pair.games, pair.ahead[person], pair.ahead[other]) for other, pair in found
    ]


def totals_lines(figures: BoardFigures) -> list[tuple[int, SettingLine]]:
    """The usual totals on a board, by number of players."""
    return [
        (players, _setting("", totals, figures.winning[players].average))
        for players, totals in sorted(figures.totals.items())
    ]


def _setting(label: str, totals: Totals, winning: int | None = None) -> SettingLine:
    best = totals.best.value if totals.best and totals.is_enough else None
    worst = totals.worst.value if totals.worst and totals.is_enough else None
    return SettingLine(label, totals.games, totals.average, best, worst, winning)


def route_lines(board: Board, counted: Counter[str]) -> list[tuple[str, int]]:
    """The routes that were claimed most often."""
    known = ((name, n) for name, n in counted.most_common() if name in board.route)
    return [(route_name(board, board.route[name]), n) for name, n in _first(known)]


def ticket_lines(board: Board, figures: BoardFigures) -> list[tuple[str, int, int, int]]:
    """The tickets that were kept most often: how often kept, completed, and held by a winner."""
    known = ((name, n) for name, n in figures.kept.most_common() if name in board.ticket)
    return [(ticket_name(board, name), n, figures.completed[name], figures.won[name]) for name, n in _first(known)]


def _first(found: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    return (one for one, __ in zip(found, range(MOST), strict=False))


def alike(history: History) -> list[tuple[Mark, str, Mark, str]]:
    """People who may be one: their names begin with the same word, and they never sat in one game."""
    people = history.people.roots()
    everybody = marks(history)
    together = {frozenset(evening.people.values()) for evening in history.evenings}
    return [
        (everybody[one.id], one.id, everybody[other.id], other.id)
        for n, one in enumerate(people)
        for other in people[n + 1 :]
        if _first_word(one) == _first_word(other) and not (one.forgotten or other.forgotten)
        if not any({one.id, other.id} <= game for game in together)
    ]


def _first_word(person: Person) -> str:
    return person.name.split()[0].casefold()


def in_words(day: str) -> str:
    """A day in words."""
    return day_in_words(date.fromisoformat(day))


def name_of(boards: Mapping[str, Board], board: str) -> str:
    """A board's name, or its id where the board is not here."""
    return board_name(boards[board]) if board in boards else board
