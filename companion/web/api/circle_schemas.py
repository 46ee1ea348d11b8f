"""The models of requests and answers about circles."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, RootModel

from companion.rules.free_text import GIVEN
from companion.rules.game_setup import Fact
from companion.web.api.schemas import AnswerModel


class NewCircle(Fact):
    name: Annotated[str, Field(min_length=1, max_length=60)]


class JoinCircle(Fact):
    secret: Annotated[str, Field(max_length=200)]


class KeepGame(Fact):
    table: str


class PlayedBy(Fact):
    color: str


class SamePerson(Fact):
    """The id of another entry that is the same person."""

    same: str


class AboutGame(Fact):
    """Facts about a game to change; those left out stay as they are."""

    day: Annotated[str | None, GIVEN, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] = None
    place: Annotated[str | None, GIVEN, Field(max_length=60)] = None
    note: Annotated[str | None, GIVEN, Field(max_length=280)] = None
    counts: Annotated[bool | None, GIVEN] = None


class Circle(AnswerModel):
    """A circle, and what this device is in it: reader, member or keeper."""

    circle: str
    name: str
    role: str


class InCircle(Circle):
    token: str


class Circles(RootModel[list[Circle]]):
    """The circles of a device."""


class CircleLinks(AnswerModel):
    belongs: str
    reads: str
    keeps: str | None = None


class CirclePlayer(AnswerModel):
    color: str
    person: str
    total: int
    rank: int


class CircleGame(AnswerModel):
    game: str
    day: str
    place: str = ""
    note: str = ""
    counts: bool
    map: str
    variant: str
    players: list[CirclePlayer]


class CircleRecord(AnswerModel):
    """A record with the game that set it, and the ticket where it is about one."""

    value: int
    game: str
    color: str
    person: str
    ticket: str = ""


class Totals(AnswerModel):
    """The totals of some games; best and worst from three games on."""

    games: int
    average: int
    best: int | None = None
    worst: int | None = None


class Setting(Totals):
    map: str
    players: int


class CirclePerson(AnswerModel):
    """Somebody in a circle, with their other names by id (`also`) and the figures of the games that count."""

    person: str
    name: str
    also: dict[str, str] = Field(default_factory=dict)
    games: int = 0
    places: dict[str, int] = Field(default_factory=dict)
    settings: list[Setting] = Field(default_factory=list)
    tickets: int = 0
    completed: int = 0
    detours: int = 0
    saved: int = 0
    best: dict[str, CircleRecord] = Field(default_factory=dict)


class Pair(AnswerModel):
    """Two people: how often they played together, and how often each came before the other."""

    people: list[str]
    games: int
    ahead: list[int]


class CircleBoard(AnswerModel):
    """A board's figures in a circle.

    `totals` (everyone's) and `winning` (the winners') are by number of players. By route id: how often it was
    `claimed`, and how often it was a player's `first`. By ticket id: how often it was `kept` and `completed`, and how
    often a player who had it `won`.
    """

    games: int
    totals: dict[str, Totals]
    winning: dict[str, Totals]
    claimed: dict[str, int]
    first: dict[str, int]
    kept: dict[str, int]
    completed: dict[str, int]
    won: dict[str, int]
    records: dict[str, CircleRecord]


class CircleState(Circle):
    missing: int = 0
    games: list[CircleGame]
    people: list[CirclePerson]
    pairs: list[Pair]
    boards: dict[str, CircleBoard]
    records: dict[str, CircleRecord]
