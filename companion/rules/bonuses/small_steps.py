"""Small Steps: a bonus for the most routes of one space."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.cards import routes_that
from companion.rules.bonuses.pay import TO_THE_MOST

BONUS: Final = Bonus(
    id="small-steps",
    name=N_("Small Steps"),
    measure=routes_that("small-steps", lambda _board, route: route.length == 1),
    pay=TO_THE_MOST,
    note=NN_("{n} route", "{n} routes"),
    reason=NN_("{n} route of length 1: {routes}", "{n} routes of length 1: {routes}"),
    rules=lambda _board: [N_("For the most routes of length 1.")],
)
