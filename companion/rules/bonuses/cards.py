"""The bonus cards of Northern Lights as one table: each pays the player with the most of something, and all who tie.

Most of them count a player's routes, or completed tickets, of some kind.
"""

from collections.abc import Callable
from typing import Final

from companion.boards.model import Board, City, Route
from companion.boards.tickets import Ticket
from companion.i18n import N_, NN_, Text
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.longest_path import measure as longest_path
from companion.rules.bonuses.pay import TO_THE_MOST
from companion.rules.mechanics.bonus_cards import CAPITALS
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table

Measure = Callable[[Table, PlayerScore], Item]


def routes_that(fits: Callable[[Board, Route], bool]) -> Measure:
    """A measure of the player's routes that fit a condition."""

    def measure(table: Table, player: PlayerScore) -> Item:
        routes = tuple(name for name in player.routes if fits(table.board, table.board.route[name]))
        return Item("", len(routes), routes=routes)

    return measure


def tickets_that(fits: Callable[[Board, PlayerScore, Ticket], bool]) -> Measure:
    """A measure of the player's completed tickets that fit a condition."""

    def measure(table: Table, player: PlayerScore) -> Item:
        tickets = tuple(ticket.id for ticket in player.completed if fits(table.board, player, ticket))
        return Item("", len(tickets), tickets=tickets)

    return measure


def touches(board: Board, route: Route, fits: Callable[[City], bool]) -> bool:
    """Whether the city at either end of a route fits a condition."""
    return any(fits(board.city[end]) for end in route.ends)


def names(board: Board, ticket: Ticket, tag: str) -> bool:
    """Whether a ticket names a place with this tag."""
    return any(tag in board.city[end].tags for end in ticket.ends if end in board.city)


TICKETS_TO_CAPITALS: Final = tickets_that(lambda board, _player, ticket: names(board, ticket, "capital"))
ROUTES_TO_CAPITALS: Final = routes_that(
    lambda board, route: touches(board, route, lambda city: "capital" in city.tags)
)


def capitals(table: Table, player: PlayerScore) -> Item:
    """Completed tickets to capitals, or routes to capitals, as the table chose."""
    measure = ROUTES_TO_CAPITALS if table.option(CAPITALS) == "routes" else TICKETS_TO_CAPITALS
    return measure(table, player)


def countries(table: Table, player: PlayerScore) -> Item:
    """How many countries the player's routes touch, and one place in each."""
    first_place: dict[str, str] = {}  # country -> the first of its places that the routes touch
    touched = [(table.board.city[end].region, end) for end in table.board.ends_of(player.routes)]
    for country, end in [(country, end) for country, end in touched if country]:
        first_place.setdefault(country, end)
    return Item("", len(first_place), cities=tuple(sorted(first_place.values())))


def trains_left(_table: Table, player: PlayerScore) -> Item:
    """How many trains the player has left."""
    return Item("", player.trains_left)


def locomotives(table: Table, player: PlayerScore) -> Item:
    """How many locomotives the player counted."""
    return Item("", table.count(player.color, "locomotives"), things=("locomotives",))


def card(name: str, title: str, measure: Measure, note: Text, reason: Text, *rules: str) -> Bonus:
    """A bonus card: its bonus pays the players with the most of what is measured."""
    return Bonus(
        id=name,
        name=title,
        measure=lambda table, player: measure(table, player)._replace(kind=name),
        pay=TO_THE_MOST,
        note=note,
        reason=reason,
        rules=lambda _board: rules,
    )


BONUSES: Final = (
    card(
        "small-steps",
        N_("Small Steps"),
        routes_that(lambda _board, route: route.length == 1),
        NN_("{n} route", "{n} routes"),
        NN_("{n} route of length 1: {routes}", "{n} routes of length 1: {routes}"),
        N_("For the most routes of length 1."),
    ),
    card(
        "local-network",
        N_("Local Network"),
        tickets_that(lambda _board, player, ticket: player.points_of(ticket) <= 5),
        NN_("{n} ticket", "{n} tickets"),
        NN_(
            "{n} completed ticket of up to 5 points: {tickets}", "{n} completed tickets of up to 5 points: {tickets}"
        ),
        N_("For the most completed tickets worth 5 points or less."),
    ),
    card(
        "ferry-master",
        N_("Ferry Master"),
        routes_that(lambda _board, route: route.ferry > 0),
        NN_("{n} ferry", "{n} ferries"),
        NN_("{n} ferry: {routes}", "{n} ferries: {routes}"),
        N_("For the most ferries."),
    ),
    card(
        "wild-west",
        N_("Wild West"),
        routes_that(lambda board, route: touches(board, route, lambda city: city.region == "Norway")),
        NN_("{n} route", "{n} routes"),
        NN_("{n} route that touches Norway: {routes}", "{n} routes that touch Norway: {routes}"),
        N_("For the most routes with an end in Norway."),
    ),
    card(
        "snowplow",
        N_("Snowplow"),
        routes_that(lambda board, route: touches(board, route, lambda city: "polar" in city.tags)),
        NN_("{n} route", "{n} routes"),
        NN_("{n} route north of the Arctic Circle: {routes}", "{n} routes north of the Arctic Circle: {routes}"),
        N_("For the most routes with an end north of the Arctic Circle."),
    ),
    card(
        "polar-express",
        N_("Polar Express"),
        tickets_that(lambda board, _player, ticket: names(board, ticket, "polar")),
        NN_("{n} ticket", "{n} tickets"),
        NN_("{n} completed ticket to the far north: {tickets}", "{n} completed tickets to the far north: {tickets}"),
        N_("For the most completed tickets that name a city north of the Arctic Circle."),
    ),
    card(
        "capital-investment",
        N_("Capital Investment"),
        capitals,
        "{n}",
        NN_("{n} connection to a capital", "{n} connections to a capital"),
        N_("For the most completed tickets that name a capital."),
        N_("Before the game, you can agree to count routes to a capital instead."),
    ),
    card(
        "international-tycoon",
        N_("International Tycoon"),
        countries,
        NN_("{n} country", "{n} countries"),
        NN_("{n} country", "{n} countries"),
        N_("For the most countries your routes touch."),
    ),
    card(
        "cost-efficiency",
        N_("Cost Efficiency"),
        trains_left,
        NN_("{n} train left", "{n} trains left"),
        NN_("{n} train left", "{n} trains left"),
        N_("For the most trains left at the end."),
    ),
    card(
        "call-of-the-wild",
        N_("Call of the Wild"),
        locomotives,
        NN_("{n} locomotive", "{n} locomotives"),
        NN_("{n} locomotive in hand", "{n} locomotives in hand"),
        N_("For the most locomotives in hand at the end; two cards of one colour count as one locomotive."),
    ),
    card(
        "nordic-express",
        N_("Nordic Express"),
        longest_path,
        "{trains}",
        N_("{trains}: {way}"),
        N_("For the longest path of your own routes, counted in trains, with no branches."),
    ),
)
