"""Local Network: a bonus for the most completed tickets worth 5 points or less."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.cards import tickets_that
from companion.rules.bonuses.pay import TO_THE_MOST

BONUS: Final = Bonus(
    id="local-network",
    name=N_("Local Network"),
    measure=tickets_that("local-network", lambda _board, player, ticket: player.points_of(ticket) <= 5),
    pay=TO_THE_MOST,
    note=NN_("{n} ticket", "{n} tickets"),
    reason=NN_(
        "{n} completed ticket of up to 5 points: {tickets}", "{n} completed tickets of up to 5 points: {tickets}"
    ),
    rules=lambda _board: [N_("For the most completed tickets worth 5 points or less.")],
)
