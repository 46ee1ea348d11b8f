"""A board's facts in screens of ten, uncertain ones first; routes with the part of the picture where they lie."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from gettext import NullTranslations
from math import ceil
from typing import Final

from companion.boards.geometry import Point
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.i18n import pgettext, speaking
from companion.languages import sort_key
from companion.pages.compare.facts import Fact, number_facts, route_facts, ticket_facts
from companion.pages.shared.board_picture import SCREEN
from companion.picture import Changes, Drawing, Scene, plan_of

TEN: Final = 10
ROUTES: Final = TEN - 1  # beside the question whether the box has any other there; as many as the picture can number
AROUND: Final = 20.0  # how much of the picture is shown around the routes


@dataclass(frozen=True, slots=True)
class Asked:
    """A fact under a key that is the same in every language, and another one once the fact is."""

    key: str
    fact: Fact
    number: int | None = None  # on the picture


@dataclass(frozen=True, slots=True)
class Screen:
    """Some ten facts under a heading. `box` is the view box of their part of the picture, `lit` its marks."""

    heading: str
    facts: tuple[Asked, ...]
    box: str = ""
    lit: Changes = field(default_factory=dict)


def screens(board: Board, variant: str) -> list[Screen]:
    """All that there is to compare of a board and a way to play it."""
    routes, others, tickets = _asked(board, variant)
    kinds = (routes, others, tickets)
    doubtful = [asked for kind in kinds for asked in kind if asked.fact.doubtful]
    routes, others, tickets = ([asked for asked in kind if not asked.fact.doubtful] for kind in kinds)
    tickets.sort(key=lambda asked: sort_key(asked.fact.name))
    shown = _Shown(board)
    return [
        *(shown.screen(_("Uncertain"), some) for some in _in_groups(doubtful, ROUTES)),
        *shown.screens(routes),
        *(Screen(_("Numbers and rules"), some) for some in _in_groups(others, TEN)),
        *(Screen(pgettext("heading", "Tickets"), some) for some in _in_groups(tickets, TEN)),
    ]


def _asked(board: Board, variant: str) -> Iterator[list[Asked]]:
    """The facts of each kind: routes, what there is in all and the rules, tickets."""
    kinds = (
        partial(route_facts, board),
        partial(number_facts, board, variant),
        partial(ticket_facts, board, variant),
    )
    for facts in kinds:
        with speaking(NullTranslations()):
            english = tuple(facts())
        yield [Asked(_key(*plain), fact) for plain, fact in zip(map(_words, english), facts(), strict=True)]


def _words(fact: Fact) -> tuple[str, str]:
    return fact.name, fact.figures


def _key(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:10]


class _Shown:
    """Routes on the picture of a board. Those that it doesn't show, or all where there is none, go by name alone."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._runs = plan_of(board, SCREEN).runs if board.layout else {}
        self._drawing = Drawing(board, SCREEN) if board.layout else None

    def screens(self, routes: Iterable[Asked]) -> Iterator[Screen]:
        """The routes by where they lie, nine to a part of the picture, and whether the box has others there."""
        drawn = [(self._middle(asked), asked) for asked in routes if self._line(asked)]
        for some in _divided(drawn):
            shown = self.screen(_("Routes"), some)
            other = Asked(_key("no other", *(asked.key for asked in some)), Fact(_("No other route in this part")))
            yield Screen(shown.heading, (*shown.facts, other), shown.box, shown.lit)
        for rest in _in_groups([asked for asked in routes if not self._line(asked)], TEN):
            yield Screen(_("Routes"), rest)

    def screen(self, heading: str, facts: Sequence[Asked]) -> Screen:
        """The facts, numbered where they are routes as on their part of the picture."""
        routes = [asked for asked in facts if self._line(asked)]
        if not routes or not self._drawing:
            return Screen(heading, tuple(facts))
        numbered = [Asked(asked.key, asked.fact, n) for n, asked in enumerate(routes, 1)]
        rest = [asked for asked in facts if asked not in routes]
        lit = self._drawing.changes(Scene(), Scene(candidates=tuple(self._first(asked) for asked in routes)))
        return Screen(heading, (*numbered, *rest), self._box(routes), lit)

    def _first(self, asked: Asked) -> str:
        return self._board.pairs[asked.fact.pair][0].id

    def _line(self, asked: Asked) -> Sequence[Point]:
        """The middle line of a route on the picture; empty for anything else."""
        run = self._runs.get(self._first(asked)) if asked.fact.pair else None
        return run.line if run else ()

    def _middle(self, asked: Asked) -> Point:
        line = self._line(asked)
        return line[len(line) // 2]

    def _box(self, routes: Iterable[Asked]) -> str:
        xs, ys = zip(*(point for asked in routes for point in self._line(asked)), strict=True)
        left, top = min(xs) - AROUND, min(ys) - AROUND
        return f"{left:.0f} {top:.0f} {max(xs) + AROUND - left:.0f} {max(ys) + AROUND - top:.0f}"


def _divided(spots: list[tuple[Point, Asked]]) -> Iterator[list[Asked]]:
    """Spots in groups of nearly equal size that lie together: cut in two along their longer side, again and again."""
    groups = ceil(len(spots) / ROUTES)
    if groups <= 1:
        yield from [[asked for _spot, asked in sorted(spots, key=lambda spot: spot[0][::-1])]] if spots else []
        return
    sides = [[point[axis] for point, _asked in spots] for axis in (0, 1)]
    axis = 0 if max(sides[0]) - min(sides[0]) >= max(sides[1]) - min(sides[1]) else 1
    spots = sorted(spots, key=lambda spot: spot[0][axis])
    cut = len(spots) * (groups // 2) // groups
    yield from _divided(spots[:cut])
    yield from _divided(spots[cut:])


def _in_groups(facts: Sequence[Asked], most: int) -> Iterator[tuple[Asked, ...]]:
    """The facts in their order, so many at a time."""
    return (tuple(facts[start : start + most]) for start in range(0, len(facts), most))
