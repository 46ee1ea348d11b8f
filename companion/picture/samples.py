"""Made-up games as sample scenes for the gallery, the documentation and tests. Pure."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from companion.boards.base import joined
from companion.boards.model import Board, Route
from companion.boards.tickets import MOST_TYPED, Ticket, typed_id
from companion.picture.game_scene import journey_of, longest_of, scene_of
from companion.picture.scene import Scene
from companion.rules.game_setup import Player, Setup
from companion.rules.log import Claim
from companion.rules.replay import new_table, read
from companion.rules.score import score
from companion.rules.table import Table
from companion.rules.tally import tally

BORROWED: Final = 9  # how many more routes a borrowed one counts as, since a path with one shows more
NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy")


def mid_game(board: Board, claims: int = 40, seed: int = 3) -> Scene:
    """A game in progress: players in turn have extended a network from a city of their own."""
    return scene_of(_table(board, claims, seed))


def finished(board: Board, seed: int = 3) -> Scene:
    """A finished game, with the longest path and a completed ticket, if possible by a station."""
    table = _table(board, len(board.route), seed)
    table.finished = True
    seats = table.setup.colors
    if board.stations:
        for number, city in enumerate(board.cities[::7]):
            table.stations[city.id] = seats[number % len(seats)]
    ticket = _choose_ticket(table, seats[1])
    result = tally(table)
    longest = longest_of(result, result.longest[0] if result.longest else seats[0])
    scene = scene_of(table)
    return replace(scene, longest=longest, journey=journey_of(result, ticket) if ticket else None)


def everything(board: Board, seed: int = 3) -> Scene:
    """All kinds of highlights on one picture."""
    done = finished(board, seed)
    open_routes = tuple(route for route in board.route if route not in done.owners)
    some = tuple(city.id for city in board.cities if city.kind == "city")[:5]
    big = next((v.big_cities for v in board.variants.values() if v.big_cities), some)
    return replace(done, last=[*done.owners][-1], candidates=open_routes[:5], big_cities=big)


def choosing(board: Board, seed: int = 3) -> Scene:
    """A choice between routes after a tap."""
    scene = mid_game(board, 16, seed)
    near = next(city.id for city in board.cities if len(_open_at(board, scene, city.id)) >= 4)
    return replace(scene, candidates=tuple(_open_at(board, scene, near)[:5]))


def plain(_board: Board) -> Scene:
    """The board as printed."""
    return Scene()


# What a gallery shows, by a name for each.
SAMPLES: Final[Mapping[str, Callable[[Board], Scene]]] = {
    "empty": plain,
    "mid-game": mid_game,
    "choosing": choosing,
    "finished": finished,
    "everything": everything,
}


def _open_at(board: Board, scene: Scene, city: str) -> list[str]:
    """The unclaimed routes at a city."""
    return [route.id for route in board.routes_at(city) if route.id not in scene.owners]


def _table(board: Board, claims: int, seed: int) -> Table:
    """A table on which players have claimed so many random routes in turn, each next to their own network."""
    random = Random(seed)  # noqa: S311  (nothing secret depends on it)
    players = [Player(color=color, name=name) for color, name in zip(board.colors, NAMES, strict=False)]
    variant = next((name for name, v in board.variants.items() if v.big_cities), next(iter(board.variants)))
    table = new_table(board, Setup(map=board.id, variant=variant, players=players))
    colors = table.setup.colors
    reach = {color: {city.id} for color, city in zip(colors, random.sample(board.cities, 9), strict=False)}
    for turn in range(claims * 3):
        color = colors[turn % len(colors)]
        choice = _may_claim(table, color, reach[color])
        if choice and len(table.owners) < claims:
            route = random.choice(choice)
            read(table, turn + 1, Claim(type="claim", player=color, route=route.id))
            reach[color] |= {*route.ends}
    return table


def _may_claim(table: Table, color: str, reach: set[str]) -> list[Route]:
    """The routes that a player can claim next to the places in reach."""
    return [
        route
        for route in table.free_routes()
        if not reach.isdisjoint(route.ends)
        and all(table.owners.get(twin) != color for twin in route.twins)
        and table.pieces_for(Claim(type="claim", player=color, route=route.id)) <= _left(table, color, route)
    ]


def _left(table: Table, color: str, route: Route) -> int:
    """The pieces that a player still has of the route's kind."""
    kinds = table.pieces_left(color)
    return table.trains[color] if kinds is None else kinds[route.pieces]


def _choose_ticket(table: Table, color: str) -> str | None:
    """A ticket that a player completed by a long path; None if there is none.

    The player is dealt all tickets near their network. With stations, one is built where it makes the best path.
    """
    network = {city for route in table.routes_of(color) for city in table.board.route[route].ends}
    tickets = _tickets(table, network)
    table.held = [(color, t) for t in tickets if not network.isdisjoint(table.board.places_of(t))]
    if not table.board.stations:
        return _best_path(table, color).ticket
    paths: dict[str, _BestPath] = {}
    for city in sorted(network - table.stations.keys()):
        table.stations[city] = color
        paths[city] = _best_path(table, color)
        del table.stations[city]
    best_city = max(paths, key=lambda city: paths[city].worth)
    table.stations[best_city] = color
    return paths[best_city].ticket


def _tickets(table: Table, network: set[str]) -> Iterable[Ticket]:
    """The tickets of the variant; where they are typed, one for every two cities of a network."""
    deck = table.board.tickets_of(table.setup.variant)
    if not table.board.typed_tickets:
        return deck.values()
    pairs = combinations(sorted(network & table.board.typed_ends), 2)
    return [deck[typed_id(joined(a, b), MOST_TYPED)] for a, b in pairs]


class _BestPath(NamedTuple):
    """How much there is to see on the path of a completed ticket, and the ticket; None if none was completed."""

    worth: int
    ticket: str | None


def _best_path(table: Table, color: str) -> _BestPath:
    """The path of a player's completed tickets with most routes; a borrowed route counts as many."""
    journeys = score(table, color).journeys.items()
    paths = [
        _BestPath(len(journey.routes) + BORROWED * len(journey.borrowed), ticket) for ticket, journey in journeys
    ]
    return max(paths, default=_BestPath(0, None))
