"""How long it takes to compare a whole box with what Trackside has of it, by a stop-watch model: glances and taps.

Every fact is looked at on the screen and on the board; nothing differs, so each screen takes one tap, and one that
shows a part of the board a swipe to its last lines. The way to play with the most tickets is taken, a board a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bench.evening import FINDING, SWIPE, TAP
from bench.report import Row, at_most, told
from companion.boards.model import Board
from companion.pages.compare.view import Screen, screens

# Seconds: a route, nine of which lie together and are numbered as on the screen; a ticket, in a deck that is sorted
# like the screen; a number; each word of a sentence or a list.
ROUTE: Final = 1.7
TICKET: Final = 1.5
NUMBER: Final = 1.5
WORD: Final = 0.22  # 270 a minute
CONSTANTS: Final = (
    f"route {ROUTE}, ticket {TICKET}, number {NUMBER}, word of a sentence {WORD}, "
    f"finding a part of the board {FINDING}, tap {TAP}, swipe {SWIPE} s"
)
MINUTES: Final = 8.0


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """Minutes for each board."""
    yield told("to compare a box", CONSTANTS)
    for board in boards.values():
        variant = max(board.variants, key=lambda name: len(board.tickets_of(name)))
        every = screens(board, variant)
        facts = sum(len(screen.facts) for screen in every)
        what = f"{board.id}, {variant}: {facts} facts on {len(every)} screens"
        yield at_most(what, seconds(every) / 60, MINUTES, "minutes")


def seconds(every: Iterable[Screen]) -> float:
    """The time for all screens."""
    return sum(map(_screen, every))


def _screen(screen: Screen) -> float:
    looks = sum(_fact(asked.fact.name, asked.fact.figures, bool(asked.fact.pair)) for asked in screen.facts)
    return looks + TAP + (FINDING + SWIPE if screen.box else 0.0)


def _fact(name: str, figures: str, route: bool) -> float:
    """A route and a ticket are taken in at a glance; what is longer is read."""
    words = len(f"{name} {figures}".split())
    if route:
        return ROUTE
    return TICKET if " – " in name else max(NUMBER, words * WORD)
