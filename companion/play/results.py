"""The results of finished games: read where they are kept, otherwise tallied once and kept for the next reader."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Final

from companion import __version__
from companion.boards.model import Board
from companion.play.game import Game
from companion.play.refusals import Refused
from companion.store import Snapshot, Store, StoreAway
from companion.store.results import GameResult, Played, PlayerResult, keep, of_series

LONGEST: Final = 50  # games of a series that are counted


class Results:
    """The results of a store's games."""

    def __init__(self, store: Store, boards: Mapping[str, Board], read: Callable[[Snapshot], Game]) -> None:
        self._store, self._boards, self._read = store, boards, read
        self._rules: dict[str, str] = {}

    def until(self, table: str) -> Iterator[GameResult | None]:
        """The result of a game and of those before it in its series, the newest first.

        None stands for a game whose end is not told yet. One that is gone, or cannot be read, ends the series.
        """
        series = of_series(self._store.engine, table)
        at: str | None = table
        for _ in range(LONGEST):
            played = series.get(at) if at else None
            if at is None or played is None:
                return
            try:
                result = self._result(at, played)
            except Refused:
                return
            revealing = result and played.reveal is not None and played.reveal < result.last_step
            yield None if revealing else result
            at = played.previous

    def _result(self, table: str, played: Played) -> GameResult | None:
        kept, board = played.result, self._boards.get(played.board)
        if kept and board and kept.rules == self._rules_of(board):
            return kept
        snapshot = self._store.snapshot(table)
        game = self._read(snapshot) if snapshot else None
        if game is None or not game.table.finished:
            return None
        result = _tallied(game, self._rules_of(game.board))
        with suppress(StoreAway):  # where it cannot be kept now, the next reader keeps it
            keep(self._store.engine, table, result)
        return result

    def _rules_of(self, board: Board) -> str:
        """What a tally depends on beside log and set-up: this release, and what the board's file says."""
        if board.id not in self._rules:
            digest = sha256(board.model_dump_json().encode()).hexdigest()[:16]
            self._rules[board.id] = f"{__version__} {digest}"
        return self._rules[board.id]


def _tallied(game: Game, rules: str) -> GameResult:
    """The rows of a finished game."""
    lines = tuple(
        PlayerResult(
            color=line.score.color,
            name=line.score.name,
            points=line.total,
            rank=line.rank,
            completed=len(line.score.completed),
            failed=len(line.score.failed),
            longest=line.score.path.length,
        )
        for line in game.result.lines
    )
    return GameResult(len(game.log), game.snapshot.setup_version, rules, len(game.reveal) - 1, lines)
