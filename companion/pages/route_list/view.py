"""The board as a table: every track with its cities, colour, length, points, and whose it is. No Flask."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.i18n import gettext as _
from companion.i18n import pgettext
from companion.languages import sort_key
from companion.pages.shared import candidates
from companion.pages.shared.candidates import CityChoice, Half
from companion.play.view import View
from companion.prose.names import isolated, pair_name


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which routes are wanted: all, those still open, or somebody's; those of a city; and who claims."""

    only: str = ""
    city: str | None = None
    player: str | None = None

    @property
    def asked(self) -> dict[str, str]:
        """The filter as fields of an address."""
        fields = {"only": self.only, "city": self.city, "player": self.player}
        return {name: value for name, value in fields.items() if value}


@dataclass(frozen=True, slots=True)
class Line:
    """A track, or two of a colour that are both free: nobody cares which."""

    start: str
    goal: str
    half: Half
    length: str
    points: str
    more: str

    @property
    def name(self) -> str:
        """The key of a line, different from every other."""
        return _("{route}, {colour}").format(route=f"{self.start} – {self.goal}", colour=self.half.colour)


def lines(game: View, player: str, wanted: Wanted) -> list[Line]:
    """The routes that are wanted, by their cities; those of one city by the other."""
    board, city = game.board, wanted.city
    pairs = {route.pair for route in (board.route.values() if city is None else board.routes_at(city))}
    rows = candidates.rows(game, player, sorted(pairs, key=lambda pair: sort_key(pair_name(board, pair))))
    lines = (_line(game, player, half, city) for row in rows for half in row.halves if _fits(half, wanted.only))
    return sorted(lines, key=lambda line: (sort_key(line.start), sort_key(line.goal)))


def station(game: View, player: str, wanted: Wanted) -> CityChoice | None:
    """The line about a station in the city whose routes are shown."""
    if wanted.city is None or game.board.stations is None:
        return None
    return candidates.city_choice(game, player, wanted.city)


def filters(game: View, mine: str | None) -> Iterator[tuple[str, str]]:
    """Which of the routes can be asked for, each with its words and how many there are."""
    # Translators: which routes, and how many there are, such as: Open: 54
    text = _("{which}: {n}")
    yield "", text.format(which=pgettext("routes", "All"), n=len(game.board.route))
    yield "open", text.format(which=pgettext("routes", "Open"), n=len(game.table.free_routes()))
    for color in game.setup.colors:
        which = pgettext("routes", "Mine") if color == mine else isolated(game.setup.name(color))
        yield color, text.format(which=which, n=len(game.table.routes_of(color)))


def _fits(half: Half, only: str) -> bool:
    return not only or (half.open if only == "open" else half.owner == only)


def _line(game: View, player: str, half: Half, city: str | None) -> Line:
    board = game.board
    route = board.route[half.route]
    ends = sorted(route.ends, key=lambda end: end != city)  # the wanted city first
    trains, points = candidates.figures(game, route, half.owner or player)
    more = " · ".join(candidates.printed(route))
    return Line(board.city[ends[0]].name, board.city[ends[1]].name, half, trains, points, more)
