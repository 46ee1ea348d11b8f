"""The shape of a bonus: what it counts, who is paid for it, and its own words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from companion.boards.model import Board
from companion.i18n import Text
from companion.rules.bonuses.pay import Pay
from companion.rules.score import Item, PlayerScore
from companion.rules.table import Table


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus of some variants, in a file beside this one.

    `measure` gives an item of the bonus's own kind: how many a player has, and the walks, routes, cities,
    tickets or things counted that show it. These are lit up on the board. `pay` turns everybody's items into points
    and places.

    Words may hold {n}, the count; {trains}, the count as trains; {way}, the cities of its walk; {routes}, {cities}
    {tickets} and {things}, the names of what it is about; {ways}, all of its walks; {points}, what it brings; and any
    of the item's `numbers` by its name. An item may have parts, whose kind is the bonus's with "/part" behind it.
    """

    id: str
    name: str  # where the board's file has no name of its own for it
    measure: Callable[[Table, PlayerScore], Item]
    pay: Pay
    note: Text  # a few words under its figure
    reason: Text  # why a player has it, as half a sentence
    rules: Callable[[Board], Iterable[str]]  # what the rulebook of a board says of it, in sentences
    instead: Mapping[str, Text] = field(default_factory=dict)  # the reason where that one of its `numbers` is not 0
    heading: str = ""  # over these in the rulebook, where it is not the name
    number: Text = ""  # what the numbers are by which its worth is told
    thing: str = "{n}"  # by which name a member of its worth is known among what the board counts
    members: Mapping[str, str] = field(default_factory=dict)  # what the members of its worth are called
    part: Text = ""  # what a part of it is, as half a sentence
    parts: Mapping[str, Text] = field(default_factory=dict)  # of unlike parts, by what their kind has behind "/"
    order: int = 50  # those with a lower number are told earlier at the end; of equal ones by their files' names
