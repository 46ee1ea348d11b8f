"""A player's card at the table: what they have left, and what they claimed."""

from dataclasses import dataclass

from companion.i18n import gettext as _
from companion.i18n import marked
from companion.pages.shared import route_rows
from companion.play.view import View
from companion.prose import counts


@dataclass(frozen=True, slots=True)
class OwnRoute:
    """A route or a station of a player."""

    field: str  # by which an address shows it: "route" or "station"
    id: str
    name: str
    facts: str


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """What a player has left, and what they have built."""

    facts: tuple[str, ...]
    built: tuple[OwnRoute, ...]
    next_name: str  # who sits next, whose turn it would be after this player's


def player_card(game: View, color: str) -> PlayerCard:
    """The card of one player, as everybody may see it."""
    table = game.table
    facts = [marked(text, n).format(n=n) for text, n in table.figures(color)]
    has_several_kinds = table.pieces_left(color) is not None  # then the figures have how many of each are left
    if not has_several_kinds:
        facts.insert(0, counts.pieces_left(game.board.piece_name, table.trains[color]))
    if game.board.stations:
        facts.append(counts.stations_left(game.board.stations.count - len(table.built_by(color))))
    if not game.options.points_hidden or table.finished:
        facts.append(counts.points(table.route_points(color)))
    seats = game.setup.colors
    after = seats[(seats.index(color) + 1) % len(seats)]
    return PlayerCard(tuple(facts), (*_routes(game, color), *_stations(game, color)), game.setup.name(after))


def _routes(game: View, color: str) -> list[OwnRoute]:
    """The player's routes, newest first."""
    routes = [game.board.route[name] for name in reversed(game.table.routes_of(color))]
    return [OwnRoute("route", route.id, *route_rows.route_in_words(game, route, color)) for route in routes]


def _stations(game: View, color: str) -> list[OwnRoute]:
    """The player's stations."""
    cities = [game.board.city[city] for city in game.table.built_by(color)]
    return [OwnRoute("station", city.id, _("Station in {city}").format(city=city.name), "") for city in cities]
