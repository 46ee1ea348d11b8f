"""The entries of a log: facts that somebody at the table reported, and how later ones change earlier ones.

Names in an entry (players, routes, cities, tickets) are checked against the game that the validation context
carries: `Known`. Without a context only the shape is checked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field, TypeAdapter, ValidationInfo

from companion.boards.model import Board
from companion.rules.counters import Counter
from companion.rules.members import Means
from companion.rules.setup import Fact
from companion.rules.text import GIVEN, EntryId, Time
from companion.validation import Complaint, wrong


@dataclass(frozen=True, slots=True)
class Known:
    """The names a log may use. None where the players, the board or the variant could not be read."""

    colors: Collection[str] | None
    board: Board | None
    variant: str | None
    counters: Mapping[str, Counter] = field(default_factory=dict)


def _player(color: str, info: ValidationInfo) -> str:
    known: Known | None = info.context
    if known and known.colors is not None and color not in known.colors:
        wrong("colour-not-at-the-table", color=color)
    return color


def _route(name: str, info: ValidationInfo) -> str:
    known: Known | None = info.context
    if known and known.board and name not in known.board.route:
        wrong("unknown-route", board=known.board.name, name=name)
    return name


def _stations(name: str, info: ValidationInfo) -> str:
    known: Known | None = info.context
    if known and known.board and known.board.stations is None:
        wrong("no-stations-here", board=known.board.name)
    return name


def _city(name: str, info: ValidationInfo) -> str:
    known: Known | None = info.context
    if known and known.board and (name not in known.board.city or known.board.city[name].kind != "city"):
        wrong("unknown-city", board=known.board.name, name=name)
    return name


def _ticket(name: str, info: ValidationInfo) -> str:
    known: Known | None = info.context
    if known and known.board and known.variant and name not in known.board.tickets_of(known.variant):
        variant = known.board.variants[known.variant].name
        wrong("unknown-ticket", board=known.board.name, variant=variant, name=name)
    return name


CityId = Annotated[str, Means("place"), AfterValidator(_city)]
RouteId = Annotated[str, Means("route"), AfterValidator(_route)]
PlayerColor = Annotated[str, Means("player"), AfterValidator(_player)]
ThingId = Annotated[str, Means("thing")]  # each mechanic checks its own
Place = Annotated[int, Field(ge=1)]


class Entry(Fact):
    """Any entry may say who reported it and when; the order never depends on it."""

    amendable: ClassVar[bool] = False  # whether another one may be put in its place, or it in another one's
    secret: ClassVar[bool] = False  # whether only its player's phone tells it, and others see it at the end
    says: ClassVar[str] = ""  # of an entry that a mechanic brings: its words, with its members' names in braces

    id: Annotated[EntryId | None, GIVEN] = None
    at: Annotated[Time | None, GIVEN] = None
    type: str

    @classmethod
    def kind(cls) -> str:
        """The type by which a log calls such an entry."""
        kind: str = get_args(cls.model_fields["type"].annotation)[0]
        return kind

    def stands_for(self, _first: Entry) -> str | None:
        """Why this cannot be put in the place of another entry; None where it can."""
        return "other-kind"


class Turn(Entry):
    """An action of a player's turn; `late` where it happened earlier and is only noticed now."""

    amendable = True

    player: PlayerColor

    @property
    def in_turn(self) -> bool:
        """Whether a turn ended with this entry when it was made."""
        return not self.__dict__.get("late", False)  # where pydantic keeps fields; missing ones take it long to miss

    def stands_for(self, first: Entry) -> str | None:
        """A turn is replaced by a turn of any player."""
        return None if isinstance(first, Turn) else "other-kind"


class Claim(Turn):
    """Trains were put on a route."""

    adds: ClassVar[Mapping[str, str]] = {}  # words for the members that a mechanic brings, where they are given

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

    def stands_for(self, first: Entry) -> str | None:
        """A ticket is replaced by a ticket of the same player."""
        if not isinstance(first, Keep):
            return "other-kind"
        return None if first.player == self.player else "ticket-of-another"


class Strike(Entry):
    """An earlier entry is taken back, as if it had never been made."""

    type: Literal["strike"]
    entry: Place


def own_mark(value: Any) -> Any:
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
    """The fault in where a strike or amendment points; None where there is none.

    The rule: both name an earlier place, and what an entry may be replaced by is known by its kind. An entry that
    could not be read (None) is not judged.
    """
    entry = log[place - 1]
    if not isinstance(entry, Strike | Amend):
        return None
    if entry.entry >= place:
        return Complaint(("entry",), "not-earlier", {"entry": entry.entry})
    first = log[entry.entry - 1]
    if isinstance(entry, Strike) or first is None:
        return None
    why = entry.instead.stands_for(first)
    if why is None:
        return None
    reason = "" if why == "other-kind" else why
    return Complaint(("with",), "cannot-amend", {"entry": entry.entry}, reason)


# As tuples, since every replay asks it of every entry, and a union would be made anew each time.
CHANGES: Final = (Strike, Amend)
NO_PART: Final = (*CHANGES, Hidden)  # of what is in force


def struck_by(log: Sequence[AnyEntry]) -> dict[int, int]:
    """The entries that are struck, each with the strike in force: the newest, where there are several."""
    struck: dict[int, int] = {}
    for place in range(len(log), 0, -1):
        entry = log[place - 1]
        if isinstance(entry, Strike) and place not in struck:
            struck.setdefault(entry.entry, place)
    return struck


def in_force(log: Sequence[AnyEntry]) -> list[tuple[int, AnyEntry]]:
    """The entries of a log that remain, each with its place, once strikes and amendments are carried out.

    A strike or amendment that is struck by one in force does nothing. Of several amendments in force the last counts.
    """
    struck: set[int] = set()
    instead: dict[int, AnyEntry] = {}
    changes = [(place, entry) for place, entry in enumerate(log, 1) if isinstance(entry, CHANGES)]
    for place, entry in reversed(changes):
        if place in struck:
            continue
        if isinstance(entry, Strike):
            struck.add(entry.entry)
        else:
            instead.setdefault(entry.entry, entry.instead)
    return [
        (place, instead.get(place, entry))
        for place, entry in enumerate(log, 1)
        if place not in struck and not isinstance(entry, NO_PART)
    ]
