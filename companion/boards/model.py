"""The frozen models of a board file: what a board is, and what is printed on it. Pure.

A board is data alone. `Board` defines what a file may hold, `boards.contradictions` checks that its parts agree, and
`boards.files` reads the files. How a rule uses what is printed is decided in `rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field, StringConstraints, WithJsonSchema

from companion.boards.base import LONGEST, Color, Frozen, Id, Length, Line, OneLine, joined
from companion.boards.open_questions import Undecided
from companion.boards.tickets import Card, Ticket, TypedDeck

if TYPE_CHECKING:
    from companion.boards.layout import Layout

Kind = Literal["city", "border", "junction"]
Group = Literal["double", "triple"]
Piece = Literal["train", "taxi", "bus"]
# What a bonus is worth: a number, list or table; the bonus itself checks it.
Worth = Annotated[Any, WithJsonSchema({"anyOf": [{"type": kind} for kind in ("integer", "array", "object")]})]

MOST_CITIES: Final = 100
MOST_TRACKS: Final = 250
MOST_TICKETS: Final = 300


class City(Frozen):
    """A place as printed, its position on the Earth, and other names that people type for it.

    A border is only an end: routes that meet there are not connected, and no path leads through it. A junction may be
    passed like a city, but does not count as one, and may lack a name. `region` and `tags` are for special rules.
    """

    id: Id
    name: Annotated[str, StringConstraints(min_length=1, max_length=24), OneLine] = ""
    lat: Annotated[float, Field(ge=-90, le=90)]
    lon: Annotated[float, Field(ge=-180, le=180)]
    also: tuple[Line, ...] = Field(default=(), strict=False)
    kind: Kind = "city"
    region: Line | None = None
    tags: tuple[Id, ...] = Field(default=(), strict=False)


class Country(Frozen):
    """Places that a ticket may name as one end: reaching any of them is enough."""

    id: Id
    name: Annotated[str, StringConstraints(min_length=1, max_length=24), OneLine]
    places: tuple[Id, ...] = Field(min_length=1, strict=False)


class Track(Frozen):
    """A line of `routes` in a board file: one printed track between two places.

    `pieces` is the kind of piece laid on it. `parallel` is its relation to tracks of its kind beside it: a double
    route; or all stay open, one per player; or each is single, as if it were alone. `marks` are numbers printed on
    it, and `tags` anything else, for special rules.
    """

    a: Id
    b: Id
    length: Length
    color: Color
    ferry: Annotated[int, Field(ge=0, le=LONGEST)] = 0
    tunnel: bool = False
    pieces: Id = "train"
    parallel: Literal["double", "open", "single"] = "double"
    marks: Mapping[Id, Annotated[int, Field(ge=0, le=99)]] = {}
    tags: tuple[Id, ...] = Field(default=(), strict=False)

    @property
    def pair(self) -> str:
        """The two places as one name, the same whichever is written first."""
        return joined(self.a, self.b)


class Route(Track):
    """A track with its id in game records, and its connections on the board.

    `nodes` are its ends in the network. At a border each route has a node of its own, since routes are not connected
    there. `borders` are the ends at borders, each with its node.
    """

    id: str
    beside: tuple[str, ...]  # the other tracks between the same two places
    twins: tuple[str, ...]  # those of them that make a double or triple route with it
    nodes: tuple[str, str]
    borders: tuple[tuple[str, str], ...] = ()

    @property
    def ends(self) -> tuple[str, str]:
        """The two places."""
        return self.a, self.b

    def other_end(self, place: str) -> str:
        """The end of the route that is not the given one."""
        return self.b if place == self.a else self.a


class Stations(Frozen):
    """How many stations a player has, what an unbuilt one is worth, and how many cards each one costs."""

    count: Annotated[int, Field(ge=1, le=3)]
    unused_points: Annotated[int, Field(ge=0, le=20)]
    cost_cards: tuple[int, ...] = Field(strict=False)


class Deal(Frozen):
    """How many long and regular tickets each player is dealt at the start; `mixed` are of either kind."""

    long: Annotated[int, Field(ge=0, le=9)] = 0
    regular: Annotated[int, Field(ge=0, le=9)] = 0
    mixed: Annotated[int, Field(ge=0, le=9)] = 0

    @property
    def all(self) -> int:
        """The number of tickets that each player is dealt."""
        return self.long + self.regular + self.mixed


NeededPlayers = Annotated[int, Field(ge=1, le=9)]


class Variant(Frozen):
    """A variant of a board: its tickets, how many of them are dealt, and its bonuses."""

    name: Line
    about: Line
    ticket_sets: tuple[Id, ...] = Field(default=(), strict=False)  # none where the tickets are unknown
    deal: Deal
    keep: Annotated[int, Field(ge=1, le=9)]
    keep_long_max: Annotated[int, Field(ge=0, le=9)] | None = None
    draw: Annotated[int, Field(ge=1, le=9)]
    draw_keep: Annotated[int, Field(ge=1, le=9)]
    drafted: bool = False  # whether tickets are drafted at the start, and everybody keeps exactly that many
    bonuses: Mapping[Id, Worth]
    big_cities: tuple[Id, ...] = Field(default=(), strict=False)
    double_routes_need_players: NeededPlayers | None = None  # unless it is as for the board

    @property
    def most_long(self) -> int:
        """The number of long tickets a player may hold: the variant's own limit, else what it deals."""
        if self.keep_long_max is not None:
            return self.keep_long_max
        return MOST_TICKETS if self.deal.mixed else self.deal.long


