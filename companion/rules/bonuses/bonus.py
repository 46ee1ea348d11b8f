"""The definition of a bonus: what it counts, how it is paid, and its texts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from companion.boards.model import Board
from companion.i18n import Text
from companion.rules.bonuses.pay import Pay
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus that variants can name, defined in a file beside this one.

    `measure` makes a player's item: the number that counts, and the evidence (walks, routes, cities, tickets or
    counted things), which is highlighted on the board. `pay` turns the items of all players into points and ranks.

    Texts may hold {n}, the number; {trains}, the number as trains; {way}, the cities of its walk; {ways}, all walks;
    {routes}, {cities}, {tickets} and {things}, the names of the evidence; {points}, its points; and any of the item's
    `numbers` by name. The parts of an item have the kind of the bonus followed by "/part".
    """

    id: str
    name: str  # unless the board file has another name for it
    measure: Callable[[Table, PlayerScore], Item]
    pay: Pay
    note: Text  # a short text under its number
    reason: Text  # why a player scores it, as a clause
    rules: Callable[[Board], Iterable[str]]  # its sentences for the rulebook of a board
    instead: Mapping[str, Text] = field(default_factory=dict)  # name in `numbers` -> the reason if that is not 0
    heading: str = ""  # its heading in the rulebook, if not the name
    number: Text = ""  # what the numbers in its worth are (such as players), as a text
    thing: str = "{n}"  # the id of a counted thing, with {n} for its key in the worth
    members: Mapping[str, str] = field(default_factory=dict)  # the names of other keys of its worth
    part: Text = ""  # a part of it, as a clause
    parts: Mapping[str, Text] = field(default_factory=dict)  # the same by kind of part (what follows "/")
    order: int = 50  # its place among the bonuses at the end, lowest first; equal ones by file name
