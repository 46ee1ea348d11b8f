"""How much of a phone's screen is board: at rest, while one chooses, and while the game gets started."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bench.page import opened
from bench.report import Row, at_least
from companion.boards.model import Board
from tests.support.evenings import Evening
from tests.support.tapping import Finger, Seated

TURNS: Final = 14
# Of points all over the screen, those at which nothing but the board lies.
SHARE: Final = """() => {
  const step = 8, seen = [];
  for (let y = step / 2; y < innerHeight; y += step)
    for (let x = step / 2; x < innerWidth; x += step)
      seen.push(Boolean(document.elementFromPoint(x, y)?.closest(".board")));
  return (100 * seen.filter(Boolean).length) / seen.length;
}"""


def _at_rest(at: Seated) -> Finger:
    return at.opens(3, log=_turns(at)).phone()


def _choosing(at: Seated) -> Finger:
    finger = _at_rest(at)
    assert finger.board.layout
    finger.point_on((finger.board.layout.width / 2, finger.board.layout.height * 0.55))
    finger.page.locator(".choice-head").wait_for()
    return finger


def _starting(at: Seated) -> Finger:
    return at.opens(3).phone(start=True)


def _turns(at: Seated) -> list[dict[str, object]]:
    """The first turns of an evening; without tickets, which nobody sees here."""
    return [entry for entry in Evening(5, at.board.id, 3).log if entry["type"] != "keep"][:TURNS]


SCREENS: Final[tuple[tuple[str, Callable[[Seated], Finger], float], ...]] = (
    ("at rest", _at_rest, 66),
    ("while choosing", _choosing, 40),
    ("getting started", _starting, 55),
)


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """The three shares, on a board of the usual kind and on one with much to say."""
    with opened(boards) as on:
        for name in ("usa", "old-west"):
            for what, show, least in SCREENS:
                at = on(name)
                share = show(at).page.evaluate(SHARE)
                at.leave()
                yield at_least(f"{name}: share of a phone that is board, {what}", share, least, " %")
