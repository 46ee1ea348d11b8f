"""What nobody has checked about a board yet: tracks that can be read in two ways, and tickets to compare."""

from collections.abc import Iterator

from companion.boards.model import Board
from companion.boards.open_questions import Reading
from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.prose.display_names import colour_name, pair_name, ticket_name
from companion.rules.network import fewest_trains


def in_short(board: Board) -> str:
    """The names of everything to compare with the box; empty if nothing is undecided."""
    tracks = [pair_name(board, reading.pair) for reading in board.undecided.tracks]
    cards = [ticket_name(board, card) for card in board.undecided.cards]
    named = ", ".join(tracks + cards)
    # Translators: routes and tickets whose figures people should compare with their box, one after the other
    return _("Compare with your box: {names}.").format(names=named) if named else ""


def in_full(board: Board) -> Iterator[str]:
    """A line for each thing to compare: first what Trackside counts, then what it may be."""
    for reading in board.undecided.tracks:
        # Translators: a route, and two ways to read it off the board, such as: Graz – Linz: 3 or 4 spaces
        yield _("{route}: {readings}").format(
            route=pair_name(board, reading.pair), readings=", ".join(_readings(board, reading))
        )
    for card in board.undecided.cards:
        goal = board.ticket[card].goals[0]
        shortest = fewest_trains(board, goal)
        text = ngettext(
            "The ticket {ticket}: worth {points}, but its shortest path has {n} space",
            "The ticket {ticket}: worth {points}, but its shortest path has {n} spaces",
            shortest,
        )
        yield text.format(ticket=ticket_name(board, card), points=goal.points, n=shortest)
    printed = board.undecided.tickets
    if printed:
        text = ngettext(
            "{ours} tickets here, {n} in the printed rules", "{ours} tickets here, {n} in the printed rules", printed
        )
        yield text.format(ours=len(board.ticket), n=printed)


def _readings(board: Board, reading: Reading) -> Iterator[str]:
    """The two readings of a track: one sentence for each fact in which they differ."""
    track = board.pairs[reading.pair][0]
    if reading.length:
        text = ngettext("{ours} or {n} space", "{ours} or {n} spaces", reading.length)
        yield text.format(ours=track.length, n=reading.length)
    if reading.color:
        # Translators: two colours that a route may have
        yield _("{ours} or {other}").format(ours=colour_name(track.color), other=colour_name(reading.color))
    if reading.single:
        yield _("a double route or a single one")
