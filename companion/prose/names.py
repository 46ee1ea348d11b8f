"""Names of people and places inside a sentence."""

import unicodedata
from typing import Final

from companion.boards.model import Board, Route
from companion.i18n import N_, ngettext
from companion.i18n import gettext as _
from companion.rules.refusals import pair_name, ticket_name

__all__ = ["colour_name", "isolated", "pair_name", "route_name", "ticket_name", "trains_in_words"]

# Letters written from the right, and figures that go with them.
FROM_THE_RIGHT: Final = frozenset({"R", "AL", "AN"})
ISOLATED: Final = "\u2068{name}\u2069"

COLOURS: Final = {
    "red": N_("red"),
    "orange": N_("orange"),
    "yellow": N_("yellow"),
    "green": N_("green"),
    "blue": N_("blue"),
    "purple": N_("purple"),
    "black": N_("black"),
    "white": N_("white"),
    "gray": N_("grey"),
}


def isolated(name: str) -> str:
    """A name that does not turn the words around it: letters from the right keep to themselves."""
    turns = any(unicodedata.bidirectional(sign) in FROM_THE_RIGHT for sign in name)
    return ISOLATED.format(name=name) if turns else name


def colour_name(colour: str) -> str:
    """What people call a colour."""
    return _(COLOURS.get(colour, colour))


def trains_in_words(length: int, one_token: bool = False) -> str:
    """What a route takes; with one token a route, what goes back in the box besides, so that the supply is right."""
    trains = ngettext("{n} train", "{n} trains", length).format(n=length)
    if not one_token or length == 1:
        return trains
    return _("{trains}, put {n} back in the box").format(trains=trains, n=length - 1)


def route_name(board: Board, route: Route) -> str:
    """A route by its two places; where a track beside it has another colour, by its own too."""
    name = pair_name(board, route.id)
    if any(board.route[other].color != route.color for other in route.beside):
        return _("{route} ({colour})").format(route=name, colour=colour_name(route.color))
    return name
