"""The rules that an entry can break: an exception class and a code each. `prose.rule_refusals` words them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.boards.model import Board
from companion.i18n import Text
from companion.rules.game_setup import Setup
from companion.rules.members import MemberKind


class RuleBroken(Exception):
    """Raised for an entry that the rules do not allow at its place in the log. `data` names things by their ids."""

    code: ClassVar[str]
    wording: ClassVar[Text] = ""  # for rules of mechanics: the text, with names of `data` in braces
    rule: ClassVar[str] = ""  # the sentence for the rulebook
    members: ClassVar[Mapping[str, MemberKind]] = {  # what kind of thing each part of `data` names
        "player": "player",
        "route": "route",
        "city": "place",
        "ticket": "ticket",
        "card": "thing",
    }

    def __init__(self, place: int, board: Board, setup: Setup, **data: str | int) -> None:
        super().__init__(place, data)
        self.place = place
        self.data = data
        self.board, self.setup = board, setup

    def __str__(self) -> str:
        return self.code


class RouteTaken(RuleBroken):
    """A track belongs to one player."""

    code = "route-taken"


class OwnTwin(RuleBroken):
    """Nobody claims two tracks between the same two cities."""

    code = "own-twin"


class TwinClosed(RuleBroken):
    """With few players the first claims of a double or triple route close its other tracks."""

    code = "twin-closed"


class NotEnoughTrains(RuleBroken):
    """A route takes a train for every space."""

    code = "not-enough-trains"


class CityTaken(RuleBroken):
    """A city has one station."""

    code = "city-taken"


class NoStationsLeft(RuleBroken):
    """A player has a limited number of stations."""

    code = "no-stations-left"


class TicketHeld(RuleBroken):
    """A player cannot hold the same ticket twice."""

    code = "ticket-held"


class AfterFinish(RuleBroken):
    """Once all tickets are on the table nothing is added."""

    code = "after-finish"


class FinalTurnHad(RuleBroken):
    """In the final round everybody has one more turn. Only a live table refuses this; in a record it is a warning."""

    code = "final-turn-had"
