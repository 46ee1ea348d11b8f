"""Snowplow: a bonus for the most routes that touch a place north of the Arctic Circle."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.cards import routes_that, touches
from companion.rules.bonuses.pay import TO_THE_MOST

BONUS: Final = Bonus(
    id="snowplow",
    name=N_("Snowplow"),
    measure=routes_that("snowplow", lambda board, route: touches(board, route, lambda city: "polar" in city.tags)),
    pay=TO_THE_MOST,
    note=NN_("{n} route", "{n} routes"),
    reason=NN_("{n} route north of the Arctic Circle: {routes}", "{n} routes north of the Arctic Circle: {routes}"),
    rules=lambda _board: [N_("For the most routes with an end north of the Arctic Circle.")],
)
