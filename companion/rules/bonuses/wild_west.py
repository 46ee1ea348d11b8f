"""Wild West: a bonus for the most routes that touch Norway."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.cards import routes_that, touches
from companion.rules.bonuses.pay import TO_THE_MOST

BONUS: Final = Bonus(
    id="wild-west",
    name=N_("Wild West"),
    measure=routes_that(
        "wild-west", lambda board, route: touches(board, route, lambda city: city.region == "Norway")
    ),
    pay=TO_THE_MOST,
    note=NN_("{n} route", "{n} routes"),
    reason=NN_("{n} route that touches Norway: {routes}", "{n} routes that touch Norway: {routes}"),
    rules=lambda _board: [N_("For the most routes with an end in Norway.")],
)
