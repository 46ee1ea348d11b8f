"""So many of something, with the right word for the number: pieces for sentences that have more than one number."""

from companion.i18n import ngettext


def characters(n: int) -> str:
    """So many characters of a text."""
    return ngettext("{n} character", "{n} characters", n).format(n=n)


def cities(n: int) -> str:
    """So many cities."""
    return ngettext("{n} city", "{n} cities", n).format(n=n)


def colours(n: int) -> str:
    """So many colours."""
    return ngettext("{n} colour", "{n} colours", n).format(n=n)


def entries(n: int) -> str:
    """So many entries of a log."""
    return ngettext("{n} entry", "{n} entries", n).format(n=n)


def locomotives_of_ferry(n: int) -> str:
    """A ferry by its locomotives."""
    return ngettext("ferry, {n} locomotive", "ferry, {n} locomotives", n).format(n=n)


def pieces(kind: str, n: int) -> str:
    """So many pieces of a kind."""
    return ships(n) if kind == "ship" else trains(n)


def players(n: int) -> str:
    """So many players."""
    return ngettext("{n} player", "{n} players", n).format(n=n)


def points(n: int) -> str:
    """So many points."""
    return ngettext("{n} point", "{n} points", n).format(n=n)


def routes(n: int) -> str:
    """So many routes."""
    return ngettext("{n} route", "{n} routes", n).format(n=n)


def ships(n: int) -> str:
    """So many ships."""
    return ngettext("{n} ship", "{n} ships", n).format(n=n)


def stations_left(n: int) -> str:
    """So many stations that a player can still build."""
    return ngettext("{n} station left", "{n} stations left", n).format(n=n)


def tickets(n: int) -> str:
    """So many tickets."""
    return ngettext("{n} ticket", "{n} tickets", n).format(n=n)


def trains(n: int) -> str:
    """So many trains."""
    return ngettext("{n} train", "{n} trains", n).format(n=n)


def trains_left(n: int) -> str:
    """So many trains that a player can still place."""
    return ngettext("{n} train left", "{n} trains left", n).format(n=n)
