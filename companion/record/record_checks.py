"""Finds all faults in the shape and names of a game record, each with its place, a code and its data."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, Literal

from pydantic import TypeAdapter, ValidationError

from companion.boards.model import Board
from companion.rules.broken_rules import RuleBroken
from companion.rules.counters import Option
from companion.rules.game_setup import Setup
from companion.rules.log import AllowedNames, AnyEntry, misplaced
from companion.rules.mechanics import allowed_names, entry_reader, options_of, wrong_seat
from companion.validation import CODES, Complaint, Place, complaints, in_order

FORMAT: Final = "companion/game"
VERSION: Final = 1
MOST_ENTRIES: Final = 5_000


class Members(dict[str, Any]):
    """A JSON object that remembers which of its members were given twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        # A lone surrogate in a name cannot be printed; escaped like this it can, and matches no member we know.
        pairs = [(name.encode(errors="backslashreplace").decode(), value) for name, value in pairs]
        super().__init__(pairs)
        self.twice = [name for name, times in Counter(name for name, __ in pairs).items() if times > 1]


class Head(Setup):
    """Everything in a record except its log."""

    format: Literal["companion/game"]
    version: int


HEAD: Final = TypeAdapter(Head)


def read_shape(
    document: Any, boards: Mapping[str, Board]
) -> tuple[Setup | None, tuple[AnyEntry, ...], list[Complaint]]:
    """A record's setup and log, and all complaints about shape and names; without any, both are valid."""
    if not isinstance(document, Members):
        return None, (), [Complaint((), "wrong-type", reason="no-object")]
    head = {name: value for name, value in document.items() if name != "log"}
    setup, faults = _head(head)
    faults += twice(document)
    faults += _head_names(head, boards)
    log: list[AnyEntry | None] = []
    entries = document.get("log")
    if not isinstance(entries, list):
        kind = "list_type" if "log" in document else "missing"
        faults.append(Complaint(("log",), CODES[kind], {"member": "log", "each": False, "given": entries}, kind))
    elif len(entries) > MOST_ENTRIES:
        faults.append(Complaint(("log",), "too-many", {"count": len(entries), "most": MOST_ENTRIES}))
    else:
        log, wrong = _log(entries, _allowed_names(head, boards))
        faults += wrong
    return setup, tuple(entry for entry in log if entry), in_order(faults, document)


def rule_complaint(broken: RuleBroken) -> Complaint:
    """The complaint about an entry that breaks a rule."""
    return Complaint(("log", broken.place - 1), broken.code, {"broken": broken}, "rule-broken")


def _head(head: Mapping[str, Any]) -> tuple[Setup | None, list[Complaint]]:
    """The setup of a record and no complaints, or None and the complaints about it."""
    try:
        read = HEAD.validate_python(head)
    except ValidationError as error:
        return None, complaints(error, head)
    return read, []


def twice(document: Any) -> Iterator[Complaint]:
    """Complaints about members that an object has twice, at any depth."""
    waiting: list[tuple[Place, Any]] = [((), document)]
    while waiting:
        where, value = waiting.pop()
        if isinstance(value, Members):
            for name in value.twice:
                yield Complaint((*where, name), "member-twice", {"member": name})
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        waiting += [((*where, step), part) for step, part in inside if isinstance(part, dict | list)]


def _head_names(head: Mapping[str, Any], boards: Mapping[str, Board]) -> Iterator[Complaint]:
    """Complaints about the version, board, variant, options and players."""
    version, name = head.get("version"), head.get("map")
    if type(version) is int and version != VERSION:
        yield Complaint(("version",), "unknown-version", {"given": version, "known": VERSION})
    if not isinstance(name, str):
        return
    board = boards.get(name)
    if board is None:
        yield Complaint(("map",), "unknown-map", {"name": name, "known": list(boards)})
        return
    variant = head.get("variant", "base")
    if isinstance(variant, str) and variant not in board.variants:
        data = {"board": board.name, "name": variant, "known": list(board.variants)}
        yield Complaint(("variant",), "unknown-variant", data)
    yield from _options(head.get("options", {}), board)
    if isinstance(players := head.get("players"), list):
        yield from _players(players, board)
        starts = head.get("starts")
        colors = _colors(players)
        if isinstance(starts, str) and colors is not None and starts not in colors:
            yield Complaint(("starts",), "colour-not-at-the-table", {"color": starts})


