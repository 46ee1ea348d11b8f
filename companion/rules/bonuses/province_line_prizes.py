"""Province lines: prizes for each line by the total of a player's spaces on it; ties go to the higher single space.

Both are counted at the table. Players without a train on a line win nothing there.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.i18n import N_, NN_
from companion.rules.bonuses.bonus import Bonus
from companion.rules.bonuses.pay import EQUAL_PLACES, Number, Paid, Pay, Points, places, prizes
from companion.rules.mechanics.province_lines import ProvinceLines
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table

UNKNOWN: Final = -1  # a highest space that was not counted ranks below any other


def measure(table: Table, player: PlayerScore) -> Item:
    """The player's total and highest space on each line, as parts; and the number of lines with a train."""
    parts = []
    lines = next(mechanic.lines for mechanic in table.mechanics if isinstance(mechanic, ProvinceLines))
    for line in lines:
        name = f"line-{line}"
        total = table.typed.get((player.color, name), 0)
        highest = table.typed.get((player.color, f"{name}-highest"), UNKNOWN)
        parts.append(Item("province-lines/line", total, things=(name,), numbers=(("highest", highest),)))
    return Item("province-lines", sum(part.n > 0 for part in parts), parts=tuple(parts))


def share(worth: Mapping[str, Any], items: Sequence[Item]) -> list[Paid]:
    """Each player's prizes on all province lines. On each line, tied players share a rank and the next is skipped."""
    by_place = worth[str(len(items))]
    won: list[list[Item]] = [[] for _item in items]
    for on_line in zip(*(item.parts for item in items), strict=True):
        keys = [(part.n, dict(part.numbers)["highest"]) if part.n else None for part in on_line]
        for own, part, paid in zip(won, on_line, prizes(by_place, places(keys)), strict=True):
            if part.n:
                own.append(part._replace(points=paid.points, place=paid.place))
    return [Paid(sum(part.points for part in own), parts=tuple(own)) for own in won]


BONUS: Final = Bonus(
    id="province-lines",
    name=N_("Province lines"),
    measure=measure,
    pay=Pay(share, dict[Number, list[Points]], contest=False, rules=(EQUAL_PLACES,)),
    note=NN_("{n} line", "{n} lines"),
    number=NN_("{n} player", "{n} players"),
    reason=NN_("trains on {n} line", "trains on {n} lines"),
    parts={"line": "{things}: {n}"},
    rules=lambda _board: [
        N_("Each line has its own prizes for the highest totals. They depend on the number of players."),
        N_("If totals are tied, the higher single space wins. With no train on a line, you win nothing there."),
    ],
)
