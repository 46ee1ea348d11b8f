"""The sheet at the thumb: routes to claim, a city, a claimed route to put right. No Flask."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from math import hypot
from typing import Any, Final

from companion.boards.layout import Place
from companion.boards.model import Board
from companion.boards.search import search
from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.languages import sort_key
from companion.pages.shared import candidates
from companion.pages.shared.candidates import CityChoice, Row
from companion.pages.shared.offers import Deeds, deeds
from companion.pages.shared.strip import claimer
from companion.pages.table.player_card import PlayerCard, player_card
from companion.picture.tap_targets import Picker
from companion.play.view import View
from companion.prose.names import pair_name, place_name
from companion.prose.sentences import in_full
from companion.rules.log import Station, in_force

MOST_ROWS: Final = 5
# So near to a city's middle, in the picture's units, a finger means the city.
CITY: Final = 9.0
# Cities so near are offered beside the routes.
NEARBY: Final = 18.0


@dataclass(frozen=True, slots=True)
class Query:
    """The query of the page: a point of the picture, a city, typed words, a claimed route, all cities, or nothing."""

    x: float | None = None
    y: float | None = None
    city: str | None = None
    find: str = ""
    route: str | None = None
    station: str | None = None
    everything: bool = False
    stop: bool = False  # whether to stop tracking turns
    player: str | None = None
    scale: float | None = None  # pixels of a unit of the picture, where a finger tapped it

    @property
    def again(self) -> dict[str, str]:
        """The same question as form fields, but for the player."""
        told: dict[str, Any] = {"city": self.city, "find": self.find, "route": self.route, "station": self.station}
        if self.x is not None and self.y is not None:
            told |= {"x": f"{self.x:.1f}", "y": f"{self.y:.1f}"}
        if self.everything:
            told["all"] = "1"
        return {name: value for name, value in told.items() if value}


@dataclass(frozen=True, slots=True)
class Owned:
    """A claim or a station to put right: which, whose, by which entry, and when."""

    name: str
    facts: str
    owner: str
    place: int
    when: str
    color: str = ""  # of the route, for its mark
    second: str = ""  # who owns it as well


@dataclass(frozen=True, slots=True)
class Likely:
    """Pairs and cities that may be meant, the likeliest first; `alone` where it is one city with its pairs."""

    pairs: list[str]
    cities: list[str]
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """The rows that are offered, and for which player."""

    query: Query
    player: str
    rows: tuple[Row, ...] = ()
    cities: tuple[CityChoice, ...] = ()
    whole_city: CityChoice | None = None
    owned: Owned | None = None
    every_city: tuple[tuple[str, str], ...] = ()
    nothing_found: str = ""
    offered: tuple[str, ...] = ()
    in_turns: bool = True
    sure: str | None = None  # the route that one tap claims, where a board is entered afterwards
    card: PlayerCard | None = None
    deeds: tuple[Deeds, ...] = ()  # entries that the rules of this board bring
    stops: bool = False

    @property
    def query_fields(self) -> dict[str, str]:
        """The question as a form carries it, so that a refusal can show the same choice."""
        return {f"asked-{name}": value for name, value in self.query.again.items()}

    @property
    def questions(self) -> list[tuple[str, str]]:
        """The rules that the offered routes may raise questions about, each with its place in the rulebook."""
        halves = [half for row in self.rows for half in row.halves if half.open]
        questions = [("tunnels", _("Tunnel: how many extra cards?"))] if any(half.tunnel for half in halves) else []
        return questions + (
            [("ferries", _("Ferry: what does it cost?"))] if any(half.ferry for half in halves) else []
        )

    @property
    def empty(self) -> bool:
        """Nothing to show. Where there are no turns, to choose a player is only to say whose routes come next."""
        return not (self.query.again or self.stops or (self.query.player and self.in_turns))


def choose(game: View, query: Query, picker: Picker | None) -> Choice:
    """The choice that answers a query."""
    player = query.player or claimer(game)
    if query.route in game.table.owners or query.station in game.table.stations:
        ways = deeds(game, player, query.route) if query.route in game.table.owners else ()
        return Choice(query, player, owned=owned(game, query.route, query.station or ""), deeds=ways)
    if query.everything:
        named = [(city.id, place_name(game.board, city.id)) for city in game.board.cities]
        return Choice(query, player, every_city=tuple(sorted(named, key=lambda city: sort_key(city[1]))))
    if query.stop:
        followed = game.table.turns_followed
        return Choice(query, player, in_turns=followed, stops=game.plays and followed)
    likely = _likely(game, query, picker)
    rows = tuple(candidates.rows(game, player, likely.pairs))
    cities = tuple(candidates.city_choice(game, player, city) for city in likely.cities)
    return Choice(
        query,
        player,
        rows,
        () if likely.alone else cities,
        cities[0] if likely.alone else None,
        nothing_found=query.find if not rows and not cities else "",
        offered=candidates.offered(rows),
        in_turns=game.table.turns_followed,
        sure=_sure(game, query, picker, rows),
        card=None if query.again or not query.player else player_card(game, player),
        deeds=_deeds(game, query, player, likely),
    )


def _sure(game: View, query: Query, picker: Picker | None, rows: tuple[Row, ...]) -> str | None:
    """The one route that a tap clearly means and that can be claimed; only where a board is entered afterwards."""
    if game.table.turns_followed or game.table.finished or picker is None or not query.scale:
        return None
    if query.x is None or query.y is None or not rows or len(rows[0].halves) > 1:
        return None
    means = picker.clear((query.x, query.y), query.scale) == rows[0].pair
    return rows[0].halves[0].route if means and rows[0].halves[0].open else None


def _deeds(game: View, query: Query, player: str, likely: Likely) -> tuple[Deeds, ...]:
    """Entries of the board's own: at a city those about it, on a player's card those about none."""
    if likely.alone:
        return deeds(game, player, likely.cities[0])
    return deeds(game, player) if query.player and not query.again else ()


def found_in_words(choice: Choice) -> str:
    """How many routes a search found, in words for screen readers."""
    if not choice.query.find:
        return ""
    if choice.nothing_found:
        return _("Nothing found.")
    if len(choice.rows) == 1 and not choice.cities:
        return in_full(choice.rows[0].name)
    counts = [ngettext("{n} route", "{n} routes", len(choice.rows)).format(n=len(choice.rows))] if choice.rows else []
    if choice.cities:
        counts.append(ngettext("{n} city", "{n} cities", len(choice.cities)).format(n=len(choice.cities)))
    # Translators: how many routes and cities a search found, such as: 2 routes and 1 city found.
    return _("{counts} found.").format(counts=and_joined(counts))


def _likely(game: View, query: Query, picker: Picker | None) -> Likely:
    board = game.board
    if query.city:
        return Likely(pairs_at(board, query.city), [query.city], True)
    if query.x is not None and query.y is not None and picker:
        return nearest(board, picker, query.x, query.y)
    return typed(board, query.find) if query.find else Likely([], [])


def owned(game: View, route_id: str | None, city: str) -> Owned:
    """A claimed route, or else the station of a city."""
    table, board = game.table, game.board
    if route_id in table.owners:
        route = board.route[route_id]
        place = table.claimed_at[route.id]
        owner = table.owners[route.id]
        name, facts = candidates.row_of(game, route, owner)
        second = next((other for other in table.owners_of(route.id) if other != owner), "")
        return Owned(name, facts, owner, place, since(game.log[place - 1].at), route.color, second)
    standing = ((p, e) for p, e in in_force(game.log) if isinstance(e, Station) and e.city == city)
    place, entry = next(standing)
    what = _("Station in {city}").format(city=board.city[city].name)
    return Owned(what, "", entry.player, place, since(game.log[place - 1].at))


def since(at: str | None, now: datetime | None = None) -> str:
    """How long ago an entry was told, in words."""
    if at is None:
        return ""
    moment = datetime.fromisoformat(at.replace("Z", "+00:00"))
    minutes = int(((now or datetime.now(UTC)) - moment).total_seconds() // 60)
    if minutes < 1:
        return _("just now")
    if minutes < 120:
        return ngettext("{n} minute ago", "{n} minutes ago", minutes).format(n=minutes)
    if minutes < 48 * 60:
        return ngettext("{n} hour ago", "{n} hours ago", minutes // 60).format(n=minutes // 60)
    days = minutes // (24 * 60)
    return ngettext("{n} day ago", "{n} days ago", days).format(n=days)


def nearest(board: Board, picker: Picker, x: float, y: float) -> Likely:
    """The routes that a tap on the picture may mean; on a city it means that city."""
    near = _cities_near(board, x, y)
    if near and near[0][0] <= CITY:
        city = near[0][1]
        return Likely(pairs_at(board, city, picker, x, y), [city], True)
    pairs = [candidate.pair for candidate in picker.nearest((x, y), MOST_ROWS)]
    return Likely(pairs, [city for _distance, city in near[:2]])


def pairs_at(board: Board, city: str, picker: Picker | None = None, x: float = 0, y: float = 0) -> list[str]:
    """The pairs of a city: the nearest to a tap first, else by the other city's name."""
    pairs = dict.fromkeys(route.pair for route in board.routes_at(city))
    if picker:
        near = [candidate.pair for candidate in picker.nearest((x, y), len(board.route))]
        return sorted(pairs, key=near.index)
    return sorted(pairs, key=lambda pair: sort_key(pair_name(board, pair)))