def _options(chosen: Any, board: Board) -> Iterator[Complaint]:
    """Complaints about options that the board does not have, that are missing, or that have a wrong value."""
    if not isinstance(chosen, dict):
        return
    options = options_of(board)
    for name in chosen.keys() - options.keys():
        yield Complaint(("options", name), "unknown-option", {"board": board.name, "name": name})
    for name, option in options.items():
        if name in chosen:
            if not _is_allowed(option, chosen[name]):
                data = {"name": name, "given": chosen[name], "known": list(option.values), "n": option.several}
                reason = "wrong-options" if option.several else "wrong-option"
                yield Complaint(("options", name), "wrong-option", data, reason)
        elif option.default is None:
            data = {"name": name, "known": list(option.values)}
            yield Complaint(("options",), "missing-option", {**data, "n": option.several})


def _is_allowed(option: Option, value: Any) -> bool:
    """Whether an option may have this value: one of its values, or a list of so many different ones."""
    if not option.several:
        return isinstance(value, str) and value in option.values
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return False
    known = {*value} & {*option.values}
    return len(value) == len(known) == option.several


def _players(players: list[Any], board: Board) -> Iterator[Complaint]:
    """Complaints about the number of players, their colours and their pieces."""
    if not board.players.least <= len(players) <= board.players.most:
        seats = {"least": board.players.least, "most": board.players.most}
        yield Complaint(("players",), "wrong-number", {"count": len(players), "board": board.name, **seats})
    seen: set[str] = set()
    for place, player in enumerate(players):
        if not isinstance(player, dict):
            continue
        for complaint in wrong_seat(board, player):
            yield replace(complaint, where=("players", place, *complaint.where))
        color = player.get("color")
        if not isinstance(color, str):
            continue
        where: Place = ("players", place, "color")
        if color not in board.colors:
            yield Complaint(where, "unknown-colour", {"color": color, "known": list(board.colors)})
        elif color in seen:
            yield Complaint(where, "colour-twice", {"color": color})
        seen.add(color)


def _colors(players: Any) -> set[str] | None:
    """The colours at the table; None if one could not be read, to avoid a complaint for each of its entries."""
    if not isinstance(players, list):
        return None
    colors: set[str] = set()
    for player in players:
        color = player.get("color") if isinstance(player, dict) else None
        if not isinstance(color, str):
            return None
        colors.add(color)
    return colors


def _allowed_names(head: Mapping[str, Any], boards: Mapping[str, Board]) -> AllowedNames:
    """The names that the log may use."""
    name, variant = head.get("map"), head.get("variant", "base")
    board = boards.get(name) if isinstance(name, str) else None
    has_variant = board is not None and isinstance(variant, str) and variant in board.variants
    return allowed_names(_colors(head.get("players")), board, variant if has_variant else None)


def _log(entries: list[Any], allowed: AllowedNames | None) -> tuple[list[AnyEntry | None], list[Complaint]]:
    """The entries of a record, with None for each that cannot be read; and the complaints about them."""
    log: list[AnyEntry | None] = []
    faults: list[Complaint] = []
    first_with_id: dict[str, int] = {}
    for n, entry in enumerate(entries):
        read, wrong = read_entry(entry, allowed)
        log.append(read)
        target_fault = misplaced(log, n + 1)
        if target_fault is not None:
            wrong = [*wrong, target_fault]
        if read and read.id is not None:
            first = first_with_id.setdefault(read.id, n)
            if first != n:
                wrong = [*wrong, Complaint(("id",), "id-used", {"entry": first + 1})]
        faults += [replace(complaint, where=("log", n, *complaint.where)) for complaint in wrong]
    return log, faults


def read_entry(entry: Any, allowed: AllowedNames | None) -> tuple[AnyEntry | None, list[Complaint]]:
    """The entry and no complaints, or None and the complaints about it."""
    if not isinstance(entry, dict):
        return None, [Complaint((), "wrong-type", {"given": entry}, "no-entry")]
    try:
        return entry_reader(allowed.board if allowed else None).validate_python(entry, context=allowed), []
    except ValidationError as error:
        return None, complaints(error, entry)
