"""Markers in cities: the points of a claim go to the owners of the cities at its ends.

Each player starts with a marker in a home city, and with a claim may place another one at an end of the route.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from pydantic import ValidationInfo, field_validator

from companion.boards.base import Id
from companion.boards.model import Board
from companion.i18n import N_, NN_
from companion.rules.broken_rules import CityTaken, RuleBroken
from companion.rules.claim_order import order_unknown
from companion.rules.counters import ROUTE_POINTS, Counter
from companion.rules.counting import Count
from companion.rules.extra_actions import Act, Choice
from companion.rules.free_text import GIVEN
from companion.rules.log import CityId, Claim, Entry, PlayerColor
from companion.rules.mechanics.mechanic import InCities
from companion.rules.notices import Notice
from companion.validation import wrong

if TYPE_CHECKING:
    from companion.rules.table import Table

HOMES: Final = "homes"  # in a table's memory: player -> home city


class HomeLate(RuleBroken):
    """A home is chosen before the first claim."""

    code = "home-late"
    wording = N_("{player} has claimed routes already; the home city comes first")
    rule = N_("You choose a home city before your first claim. It counts as one of your markers.")


class HomeHeld(RuleBroken):
    """Everybody has one home."""

    code = "home-held"
    wording = N_("{player} already starts in {city}; take that back first")
    rule = N_("You have one home city.")


class MarkerThere(CityTaken):
    """Each city has room for one marker."""

    wording = N_("{city} already has {player}'s marker")
    rule = N_("Each city has room for one marker.")


class NoMarkerThere(CityTaken):
    """In this variant the city cannot have a marker."""

    wording = N_("{city} can't have a marker")


class NoMarkers(RuleBroken):
    """A player has a limited number of markers."""

    code = "no-markers"
    wording = NN_(
        "{player} has already placed their only marker", "{player} has already placed all {n} of their markers"
    )
    rule = N_("Once your markers are all placed, you can't place another.")


class Home(Entry):
    """The city in which a player starts."""

    wording = N_("{player} starts in {city}")

    type: Literal["home"]
    player: PlayerColor
    city: CityId


class MarkedClaim(Claim):
    """A claim together with which a marker was placed at an end of the route."""

    adds: ClassVar[Mapping[str, str]] = {"marker": N_("with a marker in {city}")}

    marker: Annotated[CityId | None, GIVEN] = None

    @field_validator("marker")
    @classmethod
    def _at_an_end(cls, marker: str | None, info: ValidationInfo) -> str | None:
        """Refuses a marker in a city that is not an end of the route."""
        if marker is not None and "route" in info.data and marker not in info.data["route"].split("--"):
            wrong("no-end", wording=N_("the marker must be at an end of the route"))
        return marker


class Markers(InCities):
    """`count` markers each, including home; `closed` lists the cities that have none in a variant."""

    closed: Mapping[Id, list[Id]] = {}

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset({"points"})
    entries: ClassVar[tuple[type[Entry], ...]] = (Count, Home, MarkedClaim)
    broken_rules: ClassVar[tuple[type[RuleBroken], ...]] = (
        HomeLate,
        HomeHeld,
        MarkerThere,
        NoMarkers,
    )
    player_members: ClassVar[Mapping[str, Any]] = {**InCities.player_members, "home": str}
    heading: ClassVar[str] = N_("Cities and their owners")
    connected: ClassVar[bool] = True
    label: ClassVar[tuple[str, str]] = NN_("{n} marker", "{n} markers")
    before: ClassVar[str] = N_("Tap each player's home city on the board")

    def rules(self, _board: Board) -> Iterator[str]:
        yield N_("When you claim a route, you can place a marker at one of its ends if nobody has one there.")
        yield N_("A route scores in full for the owner of each end. Own both ends, and you score it twice.")
        yield N_(
            "If nobody owns either end, you score the route yourself. Your new marker counts from the next claim on."
        )
        yield N_("Each route must touch your network or your home city.")

    def counters(self, _board: Board, _variant: str, _players: int | None) -> Mapping[str, Counter]:
        return {ROUTE_POINTS: Counter(N_("All route points"))}

    def broken_rule(self, table: Table, place: int, claim: Claim, broken: RuleBroken | None) -> RuleBroken | None:
        """Also refuses a claim whose marker cannot be placed."""
        city = getattr(claim, "marker", None)
        if broken or city is None:
            return broken
        if taken := self._taken(table, place, city):
            return taken
        if not self.left(table, claim.player):
            return NoMarkers(place, table.board, table.setup, player=claim.player, n=self.count)
        return None

    def _taken(self, table: Table, place: int, city: str) -> RuleBroken | None:
        """Why no marker can be placed in a city; None if one can."""
        if city in table.markers:
            return MarkerThere(place, table.board, table.setup, city=city, player=table.markers[city])
        if city in self.closed.get(table.setup.variant, ()):
            return NoMarkerThere(place, table.board, table.setup, city=city)
        return None

    def choices(self, table: Table, claim: Claim) -> Iterator[Choice]:
        """The end of the route where the claim placed its marker; without one, the ends where it may place one."""
        marker = getattr(claim, "marker", None)
        has_markers = self.left(table, claim.player) > 0
        for end in table.board.route[claim.route].ends:
            may_place = has_markers and self._taken(table, 0, end) is None and table.board.city[end].kind == "city"
            if end == marker or (marker is None and may_place):
                yield Choice("marker", end, wording=N_("Marker in {city}"))

    def values_of_player(self, table: Table, player: str) -> Mapping[str, Any]:
        values = dict(super().values_of_player(table, player))
        home = table.memory.get(HOMES, {}).get(player)
        if home:
            values["home"] = home
        return values

    def acts(self, table: Table, player: str, at: str = "") -> Iterator[Act]:
        if at in table.board.city and player not in table.memory.get(HOMES, {}):
            yield Act("home", {"city": at}, N_("{player} starts in {city}"))

    def points(self, table: Table, claim: Claim, points: Mapping[str, int]) -> Mapping[str, int]:
        """The route's points go to the owners of its ends; without any, to whoever claims it."""
        owners = [table.markers[end] for end in table.board.route[claim.route].ends if end in table.markers]
        if not owners:
            return points
        worth = sum(points.values())
        return {owner: worth * owners.count(owner) for owner in owners}

    def read(self, table: Table, place: int, entry: Entry) -> None:
        if isinstance(entry, Home):
            self._settle(table, place, entry)
        elif isinstance(entry, MarkedClaim) and entry.marker is not None:
            table.markers[entry.marker] = entry.player

    def _settle(self, table: Table, place: int, entry: Home) -> None:
        """Gives a player a home city. Refused after their first claim, for a second home, or where it is taken."""
        player, homes = entry.player, table.memory.setdefault(HOMES, {})
        if table.routes_of(player):
            raise HomeLate(place, table.board, table.setup, player=player)
        if player in homes:
            raise HomeHeld(place, table.board, table.setup, player=player, city=homes[player])
        if taken := self._taken(table, place, entry.city):
            raise taken
        homes[player] = entry.city
        table.markers[entry.city] = player

    def notices(self, table: Table) -> Iterator[Notice]:
        for player in table.setup.colors:
            yield from _claims_away_from_network(table, player)
        yield from order_unknown(table, _players_with_guessed_points(table), counted_thing=ROUTE_POINTS)


