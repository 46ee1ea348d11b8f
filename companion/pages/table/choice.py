"""The sheet of choices under the board: routes to claim, a city, or a claimed route to correct."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from math import hypot
from typing import Any, Final, NamedTuple

from companion.boards.layout import Place
from companion.boards.model import Board
from companion.boards.search import search
from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.languages import sort_key
from companion.pages.shared import route_rows
from companion.pages.shared.choices import EntryChoices, entry_choices
from companion.pages.shared.route_rows import CityChoice, RouteRow
from companion.pages.shared.strip import claimer
from companion.pages.table import painting
from companion.pages.table.painting import Tap
from companion.pages.table.player_card import PlayerCard, player_card
from companion.picture.tap_targets import Picker
from companion.play.view import View
from companion.prose.display_names import pair_name, place_name
from companion.prose.sentences import in_full
from companion.rules.log import Station, in_force

MOST_ROWS: Final = 5
# A tap this near to a city's middle, in the picture's units, means the city.
CITY: Final = 9.0
# Cities this near are offered beside the routes; a tap on a city's name counts as this far away.
NEARBY: Final = 18.0
ON_NAME: Final = CITY + 1
LONGEST_SEARCH: Final = 60  # characters of a search that are used


@dataclass(frozen=True, slots=True)
class Query:
    """What the page asks for: a point of the picture, a city, typed words, a claimed route, all cities, nothing."""

    x: float | None = None
    y: float | None = None
    city: str | None = None
    find: str = ""
    route: str | None = None
    station: str | None = None
    everything: bool = False  # every city, to choose one
    stop: bool = False  # whether to stop tracking turns
    player: str | None = None
    scale: float | None = None  # pixels per unit of the picture, if a finger tapped it

    @property
    def tap(self) -> Tap | None:
        """Where a finger tapped the picture; None if it did not, or if it isn't known how large the picture was."""
        if self.x is None or self.y is None or not self.scale:
            return None
        return Tap(self.x, self.y, self.scale)

    @property
    def fields(self) -> dict[str, str]:
        """The query as form fields, without the player."""
        fields: dict[str, Any] = {"city": self.city, "find": self.find, "route": self.route, "station": self.station}
        if self.x is not None and self.y is not None:
            fields |= {"x": f"{self.x:.1f}", "y": f"{self.y:.1f}"}
        if self.everything:
            fields["all"] = "1"
        return {name: value for name, value in fields.items() if value}


@dataclass(frozen=True, slots=True)
class Owned:
    """A claim or a station to correct."""

    name: str
    facts: str
    owner: str
    place: int  # of its entry in the log
    when: str
    color: str = ""  # of the route
    second: str = ""  # who owns it as well


@dataclass(frozen=True, slots=True)
class Matches:
    """Pairs of cities and cities that a query may mean, likeliest first."""

    pairs: list[str]
    cities: list[str]
    alone: bool = False  # whether it means the one city, and these are its pairs


class NearCity(NamedTuple):
    """A city, and how far it is from a tap."""

    distance: float
    city: str


@dataclass(frozen=True, slots=True)
class ChoiceSheet:
    """Everything that is offered in answer to a query, and for which player."""

    query: Query
    player: str
    rows: tuple[RouteRow, ...] = ()
    cities: tuple[CityChoice, ...] = ()
    whole_city: CityChoice | None = None  # the one city that is meant; the rows are its routes
    owned: Owned | None = None
    every_city: tuple[tuple[str, str], ...] = ()  # ids and names
    nothing_found: str = ""  # the words that nothing was found for
    offered: tuple[str, ...] = ()  # the routes that can be claimed, in the order of their numbers
    in_turns: bool = True
    sure: str | None = None  # the route that a tap claims or takes off at once, where a board is entered afterwards
    card: PlayerCard | None = None
    entry_choices: tuple[EntryChoices, ...] = ()  # entries that the rules of this board bring
    stops: bool = False  # whether it asks if turns should no longer be tracked

    @property
    def query_fields(self) -> dict[str, str]:
        """The query as a form carries it, so that a refusal can show the same sheet again."""
        return {f"asked-{name}": value for name, value in self.query.fields.items()}

    @property
    def questions(self) -> list[tuple[str, str]]:
        """Questions that the offered routes may raise, each with its place in the rulebook."""
        tracks = [track for row in self.rows for track in row.tracks if track.open]
        questions = []
        if any(track.tunnel for track in tracks):
            questions.append(("tunnels", _("Tunnel: how many extra cards?")))
        if any(track.ferry for track in tracks):
            questions.append(("ferries", _("Ferry: what does it cost?")))
        return questions

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show. Where turns aren't tracked, a chosen player has no card."""
        return not (self.query.fields or self.stops or (self.query.player and self.in_turns))


