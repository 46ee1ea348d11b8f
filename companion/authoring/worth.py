"""Compares the points of a board's tickets with their shortest paths. Pure.

A ticket is nearly always worth the length of the shortest path between its ends, or a little more. Less is probably a
mistake in the file: the points of the card, or the length of a track on the path.
"""

from collections import Counter
from collections.abc import Iterator

from companion.boards.model import Board
from companion.boards.tickets import Card, Goal
from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.prose.display_names import ends_of_ticket
from companion.rules.network import fewest_trains


def too_low(board: Board) -> Iterator[str]:
    """Findings: tickets worth less than their shortest path without a reason in the file, and unneeded reasons."""
    for card in board.tickets:
        below = [(goal, spaces) for goal, spaces in _compared(board, card) if goal.points < spaces]
        name = ends_of_ticket(board, next(card.tickets()))
        if card.low and not below:
            yield _("Remove “low” from {ticket}: its value isn't lower than its shortest path.").format(ticket=name)
        if card.low or board.low_tickets:
            continue
        for goal, spaces in below:
            text = ngettext(
                "{ticket} is worth {points}, but its shortest path has {n} space: check both, or say why in “low”.",
                "{ticket} is worth {points}, but its shortest path has {n} spaces: check both, or say why in “low”.",
                spaces,
            )
            yield text.format(ticket=name, points=goal.points, n=spaces)


def unused(board: Board) -> Iterator[str]:
    """Findings: tickets of sets that no variant plays with, perhaps because a set's name is misspelt."""
    for card in board.tickets:
        ticket = next(card.tickets())
        if ticket.id not in board.ticket:
            yield _("No variant uses {ticket}: look at its “sets”.").format(ticket=ends_of_ticket(board, ticket))


def scatter(board: Board) -> str:
    """A sentence with the number of tickets for each difference between points and shortest path."""
    differences = Counter(goal.points - spaces for card in board.tickets for goal, spaces in _compared(board, card))
    # Translators: how far values are from their shortest paths, and how many tickets, such as: −1 (2), 0 (28), +1 (3)
    counted = ", ".join(
        _("{apart} ({count})").format(apart=_signed(n), count=differences[n]) for n in sorted(differences)
    )
    return _("{board}: tickets compared with their shortest paths: {counted}").format(board=board.id, counted=counted)


def _compared(board: Board, card: Card) -> Iterator[tuple[Goal, int]]:
    """Each goal of a card with the length of its shortest path; of a tour only the goal in order."""
    ticket = next(card.tickets())
    for goal in ticket.goals:
        if goal.in_order or ticket.form != "tour":
            yield goal, fewest_trains(board, goal)


def _signed(n: int) -> str:
    """A number with its sign, except 0."""
    return f"{n:+}".replace("-", "−").replace("+0", "0")
