"""The history of a circle: what its games add up to. Summaries of the games are read from the store, or else made of
their logs and stored for the next reader.

Making one summary takes some hundredths of a second, so a reader makes as many as its patience allows and says how
many are missing; the next reader goes on. The histories of the circles looked at last stay in memory.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.boards.model import Board
from companion.history.broken import Broken, broken_by
from companion.history.circle import Evening, People, in_order
from companion.history.figures import Figures, figures
from companion.history.summary import GameSummary, from_json
from companion.play.game import Game
from companion.play.refusals import Refused
from companion.play.results import Results, tallied
from companion.store import Snapshot, Store, StoreUnavailable
from companion.store.circle_games import GameRow, games_of, people_of, state
from companion.store.result_rows import GameResult, save

PATIENCE: Final = 0.2  # seconds that a reader spends on summaries
MOST_GAMES: Final = 5_000  # of all circles in memory together


@dataclass
class History:
    """A circle's games that are finished and fully revealed, the oldest first, and its people."""

    people: People = field(default_factory=People)
    evenings: list[Evening] = field(default_factory=list)
    unasked: frozenset[str] = frozenset()  # games whose day, place and note nobody has entered or skipped yet
    missing: int = 0  # how many games are left out, since summary or seats could not be made or stored in time

    @cached_property
    def figures(self) -> Figures:
        """The figures of all games that count."""
        return figures(self.evenings)

    def evening(self, game: str) -> Evening | None:
        """The game with this id; None where the history does not have it."""
        return next((evening for evening in self.evenings if evening.game == game), None)

    def broken(self, game: str) -> list[Broken]:
        """The records that a game broke."""
        return broken_by(self.evenings, game)


class _Summarised(NamedTuple):
    """The summary of a game, and the number of the last step of its reveal."""

    summary: GameSummary
    last_step: int


class Histories:
    """The histories of circles. `seat` stores who sat where in a game of a circle, and gives it by colour."""

    def __init__(
        self,
        store: Store,
        boards: Mapping[str, Board],
        results: Results,
        read: Callable[[Snapshot], Game],
        seat: Callable[[str, str], Mapping[str, str]],
    ) -> None:
        self._store, self._boards, self._results, self._read, self._seat = store, boards, results, read, seat
        self._known: OrderedDict[str, tuple[Any, History]] = OrderedDict()  # each with the state it was made in
        self._lock = threading.Lock()

    def of(self, circle: str, patience: float = PATIENCE) -> History:
        """The history of a circle. Whether somebody may see it is decided by `circles`."""
        now = state(self._store.engine, circle)
        with self._lock:
            known = self._known.get(circle)
            if known and known[0] == now:
                self._known.move_to_end(circle)
                return known[1]
        history = self._made(circle, time.monotonic() + patience)
        if not history.missing:
            self._keep(circle, now, history)
        return history

    def _keep(self, circle: str, now: Any, history: History) -> None:
        """Keeps a history in memory, and drops those used longest ago while they have too many games."""
        with self._lock:
            self._known[circle] = now, history
            self._known.move_to_end(circle)
            while len(self._known) > 1 and sum(len(one.evenings) for __, one in self._known.values()) > MOST_GAMES:
                self._known.popitem(last=False)

    def _made(self, circle: str, until: float) -> History:
        """The history from the stored summaries, and from new ones until that time."""
        rows = games_of(self._store.engine, circle)
        summarised, missing = self._summaries(rows, until)
        over = [row for row in rows if row.game in summarised and _is_revealed(row, summarised[row.game].last_step)]
        seats = {row.game: self._seats(circle, row, summarised[row.game].summary) for row in over}
        shown = [row for row in over if seats[row.game]]
        people = people_of(self._store.engine, circle)  # only now, since matching seats may have added some
        evenings = []
        for row in shown:
            sat = {color: people.root(person) for color, person in seats[row.game].items()}
            evenings.append(_evening(row, summarised[row.game].summary, sat))
        unasked = frozenset(row.game for row in shown if not row.about.asked)
        return History(people, in_order(evenings), unasked, missing + len(over) - len(shown))

    def _summaries(self, rows: list[GameRow], until: float) -> tuple[dict[str, _Summarised], int]:
        """The summaries of the finished games by their ids, and how many games there was no time for.

        Those that are not stored are made and stored.
        """
        summarised: dict[str, _Summarised] = {}
        new: dict[str, GameResult] = {}
        missing = 0
        for row in rows:
            if stored := self._stored(row):
                summarised[row.game] = _Summarised(stored, row.last_step or 0)
            elif time.monotonic() > until:
                missing += 1
            elif result := self._new(row.game):
                new[row.game] = result
                summarised[row.game] = _Summarised(from_json(result.summary or ""), result.last_step)
        if new:
            with suppress(StoreUnavailable):  # then the next reader makes them again
                save(self._store.engine, new)
        return summarised, missing

    def _stored(self, row: GameRow) -> GameSummary | None:
        """The stored summary of a game, if it was made by these rules and of this board."""
        if row.summary is None:
            return None
        summary = from_json(row.summary)
        board = self._boards.get(summary.board)
        return summary if board and row.rules == self._results.rules_of(board) else None

    def _new(self, game_id: str) -> GameResult | None:
        """The result of a game, made of its log; None where it is not finished or cannot be read."""
        snapshot = self._store.snapshot(game_id)
        with suppress(Refused):
            game = self._read(snapshot) if snapshot else None
            if game and game.table.finished:
                return tallied(game, self._results.rules_of(game.board))
        return None

    def _seats(self, circle: str, row: GameRow, summary: GameSummary) -> Mapping[str, str]:
        """Who sat where in a game, as stored; where that does not fit its players, matched and stored now.

        Empty where nothing can be stored.
        """
        if row.seats.keys() == {player.color for player in summary.players}:
            return row.seats
        with suppress(StoreUnavailable):
            return self._seat(circle, row.game)
        return {}


def _is_revealed(row: GameRow, last_step: int) -> bool:
    """Whether the reveal has come to its last step. A game that was not finished here has no reveal."""
    return row.reveal is None or row.reveal >= last_step


def _evening(row: GameRow, summary: GameSummary, people: Mapping[str, str]) -> Evening:
    """A game of the circle from its row and summary; `people` are the persons by colour."""
    about = row.about
    return Evening(
        game=row.game,
        day=about.day,
        people=people,
        summary=summary,
        place=about.place,
        note=about.note,
        counts=about.counts,
        order=(summary.ended or row.opened, row.added),
    )