def choice_sheet(game: View, query: Query, picker: Picker | None) -> ChoiceSheet:
    """The sheet that answers a query."""
    player = query.player or claimer(game)
    if query.route in game.table.owners:
        return _sheet_of_owned_route(game, query, player, query.route)
    if query.station in game.table.stations:
        station = _owned_station(game, query.station)
        return ChoiceSheet(query, player, owned=station, in_turns=game.table.turns_followed)
    if query.everything:
        named = [(city.id, place_name(game.board, city.id)) for city in game.board.cities]
        return ChoiceSheet(query, player, every_city=tuple(sorted(named, key=lambda city: sort_key(city[1]))))
    if query.stop:
        followed = game.table.turns_followed
        return ChoiceSheet(query, player, in_turns=followed, stops=game.plays and followed)
    tapped = painting.route_to_take_off(game, query.tap, picker, player)
    if tapped:
        sure = tapped if painting.may_take_off(game, player, tapped) else None
        return _sheet_of_owned_route(game, query, player, tapped, sure)
    matches = _matches(game, query, picker)
    rows = tuple(route_rows.route_rows(game, player, matches.pairs))
    cities = tuple(route_rows.city_choice(game, player, city) for city in matches.cities)
    return ChoiceSheet(
        query,
        player,
        rows,
        () if matches.alone else cities,
        cities[0] if matches.alone else None,
        nothing_found=query.find if not rows and not cities else "",
        offered=route_rows.open_routes(rows),
        in_turns=game.table.turns_followed,
        sure=painting.route_to_claim(game, query.tap, picker, player, rows),
        card=None if query.fields or not query.player else player_card(game, player),
        entry_choices=_entry_choices(game, query, player, matches),
    )


def _sheet_of_owned_route(game: View, query: Query, player: str, route: str, sure: str | None = None) -> ChoiceSheet:
    """The sheet on which a claimed route is corrected."""
    return ChoiceSheet(
        query,
        player,
        owned=_owned_route(game, route),
        entry_choices=entry_choices(game, player, route),
        in_turns=game.table.turns_followed,
        sure=sure,
    )


def _entry_choices(game: View, query: Query, player: str, matches: Matches) -> tuple[EntryChoices, ...]:
    """Entries that only this board has: for a single city those about it, on a player's card those about no place."""
    if matches.alone:
        return entry_choices(game, player, matches.cities[0])
    is_card = query.player and not query.fields
    return entry_choices(game, player) if is_card else ()


def result_in_words(choice: ChoiceSheet) -> str:
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


def _matches(game: View, query: Query, picker: Picker | None) -> Matches:
    """The pairs and cities that a query may mean."""
    board = game.board
    if query.city:
        return Matches(_pairs_at(board, query.city), [query.city], True)
    if query.x is not None and query.y is not None and picker:
        return _near_tap(board, picker, query.x, query.y)
    return _matching_text(board, query.find) if query.find else Matches([], [])


def _owned_route(game: View, route_id: str) -> Owned:
    """A claimed route."""
    table, route = game.table, game.board.route[route_id]
    place, owner = table.claimed_at[route_id], table.owners[route_id]
    name, facts = route_rows.route_in_words(game, route, owner)
    second = next((other for other in table.owners_of(route_id) if other != owner), "")
    return Owned(name, facts, owner, place, time_ago(game.log[place - 1].at), route.color, second)


