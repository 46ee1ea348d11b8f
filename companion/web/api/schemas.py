"""The models of requests and answers. Every answer is an instance of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, RootModel, create_model
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from companion.export.tally_json import FinalRound
from companion.rules.free_text import GIVEN, Letter, Name, Shape, Title
from companion.rules.game_setup import Fact, Player, Setup
from companion.rules.mechanics import player_members, table_members
from companion.web.api.entry_schemas import ANY_ENTRY, TO_REPORT
from companion.web.problems import ProblemBody

Role = Literal["maker", "player", "watcher"]
Asked = Annotated[Literal["player", "watcher"], Field(alias="as")]
Pin = Annotated[str, Field(pattern="^[0-9]{4,12}$")]


class NewTable(Setup):
    """A table to open, as in a game record; with a log it is an import."""

    format: Literal["companion/game"] = "companion/game"
    version: Literal[1] = 1
    log: list[ANY_ENTRY] = Field(default_factory=list)


class Join(Fact):
    """Either the code that is read out, or the secret of the QR code."""

    code: Annotated[str | None, GIVEN, Field(max_length=40)] = None
    secret: Annotated[str | None, GIVEN, Field(max_length=200)] = None
    role: Asked = "player"
    name: Annotated[str, Field(max_length=100)] = ""


class OfferSeat(Fact):
    """The PIN of the seat, if it has one."""

    pin: Annotated[Pin | None, GIVEN] = None


class AskForSeat(Fact):
    """The secret of a seat's QR."""

    secret: Annotated[str, Field(max_length=200)]


class Admit(Fact):
    admit: bool


class TakeSeat(Fact):
    """A seat to take. A PIN protects it from others; if the seat has one already, it must be the same."""

    color: str
    pin: Annotated[Pin | None, GIVEN] = None


class Confirm(Fact):
    color: str


class Options(Fact):
    points_hidden: bool
    ticket_hint: bool
    moving_totals: bool
    picture_shared: bool
    language: str


class NewOptions(Options):
    """What the table shows, and its choices where the board leaves it some, by their names in the game record."""

    model_config = ConfigDict(extra="allow")

    points_hidden: bool = False
    ticket_hint: bool = True
    moving_totals: bool = True
    picture_shared: bool = False
    language: str = ""


class NewSetup(Fact):
    """The parts of the set-up to change; those left out stay as they are."""

    title: Title = ""
    players: list[Player] = Field(default_factory=list)
    starts: str = ""
    variant: str = ""
    one_token: bool = False
    tracking: Literal["live", "tally"] = "live"
    options: NewOptions = NewOptions()


class AnswerModel(BaseModel):
    """An answer. Later versions may add members, so programs should ignore those they do not know."""

    model_config = ConfigDict(extra="allow")


class Problem(ProblemBody):
    """What was wrong: a stable code, one sentence, and the table's newest version where its state is the reason."""


class Opened(AnswerModel):
    table: str
    code: str
    token: str
    join_url: str


class Joined(AnswerModel):
    table: str
    token: str
    role: Role


class Waiting(AnswerModel):
    waiting: str


class OfferedSeat(AnswerModel):
    """The secret that another device asks for the seat with, and for how many seconds it may."""

    secret: str
    url: str
    seconds: int


class SeatAskedFor(AnswerModel):
    """What to ask the outcome by; the token to ask with and to use after a yes; the signs that both devices show."""

    waiting: str
    token: str
    signs: str


class OpenLink(Fact):
    """The secret of another device's link: the part after the #."""

    secret: Annotated[str, Field(max_length=200)]


class AlongLink(AnswerModel):
    """The link by which another device gets to this one's tables and circles."""

    url: str


class BroughtAlong(AnswerModel):
    """The token that is good at all of them, and the tables."""

    token: str
    tables: list[str]


class Following(AnswerModel):
    """The table of the next game; the same token works there."""

    table: str


class Version(AnswerModel):
    version: int


class Taken(AnswerModel):
    """The entry's place in the log, counted from 1, and its version; `late` if it was counted as an earlier turn."""

    entry: int
    version: int
    late: bool = False


Model = TypeVar("Model", bound=BaseModel)


