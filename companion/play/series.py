"""One game after another: the same people at a new table, and how often each of them has won."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.play import keys
from companion.play.cache import Games
from companion.play.consent import said_of_phone
from companion.play.door import Door
from companion.play.game import Game
from companion.play.refusals import Kind, Refused
from companion.play.results import Results
from companion.rules.game_setup import Setup
from companion.store import Snapshot, Store
from companion.store.devices import Device
from companion.store.series import shut_out
from companion.store.snapshot import Seat, SeatChange


class Series:
    """Going on to another game, and counting who won."""

    def __init__(self, store: Store, games: Games, door: Door, results: Results) -> None:
        self._store, self._games, self._door, self._results = store, games, door, results

    def again(self, table: str, device: Device) -> str:
        """The table that follows this one, with everybody in their seats; opened by whoever asks first.

        A device that came to this table later comes along now, unless it was shut out of a game of the series.
        """
        with self._games.changing(table, device) as (game, viewer, change):
            if not viewer.plays:
                raise Refused(Kind.NOT_ALLOWED, "only-watching", reason="again-only-watching")
            if not game.table.finished:
                raise Refused(Kind.CONFLICT, "not-finished", game.version)
            known = game.snapshot.following
            if known is None or self._store.version(known) is None:
                self._door.must_be_welcome(game, device)
                gone = shut_out(self._store.engine, game.snapshot.series)
                opened = _followed(game, device, self._door.free_code(), gone)
                change.opens, change.following = opened, opened.id
                return opened.id
        with self._games.held(known) as change:
            if change is not None and device not in change.before.members:
                self._door.must_be_welcome(game, device)
                change.members[device] = viewer.role
        return known

    def wins(self, table: str) -> list[tuple[str, int]]:
        """Who won how many games of the series up to this one, the most first; nothing where there was one game."""
        snapshot, results = self._games.newest(table), list(self._results.until(table))
        if snapshot is None or len(results) < 2:
            return []
        won = Counter(player.name for result in results if result for player in result.players if player.rank == 1)
        names = [player["name"] for player in snapshot.setup["players"]]
        return sorted(((name, won[name]) for name in dict.fromkeys([*names, *won])), key=lambda one: -one[1])


def next_setup(setup: Setup) -> Setup:
    """The same people at the same board; the one after who started last time starts."""
    colors = setup.colors
    first = colors.index(setup.starts or colors[0])
    return setup.model_copy(update={"starts": colors[(first + 1) % len(colors)]})


def _followed(game: Game, device: Device, code: str, gone: frozenset[Device]) -> Snapshot:
    """The game after this one, with nothing played: the same phones in the same seats, but those shut out."""
    before, now = game.snapshot, int(time.time())
    setup = next_setup(game.setup).model_dump(include=set(Setup.model_fields), exclude_defaults=True)
    seats = {
        color: Seat(color, None if seat.device in gone else seat.device, seat.pin)
        for color, seat in before.seats.items()
    }
    members = {one: role for one, role in before.members.items() if one not in gone}
    return replace(
        before,
        id=keys.new_id(),
        code=code,
        version=1,
        setup_version=1,
        setup=setup,
        opened=now,
        changed=now,
        entries=(),
        members={**members, device: "maker"},
        seats=seats,
        waiting=(),
        reveal=None,
        leader=None,
        seat_changes=tuple(_phones(game, now)),
        previous=before.id,
        following=None,
    )


def _phones(game: Game, now: int) -> Iterator[SeatChange]:
    """Which phones go from hand to hand, so that nobody is asked again and no seat is uncovered."""
    for device, goes_round in game.standing.going_round.items():
        if device in game.snapshot.members:
            yield SeatChange(1, 0, now, said_of_phone(goes_round), "", device)
