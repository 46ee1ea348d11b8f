"""Unlike pairs: two different tracks between two cities are a double route, unless the table plays each as single."""

from collections.abc import Mapping
from typing import ClassVar

from companion.boards.model import Board, Route
from companion.i18n import N_
from companion.rules.counters import Option
from companion.rules.mechanics.mechanic import Mechanic
from companion.rules.table import Table

OPTION = "unlike-pairs"


class UnlikePairs(Mechanic):
    """Tracks are unlike if they differ in length, locomotives of a ferry, or being a tunnel."""

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()

    def options(self, _board: Board) -> Mapping[str, Option]:
        """The choice whether unlike tracks are a double route."""
        words = (N_("As a double route"), N_("As two single routes"))
        wording = N_("How do two tracks of different kinds between the same cities count?")
        return {OPTION: Option(("double", "single"), "double", wording=wording, words=words)}

    def begin(self, table: Table) -> None:
        """If the table plays unlike tracks as single, only like tracks are twins."""
        if table.setup.options.get(OPTION) == "single":
            tracks = table.board.route
            table.own_twins = {
                route.id: [twin for twin in route.twins if _kind(tracks[twin]) == _kind(route)]
                for route in tracks.values()
            }


def _kind(route: Route) -> tuple[int, int, bool]:
    """What has to agree for two tracks to be alike: length, locomotives of a ferry, and being a tunnel."""
    return route.length, route.ferry, route.tunnel
