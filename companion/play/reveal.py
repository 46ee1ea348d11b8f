"""Leading the reveal: one phone sets the step, and all others follow."""

from companion.play.cache import Games, Written, written
from companion.play.game import must_play
from companion.play.refusals import Kind, Refused
from companion.store.devices import Device


class Reveal:
    """The reveal of a finished game."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def step(self, table: str, device: Device, to: int) -> Written:
        """Moves the reveal to this step, with this device as its leader.

        The step is given as a number, not as "one further", so that two who tap at once do not skip one.
        """
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            if not game.table.finished:
                raise Refused(Kind.CONFLICT, "not-finished", game.version)
            step = min(max(to, 0), len(game.reveal) - 1)
            if (step, device) != (game.snapshot.reveal, game.snapshot.leader):
                change.reveal = step, device
            return written(change)
