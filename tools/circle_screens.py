"""A circle to look at: long names, two that may be one person, a game with everything noted."""

from __future__ import annotations

from typing import Final

from companion.play.keys import browser_with
from companion.play.tables import Tables
from tests.support.evenings import Evening, read
from tools.screens import MINE

EVENINGS: Final = (
    ("usa", ("Wilhelmina", "Ada", "שרה 🚂")),
    ("europe", ("Wilhelmina", "Ada K.", "שרה 🚂", "Jean-Baptiste")),
    ("usa", ("Wilhelmina", "Ada", "שרה 🚂")),
    ("usa", ("Wilhelmina", "Ada", "Bo")),
)


def addresses(tables: Tables) -> dict[str, str]:
    """The pages of a circle by name. The last game is the one that was just kept."""
    keeper = browser_with(MINE)
    circle = tables.circles.make(keeper, "Donaudampfschifffahrtsgesellschaftsfreunde vom Freitag")
    for seed, (board, names) in enumerate(EVENINGS, 3):
        record = read(Evening(seed, board, len(names), tickets=2).record(names=names))
        table = tables.open(record, keeper).table
        tables.circles.add(circle, table, keeper)
    while (history := tables.circles.history(circle, keeper)).missing:
        pass
    first = history.evenings[0].game
    told = {"place": "Unter den Linden, im dritten Stock", "note": "Rain all day", "counts": True}
    tables.circles.tell(circle, first, keeper, told)
    person, here = next(iter(history.figures.people)), f"/circles/{circle}"
    return {
        "circle": here,
        "circle-people": f"{here}/people",
        "circle-settings": f"{here}/settings",
        "circle-person": f"{here}/people/{person}",
        "circle-board": f"{here}/boards/usa",
        "circle-game": f"{here}/games/{first}?color=blue&of=longest",
        "circle-kept": f"/t/{table}/tally",
    }
