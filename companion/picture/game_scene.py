"""Makes scenes and walks of a game's table and tally. Pure."""

from collections.abc import Mapping

from companion.picture.looks import LOOKS, Look, looks
from companion.picture.scene import Scene, Walk
from companion.rules.table import Table
from companion.rules.tally import Tally


def scene_of(table: Table) -> Scene:
    """The scene of a table: trains and stations on the board, and during the game the last claim highlighted."""
    return Scene(
        owners=dict(table.owners),
        stations={**table.stations, **table.markers},  # markers and harbours are drawn in a city as stations are
        shared={route: player for route, player in table.claims if player != table.owners[route]},
        last=None if table.finished else next(reversed(table.owners), None),
        big_cities=table.board.variants[table.setup.variant].big_cities,
    )


def looks_of(table: Table) -> Mapping[str, Look]:
    """The looks of the players, with the shapes and letters that they chose."""
    usual = looks(table.board.colors)
    return {
        player.color: usual[player.color].chosen(player.shape, player.letter)
        for player in table.setup.players
        if player.color in LOOKS
    }


def joined_walks(one: Walk, other: Walk) -> Walk:
    """Two walks as one, to draw both; `cities[n]` is still where `routes[n]` begins."""
    return Walk((*one.cities[:-1], *other.cities), (*one.routes, *other.routes))


def longest_of(tally: Tally, player: str) -> Walk | None:
    """A player's longest path; None if they have no route."""
    path = tally.line(player).score.path
    return Walk(path.cities, path.routes) if path.routes else None


def journey_of(tally: Tally, ticket: str) -> Walk | None:
    """The path that completed a ticket, of any player; None if nobody completed it."""
    for line in tally.lines:
        journey = line.score.journeys.get(ticket)
        if journey:
            return Walk(journey.cities, journey.routes, frozenset(journey.borrowed))
    return None