def typed(board: Board, text: str) -> Likely:
    """The routes that a typed text may mean; for one city alone, its routes."""
    found = search(board, text)
    if not found.pairs and len(found.cities) == 1:
        return Likely(pairs_at(board, found.cities[0]), [*found.cities], True)
    return Likely([*found.pairs[:MOST_ROWS]], [*found.cities[:MOST_ROWS]])


def _cities_near(board: Board, x: float, y: float) -> list[tuple[float, str]]:
    """Cities by their distance; who taps on a name is near as well."""
    if board.layout is None:
        return []
    places = [(_distance(place, x, y), place.id) for place in board.layout.spots if place.id in board.city]
    return sorted(near for near in places if near[0] <= NEARBY)


def _distance(place: Place, x: float, y: float) -> float:
    left, top, width, height = place.label or (0.0, 0.0, -1.0, -1.0)
    on_name = left <= x <= left + width and top <= y <= top + height
    return min(hypot(place.x - x, place.y - y), CITY + 1 if on_name else NEARBY + 1)


def query_from(fields: Mapping[str, str], game: View) -> Query:
    """The question of a page's address; what makes no sense is left out."""
    x, y = (_number(fields.get(name)) for name in ("x", "y"))
    player = fields.get("player")
    return Query(
        x if y is not None else None,
        y if x is not None else None,
        city=_known(fields.get("city"), game.board.city),
        find=fields.get("find", "").strip()[:60],
        route=_known(fields.get("route"), game.board.route),
        station=_known(fields.get("station"), game.board.city),
        everything="all" in fields,
        stop="stop" in fields,
        player=player if player in game.setup.colors else None,
        scale=_number(fields.get("scale")),
    )


def sample(board: Board) -> str:
    """An example of a search that finds a route of this board."""
    starts = [[board.city[end].name[:3].casefold() for end in route.ends] for route in board.route.values()]
    return " ".join(next((both for both in starts if all(each.isalpha() for each in both)), starts[0]))


def _known(name: str | None, names: Mapping[str, object]) -> str | None:
    return name if name in names else None


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if abs(number) < 1e5 else None
