"""A plain form of the table page as an entry of the game record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.pages.shared.offers import changed
from companion.play import Kind, Refused, View
from companion.rules.log import Claim, Draw, Finish, Hidden, Station, in_force

MOST_SIGNS: Final = 64  # of an entry's id

# What a button says by which it is told from others of the same page.
PRESSED: Final = ("player", "route", "city", "entry", "late", "more", "less", "card", "to", "n")

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
        entry |= {"shared": True} if "shared" in form else {}
        return entry | ({"late": True} if kind in ("claim", "station") and "late" in form else {})
    own = {each.kind(): each for mechanic in game.table.mechanics for each in mechanic.entries}
    if kind in own:
        return entry | {name: _value(name, form[name]) for name in own[kind].model_fields if name in form} | entry
    place = _place(form)
    if kind == "amend":
        return entry | {"entry": place, "with": _instead(game, place, form)}
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
    pressed = (form[name] for name in PRESSED if form.get(name))
    return "-".join((form.get("id", ""), *pressed))[:MOST_SIGNS]


def _place(form: Mapping[str, str]) -> int:
    text = form.get("entry", "")
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise Refused(Kind.WRONG, "wrong-value", reason="entry-number")
    return int(text)


def _value(name: str, text: str) -> str | int:
    """A number where a member is one; what is none is told so where entries are read."""
    return int(text) if name == "n" and text.isascii() and text.isdigit() and len(text) < 5 else text


def _instead(game: View, place: int, form: Mapping[str, str]) -> dict[str, Any]:
    """What stands instead of an entry: the same for another player, or with something more or less."""
    if not ("more" in form or "less" in form):
        return _given_to(game, place, form.get("player", ""))
    now = dict(in_force(game.log)).get(place)
    if not isinstance(now, Claim):
        raise Refused(Kind.CONFLICT, "cannot-amend", game.version, "taken-back")
    return changed(now, form.get("more") or form.get("less", ""), "more" in form)


def _given_to(game: View, place: int, player: str) -> dict[str, Any]:
    """The same turn, but another player's."""
    now = dict(in_force(game.log)).get(place)
    if not isinstance(now, Claim | Station | Draw):
        raise Refused(Kind.CONFLICT, "cannot-amend", game.version, "taken-back")
    return now.model_dump(exclude_defaults=True, exclude={"id", "at"}) | {"player": player}
