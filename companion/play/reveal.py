"""Leading the reveal: one phone says how far it has come, and all others follow."""

from companion.play.cache import Games, Written, written
from companion.play.game import must_play
from companion.play.refusals import Kind, Refused
from companion.store.devices import Device


class Reveal:
    """How far the reveal has come."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def step(self, table: str, device: Device, to: int) -> Written:
        """The reveal stands at this step now, and this device leads it.

        A step is named, never counted up, so that two who tap at once do not skip one.
        """
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            if not game.table.finished:
                raise Refused(Kind.CONFLICT, "not-finished", game.version)
            step = min(max(to, 0), len(game.reveal) - 1)
            if (step, device) != (game.snapshot.reveal, game.snapshot.leader):
                change.reveal = step, device
            return written(change)
