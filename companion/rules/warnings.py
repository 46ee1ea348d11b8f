"""What the rules cannot decide and the table must settle: a notice each, with a stable code and whom it is about.

`prose.warnings` words them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.table import Table


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be settled: players in seating order, tickets in the order of the log."""

    code: str
    players: tuple[str, ...]
    tickets: tuple[str, ...] = ()
    entry: int | None = None


def warnings(table: Table) -> Iterator[Notice]:
    """Everything about a table that somebody should look at."""
    yield from _held_twice(table)
    yield from _too_few(table)
    yield from _too_many_long(table)
    for place, player in table.turns_too_many:
        yield Notice("turn-too-many", (player,), (), place)


def _held_twice(table: Table) -> Iterator[Notice]:
    """There is one card of each ticket, so two players who hold it cannot both be right."""
    holders: dict[str, list[str]] = {}
    for player, ticket in table.held:
        holders.setdefault(ticket.id, []).append(player)
    for name, players in holders.items():
        if len(players) > 1:
            yield Notice("ticket-held-twice", tuple(sorted(players, key=table.setup.colors.index)), (name,))


def _too_few(table: Table) -> Iterator[Notice]:
    """At the start everybody keeps so many tickets at least; a log with hidden places may hide them."""
    least = table.board.variants[table.setup.variant].keep
    players = [player for player in table.setup.colors if len(table.tickets_of(player)) < least]
    if players and table.finished and not table.hidden:
        yield Notice("too-few-tickets", tuple(players))


def _too_many_long(table: Table) -> Iterator[Notice]:
    """Long tickets are dealt only at the start, and only so many."""
    board, variant = table.board, table.setup.variant
    most = board.variants[variant].most_long
    long = [(player, ticket.id) for player, ticket in table.held if board.is_long(ticket, variant)]
    count = Counter(player for player, __ in long)
    players = [player for player in table.setup.colors if count[player] > most]
    if players:
        tickets = tuple(ticket for player, ticket in long if player in players)
        yield Notice("too-many-long-tickets", tuple(players), tickets)
