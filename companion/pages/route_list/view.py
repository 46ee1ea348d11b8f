"""The board as a table: every track with its cities, colour, length, points and owner."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.i18n import gettext as _
from companion.i18n import pgettext
from companion.languages import sort_key
from companion.pages.shared import route_rows
from companion.pages.shared.route_rows import CityChoice, Track
from companion.play.view import View
from companion.prose.display_names import isolated, pair_name


@dataclass(frozen=True, slots=True)
class RouteFilter:
    """Which routes to list, and for whom the buttons claim them."""

    only: str = ""  # "open", or the colour of a player for theirs; empty for all
    city: str | None = None
    player: str | None = None  # who claims

    @property
    def fields(self) -> dict[str, str]:
        """The filter as fields of an address."""
        fields = {"only": self.only, "city": self.city, "player": self.player}
        return {name: value for name, value in fields.items() if value}


@dataclass(frozen=True, slots=True)
class Line:
    """A track in the list. Parallel tracks of one colour are one line while all are free, as it doesn't matter which
    is claimed.
    """

    start: str
    goal: str
    track: Track
    length: str
    points: str
    more: str

    @property
    def name(self) -> str:
        """The name of a line, different from every other's."""
        return _("{route}, {colour}").format(route=f"{self.start} – {self.goal}", colour=self.track.colour)


def lines(game: View, player: str, route_filter: RouteFilter) -> list[Line]:
    """The routes that pass the filter, sorted by city, with what this player can do there."""
    board, city = game.board, route_filter.city
    routes = board.route.values() if city is None else board.routes_at(city)
    pairs = sorted({route.pair for route in routes}, key=lambda pair: sort_key(pair_name(board, pair)))
    rows = route_rows.route_rows(game, player, pairs)
    tracks = (track for row in rows for track in row.tracks if _fits(track, route_filter.only))
    found = [_line(game, player, track, city) for track in tracks]
    return sorted(found, key=lambda line: (sort_key(line.start), sort_key(line.goal)))


def station(game: View, player: str, route_filter: RouteFilter) -> CityChoice | None:
    """The line about a station in the city whose routes are shown."""
    if route_filter.city is None or game.board.stations is None:
        return None
    return route_rows.city_choice(game, player, route_filter.city)


def filters(game: View, mine: str | None) -> Iterator[tuple[str, str]]:
    """The filters to choose from: the value of `RouteFilter.only`, and its words with the number of its routes.

    `mine` is the colour of this phone's one player.
    """
    # Translators: which routes, and how many there are, such as: Open: 54
    text = _("{which}: {n}")
    yield "", text.format(which=pgettext("routes", "All"), n=len(game.board.route))
    yield "open", text.format(which=pgettext("routes", "Open"), n=len(game.table.free_routes()))
    for color in game.setup.colors:
        which = pgettext("routes", "Mine") if color == mine else isolated(game.setup.name(color))
        yield color, text.format(which=which, n=len(game.table.routes_of(color)))


def _fits(track: Track, only: str) -> bool:
    """Whether a track passes the filter."""
    if not only:
        return True
    return track.open if only == "open" else track.owner == only


def _line(game: View, player: str, track: Track, city: str | None) -> Line:
    """A track as a line of the list, with the chosen city first."""
    board = game.board
    route = board.route[track.route]
    ends = sorted(route.ends, key=lambda end: end != city)  # False sorts before True: the chosen city is first
    trains, points = route_rows.pieces_and_points(game, route, track.owner or player)
    more = " · ".join(route_rows.printed_features(route))
    return Line(board.city[ends[0]].name, board.city[ends[1]].name, track, trains, points, more)
