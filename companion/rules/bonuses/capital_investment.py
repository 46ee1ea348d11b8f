"""Capital Investment: a bonus for the most completed tickets to capitals, or for the most routes there."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.cards import names, routes_that, tickets_that, touches
from companion.rules.bonuses.pay import TO_THE_MOST
from companion.rules.mechanics.bonus_cards import CAPITALS
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table

CARD: Final = "capital-investment"
TICKETS: Final = tickets_that(CARD, lambda board, _player, ticket: names(board, ticket, "capital"))
ROUTES: Final = routes_that(CARD, lambda board, route: touches(board, route, lambda city: "capital" in city.tags))


def measure(table: Table, player: PlayerScore) -> Item:
    """What the table chose to count."""
    return (ROUTES if table.option(CAPITALS) == "routes" else TICKETS)(table, player)


BONUS: Final = Bonus(
    id="capital-investment",
    name=N_("Capital Investment"),
    measure=measure,
    pay=TO_THE_MOST,
    note="{n}",
    reason=NN_("{n} connection to a capital", "{n} connections to a capital"),
    rules=lambda _board: [
        N_("For the most completed tickets that name a capital."),
        N_("Before the game, you can agree to count routes to a capital instead."),
    ],
)
