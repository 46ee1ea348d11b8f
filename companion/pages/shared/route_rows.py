"""Routes in rows, as a tap, a city or a typed name finds them: who may claim them, and if not, why."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from companion.boards.model import Route
from companion.i18n import marked, ngettext, pgettext
from companion.play.view import View
from companion.prose import counts, rule_refusals
from companion.prose.display_names import colour_name, pair_name, pieces_in_words
from companion.prose.warning_clauses import question
from companion.rules.broken_rules import RuleBroken
from companion.rules.log import Claim, Station
from companion.rules.notices import doubts
from companion.rules.replay import broken_by, tried
from companion.rules.table import Table


@dataclass(frozen=True, slots=True)
class Track:
    """One track of a row: its number on the picture if it can be claimed, else its owner or why it can't be."""

    route: str
    color: str  # as board files have it
    colour: str  # in words
    number: int | None = None
    owner: str | None = None
    why_not: str | None = None
    rule: str | None = None  # the code of the rule that a claim would break
    tunnel: bool = False
    ferry: bool = False
    doubt: str = ""  # what is asked before it is claimed, if a rule of the board doubts that

    @property
    def open(self) -> bool:
        return self.owner is None and self.why_not is None


@dataclass(frozen=True, slots=True)
class RouteRow:
    """Two cities and the tracks between them."""

    pair: str
    name: str
    facts: str
    tracks: tuple[Track, ...]

    @property
    def why_not(self) -> str | None:
        """The reason why no track of the row can be claimed; None if one can, or if all have owners."""
        if any(track.open for track in self.tracks):
            return None
        return next((track.why_not for track in self.tracks if track.why_not), None)

    @property
    def fits(self) -> bool:
        """Whether a track is open that no rule doubts."""
        return any(track.open and not track.doubt for track in self.tracks)

    @property
    def rule(self) -> str | None:
        """The code of the rule because of which a track can't be claimed, if any."""
        return next((track.rule for track in self.tracks if track.rule), None)


@dataclass(frozen=True, slots=True)
class CityChoice:
    """A city that was tapped or searched for: whose station it has, or why none can be built there."""

    id: str
    name: str
    station_of: str | None = None
    why_not: str | None = None
    rule: str | None = None
    costs: str = ""  # what the player's next station takes


def route_rows(game: View, player: str, pairs: Sequence[str]) -> list[RouteRow]:
    """The rows for a player. Where a rule doubts some claims, rows with a track that none doubts come first.

    Tracks that can be claimed have the numbers that the picture shows.
    """
    rows = [_row(game, player, pair) for pair in pairs]
    if any(track.doubt for row in rows for track in row.tracks):
        rows.sort(key=lambda row: not row.fits)  # False comes first
    numbers = count(1)
    return [replace(row, tracks=tuple(_numbered(track, numbers) for track in row.tracks)) for row in rows]


def _row(game: View, player: str, pair: str) -> RouteRow:
    """The row of a pair of cities, not numbered yet."""
    routes = game.board.pairs[pair]
    tracks = _merged_tracks([_track(game, player, route) for route in routes])
    return RouteRow(pair, pair_name(game.board, pair), _facts(game, routes[0], player), tuple(tracks))


def _numbered(track: Track, numbers: Iterator[int]) -> Track:
    """The track with the next number if it can be claimed."""
    return replace(track, number=next(numbers)) if track.open else track


def open_routes(rows: Iterable[RouteRow]) -> tuple[str, ...]:
    """The routes that can be claimed, in the order of their numbers, for the picture to mark."""
    return tuple(track.route for row in rows for track in row.tracks if track.open)


def city_choice(game: View, player: str, city: str) -> CityChoice:
    """A city and, where the board has stations, whether one can be built there."""
    name = game.board.city[city].name
    if game.board.stations is None or game.board.city[city].kind != "city":
        return CityChoice(city, name)
    owner = game.table.stations.get(city)
    if owner is not None:
        return CityChoice(city, name, station_of=owner)
    broken = broken_by(game.table, Station(type="station", player=player, city=city))
    if broken:
        return CityChoice(city, name, why_not=rule_refusals.clause(broken), rule=broken.code)
    return CityChoice(city, name, costs=_next_station(game, player))


def _next_station(game: View, player: str) -> str:
    """What a player's next station costs (each costs more than the one before), and how many are left."""
    stations = game.board.stations
    built = len(game.table.built_by(player))
    if stations is None or built >= len(stations.cost_cards):
        return ""
    n = stations.cost_cards[built]
    left = counts.stations_left(stations.count - built)
    cards = ngettext("costs {n} card", "costs {n} cards of one colour", n).format(n=n)
    return f"{cards} · {left}"


def _track(game: View, player: str, route: Route) -> Track:
    """A route as a track of its row, with what hinders this player from claiming it."""
    owner = game.table.owners.get(route.id)
    track = Track(
        route.id, route.color, colour_name(route.color), owner=owner, tunnel=route.tunnel, ferry=bool(route.ferry)
    )
    if owner:
        return track
    try:
        after = tried(game.table, Claim(type="claim", player=player, route=route.id), len(game.log) + 1)
    except RuleBroken as broken:
        return replace(track, why_not=rule_refusals.clause(broken), rule=broken.code)
    return replace(track, doubt=doubt(game, after))


def doubt(game: View, after: Table) -> str:
    """What to ask before an entry that would leave the table as in `after`; empty for most."""
    questions = (question(game.table, notice) for notice in doubts(game.table, after))
    return next(questions, "")


def _merged_tracks(tracks: list[Track]) -> list[Track]:
    """The tracks of a row; only the first if all have one colour and are free, or closed for the same reason."""
    first = tracks[0]
    alike = all(
        track.color == first.color and track.owner is None and track.why_not == first.why_not for track in tracks
    )
    return [first] if alike else tracks


def route_in_words(game: View, route: Route, player: str) -> tuple[str, str]:
    """The name of a route, and its colour, pieces and points in words."""
    return pair_name(game.board, route.id), f"{colour_name(route.color)} · {_facts(game, route, player)}"


def pieces_and_points(game: View, route: Route, player: str) -> tuple[str, str]:
    """The pieces that a route takes from a player, and the points that it brings."""
    claim = Claim(type="claim", player=player, route=route.id)
    worth = game.table.brought(claim)
    points = ngettext("{n} point", "{n} points", worth).format(n=worth)
    return pieces_in_words(route.pieces, game.table.took(claim), game.setup.one_token), points


def board_rule_words(game: View, route: Route, player: str) -> str:
    """What a rule of the board says of a route instead of its pieces and points; empty for most."""
    claim = Claim(type="claim", player=player, route=route.id)
    for mechanic in game.table.mechanics:
        instead = mechanic.instead(game.table, claim)
        if instead:
            text, n = instead
            return marked(text, n).format(n=n)
    return ""


def printed_features(route: Route) -> list[str]:
    """What else is printed on a route: tunnel, ferry, locomotives."""
    words = [pgettext("route", "tunnel")] if route.tunnel else []
    if route.ferry:
        words.append(ngettext("ferry, {n} locomotive", "ferry, {n} locomotives", route.ferry).format(n=route.ferry))
    return words


def _facts(game: View, route: Route, player: str) -> str:
    """A route's pieces, points and features, in one line."""
    rule_words = board_rule_words(game, route, player)
    worth = [rule_words] if rule_words else pieces_and_points(game, route, player)
    return " · ".join([*worth, *printed_features(route)])
