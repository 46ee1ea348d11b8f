"""Makes scenes and walks of a game's table and tally. Pure."""

from collections.abc import Mapping

from companion.picture.looks import LOOKS, Look, looks
from companion.picture.scene import Scene, Walk
from companion.rules.table import Table
from companion.rules.tally import Tally


def scene_of(table: Table) -> Scene:
    """The scene of a table: trains and stations on the board, and during the game the last claim highlighted."""
    last = None if table.finished else next(reversed(table.owners), None)
    big = table.board.variants[table.setup.variant].big_cities
    # A marker or harbour of the board's own stands in a city as a station does.
    standing = {**table.stations, **table.markers}
    shared = {route: player for route, player in table.claims if player != table.owners[route]}
    return Scene(owners=dict(table.owners), stations=standing, shared=shared, last=last, big_cities=big)


def looks_of(table: Table) -> Mapping[str, Look]:
    """The looks of the players, with the shapes and letters that they chose."""
    usual = looks(table.board.colors)
    return {
        player.color: usual[player.color].chosen(player.shape, player.letter)
        for player in table.setup.players
        if player.color in LOOKS
    }


def after(one: Walk, other: Walk) -> Walk:
    """Two walks as one, to draw both; `cities[n]` is still where `routes[n]` begins."""
    return Walk((*one.cities[:-1], *other.cities), (*one.routes, *other.routes))


def longest_of(tally: Tally, player: str) -> Walk | None:
    """A player's longest path; None if they have no route."""
    path = tally.line(player).score.path
    return Walk(path.cities, path.routes) if path.routes else None


def journey_of(tally: Tally, ticket: str) -> Walk | None:
    """The path that completed a ticket, of any player; None if nobody completed it."""
    for line in tally.lines:
        if way := line.score.journeys.get(ticket):
            return Walk(way.cities, way.routes, frozenset(way.borrowed))
    return None
