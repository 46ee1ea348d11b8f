"""What a tap, a city or a typed name offers: the routes near it, who may claim them, and if not, why. No Flask."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.boards.model import Board, Route
from companion.i18n import ngettext, pgettext
from companion.play.view import View
from companion.prose import rule_broken
from companion.prose.names import colour_name, pair_name, trains_in_words
from companion.rules.log import Claim, Station
from companion.rules.refusals import RuleBroken
from companion.rules.table import READERS, Table


@dataclass(frozen=True, slots=True)
class Half:
    """One track of a row: its number on the picture where it can be claimed, else whose it is, or why not."""

    route: str
    color: str
    colour: str
    number: int | None = None
    owner: str | None = None
    why_not: str | None = None
    rule: str | None = None  # the code of what it breaks
    tunnel: bool = False
    ferry: bool = False

    @property
    def open(self) -> bool:
        return self.owner is None and self.why_not is None


@dataclass(frozen=True, slots=True)
class Row:
    """Two cities and the tracks between them."""

    pair: str
    name: str
    facts: str
    halves: tuple[Half, ...]

    @property
    def why_not(self) -> str | None:
        """The one reason, where no half is open."""
        reasons = [half.why_not for half in self.halves if half.why_not]
        return reasons[0] if reasons and not any(half.open for half in self.halves) else None

    @property
    def rule(self) -> str | None:
        """The code of that reason."""
        return next((half.rule for half in self.halves if half.rule), None)


@dataclass(frozen=True, slots=True)
class CityChoice:
    """A city that was tapped or found, with whose station it is, or why none can be built there."""

    id: str
    name: str
    station_of: str | None = None
    why_not: str | None = None
    rule: str | None = None


def rows(game: View, player: str, pairs: Sequence[str]) -> list[Row]:
    """The rows for a player; what is open is numbered in order, as it is on the picture."""
    numbered: list[Row] = []
    number = 0
    for pair in pairs:
        tracks = [route for route in game.board.route.values() if route.pair == pair]
        halves = []
        for half in _merged([_half(game, player, route) for route in tracks]):
            number += half.open
            halves.append(replace(half, number=number) if half.open else half)
        facts = _facts(game.board, tracks[0], game.setup.one_token)
        numbered.append(Row(pair, pair_name(game.board, pair), facts, tuple(halves)))
    return numbered


def offered(shown: Iterable[Row]) -> tuple[str, ...]:
    """The routes to be drawn as offered, in the order of their numbers."""
    return tuple(half.route for row in shown for half in row.halves if half.open)


def city_choice(game: View, player: str, city: str) -> CityChoice:
    """A city, and where the board has stations, what can be said of one."""
    name = game.board.city[city].name
    if game.board.stations is None:
        return CityChoice(city, name)
    owner = game.table.stations.get(city)
    if owner is not None:
        return CityChoice(city, name, station_of=owner)
    no = broken_by(game.table, Station(type="station", player=player, city=city))
    return CityChoice(city, name, why_not=rule_broken.clause(no), rule=no.code) if no else CityChoice(city, name)


def why_not(table: Table, entry: Claim | Station) -> str | None:
    """What the rules have against an entry, as a sentence."""
    no = broken_by(table, entry)
    return rule_broken.clause(no) if no else None


def broken_by(table: Table, entry: Claim | Station) -> RuleBroken | None:
    """What the rules have against an entry; tried on a copy, so nothing happens."""
    tried = replace(
        table,
        owners=dict(table.owners),
        claimed_at=dict(table.claimed_at),
        stations=dict(table.stations),
        trains=dict(table.trains),
    )
    try:
        READERS[type(entry)](tried, 0, entry)
    except RuleBroken as broken:
        return broken
    return None


def _half(game: View, player: str, route: Route) -> Half:
    owner = game.table.owners.get(route.id)
    no = None if owner else broken_by(game.table, Claim(type="claim", player=player, route=route.id))
    why, rule = (rule_broken.clause(no), no.code) if no else (None, None)
    more = {"tunnel": route.tunnel, "ferry": bool(route.ferry)}
    return Half(route.id, route.color, colour_name(route.color), owner=owner, why_not=why, rule=rule, **more)


def _merged(halves: list[Half]) -> list[Half]:
    """Tracks of one colour that are both free are one choice, for nobody cares which; so are both that are not."""
    first, *others = halves
    alike = all(half.color == first.color and half.owner is None and half.why_not == first.why_not for half in halves)
    return [first] if others and alike else halves


def row_of(board: Board, route: Route, one_token: bool = False) -> tuple[str, str]:
    """A route by its cities, and its colour, trains and points."""
    return pair_name(board, route.id), f"{colour_name(route.color)} · {_facts(board, route, one_token)}"


def _facts(board: Board, route: Route, one_token: bool) -> str:
    trains = trains_in_words(route.length, one_token)
    worth = board.points_for[route.length]
    facts = [trains, ngettext("{n} point", "{n} points", worth).format(n=worth)]
    if route.tunnel:
        facts.append(pgettext("route", "tunnel"))
    if route.ferry:
        facts.append(ngettext("ferry, {n} locomotive", "ferry, {n} locomotives", route.ferry).format(n=route.ferry))
    return " · ".join(facts)
