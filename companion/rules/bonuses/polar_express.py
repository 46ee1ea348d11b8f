"""Polar Express: a bonus for the most completed tickets to cities north of the Arctic Circle."""

from typing import Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.cards import names, tickets_that
from companion.rules.bonuses.pay import TO_THE_MOST

BONUS: Final = Bonus(
    id="polar-express",
    name=N_("Polar Express"),
    measure=tickets_that("polar-express", lambda board, _player, ticket: names(board, ticket, "polar")),
    pay=TO_THE_MOST,
    note=NN_("{n} ticket", "{n} tickets"),
    reason=NN_(
        "{n} completed ticket to the far north: {tickets}", "{n} completed tickets to the far north: {tickets}"
    ),
    rules=lambda _board: [N_("For the most completed tickets that name a city north of the Arctic Circle.")],
)