def with_members(members: Mapping[str, Any]) -> Callable[[type[Model]], type[Model]]:
    """A class decorator that adds to a model the members of boards' special rules.

    They are optional, since most boards do not have such rules.
    """
    fields: dict[str, Any] = {name: (kind | None, None) for name, kind in members.items()}

    def extended(model: type[Model]) -> type[Model]:
        return create_model(
            model.__name__, __base__=model, __doc__=model.__doc__, __module__=model.__module__, **fields
        )

    return extended


@with_members(player_members())
class PlayerState(AnswerModel):
    color: str
    name: Name
    shape: Shape | None = None
    letter: Letter | None = None
    trains_left: int
    route_points: int
    routes: int
    stations_left: int | None = None
    counts: dict[str, int] | None = None  # what was counted or taken, where the board knows any
    takes: dict[str, int] | None = None  # what was taken with claims, where that is told with them
    pieces: dict[str, int] | None = None  # chosen before the game
    pieces_left: dict[str, int] | None = None  # of each kind, where there are several
    held: bool
    yours: bool
    confirmed: bool  # has no more tickets
    tickets_in: bool  # those of the opening hand
    stopped: bool  # plays no more: the turn passes this player, and nobody waits for their tickets


class HeldTicket(AnswerModel):
    ticket: str
    points: int
    connected: bool | None = None


class You(AnswerModel):
    role: Role
    seats: list[str]


class Request(AnswerModel):
    """Something that a device asks of the others. Unless one says no, it may be done after `until` (Unix time)."""

    about: Literal["free", "show", "finish", "move"]
    color: str | None = None
    by: str | None = None
    until: int
    yours: bool
    answers: bool
    signs: str | None = None


class Waits(ProblemBody):
    """The other devices are being asked first; make the same call again to learn the outcome."""

    version: int


class Answer(Fact):
    """This device's answer to a request of another device: yes or no."""

    about: Literal["free", "show", "finish", "move"]
    color: Annotated[str, GIVEN] = ""
    agree: bool


class Guest(AnswerModel):
    id: str
    role: Role
    name: str


class Changed(AnswerModel):
    routes: list[str]
    stations: list[str]
    players: list[str]


@with_members(table_members())
class State(AnswerModel):
    """A table as this device may see it."""

    table: str
    version: int
    map: str
    variant: str
    tracking: Literal["live", "tally"]
    title: str
    one_token: bool
    starts: str
    options: Options
    chosen: dict[str, Any]  # what the board leaves to the table, as the game record has it in `options`
    phase: Literal["playing", "final-round", "reveal", "finished"]
    turns_followed: bool
    final_round: FinalRound | None
    next: str
    last: dict[str, Any] | None
    undo: int | None
    players: list[PlayerState]
    owners: dict[str, str]
    stations: dict[str, str]
    tickets: dict[str, list[HeldTicket]]
    you: You
    covered: list[str]  # seats that this device took over, whose earlier tickets it is not shown
    asked: list[Request]
    reopened: bool
    following: str | None  # the table to which everybody has gone on
    code: str | None = None
    waiting: list[Guest] | None = None
    changed: Changed | None = None


class Reported(RootModel[Any]):
    """An entry with an id; it may have flags and a version beside it, which are not stored in the record."""

    root: TO_REPORT

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The schema of every type of entry, with the flags added and the id required."""
        entry = handler.resolve_ref_schema(handler(core))
        flags: dict[str, Any] = {name: {"type": "boolean"} for name in ("anyway", "reopen", "whole")}
        flags["since"] = {"type": "integer", "minimum": 0}
        kinds = []
        for option in entry["oneOf"]:
            plain = handler.resolve_ref_schema(option)
            properties = {**plain["properties"], **flags}
            kinds.append({**plain, "properties": properties, "required": [*plain["required"], "id"]})
        return {"oneOf": kinds}


class GameRecord(Setup):
    """A whole game, as files have it."""

    format: Literal["companion/game"]
    version: Literal[1]
    log: list[ANY_ENTRY]


class BoardFacts(AnswerModel):
    id: str
    name: str
    cities: list[dict[str, Any]]
    routes: list[dict[str, Any]]
    tickets: list[dict[str, Any]]


class Boards(RootModel[list[BoardFacts]]):
    """Every board."""
