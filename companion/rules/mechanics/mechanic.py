"""What a rule that only some boards have may change: the questions a table asks, each with its plain answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from companion.boards.model import Board
from companion.i18n import Text
from companion.rules.counters import Counter, Option
from companion.rules.log import Claim, Entry
from companion.rules.offers import Act, Choice
from companion.rules.refusals import RuleBroken
from companion.validation import Complaint

if TYPE_CHECKING:
    from companion.rules.table import Table
    from companion.rules.tie_breaks import TieBreak
    from companion.rules.warnings import Notice


class Ending(NamedTuple):
    """How a last round begins by a rule of its own; {n} is the board's number."""

    rule: Text
    begun: Text  # what is told then; {name} is a player with few enough pieces, {n} how many those are
    begun_with_none: str  # the same where these are none


class Supply(NamedTuple):
    """How many pieces of a kind everybody has unless they choose otherwise, and how many at most."""

    usual: int
    most: int


class Mechanic(BaseModel):
    """A rule of a board, with its settings as fields. It is given the common rule's answer and gives its own.

    What it has to remember of a log it keeps in `table.memory`, under a name of its own.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    # Entries that it brings to the log, or that stand instead of a common one of the same type.
    entries: ClassVar[tuple[type[Entry], ...]] = ()
    # The marks on routes that count because of it alone.
    marks: ClassVar[frozenset[str]] = frozenset()
    # Why it refuses an entry; each has a rule of the rulebook.
    refusals: ClassVar[tuple[type[RuleBroken], ...]] = ()
    # What else a board may name to separate equals.
    tie_breaks: ClassVar[tuple[TieBreak, ...]] = ()
    # Whether each claim has to touch what its player has already.
    connected: ClassVar[bool] = False
    # Over its rules in the rulebook, which are those of `rules` and of its refusals.
    heading: ClassVar[str] = ""
    # Whether a track may have two owners because of it.
    shares_tracks: ClassVar[bool] = False
    # The members that `of_table` and `of_player` bring, by their types: what programs are told that they may read.
    table_members: ClassVar[Mapping[str, Any]] = {}
    player_members: ClassVar[Mapping[str, Any]] = {}
    # What nobody knows who reads on without the rules themselves, as a phone without a network does: of "pieces",
    # "points", "figures" and "final", the final round; "final-when-few" where it never begins while everybody has
    # more pieces than the board's number. Nothing of a rule that changes none of them by itself.
    untold: ClassVar[frozenset[str]] = frozenset({"pieces", "points", "figures", "final"})
    # What its figures count: "pieces" by kind, "markers" that are left, "cards"; nothing where only the rule knows.
    figures_of: ClassVar[str] = ""
    # When the last round begins, where that is another rule than the usual one.
    ending: ClassVar[Ending | None] = None
    # What there is to do at the table before the first turn, as a request.
    before: ClassVar[str] = ""

    def rules(self, _board: Board) -> Iterable[str]:
        """What the rulebook says of it, in sentences."""
        return ()

    def names(self, _board: Board) -> Mapping[str, str]:
        """What the things are called that its entries name by their ids."""
        return {}

    def kinds(self) -> Mapping[str, Supply]:
        """The kinds of pieces of which everybody chooses some before the game, where there are several."""
        return {}

    def begin(self, table: Table) -> None:
        """Prepares a table before its first entry: what it pays, which tracks are twins, the pieces of each kind."""

    def wrong(self, _board: Board) -> Iterator[Complaint]:
        """What of its settings does not fit the board."""
        yield from ()

    def across(self) -> Iterable[tuple[str, str]]:
        """Two pairs of places each whose tracks lie across one another on the board."""
        return ()

    def options(self, _board: Board) -> Mapping[str, Option]:
        """What a table chooses before a game, by its name in the record."""
        return {}

    def counters(self, _board: Board, _variant: str, _players: int | None) -> Mapping[str, Counter]:
        """The things that are counted when this variant is played by so many, by their ids."""
        return {}

    def choices(self, _table: Table, _claim: Claim) -> Iterable[Choice]:
        """What a player may say besides of a claim that was made."""
        return ()

    def acts(self, _table: Table, _player: str, _at: str = "") -> Iterable[Act]:
        """Entries that a player may make because of it: about a city, about a track that somebody has, or neither."""
        return ()

    def figures(self, _table: Table, _player: str) -> Iterable[tuple[Text, int]]:
        """What a player's label at the table shows besides: words with a number."""
        return ()

    def instead(self, _table: Table, _claim: Claim) -> tuple[Text, int] | None:
        """What the row of a claim says instead of its pieces and points: words with a number."""
        return None

    def of_table(self, _table: Table) -> Mapping[str, Any]:
        """What programs read of a table because of it, by names of its own."""
        return {}

    def of_player(self, _table: Table, _player: str) -> Mapping[str, Any]:
        """What programs read of a player because of it."""
        return {}

    def notices(self, _table: Table) -> Iterator[Notice]:
        """What the table should look at; one that `asks` is asked about an entry before it is made."""
        yield from ()

    def refusal(self, _table: Table, _place: int, _claim: Claim, broken: RuleBroken | None) -> RuleBroken | None:
        """Why a claim is refused, if it is. It is asked of each common rule that the claim breaks, and once more."""
        return broken

    def pieces(self, _table: Table, _claim: Claim, pieces: int) -> int:
        """How many pieces a claim takes from its player."""
        return pieces

    def points(self, _table: Table, _claim: Claim, points: Mapping[str, int]) -> Mapping[str, int]:
        """What a claim brings, by player."""
        return points

    def of_points(self, _board: Board, _routes: Iterable[str]) -> Iterable[tuple[Text, int]]:
        """What of the points of these routes came by this rule: words with their number."""
        return ()

    def read(self, table: Table, place: int, entry: Entry) -> None:
        """Takes in an entry that the common rules have allowed, or one of its own. Raises RuleBroken."""

    def final_round(self, _table: Table, _player: str, starts: bool) -> bool:
        """Whether the final round starts with the end of this player's turn."""
        return starts


class InCities(Mechanic):
    """A rule by which everybody sets something in cities, `count` of them each."""

    count: Annotated[int, Field(ge=1, le=9)]

    untold: ClassVar[frozenset[str]] = frozenset()
    figures_of: ClassVar[str] = "markers"
    table_members: ClassVar[Mapping[str, Any]] = {"markers": dict[str, str]}
    player_members: ClassVar[Mapping[str, Any]] = {"markers_left": int}
    label: ClassVar[tuple[str, str]]  # how many are left, at a player's label

    def left(self, table: Table, player: str) -> int:
        """How many a player can still set."""
        return self.count - len(table.marked_by(player))

    def figures(self, table: Table, player: str) -> Iterable[tuple[Text, int]]:
        yield self.label, self.left(table, player)

    def of_table(self, table: Table) -> Mapping[str, Any]:
        return {"markers": dict(table.markers)}

    def of_player(self, table: Table, player: str) -> Mapping[str, Any]:
        return {"markers_left": self.left(table, player)}
