"""A plain form of the table page as an entry of the game record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.play import Kind, Refused, View
from companion.rules.log import Claim, Draw, Finish, Hidden, Station, in_force

MOST_SIGNS: Final = 64  # of an entry's id

# What each kind of entry has of its own.
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "claim": ("player", "route"),
    "station": ("player", "city"),
    "draw": ("player",),
    "catch-up": (),
    "finish": (),
}


def entry_of(game: View, form: Mapping[str, str]) -> dict[str, Any]:
    """The entry that a form tells. What the form does not have is missed where entries are read."""
    kind = form.get("type", "")
    entry: dict[str, Any] = {"type": kind, "id": id_of(form)}
    if kind in FIELDS:
        entry |= {name: form[name] for name in FIELDS[kind] if name in form}
        return entry | ({"late": True} if kind in ("claim", "station") and "late" in form else {})
    place = _place(form)
    if kind == "amend":
        return entry | {"entry": place, "with": _given_to(game, place, form.get("player", ""))}
    return entry | {"entry": place}


def is_done(game: View, entry: Mapping[str, Any]) -> bool:
    """Whether somebody else has taken the same entry back already: two phones undo once."""
    if entry["type"] != "strike" or not 0 < entry["entry"] <= len(game.log):
        return False
    # Of what is hidden nothing is said: whether it stands is as secret as the ticket.
    hidden = isinstance(game.log[entry["entry"] - 1], Hidden)
    return not hidden and entry["entry"] not in {place for place, __ in in_force(game.log)}


def must_be_open(game: View, entry: Mapping[str, Any]) -> None:
    """After the end a page changes nothing but that it reopens the game: no slip of a finger undoes the reveal."""
    about = entry.get("entry", 0)
    of_the_end = entry["type"] == "finish" or (0 < about <= len(game.log) and isinstance(game.log[about - 1], Finish))
    if game.table.finished and not of_the_end:
        raise Refused(Kind.CONFLICT, "after-finish", game.version)


def id_of(form: Mapping[str, str]) -> str:
    """The page's one-time id, and which of its buttons was pressed: only the same again is a repeat."""
    pressed = (form[name] for name in ("player", "route", "city", "entry", "late") if form.get(name))
    return "-".join((form.get("id", ""), *pressed))[:MOST_SIGNS]


def _place(form: Mapping[str, str]) -> int:
    text = form.get("entry", "")
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise Refused(Kind.WRONG, "wrong-value", reason="entry-number")
    return int(text)


def _given_to(game: View, place: int, player: str) -> dict[str, Any]:
    """The same turn, but another player's."""
    now = dict(in_force(game.log)).get(place)
    if not isinstance(now, Claim | Station | Draw):
        raise Refused(Kind.CONFLICT, "cannot-amend", game.version, "taken-back")
    return now.model_dump(exclude_defaults=True, exclude={"id", "at"}) | {"player": player}
