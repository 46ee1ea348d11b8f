"""What is wrong in a record's shape and names: everything at once, each with its place, a code and a sentence."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from pydantic import TypeAdapter, ValidationError

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.rules.log import ENTRY, AnyEntry, Known, misplaced
from companion.rules.setup import Setup
from companion.validation import Complaint, Place, bare, complaints, in_order, shown

FORMAT: Final = "companion/game"
VERSION: Final = 1
MOST_ENTRIES: Final = 5_000


class Members(dict[str, Any]):
    """A JSON object that remembers which of its members stood there twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        # Half of a character in a name could not even be shown; in this form it is, as a name nothing here has.
        pairs = [(name.encode(errors="backslashreplace").decode(), value) for name, value in pairs]
        super().__init__(pairs)
        self.twice = [name for name, times in Counter(name for name, __ in pairs).items() if times > 1]


class Head(Setup):
    """Everything of a record but its log."""

    format: Literal["companion/game"]
    version: int


HEAD: Final = TypeAdapter(Head)


def read_shape(
    document: Any, boards: Mapping[str, Board]
) -> tuple[Setup | None, tuple[AnyEntry, ...], list[Complaint]]:
    """A record's setup and log, and everything that is wrong in shape or names; to be used where nothing is."""
    if not isinstance(document, Members):
        return None, (), [Complaint((), "wrong-type", _("a record is a JSON object with named members"))]
    head = {name: value for name, value in document.items() if name != "log"}
    setup, found = _head(head)
    found += twice(document)
    found += _head_names(head, boards)
    log: list[AnyEntry | None] = []
    entries = document.get("log")
    if not isinstance(entries, list):
        code, says = "missing-member", _("the member “log” is missing")
        if "log" in document:
            code, says = "wrong-type", _("“log” must be a list, not {given}").format(given=shown(entries))
        found.append(Complaint(("log",), code, says))
    elif len(entries) > MOST_ENTRIES:
        says = _("the log has {count} entries; it may have {most} at most")
        found.append(Complaint(("log",), "too-many", says.format(count=len(entries), most=MOST_ENTRIES)))
    else:
        log, wrong = _log(entries, _known(head, boards))
        found += wrong
    return setup, tuple(entry for entry in log if entry), in_order(found, document)


def place_in_words(where: Place) -> str:
    """The way to a place in a record, counted from 1 as the record counts."""
    match where:
        case ("log", int(place), *_rest):
            return _("log entry {place}").format(place=place + 1)
        case ("players", int(place), *_rest):
            return _("player {place}").format(place=place + 1)
        case (str(member), *_rest):
            return bare(member)
    return _("record")


def _head(head: Mapping[str, Any]) -> tuple[Setup | None, list[Complaint]]:
    try:
        read = HEAD.validate_python(head)
    except ValidationError as error:
        return None, complaints(error, head)
    return read, []


def twice(document: Any) -> Iterator[Complaint]:
    """Members that stand in one object twice, however deep."""
    says = _("the member “{member}” stands there twice")
    waiting: list[tuple[Place, Any]] = [((), document)]
    while waiting:
        where, value = waiting.pop()
        for name in value.twice if isinstance(value, Members) else ():
            yield Complaint((*where, name), "member-twice", says.format(member=bare(name)))
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        waiting += [((*where, step), part) for step, part in inside if isinstance(part, dict | list)]


def _head_names(head: Mapping[str, Any], boards: Mapping[str, Board]) -> Iterator[Complaint]:
    """The board, its variant, and players as the board has them."""
    version, name = head.get("version"), head.get("map")
    if type(version) is int and version != VERSION:
        says = _("this is version {given} of the format; this program reads version {known}")
        yield Complaint(("version",), "unknown-version", says.format(given=shown(version), known=VERSION))
    if not isinstance(name, str):
        return
    board = boards.get(name)
    if board is None:
        says = _("there is no board {name}; there are {known}")
        yield Complaint(("map",), "unknown-map", says.format(name=shown(name), known=", ".join(boards)))
        return
    variant = head.get("variant", "base")
    if isinstance(variant, str) and variant not in board.variants:
        says = _("{board} has no variant {name}; it has {known}")
        says = says.format(board=board.name, name=shown(variant), known=", ".join(board.variants))
        yield Complaint(("variant",), "unknown-variant", says)
    if isinstance(players := head.get("players"), list):
        yield from _players(players, board)
        starts = head.get("starts")
        colors = _colors(players)
        if isinstance(starts, str) and colors is not None and starts not in colors:
            says = _("nobody at the table plays {color}").format(color=shown(starts))
            yield Complaint(("starts",), "colour-not-at-the-table", says)


def _players(players: list[Any], board: Board) -> Iterator[Complaint]:
    """So many players as the board takes, each with a colour of its own."""
    if not board.players.least <= len(players) <= board.players.most:
        says = _("{count} players; {board} is for {least} to {most}")
        told = {"least": board.players.least, "most": board.players.most}
        yield Complaint(("players",), "wrong-number", says.format(count=len(players), board=board.name, **told))
    seen: set[str] = set()
    for place, player in enumerate(players):
        color = player.get("color") if isinstance(player, dict) else None
        if not isinstance(color, str):
            continue
        where: Place = ("players", place, "color")
        if color not in board.colors:
            says = _("there is no colour {color}; there are {known}")
            says = says.format(color=shown(color), known=", ".join(board.colors))
            yield Complaint(where, "unknown-colour", says)
        elif color in seen:
            says = _("two players have the colour {color}").format(color=shown(color))
            yield Complaint(where, "colour-twice", says)
        seen.add(color)


def _colors(players: Any) -> set[str] | None:
    """The colours at the table; None where one could not be read, so that not every entry of it complains."""
    if not isinstance(players, list):
        return None
    colors = [player.get("color") if isinstance(player, dict) else None for player in players]
    read = {color for color in colors if isinstance(color, str)}
    return None if any(not isinstance(color, str) for color in colors) else read


def _known(head: Mapping[str, Any], boards: Mapping[str, Board]) -> Known:
    """The names that the log may use."""
    name, variant = head.get("map"), head.get("variant", "base")
    board = boards.get(name) if isinstance(name, str) else None
    known_variant = board is not None and isinstance(variant, str) and variant in board.variants
    return Known(_colors(head.get("players")), board, variant if known_variant else None)


def _log(entries: list[Any], known: Known | None) -> tuple[list[AnyEntry | None], list[Complaint]]:
    log: list[AnyEntry | None] = []
    found: list[Complaint] = []
    ids: dict[str, int] = {}
    for n, entry in enumerate(entries):
        read, wrong = read_entry(entry, known)
        log.append(read)
        found += [Complaint(("log", n, *c.where), c.code, c.says) for c in wrong]
        if (fault := misplaced(log, n + 1)) is not None:
            member, code, says = fault
            found.append(Complaint(("log", n, member), code, says))
        if read and read.id is not None and ids.setdefault(read.id, n) != n:
            says = _("entry {entry} has the same id").format(entry=ids[read.id] + 1)
            found.append(Complaint(("log", n, "id"), "id-used", says))
    return log, found


def read_entry(entry: Any, known: Known | None) -> tuple[AnyEntry | None, list[Complaint]]:
    """One entry, or what is wrong with it."""
    if not isinstance(entry, dict):
        says = _("an entry must hold named members, not {given}").format(given=shown(entry))
        return None, [Complaint((), "wrong-type", says)]
    try:
        return ENTRY.validate_python(entry, context=known), []
    except ValidationError as error:
        return None, complaints(error, entry)
