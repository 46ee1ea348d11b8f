"""The base class of mechanics: the hooks by which a special rule changes the common rules, each with its default."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from companion.boards.model import Board
from companion.i18n import Text
from companion.rules.broken_rules import RuleBroken
from companion.rules.counters import Counter, Option
from companion.rules.extra_actions import Act, Choice
from companion.rules.log import Claim, Entry
from companion.validation import Complaint

if TYPE_CHECKING:
    from companion.rules.notices import Notice
    from companion.rules.table import Table
    from companion.rules.tie_breaks import TieBreak


class Ending(NamedTuple):
    """The texts for a final round that begins by a special rule; {n} is the board's number."""

    rule: Text
    begun: Text  # announced when it begins; {name} has {n} pieces left
    begun_with_none: str  # the same if {name} has none left


class Supply(NamedTuple):
    """How many pieces of a kind a player has by default, and at most."""

    usual: int
    most: int


class Mechanic(BaseModel):
    """A special rule of a board, with its settings as fields. Hooks get the common rule's answer and return theirs.

    Its state is in `table.memory`, under a name of its own.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    # Entry classes that it adds to the log, or that replace a common one of the same type.
    entries: ClassVar[tuple[type[Entry], ...]] = ()
    # The marks on routes that only this mechanic uses.
    marks: ClassVar[frozenset[str]] = frozenset()
    # The rules that an entry can break because of it; each has a sentence in the rulebook.
    broken_rules: ClassVar[tuple[type[RuleBroken], ...]] = ()
    # Tie-breaks that it adds.
    tie_breaks: ClassVar[tuple[TieBreak, ...]] = ()
    # Whether each claim has to touch the player's network.
    connected: ClassVar[bool] = False
    # The heading of its section in the rulebook, which has the sentences of `rules` and `broken_rules`.
    heading: ClassVar[str] = ""
    # Whether a track may have two owners because of it.
    shares_tracks: ClassVar[bool] = False
    # The members that `values_of_table` and `values_of_player` add to the API, with their types.
    table_members: ClassVar[Mapping[str, Any]] = {}
    player_members: ClassVar[Mapping[str, Any]] = {}
    # What a phone without a network cannot compute, as it lacks this rule: of "pieces", "points", "figures"
    # and "final" (the final round); "final-when-few" if that never begins while everybody has more pieces than the
    # board's number. Empty if the rule changes none of them.
    unknown_to_phones: ClassVar[frozenset[str]] = frozenset({"pieces", "points", "figures", "final"})
    # What its figures count, for phones: "pieces" by kind, "markers" left, or "cards"; empty if phones cannot.
    figures_of: ClassVar[str] = ""
    # Texts for when the final round begins, if it has its own rule.
    ending: ClassVar[Ending | None] = None
    # A text that asks players for what they have to do before the first turn.
    before: ClassVar[str] = ""

    def rules(self, _board: Board) -> Iterable[str]:
        """Its sentences for the rulebook."""
        return ()

    def in_the_box(self, _board: Board) -> Iterable[tuple[Text, int, str]]:
        """Numbers of its settings that people can check: a text, its number {n}, and the id of its {thing} or ""."""
        return ()

    def names(self, _board: Board) -> Mapping[str, str]:
        """The names of the things that its entries refer to by id."""
        return {}

    def kinds(self) -> Mapping[str, Supply]:
        """The kinds of pieces from which players choose before the game, if there are several."""
        return {}

    def begin(self, table: Table) -> None:
        """Prepares a table before its first entry: what it pays, which tracks are twins, the pieces of each kind."""

    def wrong(self, _board: Board) -> Iterator[Complaint]:
        """Faults: settings that do not fit the board."""
        yield from ()

    def pairs_that_cross(self) -> Iterable[tuple[str, str]]:
        """The crossings on the printed board, each as two pairs of places (such as "a--b") whose tracks cross."""
        return ()

    def options(self, _board: Board) -> Mapping[str, Option]:
        """The options that a table chooses before a game, by their names in the record."""
        return {}

    def counters(self, _board: Board, _variant: str, _players: int | None) -> Mapping[str, Counter]:
        """The things that are counted in a variant with so many players, by id."""
        return {}

    def choices(self, _table: Table, _claim: Claim) -> Iterable[Choice]:
        """The additions that a player may make to a claim."""
        return ()

    def acts(self, _table: Table, _player: str, _at: str = "") -> Iterable[Act]:
        """Its entries that a player may make now: about the city or claimed track `_at`, or about neither."""
        return ()

    def figures(self, _table: Table, _player: str) -> Iterable[tuple[Text, int]]:
        """What it adds to a player's label at the table: texts, each with its number."""
        return ()

    def instead(self, _table: Table, _claim: Claim) -> tuple[Text, int] | None:
        """What a claim's row shows instead of its pieces and points: a text with its number; None to show those."""
        return None

    def values_of_table(self, _table: Table) -> Mapping[str, Any]:
        """The values of its `table_members`, for the API."""
        return {}

    def values_of_player(self, _table: Table, _player: str) -> Mapping[str, Any]:
        """The values of its `player_members`, for the API."""
        return {}

    def notices(self, _table: Table) -> Iterator[Notice]:
        """Its notices about a table; one that `asks` is asked about an entry before it is made."""
        yield from ()

    def broken_rule(self, _table: Table, _place: int, _claim: Claim, broken: RuleBroken | None) -> RuleBroken | None:
        """The rule that a claim breaks, if any. Called with each common rule that it breaks, and once with None."""
        return broken

    def pieces(self, _table: Table, _claim: Claim, pieces: int) -> int:
        """How many pieces a claim costs its player."""
        return pieces

    def points(self, _table: Table, _claim: Claim, points: Mapping[str, int]) -> Mapping[str, int]:
        """The points that a claim gives to each player."""
        return points

    def of_points(self, _board: Board, _routes: Iterable[str]) -> Iterable[tuple[Text, int]]:
        """How many points of these routes come from this rule: texts, each with its number."""
        return ()

    def read(self, table: Table, place: int, entry: Entry) -> None:
        """Applies an entry to the table, after the common rules have allowed it. Raises RuleBroken.

        Entries of all types are passed to every mechanic.
        """

    def final_round(self, _table: Table, _player: str, starts: bool) -> bool:
        """Whether the final round starts at the end of this player's turn; `starts` is the common rule's answer."""
        return starts


class InCities(Mechanic):
    """A rule by which each player can place `count` markers in cities."""

    count: Annotated[int, Field(ge=1, le=9)]

    unknown_to_phones: ClassVar[frozenset[str]] = frozenset()
    figures_of: ClassVar[str] = "markers"
    table_members: ClassVar[Mapping[str, Any]] = {"markers": dict[str, str]}
    player_members: ClassVar[Mapping[str, Any]] = {"markers_left": int}
    label: ClassVar[tuple[str, str]]  # the text on a player's label for how many are left

    def in_the_box(self, _board: Board) -> Iterable[tuple[Text, int, str]]:
        yield self.label, self.count, ""

    def left(self, table: Table, player: str) -> int:
        """How many a player can still place."""
        return self.count - len(table.marked_by(player))

    def figures(self, table: Table, player: str) -> Iterable[tuple[Text, int]]:
        yield self.label, self.left(table, player)

    def values_of_table(self, table: Table) -> Mapping[str, Any]:
        return {"markers": dict(table.markers)}

    def values_of_player(self, table: Table, player: str) -> Mapping[str, Any]:
        return {"markers_left": self.left(table, player)}
