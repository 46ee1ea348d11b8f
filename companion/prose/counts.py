"""Numbers with their nouns, such as "3 trains": ready pieces for sentences that hold more than one number."""

from companion.i18n import gettext as _
from companion.i18n import ngettext


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
    """So many pieces of a kind."""
    if kind == "piece":
        return ngettext("{n} piece", "{n} pieces", n).format(n=n)
    return {"ship": ships, "taxi": taxis}.get(kind, trains)(n)


def pieces_left(kind: str, n: int) -> str:
    """ "3 trains left", or taxis, or pieces of several kinds: those that a player can still place."""
    if not n:
        return {"train": _("no trains left"), "taxi": _("no taxis left")}.get(kind, _("no pieces left"))
    if kind in ("train", "taxi"):
        return taxis_left(n) if kind == "taxi" else trains_left(n)
    return ngettext("{n} piece left", "{n} pieces left", n).format(n=n)


def players(n: int) -> str:
    """ "3 players"."""
    return ngettext("{n} player", "{n} players", n).format(n=n)


def points(n: int) -> str:
    """ "3 points"."""
    return ngettext("{n} point", "{n} points", n).format(n=n)


def routes(n: int) -> str:
    """ "3 routes"."""
    if not n:
        return _("no routes")
    return ngettext("{n} route", "{n} routes", n).format(n=n)


def ships(n: int) -> str:
    """So many ships."""
    return ngettext("{n} ship", "{n} ships", n).format(n=n)


def stations_left(n: int) -> str:
    """ "3 stations left": those that a player can still build."""
    if not n:
        return _("no stations left")
    return ngettext("{n} station left", "{n} stations left", n).format(n=n)


def taxis(n: int) -> str:
    """ "3 taxis"."""
    return ngettext("{n} taxi", "{n} taxis", n).format(n=n)


def taxis_left(n: int) -> str:
    """ "3 taxis left": those that a player can still place."""
    return ngettext("{n} taxi left", "{n} taxis left", n).format(n=n)


def tickets(n: int) -> str:
    """ "3 tickets"."""
    return ngettext("{n} ticket", "{n} tickets", n).format(n=n)


def tickets_completed(n: int) -> str:
    """ "3 tickets completed"."""
    return ngettext("{n} ticket completed", "{n} tickets completed", n).format(n=n)


def trains(n: int) -> str:
    """ "3 trains"."""
    return ngettext("{n} train", "{n} trains", n).format(n=n)


def trains_left(n: int) -> str:
    """ "3 trains left": those that a player can still place."""
    return ngettext("{n} train left", "{n} trains left", n).format(n=n)
