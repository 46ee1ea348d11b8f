"""The entries of a log: facts that somebody at the table reported, and how later ones change earlier ones.

Names in an entry (players, routes, cities, tickets) are checked against the game that the validation context
carries: `AllowedNames`. Without a context only the shape is checked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field, TypeAdapter, ValidationInfo

from companion.boards.model import Board
from companion.boards.tickets import MOST_TYPED, typed_id
from companion.rules.counters import Counter
from companion.rules.free_text import GIVEN, EntryId, Time
from companion.rules.game_setup import Fact
from companion.rules.members import Means
from companion.validation import Complaint, wrong


@dataclass(frozen=True, slots=True)
class AllowedNames:
    """The names that a log may use. A part is None where the record's players, board or variant could not be read."""

    colors: Collection[str] | None
    board: Board | None
    variant: str | None
    counters: Mapping[str, Counter] = field(default_factory=dict)


def _player(color: str, info: ValidationInfo) -> str:
    """Refuses a player who is not at the table."""
    allowed: AllowedNames | None = info.context
    if allowed and allowed.colors is not None and color not in allowed.colors:
        wrong("colour-not-at-the-table", color=color)
    return color


def _route(name: str, info: ValidationInfo) -> str:
    """Refuses a route that the board does not have."""
    allowed: AllowedNames | None = info.context
    if allowed and allowed.board and name not in allowed.board.route:
        wrong("unknown-route", board=allowed.board.name, name=name)
    return name


def _stations(name: str, info: ValidationInfo) -> str:
    """Refuses any city for a station on a board without stations."""
    allowed: AllowedNames | None = info.context
    if allowed and allowed.board and allowed.board.stations is None:
        wrong("no-stations-here", board=allowed.board.name)
    return name


def _city(name: str, info: ValidationInfo) -> str:
    """Refuses what is not a city of the board, such as a border or junction."""
    allowed: AllowedNames | None = info.context
    if allowed and allowed.board and (name not in allowed.board.city or allowed.board.city[name].kind != "city"):
        wrong("unknown-city", board=allowed.board.name, name=name)
    return name


def _ticket(name: str, info: ValidationInfo) -> str:
    """Refuses a ticket that this variant does not have.

    On a board whose tickets people type in, refuses two places that no ticket joins, whatever its points.
    """
    allowed: AllowedNames | None = info.context
    if allowed and allowed.board and allowed.board.typed_tickets:
        if typed_id(name, 1) not in allowed.board.ticket:
            wrong("unknown-ticket", "no-typed-ticket", board=allowed.board.name, name=name)
    elif allowed and allowed.board and allowed.variant and name not in allowed.board.tickets_of(allowed.variant):
        variant = allowed.board.variants[allowed.variant].name
        wrong("unknown-ticket", board=allowed.board.name, variant=variant, name=name)
    return name


def _typed_points(points: int | None, info: ValidationInfo) -> int | None:
    """Refuses a ticket without its points on a board where they are typed."""
    allowed: AllowedNames | None = info.context
    if points is None and allowed and allowed.board:
        wrong("missing-member", "missing", member="points")
    return points


CityId = Annotated[str, Means("place"), AfterValidator(_city)]
RouteId = Annotated[str, Means("route"), AfterValidator(_route)]
PlayerColor = Annotated[str, Means("player"), AfterValidator(_player)]
ThingId = Annotated[str, Means("thing")]  # each mechanic checks its own
Place = Annotated[int, Field(ge=1)]


class Entry(Fact):
    """What all entries share. `id` and `at` (the time) are optional; the order of entries never depends on them."""

    amendable: ClassVar[bool] = False  # whether it may be replaced by another entry, or replace one
    secret: ClassVar[bool] = False  # whether other players see it only at the end of the game
    wording: ClassVar[str] = ""  # for entries of mechanics: the sentence for the log, members in braces

    id: Annotated[EntryId | None, GIVEN] = None
    at: Annotated[Time | None, GIVEN] = None
    type: str

    @classmethod
    def kind(cls) -> str:
        """The value of `type` for this class of entry."""
        kind: str = get_args(cls.model_fields["type"].annotation)[0]
        return kind

    def why_not_replacing(self, _first: Entry) -> str | None:
        """Why an amendment cannot put this entry in place of `_first`, as a reason code; None if it can."""
        return "other-kind"


class Turn(Entry):
    """An action of a player's turn; `late` where it happened earlier and is only noticed now."""

    amendable = True

    player: PlayerColor

    @property
    def in_turn(self) -> bool:
        """Whether this entry ended a turn when it was made; a late entry did not."""
        return not self.__dict__.get("late", False)  # faster than getattr on a pydantic model without the field

    def why_not_replacing(self, first: Entry) -> str | None:
        """A turn can replace a turn of any player."""
        return None if isinstance(first, Turn) else "other-kind"


class Claim(Turn):
    """Trains were put on a route."""

    adds: ClassVar[Mapping[str, str]] = {}  # texts for members that a mechanic adds, used where they have a value

    type: Literal["claim"]
    player: PlayerColor
    route: RouteId
    late: bool = False


