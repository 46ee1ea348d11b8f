"""The plain forms of the table pages, turned into entries of the game record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.pages.shared.choices import changed_claim
from companion.play import Kind, Refused, View
from companion.rules.log import Claim, Draw, Entry, Finish, Hidden, Station, in_force, struck_by
from companion.rules.mechanics import entry_types
from companion.rules.members import MemberKind, members_of

LONGEST_ID: Final = 64  # characters of an entry's id

# The fields by which the buttons of a page differ, beside those that only some boards' entries have.
BUTTON_FIELDS: Final = ("player", "route", "city", "entry", "late", "more", "less")
# The kinds of every board whose members are form fields of the same names. Tickets have a page of their own.
COMMON_KINDS: Final = frozenset({"claim", "station", "draw", "catch-up", "finish"})


def entry_from_form(game: View, form: Mapping[str, str]) -> dict[str, Any]:
    """The entry that a form reports. If the form lacks a field, the entry is refused where entries are checked."""
    kind = form.get("type", "")
    entry: dict[str, Any] = {"type": kind, "id": entry_id(game, form)}
    if kind in COMMON_KINDS | _kinds_of_board(game).keys():
        members = _members(entry_types(game.board)[kind])
        return entry | {
            name: _value(member_kind, form[name]) for name, member_kind in members.items() if name in form
        }
    place = _entry_number(form)
    if kind == "amend":
        return entry | {"entry": place, "with": _replacement(game, place, form)}
    return entry | {"entry": place}


def _kinds_of_board(game: View) -> dict[str, type[Entry]]:
    """The kinds of entries that only this board's rules have."""
    return {each.kind(): each for mechanic in game.table.mechanics for each in mechanic.entries}


def _members(entry: type[Entry]) -> dict[str, MemberKind]:
    """The members that a kind of entry has besides those that every entry has."""
    return {name: kind for name, kind in members_of(entry).items() if name not in Entry.model_fields}


def is_already_taken_back(game: View, entry: Mapping[str, Any]) -> bool:
    """Whether an entry strikes what is struck already, such as when two phones undo the same turn at once."""
    if entry["type"] != "strike" or not 0 < entry["entry"] <= len(game.log):
        return False
    # Of a hidden entry nothing is revealed: whether it is in force is as secret as the ticket.
    hidden = isinstance(game.log[entry["entry"] - 1], Hidden)
    return not hidden and entry["entry"] in struck_by(game.log)


def must_be_open(game: View, entry: Mapping[str, Any]) -> None:
    """Refuses every change of a finished game but to reopen it, so that nobody changes it by accident."""
    about = entry.get("entry", 0)
    is_finish = entry["type"] == "finish" or (0 < about <= len(game.log) and isinstance(game.log[about - 1], Finish))
    if game.table.finished and not is_finish:
        raise Refused(Kind.CONFLICT, "after-finish", game.version)


def entry_id(game: View, form: Mapping[str, str]) -> str:
    """An entry's id: the page's one-time id with the button pressed, so only the same button there is a repeat."""
    board_fields = (name for entry in _kinds_of_board(game).values() for name in _members(entry))
    pressed = (form[name] for name in dict.fromkeys((*BUTTON_FIELDS, *board_fields)) if form.get(name))
    return "-".join((form.get("id", ""), *pressed))[:LONGEST_ID]


def _entry_number(form: Mapping[str, str]) -> int:
    """The place of the entry that a form is about. Raises Refused if it is no number."""
    text = form.get("entry", "")
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise Refused(Kind.WRONG, "wrong-value", reason="entry-number")
    return int(text)


def _value(kind: MemberKind, text: str) -> str | int:
    """A form field as an entry has it: a number, True for a flag, else text. Wrong ones are refused later."""
    if kind == "number" and text.isascii() and text.isdigit() and len(text) < 5:
        return int(text)
    return True if kind == "flag" else text


def _replacement(game: View, place: int, form: Mapping[str, str]) -> dict[str, Any]:
    """What an amendment puts in place of an entry.

    It is the same turn for another player; or, if a chip was pressed, the claim with what that chip stands for (such
    as a marker) added (`more`) or taken off (`less`).
    """
    if not ("more" in form or "less" in form):
        return _same_for_player(game, place, form.get("player", ""))
    current = dict(in_force(game.log)).get(place)
    if not isinstance(current, Claim):
        raise Refused(Kind.CONFLICT, "cannot-amend", game.version, "taken-back")
    return changed_claim(current, form.get("more") or form.get("less", ""), "more" in form)


def _same_for_player(game: View, place: int, player: str) -> dict[str, Any]:
    """The same turn for another player."""
    current = dict(in_force(game.log)).get(place)
    if not isinstance(current, Claim | Station | Draw):
        raise Refused(Kind.CONFLICT, "cannot-amend", game.version, "taken-back")
    return current.model_dump(exclude_defaults=True, exclude={"id", "at"}) | {"player": player}
