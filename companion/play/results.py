"""The results of finished games: read from the store, or tallied once and stored for the next reader."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Final

from companion import __version__
from companion.boards.model import Board
from companion.history.summary import summarise, to_json
from companion.play.game import Game
from companion.play.refusals import Refused
from companion.record import game_dates
from companion.store import Snapshot, Store, StoreUnavailable
from companion.store.result_rows import GameResult, Played, PlayerResult, of_series, save

MOST_GAMES: Final = 50  # of a series that are counted


class Results:
    """The results of a store's games."""

    def __init__(self, store: Store, boards: Mapping[str, Board], read: Callable[[Snapshot], Game]) -> None:
        self._store, self._boards, self._read = store, boards, read
        self._rules: dict[str, str] = {}

    def up_to(self, table: str) -> Iterator[GameResult | None]:
        """The result of a game and of those before it in its series, the newest first.

        None stands for a game that is not finished or not fully revealed. The iteration ends at a game that is
        deleted or cannot be read.
        """
        series = of_series(self._store.engine, table)
        at: str | None = table
        for _ in range(MOST_GAMES):
            played = series.get(at) if at else None
            if at is None or played is None:
                return
            try:
                result = self._result(at, played)
            except Refused:
                return
            is_revealed = result is None or played.reveal is None or played.reveal >= result.last_step
            yield result if is_revealed else None
            at = played.previous

    def _result(self, table: str, played: Played) -> GameResult | None:
        """The stored result if it still holds, else a new one; None for a game that is not finished."""
        stored, board = played.result, self._boards.get(played.board)
        if stored and board and stored.rules == self.rules_of(board):
            return stored
        snapshot = self._store.snapshot(table)
        game = self._read(snapshot) if snapshot else None
        if game is None or not game.table.finished:
            return None
        result = tallied(game, self.rules_of(game.board))
        with suppress(StoreUnavailable):  # if it cannot be stored now, the next reader tries again
            save(self._store.engine, {table: result})
        return result

    def rules_of(self, board: Board) -> str:
        """A fingerprint of what a tally depends on besides log and set-up: this release, and the board's file."""
        if board.id not in self._rules:
            digest = sha256(board.model_dump_json().encode()).hexdigest()[:16]
            self._rules[board.id] = f"{__version__} {digest}"
        return self._rules[board.id]


def tallied(game: Game, rules: str) -> GameResult:
    """The result of a finished game; `rules` is the fingerprint of the rules it was tallied by."""
    players = tuple(
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
    times = game_dates.span(game.log)
    ended = int(times[1].timestamp()) if times else None
    return GameResult(
        entries=len(game.log),
        setup_version=game.snapshot.setup_version,
        rules=rules,
        last_step=len(game.reveal) - 1,
        players=players,
        summary=to_json(summarise(game.result, ended)),
    )
