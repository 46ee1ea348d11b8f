"""Small boards and logs in few words, for tests.

A route is "a b 3". A ticket is "a c 5" or "a c 5 long", a choice "a c=5 d=7", a tour "a>b>c 9 6 15". Places named
in `borders` or `junctions` are of that kind, and `countries` are "x: a b". An entry is "blue claim a--b",
"blue late claim a--b", "blue station c", "red draw", "red keep a--c", "strike 3", "amend 2 red draw", "catch-up",
"finish" or "hidden".
"""

from __future__ import annotations

from typing import Any

from companion.boards.model import Board, City, Country, Deal, Seats, Stations, Track, Variant
from companion.boards.tickets import Card, Option
from companion.rules.game_setup import Player, Setup
from companion.rules.log import ENTRY, AnyEntry
from companion.rules.replay import replay
from companion.rules.table import Table
from companion.rules.tally import Tally, tally

COLORS = ("blue", "red", "green", "yellow", "black")
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli")
POINTS = {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18, "8": 21, "9": 27}
THREE = Stations(count=3, unused_points=4, cost_cards=(1, 2, 3))


def board(
    *routes: str,
    tickets: tuple[str, ...] = ("a b 5",),
    stations: Stations | None = None,
    borders: str = "",
    junctions: str = "",
    countries: tuple[str, ...] = (),
    **other: Any,
) -> Board:
    """A board of these routes; cities are called by their letters, in capitals when people read them."""
    tracks = [Track(a=a, b=b, length=int(length), color="gray") for a, b, length in map(str.split, routes)]
    ends = sorted({end for track in tracks for end in (track.a, track.b)})
    kinds = dict.fromkeys(borders.split(), "border") | dict.fromkeys(junctions.split(), "junction")
    grouped = [told.split(":") for told in countries]
    order = ("points", "tickets", "stations", "longest-path") if stations else ("points", "tickets", "longest-path")
    facts: dict[str, Any] = {
        "id": "small",
        "name": "Small",
        "players": Seats(least=2, most=5),
        "colors": COLORS,
        "trains_per_player": 20,
        "final_round_at": 2,
        "double_routes_need_players": 4,
        "route_points": POINTS,
        "tie_break": order,
        "stations": stations,
        "long_sets": ("long",),
        "cities": [City(id=end, name=end.upper(), lat=0, lon=0, kind=kinds.get(end, "city")) for end in ends],
        "countries": [Country(id=name, name=name.upper(), places=tuple(said.split())) for name, said in grouped],
        "routes": tracks,
        "tickets": [card(*told.split()) for told in tickets],
        "variants": {"base": variant()},
    }
    return Board(**facts | other)


def remade(board: Board, **changed: Any) -> Board:
    """The board with something in it changed; a copy would keep what the old one has worked out."""
    return Board(**{name: getattr(board, name) for name in Board.model_fields if name != "drawing"} | changed)


def variant(**other: Any) -> Variant:
    facts: dict[str, Any] = {
        "name": "Base game",
        "about": "As printed.",
        "ticket_sets": ("long", "regular"),
        "deal": Deal(long=1, regular=3),
        "keep": 0,
        "draw": 3,
        "draw_keep": 1,
        "bonuses": {"longest-path": 10},
    }
    return Variant.model_construct(**facts | other)


def card(first: str, *rest: str) -> Card:
    if ">" in first:
        points, unordered, penalty = map(int, rest)
        stops = tuple(first.split(">"))
        return Card(stops=stops, points=points, points_unordered=unordered, penalty=penalty, sets=("regular",))
    if "=" in rest[0]:
        options = [option.split("=") for option in rest]
        return Card(a=first, options=tuple(Option(b=b, points=int(p)) for b, p in options), sets=("regular",))
    b, points, *sets = rest
    return Card(a=first, b=b, points=int(points), sets=tuple(sets) or ("regular",))


def setup(players: int = 2, **other: Any) -> Setup:
    seats = [Player(color=color, name=name) for color, name in zip(COLORS, NAMES, strict=True)]
    return Setup(map="small", players=seats[:players], **other)


def entry(told: str) -> AnyEntry:
    match told.split():
        case ["strike", place]:
            found: dict[str, Any] = {"type": "strike", "entry": int(place)}
        case ["amend", place, *instead]:
            found = {"type": "amend", "entry": int(place), "with": _turn(*instead)}
        case [kind]:
            found = {"type": kind}
        case words:
            found = _turn(*words)
    return ENTRY.validate_python(found)


def _turn(player: str, *words: str) -> dict[str, Any]:
    late = {"late": True} if words[0] == "late" else {}
    kind, *named = words[1:] if late else words
    member = {"claim": "route", "station": "city", "keep": "ticket"}.get(kind)
    return {"type": kind, "player": player, **late} | ({member: named[0]} if member else {})


def log(*told: str) -> list[AnyEntry]:
    return [entry(words) for words in told]


def table(board: Board, *told: str, players: int = 2, **other: Any) -> Table:
    return replay(board, setup(players, **other), log(*told))


def counted(board: Board, *told: str, players: int = 2, **other: Any) -> Tally:
    return tally(table(board, *told, players=players, **other))
