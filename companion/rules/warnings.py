"""What the rules say but the table must settle: a warning each, with a stable code, its data and a sentence."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.boards.tickets import Ticket
from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.rules.refusals import ticket_name
from companion.rules.table import Table


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be settled: players in seating order, tickets in the order of the log."""

    code: str
    message: str
    players: tuple[str, ...]
    tickets: tuple[str, ...] = ()
    entry: int | None = None


def warnings(table: Table) -> Iterator[Notice]:
    """Everything about a table that somebody should look at."""
    yield from _held_twice(table)
    yield from _too_few(table)
    yield from _too_many_long(table)
    for place, player in table.turns_too_many:
        says = _("entry {entry} is a turn of {name} after the last one; it counts all the same")
        message = says.format(name=table.setup.name(player), entry=place)
        yield Notice("turn-too-many", message, (player,), (), place)


def _held_twice(table: Table) -> Iterator[Notice]:
    """A card is held no more often than it is printed, so of more players who hold it not all can be right."""
    printed = Counter(ticket.card for ticket in table.board.tickets_of(table.setup.variant).values())
    held: dict[str, list[tuple[str, Ticket]]] = {}
    for player, ticket in table.held:
        held.setdefault(ticket.card, []).append((player, ticket))
    for card, holders in held.items():
        if len(holders) > printed[card]:
            players = sorted({player for player, __ in holders}, key=table.setup.colors.index)
            tickets = dict.fromkeys(ticket.id for __, ticket in holders)
            says = _("{names} hold the same ticket {ticket}; there is only one, so one of them is a slip")
            message = says.format(names=_names(table, players), ticket=ticket_name(table.board, holders[0][1]))
            yield Notice("ticket-held-twice", message, tuple(players), tuple(tickets))


def _too_few(table: Table) -> Iterator[Notice]:
    """At the start everybody keeps so many tickets at least; a log with hidden places may hide them."""
    least = table.board.variants[table.setup.variant].keep
    players = [player for player in table.setup.colors if len(table.tickets_of(player)) < least]
    if players and table.finished and not table.hidden:
        says = _("fewer than {least} tickets: {names}; is one missing?")
        message = says.format(names=_names(table, players), least=least)
        yield Notice("too-few-tickets", message, tuple(players))


def _too_many_long(table: Table) -> Iterator[Notice]:
    """Long tickets are dealt only at the start, and only so many."""
    board, variant = table.board, table.setup.variant
    most = board.variants[variant].most_long
    long = [(player, ticket.id) for player, ticket in table.held if board.is_long(ticket, variant)]
    count = Counter(player for player, __ in long)
    players = [player for player in table.setup.colors if count[player] > most]
    if players:
        says = ngettext(
            "more than {most} long ticket: {names}; is one a slip?",
            "more than {most} long tickets: {names}; is one a slip?",
            most,
        )
        message = says.format(names=_names(table, players), most=most)
        tickets = tuple(ticket for player, ticket in long if player in players)
        yield Notice("too-many-long-tickets", message, tuple(players), tickets)


def _names(table: Table, players: Iterable[str]) -> str:
    return and_joined([table.setup.name(player) for player in players])
