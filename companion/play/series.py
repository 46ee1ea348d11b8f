"""A series of games: the next table with the same people, on any board, and how often each of them has won."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.boards.model import Board
from companion.play import keys
from companion.play.cache import Games
from companion.play.consent import phone_act
from companion.play.door import Door
from companion.play.game import Game
from companion.play.refusals import Kind, Refused
from companion.play.results import Results
from companion.play.setup import as_members
from companion.record.record_checks import FORMAT, VERSION, read_shape
from companion.rules.game_setup import Setup
from companion.store import Snapshot, Store
from companion.store.devices import Device
from companion.store.series_rows import shut_out
from companion.store.snapshot import Seat, SeatChange


class Series:
    """The use-cases about a series of games."""

    def __init__(self, store: Store, games: Games, door: Door, boards: Mapping[str, Board], results: Results) -> None:
        self._store, self._games, self._door = store, games, door
        self._boards, self._results = boards, results

    def again(self, table: str, device: Device) -> str:
        """The table that follows this one, with everybody in their seats; the first device to ask opens it.

        A device that joined this table after that is added to the next one now, unless it was shut out of the series.
        """
        return self._follow(table, device)

    def on_board(self, table: str, device: Device, board: str) -> str:
        """A new table on another board with the same people, where a game was begun on the wrong one.

        The table that was begun stays as it is.
        """
        return self._follow(table, device, board)

    def _follow(self, table: str, device: Device, board: str | None = None) -> str:
        """The table that follows this one. The first device that asks opens it; any other is added to it."""
        with self._games.changing(table, device) as (game, viewer, change):
            if not viewer.plays:
                raise Refused(Kind.NOT_ALLOWED, "only-watching", reason="again-only-watching")
            # On the same board the game before must be finished; on another one it must still go on.
            if game.table.finished != (board is None):
                code = "after-finish" if game.table.finished else "not-finished"
                raise Refused(Kind.CONFLICT, code, game.version)
            following = game.snapshot.following
            if following is None or self._store.version(following) is None:
                self._door.must_not_be_shut_out(game, device)
                gone = shut_out(self._store.engine, game.snapshot.series)
                setup, colors = self._next_setup(game, board)
                opened = _next_game(game, device, self._door.free_code(), gone, setup, colors)
                change.opens, change.following = opened, opened.id
                return opened.id
        with self._games.changing_unchecked(following) as change:
            if change is not None and device not in change.before.members:
                self._door.must_not_be_shut_out(game, device)
                change.members[device] = viewer.role
        return following

    def _next_setup(self, game: Game, board: str | None) -> tuple[Setup, Mapping[str, str]]:
        """The set-up of the next game, and each player's colour there."""
        if board is None:
            return next_setup(game.setup), {color: color for color in game.setup.colors}
        head, colors = _on_board(game.setup, self._boards.get(board), board)
        # Read like a game record, so that the same checks apply.
        document = as_members({"format": FORMAT, "version": VERSION, **head, "log": []})
        setup, __, complaints = read_shape(document, self._boards)
        if complaints or setup is None:
            raise Refused.complaint(complaints[0])
        return setup, colors

    def wins(self, table: str) -> list[tuple[str, int]]:
        """Names and how many games of the series each has won up to this one, most first; empty for a single game."""
        snapshot, results = self._games.newest(table), list(self._results.up_to(table))
        if snapshot is None or len(results) < 2:
            return []
        finished = [result for result in results if result is not None]
        won = Counter(player.name for result in finished for player in result.players if player.rank == 1)
        names_here = [player["name"] for player in snapshot.setup["players"]]
        names = dict.fromkeys([*names_here, *won])  # each once, those at this table first
        return sorted(((name, won[name]) for name in names), key=lambda one: -one[1])


def next_setup(setup: Setup) -> Setup:
    """The same set-up with the next player in seating order as starting player."""
    colors = setup.colors
    first = colors.index(setup.starts or colors[0])
    return setup.model_copy(update={"starts": colors[(first + 1) % len(colors)]})


def _on_board(setup: Setup, board: Board | None, board_id: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The set-up moved to another board, and everyone's colour there: their own, or a free one if it has not got it.

    `board` is None where there is none with this id; reading the set-up refuses it then.
    """
    colors_there = board.colors if board else setup.colors
    free = iter([color for color in colors_there if color not in setup.colors])
    colors = {color: color if color in colors_there else next(free, color) for color in setup.colors}
    head = setup.model_dump(include=set(Setup.model_fields) - {"options"}, exclude_defaults=True)
    players = [{**player, "color": colors[player["color"]]} for player in head["players"]]
    for player in players:
        player.pop("pieces", None)
    head |= {"map": board_id, "players": players}
    if setup.starts:
        head["starts"] = colors[setup.starts]
    if board and setup.variant not in board.variants:
        head["variant"] = next(iter(board.variants))
    return head, colors


def _next_game(
    game: Game, device: Device, code: str, gone: frozenset[Device], setup: Setup, colors: Mapping[str, str]
) -> Snapshot:
    """The next game, with an empty log and the same phones in the same seats, except those shut out."""
    before, now = game.snapshot, int(time.time())
    seats = {
        colors[color]: Seat(colors[color], None if seat.device in gone else seat.device, seat.pin)
        for color, seat in before.seats.items()
        if color in colors
    }
    members = {one: role for one, role in before.members.items() if one not in gone}
    return replace(
        before,
        id=keys.new_id(),
        code=code,
        version=1,
        setup_version=1,
        setup=setup.model_dump(include=set(Setup.model_fields), exclude_defaults=True),
        opened=now,
        changed=now,
        entries=(),
        members={**members, device: "maker"},
        seats=seats,
        waiting=(),
        reveal=None,
        leader=None,
        seat_changes=tuple(_phone_acts(game, now)),
        previous=before.id,
        following=None,
    )


def _phone_acts(game: Game, now: int) -> Iterator[SeatChange]:
    """The seat changes that carry over which phones several people share, so that seats on them stay covered."""
    for device, goes_round in game.consents.going_round.items():
        if device in game.snapshot.members:
            yield SeatChange(1, 0, now, phone_act(goes_round), "", device)
