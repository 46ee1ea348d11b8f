"""The page on which things are typed that a board has counted at the end: tokens, cards, money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.i18n import gettext as _
from companion.play.view import View
from companion.present.people import Mark, marks
from companion.prose.names import thing_name
from companion.rules.counters import NEUTRAL
from companion.rules.counting import MOST


@dataclass(frozen=True, slots=True)
class Number:
    """A thing of one player: the number that holds now, and whether it was typed or follows from the log."""

    field: str
    name: str
    n: int
    typed: bool
    most: int


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted for one player, or for whoever nobody plays."""

    mark: Mark | None
    name: str
    numbers: tuple[Number, ...]


def counts_anything(game: View) -> bool:
    """Whether this phone is asked for numbers in this game."""
    return game.plays and any(each.numbers for each in counted(game))


def counted(game: View) -> list[Counted]:
    """Everybody with what is counted for them; what is secret is asked on the phone of its seat alone."""
    found = [Counted(mark, mark.name, _numbers(game, color)) for color, mark in marks(game).items()]
    if any(counter.neutral for counter in game.table.counters.values()):
        found.append(Counted(None, _("Pretend third player"), _numbers(game, NEUTRAL)))
    return found


def _numbers(game: View, player: str) -> tuple[Number, ...]:
    table, own = game.table, player in game.seats
    shown = {name: c for name, c in table.counters.items() if own or not c.hidden}
    known = {name: c for name, c in shown.items() if c.neutral or player != NEUTRAL}
    return tuple(
        Number(
            f"{player}:{name}",
            thing_name(game.board, name),
            table.count(player, name),
            (player, name) in table.typed,
            counter.each if counter.each is not None else counter.most or MOST,
        )
        for name, counter in known.items()
    )


def told(game: View, form: Mapping[str, str]) -> list[dict[str, Any]]:
    """The entries that a filled-in page tells: whatever differs from what holds now."""
    entries = []
    for each in counted(game):
        for number in each.numbers:
            text = form.get(number.field, "").strip()
            # Nothing typed is none counted, which is not the same as none: who has no money counted has no rank.
            if text and (text != str(number.n) or not (number.typed or number.n)):
                player, _sep, what = number.field.partition(":")
                n = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else text
                entries.append({"type": "count", "player": player, "what": what, "n": n})
    return entries
