"""The rules of a board that matter towards the end: stations, tickets, the last round, what is paid, and ties."""

from collections.abc import Collection, Iterator
from typing import Final

from companion.boards.model import Board, Stations, Variant
from companion.i18n import N_, and_joined, ngettext
from companion.i18n import gettext as _
from companion.prose import reasons
from companion.prose.rulebook_model import Part, Rule
from companion.rules.bonuses import BONUSES

TIES: Final = {
    "points": N_("the most points"),
    "tickets": N_("the most completed tickets"),
    "stations": N_("the fewest stations built"),
    "longest-path": N_("the longest path of the table"),
}


def stations(board: Stations) -> Part:
    """How a station is built and what it lends."""
    costs = and_joined([str(cost) for cost in board.cost_cards])
    says = ngettext("You have {n} station.", "You have {n} stations, and build one a turn at most.", board.count)
    worth = ngettext(
        "A station that is not built is worth {n} point at the end.",
        "A station that is not built is worth {n} points at the end.",
        board.unused_points,
    )
    return Part(
        "stations",
        _("Stations"),
        (
            Rule(says.format(n=board.count), "no-stations-left"),
            Rule(_("They cost {costs} cards of one colour, one after another.").format(costs=costs)),
            Rule(_("A city has room for one station, whoever builds it."), "city-taken"),
            Rule(_("It lends all your tickets the same route of one other player, one that ends in its city.")),
            Rule(_("Which route that is need not be said before the end; Trackside finds the best.")),
            Rule(_("It counts nothing for the longest path.")),
            Rule(worth.format(n=board.unused_points)),
        ),
    )


def tickets(board: Board) -> Part:
    """What is dealt and drawn, and what a ticket is worth."""
    return Part(
        "tickets",
        _("Tickets"),
        (
            Rule(_("A ticket is completed when its two cities are joined by your own routes, however long the way.")),
            Rule(_("Completed, its points are added at the end. Not completed, they are taken off.")),
            Rule(_("You hold a ticket once."), "ticket-held"),
            *(Rule(says) for says in _dealt(board)),
        ),
    )


def _dealt(board: Board) -> Iterator[str]:
    for variant in board.variants.values():
        says = _("{name}: {dealt} dealt, at least {keep} kept. Later {draw} drawn, at least {least} kept.")
        yield says.format(
            name=variant.name, dealt=_deal(variant), keep=variant.keep, draw=variant.draw, least=variant.draw_keep
        )


def _deal(variant: Variant) -> str:
    regular = str(variant.deal.regular)
    if not variant.deal.long:
        return regular
    return _("{long} long and {regular} regular").format(long=variant.deal.long, regular=regular)


def end(board: Board) -> Part:
    """The last round."""
    at = board.final_round_at
    starts = ngettext(
        "When a turn leaves its player with {n} train or fewer, the last round begins.",
        "When a turn leaves its player with {n} trains or fewer, the last round begins.",
        at,
    )
    return Part(
        "end",
        _("The end"),
        (
            Rule(starts.format(n=at)),
            Rule(_("Everybody has one more turn then, and that player is one of everybody."), "final-turn-had"),
            Rule(_("Afterwards all tickets are turned over, and nothing is added any more."), "after-finish"),
        ),
    )


def bonuses(board: Board) -> Iterator[Part]:
    """The rules of everything that is paid for or separates equals, then what each way to play pays."""
    paid = {name for variant in board.variants.values() for name in variant.bonuses}
    for bonus in BONUSES.values():
        if bonus.id in paid or bonus.id in board.tie_break:
            heading = _(bonus.heading) if bonus.heading else reasons.bonus_name(board, bonus.id)
            yield Part(bonus.id, heading, tuple(Rule(_(rule)) for rule in bonus.rules(board)))
    each = [_paid(board, variant) for variant in board.variants.values()]
    yield Part("bonuses", _("Bonuses"), (*each, *_equal(paid)))


def _paid(board: Board, variant: Variant) -> Rule:
    """What a way to play pays besides."""
    worth = {reasons.bonus_name(board, bonus): reasons.worth(value) for bonus, value in variant.bonuses.items()}
    paid = [_("{bonus} {points}").format(bonus=bonus, points=points) for bonus, points in worth.items()]
    says = _("{name}: {paid} points.") if paid else _("{name}: no bonus.")
    return Rule(says.format(name=variant.name, paid=and_joined(paid)))


def _equal(paid: Collection[str]) -> Iterator[Rule]:
    """What holds for players who are equal, by the ways in which these bonuses are paid."""
    rules = [rule for bonus in BONUSES.values() if bonus.id in paid for rule in bonus.pay.rules]
    return (Rule(_(rule)) for rule in dict.fromkeys(rules))


def ties(board: Board) -> Part:
    """What separates equals, in order."""
    first, *rest = (_(TIES[name]) for name in board.tie_break)
    rules = [Rule(_("Whoever has {criterion} wins.").format(criterion=first))]
    rules += [Rule(_("Still equal: {criterion}.").format(criterion=criterion)) for criterion in rest]
    rules.append(Rule(_("Who are equal in all of it share the win.")))
    return Part("ties", _("Ties"), tuple(rules))
