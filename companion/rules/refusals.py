"""Why the rules refuse an entry: a kind each, with a stable code, its data, and a sentence for the table."""

from __future__ import annotations

from typing import ClassVar

from companion.boards.model import Board
from companion.boards.tickets import Ticket
from companion.i18n import N_, ngettext
from companion.i18n import gettext as _
from companion.rules.setup import Setup


class RuleBroken(Exception):
    """An entry that the rules do not allow at its place in the log. `data` names things by their ids."""

    code: ClassVar[str]
    says: ClassVar[str]

    def __init__(self, place: int, board: Board, setup: Setup, **data: str | int) -> None:
        super().__init__(place, data)
        self.place = place
        self.data = data
        self._board, self._setup = board, setup

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        """What is wrong, in words of the table and in the language in use now."""
        return _(self.says).format(**{name: self._word(name, value) for name, value in self.data.items()})

    def _word(self, name: str, value: str | int) -> str | int:
        if isinstance(value, int):
            return value
        if name == "player":
            return self._setup.name(value)
        match name:
            case "route":
                return pair_name(self._board, value)
            case "ticket":
                return ticket_name(self._board, self._board.tickets_of(self._setup.variant)[value])
            case _:
                return self._board.city[value].name


class RouteTaken(RuleBroken):
    """A track belongs to one player."""

    code, says = "route-taken", N_("{route} is already {player}'s")


class OwnTwin(RuleBroken):
    """Nobody claims two tracks between the same two cities."""

    code, says = "own-twin", N_("{player} has the other track of {route}; nobody may own both")


class TwinClosed(RuleBroken):
    """With few players the first claims of a double or triple route close its other tracks."""

    code = "twin-closed"

    @property
    def sentence(self) -> str:
        count = int(self.data["open"])
        says = ngettext(
            "with {players} players only one track of a double route is used; {route} is closed",
            "with {players} players only {open} tracks side by side are used; {route} is closed",
            count,
        )
        return says.format(**{name: self._word(name, value) for name, value in self.data.items()})


class NotEnoughTrains(RuleBroken):
    """A route takes a train for every space."""

    code = "not-enough-trains"

    @property
    def sentence(self) -> str:
        left = int(self.data["left"])
        says = ngettext(
            "{player} has {left} train left; {route} takes {length}",
            "{player} has {left} trains left; {route} takes {length}",
            left,
        )
        return says.format(**{name: self._word(name, value) for name, value in self.data.items()})


class CityTaken(RuleBroken):
    """A city has one station."""

    code, says = "city-taken", N_("{city} already has a station of {player}'s")


class NoStationsLeft(RuleBroken):
    """A player has so many stations and no more."""

    code, says = "no-stations-left", N_("{player} has built all {count} stations")


class TicketHeld(RuleBroken):
    """A player holds a ticket once."""

    code, says = "ticket-held", N_("{player} already holds the ticket {ticket}")


class AfterFinish(RuleBroken):
    """Once all tickets are on the table nothing is added."""

    code, says = "after-finish", N_("the game is finished; take the finish back first to add something")


class FinalTurnHad(RuleBroken):
    """In the final round everybody has one more turn. Only a live table refuses this; in a record it is a warning."""

    code, says = "final-turn-had", N_("{player} has had the last turn; was this an earlier turn?")


def pair_name(board: Board, name: str) -> str:
    """A route, or two places that routes join, by the names of the places."""
    route = board.route[name] if name in board.route else board.pairs[name][0]
    return " – ".join(board.end_name(end) for end in route.ends)


def ticket_name(board: Board, ticket: Ticket) -> str:
    """A ticket by the ends that it names; of a choice those that can be chosen stand together."""
    start, *others = (board.end_name(end) for end in ticket.ends)
    if ticket.form == "choice":
        return f"{start} – {' / '.join(others)}"
    return " – ".join((start, *others))
