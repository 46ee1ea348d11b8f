"""What is printed on a board, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tests.slow.boards.tables import BONUSES, RAILROADS, SCORING, TIE_BREAKS


@dataclass(frozen=True)
class Track:
    """One printed track. `group` has the ids of the tracks that make a double or triple route with it."""

    id: str
    a: str
    b: str
    length: int
    color: str
    ferry: int = 0
    tunnel: bool = False
    kind: str = "train"
    mountain: int = 0
    bullet: bool = False
    link: bool = False  # to a country of Poland: every track is open
    alone: bool = False  # beside others, but no double route with them
    fixed: int | None = None
    shares: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[str, str]:
        return self.a, self.b

    @cached_property
    def pair(self) -> str:
        return "--".join(sorted(self.ends))

    @property
    def looks(self) -> tuple[int, int, bool]:
        """What tracks of an ordinary double route have in common."""
        return self.length, self.ferry, self.tunnel


@dataclass(frozen=True)
class Ticket:
    """A ticket as it is named in a record: goals to join, each with its points, or a tour."""

    id: str
    card: str  # the same for every copy
    sets: tuple[str, ...]
    goals: tuple[tuple[str, str, int], ...] = ()
    stops: tuple[str, ...] = ()
    points: int = 0
    unordered: int = 0
    penalty: int = 0

    @property
    def ends(self) -> set[str]:
        return {end for goal in self.goals for end in goal[:2]} | set(self.stops)


class TypedTickets(dict[str, Ticket]):
    """Tickets that are known by nothing but their names: two ends and the number on the card."""

    def __missing__(self, name: str) -> Ticket:
        a, b, points = name.split("--")
        return Ticket(name, name, (), ((a, b, int(points)),))


def named(keep: dict[str, Any]) -> str:
    """The name of a kept ticket: as the entry has it, and where a number was typed, that behind it."""
    return f"{keep['ticket']}--{keep['points']}" if "points" in keep else str(keep["ticket"])


@dataclass(frozen=True)
class Place:
    """A city, a border or a junction."""

    id: str
    kind: str = "city"
    country: str = ""
    region: str = ""
    port: bool = False
    attraction: bool = False
    polar: bool = False


@dataclass(frozen=True)
class Variant:
    sets: tuple[str, ...]
    keep: int
    most_long: int
    bonuses: dict[str, int]
    double_need: int | None = None


@dataclass(frozen=True)
class Sheet:
    """A whole board."""

    id: str
    least: int
    most: int
    colors: tuple[str, ...]
    trains: int
    final_at: int
    final_turns: int
    points: dict[int, int]
    double_need: int
    tracks_open: dict[str, dict[str, int]]
    variants: dict[str, Variant]
    tie_break: tuple[str, ...]
    long_sets: tuple[str, ...]
    places: dict[str, Place]
    countries: dict[str, tuple[str, ...]]
    tracks: dict[str, Track]
    tickets: tuple[Ticket, ...]
    scoring: dict[str, dict[str, Any]] = field(default_factory=dict)  # the tables of the board's own rules

    def kind(self, place: str) -> str:
        return self.places[place].kind

    def ends(self, end: str) -> tuple[str, ...]:
        """The places that meet an end of a ticket."""
        return self.countries.get(end, (end,))

    @property
    def typed(self) -> bool:
        """Whether nobody knows the deck, so that a ticket is what its owner typed."""
        return "typed-tickets" in self.scoring

    def tickets_of(self, variant: str) -> dict[str, Ticket]:
        if self.typed:
            return TypedTickets()
        sets = self.variants[variant].sets
        return {ticket.id: ticket for ticket in self.tickets if set(ticket.sets) & set(sets)}

    def beside(self, track: Track, unlike_are_single: bool) -> list[Track]:
        """The other tracks of its double or triple route."""
        if track.alone:
            return []
        group = [t for t in self.tracks.values() if (t.pair, t.kind, t.alone) == (track.pair, track.kind, False)]
        if unlike_are_single and len({t.looks for t in group}) > 1:
            return []
        return [other for other in group if other.id != track.id]


def numbered(lines: list[tuple[str, str]]) -> list[str]:
    """The id of every track, from the two places of each in the order of the file."""
    pairs = ["--".join(sorted(line)) for line in lines]
    return [
        pair if pairs.count(pair) == 1 else f"{pair}--{pairs[: n + 1].count(pair)}" for n, pair in enumerate(pairs)
    ]


def from_toml(document: dict[str, Any]) -> Sheet:
    """A board as its file has it; the numbers of its own rules are in `tables`, which checks the file's."""
    name = document["id"]
    borders = {place: country["id"] for country in document.get("countries", []) for place in country["places"]}
    ids = numbered([(line["a"], line["b"]) for line in document["routes"]])
    tracks = {one: a_track(one, line) for one, line in zip(ids, document["routes"], strict=True)}
    return Sheet(
        id=name,
        least=document["players"]["least"],
        most=document["players"]["most"],
        colors=tuple(document["colors"]),
        trains=document["trains_per_player"],
        final_at=document["final_round_at"],
        final_turns=document.get("final_turns", 1),
        points={int(length): points for length, points in document["route_points"].items()},
        double_need=document["double_routes_need_players"],
        tracks_open=document.get("tracks_open", {}),
        variants={each: a_variant(name, part) for each, part in document["variants"].items()},
        tie_break=TIE_BREAKS[name],
        long_sets=tuple(document.get("long_sets", ())),
        places={city["id"]: a_place(city, borders) for city in document["cities"]},
        countries={country["id"]: tuple(country["places"]) for country in document.get("countries", [])},
        tracks=tracks,
        tickets=tuple(ticket for line in document.get("tickets", []) for ticket in cards(line)),
        scoring=SCORING.get(name, {}),
    )


