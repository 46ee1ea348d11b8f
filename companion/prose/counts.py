"""Numbers with their nouns, such as “3 trains”, for sentences that hold more than one number."""

from companion.i18n import gettext as _
from companion.i18n import marked, ngettext
from companion.prose.pieces import WORDS


def characters(n: int) -> str:
    """ "3 characters", of a text."""
    return ngettext("{n} character", "{n} characters", n).format(n=n)


def colours(n: int) -> str:
    """ "3 colours"."""
    return ngettext("{n} colour", "{n} colours", n).format(n=n)


def entries(n: int) -> str:
    """ "3 entries", of a log."""
    return ngettext("{n} entry", "{n} entries", n).format(n=n)


def pieces(kind: str, n: int) -> str:
    """A number of pieces of a kind, such as “3 taxis”."""
    return marked(WORDS[kind].some, n).format(n=n)


def pieces_left(kind: str, n: int) -> str:
    """The pieces of a kind that a player can still place, such as “3 trains left”."""
    words = WORDS[kind]
    return marked(words.left if n else words.none_left, n).format(n=n)


def players(n: int) -> str:
    """ "3 players"."""
    return ngettext("{n} player", "{n} players", n).format(n=n)


def points(n: int) -> str:
    """ "3 points"."""
    return ngettext("{n} point", "{n} points", n).format(n=n)


def routes(n: int) -> str:
    """ "3 routes", or "no routes"."""
    if not n:
        return _("no routes")
    return ngettext("{n} route", "{n} routes", n).format(n=n)


def stations_left(n: int) -> str:
    """ "3 stations left": those that a player can still build."""
    if not n:
        return _("no stations left")
    return ngettext("{n} station left", "{n} stations left", n).format(n=n)


def tickets(n: int) -> str:
    """ "3 tickets"."""
    return ngettext("{n} ticket", "{n} tickets", n).format(n=n)


def tickets_completed(n: int) -> str:
    """ "3 tickets completed"."""
    return ngettext("{n} ticket completed", "{n} tickets completed", n).format(n=n)
