"""Harbours: markers in ports that the player's own routes reach; a city has room for one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, ValidationInfo

from companion.boards.model import Board
from companion.i18n import N_, NN_
from companion.rules.broken_rules import CityTaken, RuleBroken
from companion.rules.extra_actions import Act
from companion.rules.log import AllowedNames, CityId, Entry, PlayerColor, Turn
from companion.rules.mechanics.mechanic import InCities
from companion.validation import wrong

if TYPE_CHECKING:
    from companion.rules.table import Table

PORT: Final = "port"  # the tag of a city in a board file


class NoRouteThere(RuleBroken):
    """A harbour can only be built at the end of one of the player's routes."""

    code = "no-route-there"
    wording = N_("{player} has no route to {city}; claim one first")
    rule = N_("One of your own routes must end at the port.")


class HarbourTaken(CityTaken):
    """A city has one harbour."""

    wording = N_("{player} already has a harbour in {city}; choose another port")
    rule = N_("A port has room for one harbour, whoever builds it.")


class NoHarbours(RuleBroken):
    """A player has a limited number of harbours."""

    code = "no-harbours"
    wording = NN_(
        "{player} has already built their only harbour", "{player} has already built all {n} of their harbours"
    )
    rule = N_("You can't build more harbours than you started with.")


def _port(name: str, info: ValidationInfo) -> str:
    """Refuses a city that is not a port."""
    allowed: AllowedNames | None = info.context
    if allowed and allowed.board and PORT not in allowed.board.city[name].tags:
        wrong("no-port", wording=N_("{city} isn't a port"), city=allowed.board.city[name].name)
    return name


class Harbour(Turn):
    """A harbour was built in a port."""

    wording = N_("{player} built a harbour in {city}")

    type: Literal["harbour"]
    player: PlayerColor
    city: Annotated[CityId, AfterValidator(_port)]
    late: bool = False


class Harbours(InCities):
    """Players build harbours as a turn; `count` is how many each has."""

    entries: ClassVar[tuple[type[Entry], ...]] = (Harbour,)
    broken_rules: ClassVar[tuple[type[RuleBroken], ...]] = (
        NoRouteThere,
        HarbourTaken,
        NoHarbours,
    )
    heading: ClassVar[str] = N_("Harbours")
    label: ClassVar[tuple[str, str]] = NN_("{n} harbour", "{n} harbours")

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_("You can use your turn to build a harbour in a port.")

    def acts(self, table: Table, _player: str, at: str = "") -> Iterator[Act]:
        if at in table.board.city and PORT in table.board.city[at].tags:
            yield Act("harbour", {"city": at}, N_("Build a harbour for {player} in {city}"))

    def read(self, table: Table, place: int, entry: Entry) -> None:
        """Builds a harbour. Refused without a route there, in a city that has one, or if none is left."""
        if not isinstance(entry, Harbour):
            return
        player, city = entry.player, entry.city
        if not any(city in table.board.route[route].ends for route in table.routes_of(player)):
            raise NoRouteThere(place, table.board, table.setup, player=player, city=city)
        if city in table.markers:
            raise HarbourTaken(place, table.board, table.setup, player=table.markers[city], city=city)
        if not self.left(table, player):
            raise NoHarbours(place, table.board, table.setup, player=player, n=self.count)
        table.markers[city] = player
