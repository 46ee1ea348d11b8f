"""A board's facts in screens of ten, uncertain ones first; routes with the part of the picture where they lie."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from gettext import NullTranslations
from math import ceil
from typing import Final, NamedTuple

from companion.boards.geometry import Point
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.i18n import pgettext, speaking
from companion.languages import sort_key
from companion.pages.compare.facts import Fact, number_facts, route_facts, ticket_facts
from companion.pages.shared.board_picture import SCREEN
from companion.picture import Changes, Drawing, Scene, plan_of

TEN: Final = 10
# Routes on a screen: the tenth question is whether the box has any other there. The picture can number no more.
ROUTES: Final = TEN - 1
AROUND: Final = 20.0  # how much of the picture is shown around the routes, in its units


@dataclass(frozen=True, slots=True)
class Asked:
    """A fact, and the key by which a phone stores the answer: the same in all languages, new if the fact changes."""

    key: str
    fact: Fact
    number: int | None = None  # on the picture


class AskedFacts(NamedTuple):
    """All the facts of a board and a variant, by kind."""

    routes: list[Asked]
    numbers: list[Asked]
    tickets: list[Asked]


@dataclass(frozen=True, slots=True)
class Screen:
    """Up to ten facts under a heading. `box` is the view box of their part of the picture, `lit` the marks on it."""

    heading: str
    facts: tuple[Asked, ...]
    box: str = ""
    lit: Changes = field(default_factory=dict)


def screens(board: Board, variant: str) -> list[Screen]:
    """All that there is to compare of a board and one of its variants, what is uncertain first."""
    facts = _asked_facts(board, variant)
    doubtful = [asked for kind in facts for asked in kind if asked.fact.doubtful]
    routes, numbers, tickets = ([asked for asked in kind if not asked.fact.doubtful] for kind in facts)
    tickets.sort(key=lambda asked: sort_key(asked.fact.name))
    on_picture = _RouteScreens(board)
    return [
        *(on_picture.screen(_("Uncertain"), group) for group in _in_groups(doubtful, ROUTES)),
        *on_picture.screens(routes),
        *(Screen(_("Numbers and rules"), group) for group in _in_groups(numbers, TEN)),
        *(Screen(pgettext("heading", "Tickets"), group) for group in _in_groups(tickets, TEN)),
    ]


def _asked_facts(board: Board, variant: str) -> AskedFacts:
    """All the facts of a board and a variant, each with its key."""
    return AskedFacts(
        _with_keys(partial(route_facts, board)),
        _with_keys(partial(number_facts, board, variant)),
        _with_keys(partial(ticket_facts, board, variant)),
    )


def _with_keys(facts: Callable[[], Iterable[Fact]]) -> list[Asked]:
    """The facts in the language in use, with keys made of their English words."""
    with speaking(NullTranslations()):
        keys = [_key(fact.name, fact.figures) for fact in facts()]
    return [Asked(key, fact) for key, fact in zip(keys, facts(), strict=True)]


def _key(*words: str) -> str:
    """A short digest of some words."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:10]


class _RouteScreens:
    """Makes the screens of a board's routes, with the part of its picture where they lie.

    Routes that the picture doesn't show, or all of them if there is no picture, are on screens without one.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._runs = plan_of(board, SCREEN).runs if board.layout else {}
        self._drawing = Drawing(board, SCREEN) if board.layout else None

    def screens(self, routes: Iterable[Asked]) -> Iterator[Screen]:
        """Screens of routes that lie together, each ending with the question whether the box has others there."""
        drawn = [_Spot(self._middle(asked), asked) for asked in routes if self._line(asked)]
        for group in _divided(drawn):
            shown = self.screen(_("Routes"), group)
            other = Asked(
                _key("no other", *(asked.key for asked in group)),
                Fact(_("No other routes in this part of the board")),
            )
            yield Screen(shown.heading, (*shown.facts, other), shown.box, shown.lit)
        not_drawn = [asked for asked in routes if not self._line(asked)]
        for facts in _in_groups(not_drawn, TEN):
            yield Screen(_("Routes"), facts)

    def screen(self, heading: str, facts: Sequence[Asked]) -> Screen:
        """A screen of these facts. Routes among them come first, with their numbers on that part of the picture."""
        routes = [asked for asked in facts if self._line(asked)]
        if not routes or not self._drawing:
            return Screen(heading, tuple(facts))
        numbered = [Asked(asked.key, asked.fact, n) for n, asked in enumerate(routes, 1)]
        rest = [asked for asked in facts if asked not in routes]
        lit = self._drawing.changes(Scene(), Scene(candidates=tuple(self._first_track(asked) for asked in routes)))
        return Screen(heading, (*numbered, *rest), self._box(routes), lit)

    def _first_track(self, asked: Asked) -> str:
        """The first of the tracks that a fact is about."""
        return self._board.pairs[asked.fact.pair][0].id

    def _line(self, asked: Asked) -> Sequence[Point]:
        """The points of a route's line on the picture; none for anything else."""
        run = self._runs.get(self._first_track(asked)) if asked.fact.pair else None
        return run.line if run else ()

    def _middle(self, asked: Asked) -> Point:
        """The middle of a route on the picture."""
        line = self._line(asked)
        return line[len(line) // 2]

    def _box(self, routes: Iterable[Asked]) -> str:
        """The view box of the part of the picture that shows these routes."""
        xs, ys = zip(*(point for asked in routes for point in self._line(asked)), strict=True)
        left, top = min(xs) - AROUND, min(ys) - AROUND
        return f"{left:.0f} {top:.0f} {max(xs) + AROUND - left:.0f} {max(ys) + AROUND - top:.0f}"


class _Spot(NamedTuple):
    """A route, and where its middle is on the picture."""

    middle: Point
    asked: Asked


def _divided(spots: list[_Spot]) -> Iterator[list[Asked]]:
    """Routes in groups that lie together, each small enough for a screen: from top to bottom within a group.

    The picture is cut in two across its longer side, and each half again, so that groups are of nearly equal size.
    """
    groups = ceil(len(spots) / ROUTES)
    if groups == 0:
        return
    if groups == 1:
        yield [spot.asked for spot in sorted(spots, key=lambda spot: (spot.middle[1], spot.middle[0]))]
        return
    xs = [spot.middle[0] for spot in spots]
    ys = [spot.middle[1] for spot in spots]
    axis = 0 if max(xs) - min(xs) >= max(ys) - min(ys) else 1
    in_order = sorted(spots, key=lambda spot: spot.middle[axis])
    cut = len(spots) * (groups // 2) // groups
    yield from _divided(in_order[:cut])
    yield from _divided(in_order[cut:])


def _in_groups(facts: Sequence[Asked], most: int) -> Iterator[tuple[Asked, ...]]:
    """The facts in their order, at most `most` in a group."""
    return (tuple(facts[start : start + most]) for start in range(0, len(facts), most))
