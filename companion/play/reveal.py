"""Leading the reveal: one phone says how far it has come, and all others follow."""

from companion.play.game import Held, must_play
from companion.play.refusals import Kind, Refused
from companion.store.devices import Device


class Revealing(Held):
    """The use-case of the reveal."""

    def step_reveal(self, table: str, device: Device, to: int) -> int:
        """The reveal stands at this step now, and this device leads it. Gives the new version.

        A step is named, never counted up, so that two who tap at once do not skip one.
        """
        with self.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            if not game.table.finished:
                raise Refused(Kind.CONFLICT, "not-finished", game.version)
            step = min(max(to, 0), len(game.reveal) - 1)
            if (step, device) != (game.snapshot.reveal, game.snapshot.leader):
                change.reveal = step, device
            return game.version + (not change.empty)
