"""Notices: warnings about what the rules cannot decide and the players must settle, each with a stable code.

`prose.warning_clauses` words them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.boards.tickets import Ticket
from companion.rules.counters import NEUTRAL
from companion.rules.table import Table


@dataclass(frozen=True, slots=True)
class Notice:
    """Something for the players to settle: whom it is about in seating order, tickets in the order of the log.

    A notice of a mechanic has a `wording`, which may hold {names}, {routes} and {things}, or {name} if it is always
    about one player. The common ones are worded by their code.
    """

    code: str
    players: tuple[str, ...]
    tickets: tuple[str, ...] = ()
    entry: int | None = None
    routes: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    wording: str = ""
    asks: str = ""  # the same as a question before the entry is made, where not making it would settle it


def notices(table: Table) -> Iterator[Notice]:
    """All notices about a table."""
    yield from _tickets_held_twice(table)
    yield from _too_few_tickets(table)
    yield from _too_many_long_tickets(table)
    for place, player in table.turns_too_many:
        yield Notice("turn-too-many", (player,), (), place)
    yield from _counted_too_many(table)
    yield from _of_mechanics(table)


def doubts(before: Table, after: Table) -> Iterator[Notice]:
    """Questions to ask before an entry is made, because a rule of the board makes it look like a mistake.

    They are the notices with a question that only the table `after` the entry has. Where turns are not followed
    there are none, since what the entry lacks may then be entered later.
    """
    if before.turns_followed and before.mechanics:
        earlier = set(_of_mechanics(before))
        yield from (notice for notice in _of_mechanics(after) if notice.asks and notice not in earlier)


def made_with(table: Table, place: int) -> Iterator[Notice]:
    """The notices with a question (see `doubts`) about the entry at this place, which has been made."""
    return (notice for notice in _of_mechanics(table) if notice.asks and notice.entry == place)


def _of_mechanics(table: Table) -> Iterator[Notice]:
    """The notices of the board's mechanics."""
    for mechanic in table.mechanics:
        yield from mechanic.notices(table)


def _tickets_held_twice(table: Table) -> Iterator[Notice]:
    """Tickets that more players hold than there are copies of the card, where the cards are known."""
    if table.board.typed_tickets:
        return
    printed = Counter(ticket.card for ticket in table.board.tickets_of(table.setup.variant).values())
    held: dict[str, list[tuple[str, Ticket]]] = {}
    for player, ticket in table.held:
        held.setdefault(ticket.card, []).append((player, ticket))
    for card, holders in held.items():
        if len(holders) > printed[card]:
            players = sorted({player for player, __ in holders}, key=table.setup.colors.index)
            tickets = dict.fromkeys(ticket.id for __, ticket in holders)
            yield Notice("ticket-held-twice", tuple(players), tuple(tickets))


def _too_few_tickets(table: Table) -> Iterator[Notice]:
    """Players who hold fewer tickets at the end than everybody has to keep at the start.

    None if the log hides entries, since these may be tickets.
    """
    least = table.board.variants[table.setup.variant].keep
    players = [player for player in table.setup.colors if len(table.tickets_of(player)) < least]
    if players and table.finished and not table.hidden:
        yield Notice("too-few-tickets", tuple(players))


def _too_many_long_tickets(table: Table) -> Iterator[Notice]:
    """Players who hold more long tickets than are dealt."""
    board, variant = table.board, table.setup.variant
    most = board.variants[variant].most_long
    long = [(player, ticket.id) for player, ticket in table.held if board.is_long(ticket, variant)]
    count = Counter(player for player, __ in long)
    players = [player for player in table.setup.colors if count[player] > most]
    if players:
        tickets = tuple(ticket for player, ticket in long if player in players)
        yield Notice("too-many-long-tickets", tuple(players), tickets)


def _counted_too_many(table: Table) -> Iterator[Notice]:
    """Things that were counted more often than there are in the box."""
    for thing, counter in table.counters.items():
        counts = {player: table.count(player, thing) for player in (*table.setup.colors, NEUTRAL)}
        if counter.most is not None and sum(counts.values()) > counter.most:
            players = tuple(player for player, n in counts.items() if n and player != NEUTRAL)
            yield Notice("counted-too-many", players, things=(thing,))
