"""Warnings: notices of what the rules cannot decide and the table must settle, each with a stable code.

`prose.warnings` words them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.boards.tickets import Ticket
from companion.rules.counters import NEUTRAL
from companion.rules.table import Table


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be settled: players in seating order, tickets in the order of the log.

    That of a rule that only some boards have brings its words, as what a bonus says: {names}, {routes}, {things};
    {name} where it is always about one player.
    """

    code: str
    players: tuple[str, ...]
    tickets: tuple[str, ...] = ()
    entry: int | None = None
    routes: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    says: str = ""
    asks: str = ""  # the same as a question before the entry is made, where not making it would settle it


def warnings(table: Table) -> Iterator[Notice]:
    """Everything about a table that somebody should look at."""
    yield from _held_twice(table)
    yield from _too_few(table)
    yield from _too_many_long(table)
    for place, player in table.turns_too_many:
        yield Notice("turn-too-many", (player,), (), place)
    yield from _counted_too_many(table)
    yield from _of_mechanics(table)


def doubts(before: Table, after: Table) -> Iterator[Notice]:
    """What a rule of the board doubts about an entry, asked before it is made; told by the table before and after it.

    Only where turns are followed: else what the entry lacks may be entered later.
    """
    if before.turns_followed and before.mechanics:
        known = set(_of_mechanics(before))
        yield from (notice for notice in _of_mechanics(after) if notice.asks and notice not in known)


def made_with(table: Table, place: int) -> Iterator[Notice]:
    """What a rule of the board doubts about the entry at a place, once it is made."""
    return (notice for notice in _of_mechanics(table) if notice.asks and notice.entry == place)


def _of_mechanics(table: Table) -> Iterator[Notice]:
    for mechanic in table.mechanics:
        yield from mechanic.notices(table)


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
            yield Notice("ticket-held-twice", tuple(players), tuple(tickets))


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


def _counted_too_many(table: Table) -> Iterator[Notice]:
    """Of some things there are only so many in the box."""
    for thing, counter in table.counters.items():
        players = [player for player in (*table.setup.colors, NEUTRAL) if table.count(player, thing)]
        if counter.most is not None and sum(table.count(player, thing) for player in players) > counter.most:
            yield Notice("counted-too-many", tuple(p for p in players if p != NEUTRAL), things=(thing,))