class Seats(Frozen):
    """How many people play."""

    least: Annotated[int, Field(ge=2, le=9)]
    most: Annotated[int, Field(ge=2, le=9)]


class Board(Frozen):
    """A board: everything printed on it, its tickets, and the numbers of its rules."""

    id: Id
    name: Line
    undecided: Undecided = Undecided()  # doubtful facts that people should check in their box
    players: Seats
    colors: tuple[Id, ...] = Field(min_length=1, max_length=9, strict=False)
    piece_name: Piece = "train"  # what players lay on routes
    trains_per_player: Annotated[int, Field(ge=1, le=60)]
    final_round_at: Annotated[int, Field(ge=0, le=60)]
    final_turns: Annotated[int, Field(ge=1, le=9)] = 1  # for everybody, once the final round has started
    double_routes_need_players: NeededPlayers
    # How many tracks may be claimed by number of players, if it is not simply one or all.
    tracks_open: Mapping[Group, Mapping[str, Annotated[int, Field(ge=1, le=9)]]] = {}
    route_points: Mapping[str, Annotated[int, Field(ge=0, le=99)]]
    tie_break: tuple[Id, ...] = Field(min_length=1, max_length=6, strict=False)
    locomotives: Literal["anywhere", "tunnels", "ferries-and-tunnels"] = "anywhere"  # where these cards may be played
    # Printed on some locomotives: they may only be played on routes of at least so many spaces.
    long_locomotives: Annotated[int, Field(ge=2, le=LONGEST)] | None = None
    # What may replace a locomotive on a ferry: this many cards of any kind; or special ferry cards, each for two.
    ferry_any: Annotated[int, Field(ge=2, le=9)] | None = None
    ferry_cards: bool = False
    stations: Stations | None = None
    # Special rules, by the name of their file in `rules.mechanics`, each with its settings.
    mechanics: Mapping[Id, Mapping[str, Any]] = {}
    bonus_names: Mapping[Id, Line] = {}
    long_sets: tuple[Id, ...] = Field(default=(), strict=False)
    cities: tuple[City, ...] = Field(min_length=2, max_length=MOST_CITIES, strict=False)
    countries: tuple[Country, ...] = Field(default=(), max_length=MOST_CITIES, strict=False)
    routes: tuple[Track, ...] = Field(min_length=1, max_length=MOST_TRACKS, strict=False)
    tickets: tuple[Card, ...] = Field(default=(), max_length=MOST_TICKETS, strict=False)  # none where unknown
    low_tickets: Line | None = None  # why many tickets are worth less than their shortest path, if they are
    variants: Mapping[Id, Variant] = Field(min_length=1)
    bgg: Annotated[int, Field(ge=1, le=99_999_999)] | None = None  # the game's number at BoardGameGeek
    bgg_name: Line | None = None  # its name at BoardGameGeek, if that is not the name of the board
    drawing: Mapping[str, Any] | None = Field(default=None, alias="layout")

    @cached_property
    def layout(self) -> Layout | None:
        """Where everything is on the picture. Validated on first use, since the rules do not need it."""
        from companion.boards.layout import Layout

        return None if self.drawing is None else Layout.model_validate(self.drawing)

    @cached_property
    def piece(self) -> str:
        """The kind of piece laid on its routes, or "piece" if there are several kinds."""
        kinds = {route.pieces for route in self.route.values()}
        return kinds.pop() if len(kinds) == 1 else "piece"

    @property
    def only_trains(self) -> bool:
        """Whether only trains are laid on its routes."""
        return self.piece == "train"

    @cached_property
    def has_tours(self) -> bool:
        """Whether some tickets name several stops in order."""
        return any(ticket.form == "tour" for ticket in self.ticket.values())

    @cached_property
    def city(self) -> Mapping[str, City]:
        """Every place by its id."""
        return {city.id: city for city in self.cities}

    @cached_property
    def _country(self) -> Mapping[str, Country]:
        """Every country by its id."""
        return {country.id: country for country in self.countries}

    def ends_of(self, routes: Iterable[str]) -> tuple[str, ...]:
        """The places that these routes touch, each once, in their order."""
        return tuple(dict.fromkeys(end for name in routes for end in self.route[name].ends))

    def places(self, end: str) -> tuple[str, ...]:
        """The places that satisfy an end of a ticket: all places of a country, or the place itself."""
        country = self._country.get(end)
        return country.places if country else (end,)

    def end_name(self, end: str) -> str:
        """The name of an end of a ticket (a place or a country)."""
        country = self._country.get(end)
        return country.name if country else self.city[end].name

    @cached_property
    def _entrances(self) -> Mapping[str, int]:
        """The places of countries that have several, numbered from 1 within each country."""
        numbers: dict[str, int] = {}
        for country in self.countries:
            if len(country.places) > 1:
                numbers.update({place: number for number, place in enumerate(country.places, start=1)})
        return numbers

    def entrance(self, place: str) -> int | None:
        """The number of a border among its country's places, from 1; None if it is the only one."""
        return self._entrances.get(place)

    def places_of(self, ticket: Ticket) -> tuple[str, ...]:
        """All places that satisfy an end of a ticket."""
        return tuple(dict.fromkeys(place for end in ticket.ends for place in self.places(end)))

    @cached_property
    def route(self) -> Mapping[str, Route]:
        """Every track by id; tracks between the same two places are numbered in the order of the file."""
        pairs: dict[str, list[Track]] = {}
        for track in self.routes:
            pairs.setdefault(track.pair, []).append(track)
        borders = frozenset(city.id for city in self.cities if city.kind == "border")
        routes = [_as_route(track, pairs[track.pair], borders, self.piece_name) for track in self.routes]
        return {route.id: route for route in routes}

    @cached_property
    def pairs(self) -> Mapping[str, tuple[Route, ...]]:
        """The tracks between two places, by the pair's name, in the order of their numbers."""
        pairs: dict[str, list[Route]] = {}
        for route in self.route.values():
            pairs.setdefault(route.pair, []).append(route)
        return {pair: tuple(routes) for pair, routes in pairs.items()}

    def routes_at(self, place: str) -> list[Route]:
        """The tracks that lead to a place."""
        return [route for route in self.route.values() if place in route.ends]

    @cached_property
    def points_for(self) -> Mapping[int, int]:
        """The printed table: what a route of each length is worth."""
        return {int(length): points for length, points in self.route_points.items()}

    def worth(self, route: Route) -> int:
        """The points of a route by the printed table, without what mechanics add (see `rules.table`)."""
        return self.points_for[route.length]

    def open_tracks(self, route: Route, count: int, players: int, variant: str) -> int:
        """How many of the `count` tracks of a double or triple route so many players may claim."""
        if route.parallel == "open":
            return count
        needed_players = self.variants[variant].double_routes_need_players
        if needed_players is None:
            by_players = self.tracks_open.get("double" if count == 2 else "triple", {})
            if str(players) in by_players:
                return by_players[str(players)]
            needed_players = self.double_routes_need_players
        return count if players >= needed_players else 1

    @property
    def typed_tickets(self) -> bool:
        """Whether its tickets are unknown, so that players type their ends and points off the cards."""
        return not self.tickets

    @cached_property
    def typed_ends(self) -> frozenset[str]:
        """What a typed ticket may name as an end: cities and countries."""
        cities = (city.id for city in self.cities if city.kind == "city")
        return frozenset((*cities, *(country.id for country in self.countries)))

    def may_join(self, a: str, b: str) -> bool:
        """Whether a typed ticket may name these two ends: they share no place, and at most one is a country."""
        are_ends = {a, b} <= self.typed_ends
        are_both_countries = {a, b} <= self._country.keys()
        return are_ends and not are_both_countries and set(self.places(a)).isdisjoint(self.places(b))

    @cached_property
    def _tickets_of(self) -> Mapping[str, Mapping[str, Ticket]]:
        """For each variant its tickets, by id."""
        if self.typed_tickets:
            return dict.fromkeys(self.variants, TypedDeck(self.may_join))
        tickets_of: dict[str, dict[str, Ticket]] = {}
        for name, variant in self.variants.items():
            cards = [card for card in self.tickets if not set(card.sets).isdisjoint(variant.ticket_sets)]
            tickets_of[name] = {ticket.id: ticket for card in cards for ticket in card.tickets()}
        return tickets_of

    @cached_property
    def ticket(self) -> Mapping[str, Ticket]:
        """The tickets of all variants by id, to look up their ends; the points may differ between variants."""
        if self.typed_tickets:
            return TypedDeck(self.may_join)
        return {name: ticket for tickets in self._tickets_of.values() for name, ticket in tickets.items()}

    def tickets_of(self, variant: str) -> Mapping[str, Ticket]:
        """The tickets a variant plays with, by id; where they are typed none is listed, but each can be looked up."""
        return self._tickets_of[variant]

    def is_long(self, ticket: Ticket, variant: str) -> bool:
        """Whether a ticket is in one of the long sets, which a variant deals separately."""
        played = set(self.variants[variant].ticket_sets).intersection(self.long_sets)
        return not played.isdisjoint(ticket.sets)