def a_track(name: str, line: dict[str, Any]) -> Track:
    marks, tags, parallel = line.get("marks", {}), line.get("tags", ()), line.get("parallel", "double")
    return Track(
        id=name,
        a=line["a"],
        b=line["b"],
        length=line["length"],
        color=line["color"],
        ferry=line.get("ferry", 0),
        tunnel=line.get("tunnel", False),
        kind=line.get("pieces", "train"),
        mountain=marks.get("mountain", 0),
        bullet="bullet" in tags,
        link=parallel == "open",
        alone=parallel == "single",
        fixed=marks.get("fixed-points"),
        shares=tuple(tag for tag in tags if tag in RAILROADS),
    )


def a_place(city: dict[str, Any], borders: dict[str, str]) -> Place:
    tags, region, kind = city.get("tags", ()), city.get("region", ""), city.get("kind", "city")
    country = region.lower() or (city["id"] if kind == "border" else "")  # the only border of its country
    return Place(
        id=city["id"],
        kind=kind,
        country=borders.get(city["id"], country),
        region=region,
        port="port" in tags,
        attraction="attraction" in tags,
        polar="polar" in tags,
    )


def a_variant(board: str, part: dict[str, Any]) -> Variant:
    deal = part["deal"]
    most_long = 999 if deal.get("mixed") else deal.get("long", 0)
    need = part.get("double_routes_need_players")
    return Variant(tuple(part.get("ticket_sets", ())), part["keep"], most_long, BONUSES.get(board, {}), need)


def cards(line: dict[str, Any]) -> list[Ticket]:
    """A ticket for every copy of a card."""
    sets = tuple(line["sets"])
    if "stops" in line:
        stops = tuple(line["stops"])
        name = f"tour--{stops[0]}--{stops[-1]}"
        points = (line["points"], line["points_unordered"], line["penalty"])
        return [Ticket(name, name, sets, (), stops, *points)]
    if "options" in line:
        name, goals = (
            f"{line['a']}--choice",
            tuple((line["a"], each["b"], each["points"]) for each in line["options"]),
        )
    else:
        name, goals = "--".join(sorted((line["a"], line["b"]))), ((line["a"], line["b"], line["points"]),)
    copies = line.get("copies", 1)
    return [Ticket(name if copies == 1 else f"{name}-{n + 1}", name, sets, goals) for n in range(copies)]
