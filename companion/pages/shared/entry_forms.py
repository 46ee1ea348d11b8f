"""A plain form of the table page as an entry of the game record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.pages.shared.offers import changed
from companion.play import Kind, Refused, View
from companion.rules.log import Claim, Draw, Entry, Finish, Hidden, Station, in_force, struck_by
from companion.rules.mechanics import kinds_of
from companion.rules.members import MemberKind, members_of

MOST_SIGNS: Final = 64  # of an entry's id

# What a button says by which it is told from others of the same page, beside what its entry says.
PRESSED: Final = ("player", "route", "city", "entry", "late", "more", "less")
# The common entries that a form tells whole; a ticket has a page of its own.
COMMON: Final = frozenset({"claim", "station", "draw", "catch-up", "finish"})


def entry_of(game: View, form: Mapping[str, str]) -> dict[str, Any]:
    """The entry that a form tells. What the form does not have is missed where entries are read."""
    kind = form.get("type", "")
    entry: dict[str, Any] = {"type": kind, "id": id_of(game, form)}
    if kind in COMMON | _own(game).keys():
        members = _members(kinds_of(game.board)[kind])
        return entry | {name: _value(is_a, form[name]) for name, is_a in members.items() if name in form}
    place = _place(form)
    if kind == "amend":
        return entry | {"entry": place, "with": _instead(game, place, form)}
    return entry | {"entry": place}


def _own(game: View) -> dict[str, type[Entry]]:
    """The kinds of entries that the rules of the board bring."""
    return {each.kind(): each for mechanic in game.table.mechanics for each in mechanic.entries}


def _members(entry: type[Entry]) -> dict[str, MemberKind]:
    """What an entry has of its own."""
    return {name: kind for name, kind in members_of(entry).items() if name not in Entry.model_fields}


def is_done(game: View, entry: Mapping[str, Any]) -> bool:
    """Whether somebody else has taken the same entry back already: two phones undo once."""
    if entry["type"] != "strike" or not 0 < entry["entry"] <= len(game.log):
        return False
    # Of what is hidden nothing is said: whether it stands is as secret as the ticket.
    hidden = isinstance(game.log[entry["entry"] - 1], Hidden)
    return not hidden and entry["entry"] in struck_by(game.log)


def must_be_open(game: View, entry: Mapping[str, Any]) -> None:
    """After the end a page changes nothing but that it reopens the game: no slip of a finger undoes the reveal."""
    about = entry.get("entry", 0)
    of_the_end = entry["type"] == "finish" or (0 < about <= len(game.log) and isinstance(game.log[about - 1], Finish))
    if game.table.finished and not of_the_end:
        raise Refused(Kind.CONFLICT, "after-finish", game.version)


def id_of(game: View, form: Mapping[str, str]) -> str:
    """The page's one-time id, and which of its buttons was pressed: only the same again is a repeat."""
    own = (name for entry in _own(game).values() for name in _members(entry))
    pressed = (form[name] for name in dict.fromkeys((*PRESSED, *own)) if form.get(name))
    return "-".join((form.get("id", ""), *pressed))[:MOST_SIGNS]


def _place(form: Mapping[str, str]) -> int:
    text = form.get("entry", "")
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise Refused(Kind.WRONG, "wrong-value", reason="entry-number")
    return int(text)


def _value(kind: MemberKind, text: str) -> str | int:
    """A number where a member is one, and that a flag stands there; what is wrong is told where entries are read."""
    if kind == "number" and text.isascii() and text.isdigit() and len(text) < 5:
        return int(text)
    return True if kind == "flag" else text


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