ASKS = N_("Doesn't touch {name}'s network. Claim anyway?")


def _claims_away_from_network(table: Table, player: str) -> Iterator[Notice]:
    """Notices of claims that touched neither the player's network nor the home city.

    Late entries may have been made earlier: they join the network as soon as it touches them.
    """
    own = [made for (_route, owner), made in table.claims.items() if owner == player]
    ends = {made.place: set(table.board.route[made.claim.route].ends) for made in own}
    out_of_order = [ends[made.place] for made in own if not table.in_order(made)]
    home = table.memory.get(HOMES, {}).get(player)
    reached = {home} if home else set()
    if own and not home:  # the first claim may be anywhere
        reached.update(ends[own[0].place])
    for made in own:
        _join_touching(reached, out_of_order)
        if reached.isdisjoint(ends[made.place]):
            routes = (made.claim.route,)
            wording = N_("{name} claimed {routes} away from their network and home city; is it a mistake?")
            yield Notice("away-from-network", (player,), entry=made.place, routes=routes, wording=wording, asks=ASKS)
        reached |= ends[made.place]


def _join_touching(reached: set[str], routes: Collection[set[str]]) -> None:
    """Adds to the reached cities the ends of each of these routes that touches them, until no more do."""
    while joining := [ends for ends in routes if not reached.isdisjoint(ends) and not ends <= reached]:
        reached.update(*joining)


def _players_with_guessed_points(table: Table) -> set[str]:
    """The players whose points depend on whether a claim was made before or after a marker was placed at its end."""
    placed_by = {getattr(made.claim, "marker", None): made for made in table.claims.values()}  # city -> claim
    players: set[str] = set()
    for made in table.claims.values():
        ends = table.board.route[made.claim.route].ends
        others = [placed_by[end] for end in ends if end in placed_by and placed_by[end] is not made]
        if others and not all(map(table.in_order, (made, *others))):
            players |= {made.claim.player, *(table.markers[end] for end in ends if end in table.markers)}
    return players
