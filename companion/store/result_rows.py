"""The results of finished games as rows, so that they need not be tallied again.

The transaction that finishes a game notes only that it is finished, since a tally takes too long. The first reader of
the result computes and stores it. A result is valid for one log, one set-up and one state of the rules; once any of
these has changed it is ignored, and the next reader stores it anew. So missing or stale rows do no harm.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import sqlalchemy as sa

from companion.store.engine import transaction
from companion.store.events import Event, GameFinished
from companion.store.schema import ENTRIES, FINISHED, GAMES, RESULTS
from companion.store.statements import GAME

SOON = 1.0  # seconds that a reader waits to store a result; otherwise the next reader does


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The result of a player."""

    color: str
    name: str
    points: int
    rank: int
    completed: int  # tickets
    failed: int
    longest: int  # the length of the longest path


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a finished game, and what it was computed from."""

    entries: int  # how many the log has
    setup_version: int
    rules: str  # a fingerprint of the rules and the board
    last_step: int  # of the reveal
    players: tuple[PlayerResult, ...]  # in seating order
    summary: str | None = None  # what circles remember of it; read by them alone


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a series. Its result is None unless there is a valid one."""

    previous: str | None  # the game before it in the series
    board: str
    reveal: int | None  # the step that the reveal has come to
    result: GameResult | None


LENGTH = sa.select(sa.func.max(ENTRIES.c.place)).where(ENTRIES.c.game == GAMES.c.id).scalar_subquery()
# A stored result holds as long as log and set-up are those that it was computed from.
HOLDS = sa.and_(
    FINISHED.c.game == GAMES.c.id,
    FINISHED.c.entries == LENGTH,
    FINISHED.c.setup_version == GAMES.c.setup_version,
)
_ONE = GAMES.alias("one")
_SAME_SERIES = GAMES.c.series == (
    sa.select(_ONE.c.series).where(_ONE.c.id == sa.bindparam("of_game")).scalar_subquery()
)
_GAMES = (
    sa.select(GAMES.c.id, GAMES.c.previous, GAMES.c.setup, GAMES.c.reveal)
    .add_columns(FINISHED.c.entries, FINISHED.c.setup_version, FINISHED.c.rules, FINISHED.c.last_step)
    .select_from(GAMES.outerjoin(FINISHED, HOLDS))
    .where(_SAME_SERIES)
)
_PLAYERS = (
    sa.select(RESULTS)
    .join(GAMES, GAMES.c.id == RESULTS.c.game)
    .where(_SAME_SERIES)
    .order_by(RESULTS.c.game, RESULTS.c.seat)
)
_FREE_GAME = GAME.with_for_update(skip_locked=True)  # no row where somebody is changing the game
_LENGTH_OF = sa.select(sa.func.max(ENTRIES.c.place)).where(ENTRIES.c.game == sa.bindparam("of_game"))


def on_event(connection: sa.Connection, event: Event) -> None:
    """Notes that a game is finished, and deletes an earlier result of it."""
    connection.execute(FINISHED.delete().where(FINISHED.c.game == event.game))
    if isinstance(event, GameFinished):
        connection.execute(FINISHED.insert().values(game=event.game, entries=event.entries))


def of_series(engine: sa.Engine, game: str) -> dict[str, Played]:
    """Every game of the series that a game belongs to, by its id."""
    with transaction(engine) as connection:
        games = connection.execute(_GAMES, {"of_game": game}).all()
        players: dict[str, list[PlayerResult]] = {}
        for row in connection.execute(_PLAYERS, {"of_game": game}):
            result = PlayerResult(*(getattr(row, name) for name in PlayerResult.__slots__))
            players.setdefault(row.game, []).append(result)
    return {row.id: _played(row, players.get(row.id, [])) for row in games}


def save(engine: sa.Engine, results: Mapping[str, GameResult]) -> None:
    """Stores the results of games, except of those that somebody is changing, or whose logs have changed since."""
    with transaction(engine, writing=True, patience=SOON) as connection:
        for game, result in results.items():
            _save(connection, game, result)


def _save(connection: sa.Connection, game: str, result: GameResult) -> None:
    """Stores the result of one game in place of an earlier one, under the conditions of `save`."""
    if connection.execute(_FREE_GAME, {"of_game": game}).first() is None:
        return
    if connection.execute(_LENGTH_OF, {"of_game": game}).scalar() != result.entries:
        return
    row = {name: getattr(result, name) for name in ("entries", "setup_version", "rules", "last_step", "summary")}
    players = [{"game": game, "seat": seat, **asdict(player)} for seat, player in enumerate(result.players)]
    connection.execute(FINISHED.delete().where(FINISHED.c.game == game))
    connection.execute(FINISHED.insert().values(game=game, **row))
    connection.execute(RESULTS.insert(), players)


def _played(row: sa.Row[tuple[str, str | None, str, int | None]], players: list[PlayerResult]) -> Played:
    """A game of a series from its row and those of its players."""
    result = None
    if players and row.entries is not None:
        result = GameResult(row.entries, row.setup_version, row.rules, row.last_step, tuple(players))
    return Played(row.previous, json.loads(row.setup)["map"], row.reveal, result)
