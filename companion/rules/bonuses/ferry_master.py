"""Ferry Master: a bonus for the most ferries."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.cards import routes_that
from companion.rules.bonuses.pay import TO_THE_MOST

BONUS: Final = Bonus(
    id="ferry-master",
    name=N_("Ferry Master"),
    measure=routes_that("ferry-master", lambda _board, route: route.ferry > 0),
    pay=TO_THE_MOST,
    note=NN_("{n} ferry", "{n} ferries"),
    reason=NN_("{n} ferry: {routes}", "{n} ferries: {routes}"),
    rules=lambda _board: [N_("For the most ferries.")],
)