class Station(Turn):
    """A station was built in a city."""

    type: Literal["station"]
    player: PlayerColor
    city: Annotated[str, Means("place"), AfterValidator(_stations), AfterValidator(_city)]
    late: bool = False


class Draw(Turn):
    """A turn that put nothing on the board."""

    type: Literal["draw"]
    player: PlayerColor


class Keep(Entry):
    """A player holds a destination ticket."""

    amendable = True
    secret = True

    type: Literal["keep"]
    player: PlayerColor
    ticket: Annotated[str, Means("ticket"), AfterValidator(_ticket)]

    @property
    def ticket_id(self) -> str:
        """The id of the ticket by which everything but the log knows it."""
        return self.ticket

    def why_not_replacing(self, first: Entry) -> str | None:
        """A ticket can replace a ticket of the same player."""
        if not isinstance(first, Keep):
            return "other-kind"
        return None if first.player == self.player else "ticket-of-another"


class TypedKeep(Keep):
    """A player holds a ticket of a deck that the board file does not list: its two ends and points, as typed.

    Only on such boards may points be given, and there they have to be.
    """

    points: Annotated[Annotated[int, Field(ge=1, le=MOST_TYPED)] | None, AfterValidator(_typed_points)] = Field(
        default=None, validate_default=True
    )

    @property
    def ticket_id(self) -> str:
        return typed_id(self.ticket, self.points or 0)


class Strike(Entry):
    """An earlier entry is taken back, as if it had never been made."""

    type: Literal["strike"]
    entry: Place


def own_mark(value: Any) -> Any:
    """Refuses an `id` or `at` in the replacement that an amendment carries: only the amendment itself has them."""
    if isinstance(value, dict) and (marks := value.keys() & {"id", "at"}):
        wrong("unknown-member", "mark-of-its-own", member=min(marks))
    return value


class Amend(Entry):
    """An earlier entry is replaced, in its place, by the one in `with`."""

    type: Literal["amend"]
    entry: Place
    instead: Annotated[
        Annotated[Claim | Station | Draw | Keep, Field(discriminator="type")], BeforeValidator(own_mark)
    ] = Field(alias="with")


class CatchUp(Entry):
    """From here on turns are not followed any more."""

    type: Literal["catch-up"]


class Finish(Entry):
    """All tickets are on the table."""

    type: Literal["finish"]


class Hidden(Entry):
    """A place whose entry the reader of this copy may not see."""

    type: Literal["hidden"]


AnyEntry = Claim | Station | Draw | Keep | Strike | Amend | CatchUp | Finish | Hidden
ENTRY_TYPES: Final[tuple[type[Entry], ...]] = get_args(AnyEntry)
ENTRY: TypeAdapter[AnyEntry] = TypeAdapter(Annotated[AnyEntry, Field(discriminator="type")])


def misplaced(log: Sequence[AnyEntry | None], place: int) -> Complaint | None:
    """The fault in the target of the strike or amendment at a place of the log; None where there is none.

    Both must name an earlier place, and an amendment must be of a kind that may replace that entry. Targets that
    could not be read (None) are not checked.
    """
    entry = log[place - 1]
    if not isinstance(entry, Strike | Amend):
        return None
    if entry.entry >= place:
        return Complaint(("entry",), "not-earlier", {"entry": entry.entry})
    first = log[entry.entry - 1]
    if isinstance(entry, Strike) or first is None:
        return None
    why_not = entry.instead.why_not_replacing(first)
    if why_not is None:
        return None
    reason = "" if why_not == "other-kind" else why_not
    return Complaint(("with",), "cannot-amend", {"entry": entry.entry}, reason)


# Tuples, not unions: every replay checks every entry, and a union would be built anew each time.
CHANGES: Final = (Strike, Amend)
NEVER_IN_FORCE: Final = (*CHANGES, Hidden)  # changes act on other entries; a hidden one can't be read


def struck_by(log: Sequence[AnyEntry]) -> dict[int, int]:
    """The places of the struck entries, each with the place of the strike that is in force: the newest of several."""
    struck: dict[int, int] = {}
    for place in range(len(log), 0, -1):
        entry = log[place - 1]
        if isinstance(entry, Strike) and place not in struck:
            struck.setdefault(entry.entry, place)
    return struck


def in_force(log: Sequence[AnyEntry]) -> list[tuple[int, AnyEntry]]:
    """The entries that count once strikes and amendments are applied, each with its place in the log.

    A strike or amendment that was itself struck has no effect. Of several amendments of one entry the last counts.
    """
    struck: set[int] = set()
    instead: dict[int, AnyEntry] = {}
    changes = [(place, entry) for place, entry in enumerate(log, 1) if isinstance(entry, CHANGES)]
    # The newest first: so whatever strikes a change comes before it, and the last amendment before earlier ones.
    for place, change in reversed(changes):
        if place in struck:
            continue
        if isinstance(change, Strike):
            struck.add(change.entry)
        elif change.entry not in instead:
            instead[change.entry] = change.instead
    return [
        (place, instead.get(place, entry))
        for place, entry in enumerate(log, 1)
        if place not in struck and not isinstance(entry, NEVER_IN_FORCE)
    ]
