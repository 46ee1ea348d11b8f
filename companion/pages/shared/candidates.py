"""The routes that a tap, a city or a typed name offers: who may claim them, and if not, why. No Flask."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from companion.boards.model import Route
from companion.i18n import marked, ngettext, pgettext
from companion.play.view import View
from companion.prose import counts, rule_broken
from companion.prose.names import colour_name, pair_name, pieces_in_words
from companion.prose.warnings import question
from companion.rules.log import Claim, Station
from companion.rules.refusals import RuleBroken
from companion.rules.replay import broken_by, tried
from companion.rules.table import Table
from companion.rules.warnings import doubts


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
    doubt: str = ""  # what is asked before it is claimed, where a rule of the board doubts that

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
    def fits(self) -> bool:
        """Whether a half is open that no rule doubts."""
        return any(half.open and not half.doubt for half in self.halves)

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
    costs: str = ""  # what the player's next station takes


def rows(game: View, player: str, pairs: Sequence[str]) -> list[Row]:
    """The rows for a player, those that no rule doubts before the others; what is open is numbered in order."""
    found = [_row(game, player, pair) for pair in pairs]
    if any(half.doubt for row in found for half in row.halves):
        found.sort(key=lambda row: not row.fits)
    numbers = count(1)
    return [replace(row, halves=tuple(_numbered(half, numbers) for half in row.halves)) for row in found]


def _row(game: View, player: str, pair: str) -> Row:
    tracks = game.board.pairs[pair]
    halves = _merged([_half(game, player, route) for route in tracks])
    return Row(pair, pair_name(game.board, pair), _facts(game, tracks[0], player), tuple(halves))


def _numbered(half: Half, numbers: Iterator[int]) -> Half:
    return replace(half, number=next(numbers)) if half.open else half


def offered(shown: Iterable[Row]) -> tuple[str, ...]:
    """The routes to be drawn as offered, in the order of their numbers."""
    return tuple(half.route for row in shown for half in row.halves if half.open)


def city_choice(game: View, player: str, city: str) -> CityChoice:
    """A city, and where the board has stations, what can be said of one."""
    name = game.board.city[city].name
    if game.board.stations is None or game.board.city[city].kind != "city":
        return CityChoice(city, name)
    owner = game.table.stations.get(city)
    if owner is not None:
        return CityChoice(city, name, station_of=owner)
    no = broken_by(game.table, Station(type="station", player=player, city=city))
    if no:
        return CityChoice(city, name, why_not=rule_broken.clause(no), rule=no.code)
    return CityChoice(city, name, costs=_next_station(game, player))


def _next_station(game: View, player: str) -> str:
    """What the next station of a player takes: each more than the one before."""
    stations = game.board.stations
    built = len(game.table.built_by(player))
    if stations is None or built >= len(stations.cost_cards):
        return ""
    n = stations.cost_cards[built]
    left = counts.stations_left(stations.count - built)
    cards = ngettext("costs {n} card", "costs {n} cards of one colour", n).format(n=n)
    return f"{cards} · {left}"


def _half(game: View, player: str, route: Route) -> Half:
    owner = game.table.owners.get(route.id)
    half = Half(
        route.id, route.color, colour_name(route.color), owner=owner, tunnel=route.tunnel, ferry=bool(route.ferry)
    )
    if owner:
        return half
    try:
        after = tried(game.table, Claim(type="claim", player=player, route=route.id), len(game.log) + 1)
    except RuleBroken as no:
        return replace(half, why_not=rule_broken.clause(no), rule=no.code)
    return replace(half, doubt=doubt(game, after))


def doubt(game: View, after: Table) -> str:
    """What is asked before the entry is made that would leave the table so; nothing as a rule."""
    asked = (question(game.table, notice) for notice in doubts(game.table, after))
    return next(asked, "")


def _merged(halves: list[Half]) -> list[Half]:
    """Tracks of one colour that are both free are one choice, for nobody cares which; so are both that are not."""
    first, *others = halves
    alike = all(half.color == first.color and half.owner is None and half.why_not == first.why_not for half in halves)
    return [first] if others and alike else halves


def row_of(game: View, route: Route, player: str) -> tuple[str, str]:
    """A route by its places, and its colour, trains and points."""
    return pair_name(game.board, route.id), f"{colour_name(route.color)} · {_facts(game, route, player)}"


def figures(game: View, route: Route, player: str) -> tuple[str, str]:
    """The trains that a route takes from a player, and the points that it brings."""
    claim = Claim(type="claim", player=player, route=route.id)
    worth = game.table.brought(claim)
    points = ngettext("{n} point", "{n} points", worth).format(n=worth)
    return pieces_in_words(route.pieces, game.table.took(claim), game.setup.one_token), points


def by_rule(game: View, route: Route, player: str) -> str:
    """What a rule of the board says of a route in place of its pieces and points."""
    claim = Claim(type="claim", player=player, route=route.id)
    said = (mechanic.instead(game.table, claim) for mechanic in game.table.mechanics)
    return next((marked(text, n).format(n=n) for text, n in filter(None, said)), "")


def printed(route: Route) -> list[str]:
    """The other things printed on a route: tunnel, ferry, locomotives."""
    shown = [pgettext("route", "tunnel")] if route.tunnel else []
    if route.ferry:
        shown.append(ngettext("ferry, {n} locomotive", "ferry, {n} locomotives", route.ferry).format(n=route.ferry))
    return shown


def _facts(game: View, route: Route, player: str) -> str:
    said = by_rule(game, route, player)
    return " · ".join([*([said] if said else figures(game, route, player)), *printed(route)])
