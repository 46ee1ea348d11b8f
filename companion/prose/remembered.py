"""What circles remember, in words: records, and the records that a game broke."""

from collections.abc import Iterable
from typing import Final

from companion.boards.model import Board
from companion.history.broken import Broken
from companion.history.figures import Feat
from companion.i18n import N_, NP_, pgettext
from companion.i18n import gettext as _
from companion.prose.display_names import isolated, ticket_name
from companion.rules.game_setup import Setup

MOST_SENTENCES: Final = 3  # about one game

# Each kind of record: a person's own, that of the whole circle, and its name in a list.
OWN: Final = {
    "points": N_("That's the most points you've ever had, {name}: {n}"),
    "longest": N_("That's your longest path ever, {name}: {n}"),
    "ticket": N_("That's the biggest ticket you've ever completed, {name}: {ticket}, {n}"),
    "tickets": N_("You've never completed this many tickets before, {name}: {n}"),
}
WHOLE: Final = {
    "points": N_("Nobody in this circle has ever had more points. {name}: {n}"),
    "longest": N_("Nobody in this circle has ever had a longer path. {name}: {n}"),
    "ticket": N_("Nobody in this circle has ever completed a bigger ticket. {name}: {ticket}, {n}"),
    "tickets": N_("Nobody in this circle has ever completed so many tickets. {name}: {n}"),
}
NAMES: Final = {
    "points": NP_("record", "Most points"),
    "longest": NP_("record", "Longest path"),
    "ticket": NP_("record", "Biggest ticket completed"),
    "tickets": NP_("record", "Most tickets completed"),
}


def broken_records_in_words(board: Board, setup: Setup, found: Iterable[Broken]) -> tuple[str, ...]:
    """A sentence for each record that a game broke, each only once, and no more than there is room for."""
    by_players = (broken for broken in found if broken.feat.color in setup.colors)
    sentences = dict.fromkeys(broken_in_words(board, broken, setup.name(broken.feat.color)) for broken in by_players)
    return tuple(sentences)[:MOST_SENTENCES]


def broken_in_words(board: Board, broken: Broken, name: str) -> str:
    """A record that was broken in a game on this board, as a sentence to whoever broke it."""
    texts, feat = WHOLE if broken.whole else OWN, broken.feat
    return _(texts[broken.kind]).format(name=isolated(name), n=feat.value, ticket=ticket_of(board, feat))


def record_name(kind: str) -> str:
    """What a record is called in a list."""
    return pgettext(*NAMES[kind])


def ticket_of(board: Board | None, feat: Feat) -> str:
    """The name of a record's ticket, or its id where the board is unknown or lacks it; empty if there is none."""
    if board is not None and feat.ticket in board.ticket:
        return ticket_name(board, feat.ticket)
    return feat.ticket