def _as_route(track: Track, of_pair: list[Track], borders: frozenset[str], piece_name: str) -> Route:
    """A track as a route with its id and its connections; `of_pair` are all tracks between the same two places.

    Its ends are in alphabetical order, and `piece_name` is the kind of piece that the board has instead of trains.
    """
    numbered = [f"{track.pair}--{n}" for n in range(1, len(of_pair) + 1)]
    ids = numbered if len(of_pair) > 1 else [track.pair]
    own_id = next(name for name, other in zip(ids, of_pair, strict=True) if other is track)
    a, b = sorted((track.a, track.b))
    node_of = {place: f"{place}@{own_id}" if place in borders else place for place in (a, b)}
    members = track.model_dump() | {"a": a, "b": b}
    if track.pieces == "train":
        members["pieces"] = piece_name
    return Route(
        **members,
        id=own_id,
        beside=tuple(name for name in ids if name != own_id),
        twins=tuple(name for name, other in zip(ids, of_pair, strict=True) if _are_twins(track, other)),
        nodes=(node_of[a], node_of[b]),
        borders=tuple((place, node) for place, node in node_of.items() if place in borders),
    )


def _are_twins(track: Track, other: Track) -> bool:
    """Whether two tracks between the same places make a double or triple route."""
    is_either_single = "single" in (track.parallel, other.parallel)
    return other is not track and not is_either_single and other.pieces == track.pieces
