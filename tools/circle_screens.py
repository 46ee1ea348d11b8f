"""A circle for pictures of its pages: with long names, two names that may be one person, and a game with a note."""

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
    """Makes the circle and its games, and returns the addresses of its pages by name.

    `circle-kept` is the tally of the game that was added last.
    """
    keeper = browser_with(MINE)
    circle = tables.circles.make(keeper, "Donaudampfschifffahrtsgesellschaftsfreunde vom Freitag")
    for seed, (board, names) in enumerate(EVENINGS, 3):
        record = read(Evening(seed, board, len(names), tickets=2).record(names=names))
        table = tables.open(record, keeper).table
        tables.circles.add(circle, table, keeper)
    history = tables.circles.history(circle, keeper)
    while history.missing:  # it counts as many games as it has time for, so it may have to be asked again
        history = tables.circles.history(circle, keeper)
    first = history.evenings[0].game
    about = {"place": "Unter den Linden, im dritten Stock", "note": "Rain all day", "counts": True}
    tables.circles.tell(circle, first, keeper, about)
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
