"""What a circle's games add up to: summaries read from the store, or made of the logs and stored for the next reader.

Making one takes some hundredths of a second, so a reader makes as many as fit into its patience and says how many are
missing; the next reader goes on. What was added up stays in memory for the circles looked at last.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

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
    unasked: frozenset[str] = frozenset()  # games about which nobody has said anything yet
    missing: int = 0  # games whose summaries are still to be made

    @cached_property
    def figures(self) -> Figures:
        """The figures of all games that count."""
        return figures(self.evenings)

    def evening(self, game: str) -> Evening | None:
        """A game of the circle."""
        return next((evening for evening in self.evenings if evening.game == game), None)

    def broken(self, game: str) -> list[Broken]:
        """The records that a game broke."""
        return broken_by(self.evenings, game)


class Histories:
    """The histories of circles."""

    def __init__(
        self,
        store: Store,
        boards: Mapping[str, Board],
        results: Results,
        read: Callable[[Snapshot], Game],
        seat: Callable[[str, str], Mapping[str, str]],
    ) -> None:
        self._store, self._boards, self._results, self._read, self._seat = store, boards, results, read, seat
        self._known: OrderedDict[str, tuple[Any, History]] = OrderedDict()
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
        with self._lock:
            self._known[circle] = now, history
            self._known.move_to_end(circle)
            while len(self._known) > 1 and sum(len(one.evenings) for __, one in self._known.values()) > MOST_GAMES:
                self._known.popitem(last=False)

    def _made(self, circle: str, until: float) -> History:
        """The history from the stored summaries, and from new ones while there is time."""
        rows = games_of(self._store.engine, circle)
        summaries, new, missing = {}, {}, 0
        for row in rows:
            if stored := self._stored(row):
                summaries[row.game] = stored, row.last_step or 0
            elif time.monotonic() > until:
                missing += 1
            elif result := self._new(row.game):
                new[row.game] = result
                summaries[row.game] = from_json(result.summary or ""), result.last_step
        if new:
            with suppress(StoreUnavailable):  # then the next reader makes them again
                save(self._store.engine, new)
        over = [row for row in rows if row.game in summaries and _is_revealed(row, summaries[row.game][1])]
        seats = {row.game: self._seats(circle, row, summaries[row.game][0]) for row in over}
        shown = [row for row in over if seats[row.game]]
        people = people_of(self._store.engine, circle)
        evenings = [
            _evening(row, summaries[row.game][0], {c: people.root(p) for c, p in seats[row.game].items()})
            for row in shown
        ]
        unasked = frozenset(row.game for row in shown if not row.about.asked)
        return History(people, in_order(evenings), unasked, missing + len(over) - len(shown))

    def _stored(self, row: GameRow) -> GameSummary | None:
        """The stored summary of a game, if it was made by these rules and of this board."""
        if row.summary is None:
            return None
        summary = from_json(row.summary)
        board = self._boards.get(summary.board)
        return summary if board and row.rules == self._results.rules_of(board) else None

    def _new(self, name: str) -> GameResult | None:
        """The result of a game, made of its log; None where it is not finished or cannot be read."""
        snapshot = self._store.snapshot(name)
        with suppress(Refused):
            game = self._read(snapshot) if snapshot else None
            if game and game.table.finished:
                return tallied(game, self._results.rules_of(game.board))
        return None

    def _seats(self, circle: str, row: GameRow, summary: GameSummary) -> Mapping[str, str]:
        """Who sat where; people who came to the table since are matched now. Empty where nothing can be stored."""
        if row.seats.keys() == {player.color for player in summary.players}:
            return row.seats
        with suppress(StoreUnavailable):
            return self._seat(circle, row.game)
        return {}


def _is_revealed(row: GameRow, last_step: int) -> bool:
    return row.reveal is None or row.reveal >= last_step


def _evening(row: GameRow, summary: GameSummary, people: Mapping[str, str]) -> Evening:
    about = row.about
    return Evening(
        row.game,
        about.day,
        people,
        summary,
        about.place,
        about.note,
        about.counts,
        (summary.ended or row.opened, row.added),
    )
