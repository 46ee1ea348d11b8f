"""The bonuses, a file each, and the one list of them in the order in which they are told at the end.

A new bonus is a file here and a line in `BONUSES`; a board's variant names it with its points.
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.rules.bonuses import globetrotter, longest_path
from companion.rules.score import PlayerScore

Measure = Callable[[PlayerScore], int]

BONUSES: Final[Mapping[str, Measure]] = {
    "longest-path": longest_path.measure,
    "globetrotter": globetrotter.measure,
}