def _owned_station(game: View, city: str) -> Owned:
    """The station that was built in a city."""
    name = _("Station in {city}").format(city=game.board.city[city].name)
    stations = ((place, entry) for place, entry in in_force(game.log) if isinstance(entry, Station))
    place, station = next((place, entry) for place, entry in stations if entry.city == city)
    return Owned(name, "", station.player, place, time_ago(game.log[place - 1].at))


def time_ago(at: str | None, now: datetime | None = None) -> str:
    """How long ago an entry was made, in words."""
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


def _near_tap(board: Board, picker: Picker, x: float, y: float) -> Matches:
    """What a tap on the picture may mean: routes and cities near it, or a city with its routes."""
    near = _cities_near(board, x, y)
    if near and near[0].distance <= CITY:
        city = near[0].city
        by_distance = [candidate.pair for candidate in picker.nearest((x, y), len(board.route))]
        return Matches(sorted(_pairs_at(board, city), key=by_distance.index), [city], True)
    pairs = [candidate.pair for candidate in picker.nearest((x, y), MOST_ROWS)]
    return Matches(pairs, [each.city for each in near[:2]])


def _pairs_at(board: Board, city: str) -> list[str]:
    """The pairs of a city by their names."""
    pairs = dict.fromkeys(route.pair for route in board.routes_at(city))
    return sorted(pairs, key=lambda pair: sort_key(pair_name(board, pair)))


def _matching_text(board: Board, text: str) -> Matches:
    """What a typed text may mean: routes and cities, or one city with its routes."""
    results = search(board, text)
    if not results.pairs and len(results.cities) == 1:
        return Matches(_pairs_at(board, results.cities[0]), [*results.cities], True)
    return Matches([*results.pairs[:MOST_ROWS]], [*results.cities[:MOST_ROWS]])


def _cities_near(board: Board, x: float, y: float) -> list[NearCity]:
    """The cities near a tap, nearest first."""
    if board.layout is None:
        return []
    cities = [NearCity(_distance(place, x, y), place.id) for place in board.layout.spots if place.id in board.city]
    return sorted(near for near in cities if near.distance <= NEARBY)


def _distance(place: Place, x: float, y: float) -> float:
    """How far a tap is from a place. A tap on the name beside it counts as near, wherever on it that is."""
    distance = hypot(place.x - x, place.y - y)
    return min(distance, ON_NAME) if _is_on_name(place, x, y) else distance


def _is_on_name(place: Place, x: float, y: float) -> bool:
    """Whether a tap is on the name of a place."""
    if place.label is None:
        return False
    left, top, width, height = place.label
    return left <= x <= left + width and top <= y <= top + height


def query_from(fields: Mapping[str, str], game: View) -> Query:
    """The query in an address or form. Values that make no sense are left out."""
    x, y = (_number(fields.get(name)) for name in ("x", "y"))
    if x is None or y is None:  # a point has both
        x = y = None
    player = fields.get("player")
    return Query(
        x,
        y,
        city=_if_listed(fields.get("city"), game.board.city),
        find=fields.get("find", "").strip()[:LONGEST_SEARCH],
        route=_if_listed(fields.get("route"), game.board.route),
        station=_if_listed(fields.get("station"), game.board.city),
        everything="all" in fields,
        stop="stop" in fields,
        player=player if player in game.setup.colors else None,
        scale=_number(fields.get("scale")),
    )


def sample_search(board: Board) -> str:
    """An example of a search: the beginnings of a route's two cities, in plain letters if some route has these."""
    beginnings = [[board.city[end].name[:3].casefold() for end in route.ends] for route in board.route.values()]
    easily_typed = (both for both in beginnings if all(each.isalpha() and each.isascii() for each in both))
    return " ".join(next(easily_typed, beginnings[0]))


def _if_listed(name: str | None, names: Mapping[str, object]) -> str | None:
    """The name if it is one of these, else None."""
    return name if name in names else None


def _number(text: str | None) -> float | None:
    """A number from a form, if it is one and not absurdly large."""
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if abs(number) < 1e5 else None
