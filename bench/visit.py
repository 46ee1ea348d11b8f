"""What a first visit to a table weighs on every board, and in every language on the board where it weighs most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bench.boards import EVERYONE, largest
from bench.page import opened
from bench.report import Row
from companion.boards.model import Board
from companion.languages import LANGUAGES
from tests.support.tapping import Seated
from tests.support.weighing import MOST_FONTS_KB, MOST_KB, MOST_REQUESTS, Visit, weighed

PLAYERS: Final = 5
MUST: Final = f"at most {MOST_KB} KB, {MOST_FONTS_KB} of them fonts; {MOST_REQUESTS} requests"


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """A line a board in English, then a line a language on the heaviest of them."""
    with opened(boards) as on:
        visits = {name: _visit(on(name), "en") for name in boards}
        for name, visit in visits.items():
            yield _row(f"first visit: {name}", visit)
        heaviest = max(visits, key=lambda name: visits[name].beside)
        for language in LANGUAGES:
            yield _row(f"  {heaviest}, {language}", _visit(on(heaviest), language))


def _visit(seated: Seated, language: str) -> Visit:
    """A visit to a new table of five, called as in a game of that board."""
    board, record = seated.board, largest(seated.board)
    names = {player.color: player.name for player in record.setup.players}
    more: dict[str, Any] = {"variant": record.setup.variant, "chosen": dict(record.setup.options)}
    seated.opens(min(PLAYERS, board.players.most), names={**EVERYONE, **names}, **more)
    visit = weighed(seated, locale=language)
    seated.leave()
    return visit


def _row(what: str, visit: Visit) -> Row:
    figure = f"{visit.beside:.1f} KB, fonts {visit.fonts:.1f} KB, {visit.requests} requests"
    return Row(what, figure, MUST, visit.light)
