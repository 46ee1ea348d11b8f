"""Numbers that are typed in because a board has things counted: tokens, cards, money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.i18n import gettext as _
from companion.pages.shared.player_marks import Mark, marks
from companion.play.view import View
from companion.prose.display_names import thing_name
from companion.rules.counters import NEUTRAL
from companion.rules.counting import MOST


@dataclass(frozen=True, slots=True)
class Number:
    """How many of a thing a player has by now."""

    field: str  # of the form: the player and the thing
    name: str
    n: int
    typed: bool  # somebody typed it in; if not, it follows from the claims in the log
    most: int


@dataclass(frozen=True, slots=True)
class CountedThings:
    """What is counted for one player; without a mark, for the imaginary player whom nobody plays."""

    mark: Mark | None
    name: str
    numbers: tuple[Number, ...]
    locked: bool = False  # whether there are secret numbers too, and their tickets are locked on this phone


def counts_anything(game: View) -> bool:
    """Whether this phone has numbers to type in this game, now or once its tickets are opened."""
    return game.plays and any(each.numbers or each.locked for each in counted(game))


def counted(game: View) -> list[CountedThings]:
    """What is counted for everybody. Secret numbers appear only on the phone of their seat."""
    everybody = [
        CountedThings(mark, mark.name, _numbers(game, color, game.hands), _locked(game, color))
        for color, mark in marks(game).items()
    ]
    if any(counter.neutral for counter in game.table.counters.values()):
        everybody.append(CountedThings(None, _("Imaginary third player"), _numbers(game, NEUTRAL, game.hands)))
    return everybody


def secret_numbers(game: View, player: str) -> tuple[Number, ...]:
    """The numbers asked for beside a player's tickets, since nobody else may see them before the end."""
    hidden = {name for name, counter in game.table.counters.items() if counter.hidden}
    return tuple(number for number in _numbers(game, player, game.hands) if number.field.partition(":")[2] in hidden)


def _locked(game: View, player: str) -> bool:
    """Whether this phone's seat has secret numbers that are locked with its tickets."""
    is_own_and_closed = player in game.seats and player not in game.hands
    return is_own_and_closed and any(counter.hidden for counter in game.table.counters.values())


def _numbers(game: View, player: str, open_seats: frozenset[str]) -> tuple[Number, ...]:
    """A player's numbers, without secret ones unless the seat's tickets are open on this phone."""
    table, may_see_secret = game.table, player in open_seats
    asked = {
        name: counter
        for name, counter in table.counters.items()
        if (may_see_secret or not counter.hidden) and (counter.neutral or player != NEUTRAL)
    }
    return tuple(
        Number(
            f"{player}:{name}",
            thing_name(game.board, name),
            table.count(player, name),
            (player, name) in table.typed,
            counter.each if counter.each is not None else counter.most or MOST,
        )
        for name, counter in asked.items()
    )


def typed_entries(game: View, form: Mapping[str, str]) -> list[dict[str, Any]]:
    """The entries for a filled-in form: one for each number that differs from what the table has now."""
    entries = []
    # Numbers of seats whose tickets were locked a moment ago are sent on too: whether they count is decided later.
    players = [*game.setup.colors, *([NEUTRAL] if any(c.neutral for c in game.table.counters.values()) else [])]
    for player in players:
        for number in _numbers(game, player, game.seats):
            text = form.get(number.field, "").strip()
            differs = text != str(number.n)
            # A first 0 is an entry too: a player whose money was never counted has no rank in it.
            is_first_zero = not number.typed and number.n == 0
            if text and (differs or is_first_zero):
                what = number.field.partition(":")[2]
                n = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else text
                entries.append({"type": "count", "player": player, "what": what, "n": n})
    return entries
