"""The frozen models of a board file. Pure: what a board is.

A board is data alone. `Board` says what a file may hold; what its parts say against one
another is found by `board_checks`, and reading files is the catalogue's work.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from pydantic import Field, StringConstraints, WithJsonSchema

from companion.boards.base import Id, Part, Seen
from companion.boards.layout import Layout

Line = Annotated[str, StringConstraints(min_length=1, max_length=120), Seen]
Color = Literal["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "gray"]
Criterion = Literal["points", "tickets", "stations", "longest-path"]
Length = Annotated[int, Field(ge=1, le=9)]
# What a bonus is worth: a number, or a list or table that the bonus itself understands and checks.
Worth = Annotated[Any, WithJsonSchema({"anyOf": [{"type": kind} for kind in ("integer", "array", "object")]})]

MOST_CITIES: Final = 100
MOST_TRACKS: Final = 250
MOST_TICKETS: Final = 300


class City(Part):
    """A city as printed, where it is on the Earth, and the other names people type for it."""

    id: Id
    name: Annotated[str, StringConstraints(min_length=1, max_length=24), Seen]
    lat: Annotated[float, Field(ge=-90, le=90)]
    lon: Annotated[float, Field(ge=-180, le=180)]
    also: tuple[Line, ...] = Field(default=(), strict=False)


class Track(Part):
    """A line of `routes` in a board file: one printed track between two cities."""

    a: Id
    b: Id
    length: Length
    color: Color
    ferry: Annotated[int, Field(ge=0, le=9)] = 0
    tunnel: bool = False

    @property
    def pair(self) -> str:
        """The two cities as one name, the same whichever is written first."""
        return joined(self.a, self.b)


class Route(Track):
    """A track with the id that game records call it by, and the other tracks beside it."""

    id: str
    twins: tuple[str, ...]

    @property
    def ends(self) -> tuple[str, str]:
        return self.a, self.b


class Ticket(Part):
    """A destination ticket, and the sets of cards it is printed in."""

    a: Id
    b: Id
    points: Annotated[int, Field(ge=1, le=99)]
    sets: tuple[Id, ...] = Field(min_length=1, strict=False)

    @property
    def id(self) -> str:
        return joined(self.a, self.b)


class Stations(Part):
    """How many stations a player has, what an unbuilt one is worth, and what each next one costs in cards."""

    count: Annotated[int, Field(ge=1, le=3)]
    unused_points: Annotated[int, Field(ge=0, le=20)]
    cost_cards: tuple[int, ...] = Field(strict=False)


class Deal(Part):
    """How many long and regular tickets each player is dealt at the start."""

    long: Annotated[int, Field(ge=0, le=9)] = 0
    regular: Annotated[int, Field(ge=0, le=9)] = 0


class Variant(Part):
    """A way to play a board: which tickets, how many of them, which bonuses."""

    name: Line
    about: Line
    ticket_sets: tuple[Id, ...] = Field(min_length=1, strict=False)
    deal: Deal
    keep: Annotated[int, Field(ge=1, le=9)]
    keep_long_max: Annotated[int, Field(ge=0, le=9)] | None = None
    draw: Annotated[int, Field(ge=1, le=9)]
    draw_keep: Annotated[int, Field(ge=1, le=9)]
    bonuses: Mapping[Id, Worth]
    big_cities: tuple[Id, ...] = Field(default=(), strict=False)

    @property
    def most_long(self) -> int:
        """The number of long tickets a player may hold: the variant's own limit, else what it deals."""
        return self.deal.long if self.keep_long_max is None else self.keep_long_max


class Seats(Part):
    """How many people play."""

    least: Annotated[int, Field(ge=2, le=9)]
    most: Annotated[int, Field(ge=2, le=9)]


class Board(Part):
    """Everything printed on a board, its tickets, and its rules in numbers."""

    id: Id
    name: Line
    players: Seats
    colors: tuple[Id, ...] = Field(min_length=1, max_length=9, strict=False)
    trains_per_player: Annotated[int, Field(ge=1, le=60)]
    final_round_at: Annotated[int, Field(ge=0, le=60)]
    double_routes_need_players: Annotated[int, Field(ge=1, le=9)]
    route_points: Mapping[str, Annotated[int, Field(ge=0, le=99)]]
    tie_break: tuple[Criterion, ...] = Field(min_length=1, max_length=4, strict=False)
    stations: Stations | None = None
    bonus_names: Mapping[Id, Line] = {}
    long_sets: tuple[Id, ...] = Field(default=(), strict=False)
    cities: tuple[City, ...] = Field(min_length=2, max_length=MOST_CITIES, strict=False)
    routes: tuple[Track, ...] = Field(min_length=1, max_length=MOST_TRACKS, strict=False)
    tickets: tuple[Ticket, ...] = Field(min_length=1, max_length=MOST_TICKETS, strict=False)
    variants: Mapping[Id, Variant] = Field(min_length=1)
    bgg: Annotated[int, Field(ge=1, le=99_999_999)] | None = None  # the game's number at BoardGameGeek
    layout: Layout | None = None

    @cached_property
    def city(self) -> Mapping[str, City]:
        """Every city by its id."""
        return {city.id: city for city in self.cities}

    @cached_property
    def route(self) -> Mapping[str, Route]:
        """Every track by its id; tracks that join the same two cities are numbered as the file lists them."""
        beside: dict[str, list[Track]] = {}
        for track in self.routes:
            beside.setdefault(track.pair, []).append(track)
        numbered = ((track, beside[track.pair]) for track in self.routes)
        named = [_named(track, tracks) for track, tracks in numbered]
        return {route.id: route for route in named}

    @cached_property
    def points_for(self) -> Mapping[int, int]:
        """What a route of each length is worth."""
        return {int(length): points for length, points in self.route_points.items()}

    @cached_property
    def _tickets_of(self) -> Mapping[str, Mapping[str, Ticket]]:
        return {
            name: {t.id: t for t in self.tickets if not set(t.sets).isdisjoint(variant.ticket_sets)}
            for name, variant in self.variants.items()
        }

    def tickets_of(self, variant: str) -> Mapping[str, Ticket]:
        """The tickets a variant plays with, by id."""
        return self._tickets_of[variant]

    def is_long(self, ticket: Ticket, variant: str) -> bool:
        """Whether a ticket is one of the long ones that a variant deals apart."""
        played = set(self.variants[variant].ticket_sets).intersection(self.long_sets)
        return not played.isdisjoint(ticket.sets)


def joined(a: str, b: str) -> str:
    """Two city ids as one name, in alphabetical order."""
    return f"{min(a, b)}--{max(a, b)}"


def _named(track: Track, beside: list[Track]) -> Route:
    ids = [f"{track.pair}--{n}" for n in range(1, len(beside) + 1)] if len(beside) > 1 else [track.pair]
    place = next(n for n, other in enumerate(beside) if other is track)
    facts = track.model_dump() | {"a": min(track.a, track.b), "b": max(track.a, track.b)}
    return Route(**facts, id=ids[place], twins=tuple(ids[:place] + ids[place + 1 :]))
