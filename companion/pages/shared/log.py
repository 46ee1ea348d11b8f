"""The entries of a log in words of the table: what each said, and what became of it.
Of a hidden one only that there is one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from companion.i18n import and_joined, listed
from companion.i18n import gettext as _
from companion.pages.shared.final_round import begun_line
from companion.pages.shared.requests import SeatTold, seat_change_in_words, seat_changes_told
from companion.play.view import View
from companion.prose.names import added, isolated, own_words, pieces_in_words, route_name, ticket_name
from companion.rules.log import (
    Amend,
    AnyEntry,
    CatchUp,
    Claim,
    Draw,
    Finish,
    Hidden,
    Keep,
    Station,
    Strike,
    in_force,
    struck_by,
)
from companion.rules.table import FinalRound

State = Literal["in-force", "struck", "replaced", "hidden", "own", "seat"]
MENDABLE: Final = (Claim, Station, Draw, Keep)


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry as the log page shows it."""

    place: int
    state: State
    kind: str
    words: str  # as it was told
    now: str | None = None  # what stands in its place since it was changed
    at: str | None = None
    player: str | None = None  # whose colour stands beside it
    struck_by: int | None = None  # the entry to strike, to bring this one back
    amendable: bool = False


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log: its lines, newest first, how many stand before them, and whether later ones do."""

    lines: list[EntryLine]
    earlier: int
    later: bool


def entry_in_words(game: View, place: int) -> str:
    """An entry in words, as it stands now; of a secret one only that it is there."""
    return _says(game, place, _amended(game.log).get(place, game.log[place - 1]))


def entry_lines(game: View, places: Iterable[int] | None = None) -> list[EntryLine]:
    """The entries at these places, or all, newest first."""
    struck, instead = struck_by(game.log), _amended(game.log)
    chosen = range(1, len(game.log) + 1) if places is None else places
    return [_line(game, place, struck, instead) for place in sorted(chosen, reverse=True)]


def log_page(game: View, to: int | None, most: int) -> LogPage:
    """So many lines of the log, up to the line of this number or the newest, newest first.

    Beside the entries there are lines about seats that changed hands, and that the final round began.
    """
    lines = _every_line(game)
    last = len(lines) if to is None else min(max(to, 0), len(lines))
    first = max(last - most, 0)
    chosen = lines[first:last]
    entries = {line.place: line for line in entry_lines(game, [one for one in chosen if isinstance(one, int)])}
    shown = [entries[one] if isinstance(one, int) else _line_beside(game, one) for one in reversed(chosen)]
    return LogPage(shown, first, last < len(lines))


def recent_lines(game: View, most: int) -> tuple[EntryLine, ...]:
    """The newest turns in force, newest first; nothing of tickets."""
    turns = [place for place, entry in in_force(game.log) if isinstance(entry, Claim | Station | Draw)]
    return tuple(entry_lines(game, turns[-most:]))


def _every_line(game: View) -> list[int | SeatTold | FinalRound]:
    """What the log page tells, oldest first: places of entries, and what comes after them, not in words yet."""
    after: dict[int, list[SeatTold]] = {}
    for told in seat_changes_told(game):
        after.setdefault(told.change.place, []).append(told)
    final = game.table.final_round if begun_line(game) else None
    lines: list[int | SeatTold | FinalRound] = [*after.get(0, ())]
    for place in range(1, len(game.log) + 1):
        lines.append(place)
        if final and final.place == place:
            lines.append(final)
        lines += after.get(place, ())
    return lines


def _line_beside(game: View, told: SeatTold | FinalRound) -> EntryLine:
    """A line that is not about an entry."""
    if not isinstance(told, SeatTold):
        return EntryLine(told.place, "seat", "seat", begun_line(game) or "")
    change = told.change
    at = datetime.fromtimestamp(change.at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return EntryLine(
        change.place, "seat", "seat", seat_change_in_words(game, told), at=at, player=change.color or None
    )


def _line(game: View, place: int, struck: dict[int, int], instead: dict[int, AnyEntry]) -> EntryLine:
    entry, new = game.log[place - 1], instead.get(place)
    if isinstance(entry, Hidden):
        return EntryLine(place, "hidden", "hidden", _secret(game))
    if game.is_secret(place):  # shown on the page of its seat, and never where others may look on
        return EntryLine(place, "own", "own", _("You changed your tickets"), at=entry.at)
    state: State = "struck" if place in struck else "replaced" if new else "in-force"
    return EntryLine(
        place,
        state,
        entry.type,
        _says(game, place, entry),
        now=_says(game, place, new) if new else None,
        at=entry.at,
        player=getattr(new or entry, "player", None),
        struck_by=struck.get(place),
        amendable=isinstance(entry, MENDABLE) and place not in struck,
    )


def _secret(game: View) -> str:
    # The same words for whatever it is: even that a ticket was changed would tell something.
    if any(counter.hidden for counter in game.table.counters.values()):
        return _("Something secret was entered or changed")
    return _("Somebody changed their tickets")


def _says(game: View, place: int, entry: AnyEntry) -> str:
    """An entry in words, whatever became of it later."""
    if entry.says:
        says = own_words(game.board, game.setup, entry)
        return _("{entry}, entered late").format(entry=says) if getattr(entry, "late", False) else says
    match entry:
        case Claim() | Station() | Draw() | Keep():
            return _told(game, entry)
        case Strike():
            return _struck(game, place, entry)
        case Amend():
            return _changed(game, place, entry)
        case CatchUp():
            return _("Stopped tracking turns")
        case Finish():
            return _("All tickets revealed")
        case Hidden():
            return _secret(game)


def _told(game: View, entry: Claim | Station | Draw | Keep) -> str:
    """A turn or a kept ticket in words."""
    board, player = game.board, isolated(game.setup.name(entry.player))
    if isinstance(entry, Draw):
        return _("{player} drew cards").format(player=player)
    if isinstance(entry, Keep):
        points = board.tickets_of(game.setup.variant)[entry.ticket].points
        ticket = ticket_name(board, entry.ticket)
        # Translators: a ticket kept, such as: Ada keeps Denver – El Paso (4)
        return _("{player} kept {ticket} ({points})").format(player=player, ticket=ticket, points=points)
    if isinstance(entry, Station):
        text = _("{player} built a station in {city}")
        text = text.format(player=player, city=board.city[entry.city].name)
    else:
        worth = points_shown(game, entry)
        text = claimed(game, entry) if worth is None else claimed(game, entry, f"+{worth}")
    return _("{entry}, entered late").format(entry=text) if entry.late else text


def claimed(game: View, entry: Claim, points: str = "") -> str:
    """Who claimed which route with how many trains, and for which points, where those are told; and for whom."""
    route, player = game.board.route[entry.route], isolated(game.setup.name(entry.player))
    words = {"player": player, "route": route_name(game.board, route)}
    if entry.route in game.table.common:
        return _("{player} claimed {route} for everyone").format(**words)
    words["trains"] = pieces_in_words(route.pieces, game.table.took(entry), game.setup.one_token)
    gains = game.table.gains(entry)
    if [*gains] == [entry.player]:
        # Translators: such as: Ada claimed Denver – Omaha, 4 trains, 7 points
        says = (
            _("{player} claimed {route}, {trains}, {points}") if points else _("{player} claimed {route}, {trains}")
        )
    elif len(gains) == 1:
        says = _("{player} claimed {route} for {owners}, {trains}, {points}")
        says = says if points else _("{player} claimed {route} for {owners}, {trains}")
    else:
        says = _("{player} claimed {route} for {owners}, {trains}, {points} each")
        says = says if points else _("{player} claimed {route} for {owners}, {trains}")
    owners = and_joined([isolated(game.setup.name(owner)) for owner in gains])
    return listed([says.format(owners=owners, points=points, **words), *added(game.board, game.setup, entry)])


def points_shown(game: View, entry: Claim) -> int | None:
    """What a claim is worth to whoever it is worth something, unless the table hides points until the end."""
    if game.options.points_hidden and not game.table.finished:
        return None
    return max(game.table.gains(entry).values())


def _struck(game: View, place: int, entry: Strike) -> str:
    """Taking back, and taking that back again: an even number of strikes brings the entry back."""
    times, at = 1, entry.entry
    while isinstance(first := game.log[at - 1], Strike):
        times, at = times + 1, first.entry
    who, words = _reporter(game, place), _before(game, at, place)
    if who is None:
        text = _("Taken back: {entry}") if times % 2 else _("Brought back: {entry}")
    else:
        text = _("{player} took back: {entry}") if times % 2 else _("{player} brought back: {entry}")
    return text.format(player=who, entry=words)


def _changed(game: View, place: int, entry: Amend) -> str:
    who, old, new = _reporter(game, place), _before(game, entry.entry, place), _says(game, place, entry.instead)
    text = _("Changed: {old}. Now: {new}") if who is None else _("{player} changed: {old}. Now: {new}")
    return text.format(player=who, old=old, new=new)


def _before(game: View, at: int, place: int) -> str:
    """The entry at a place as it stood just before another one came."""
    stood = dict(in_force(game.log[: place - 1]))
    return _says(game, at, stood.get(at, game.log[at - 1]))


def _reporter(game: View, place: int) -> str | None:
    """The player who reported an entry, if the phone that did holds exactly one seat."""
    reporter = game.seen.reporters[place - 1]
    return isolated(game.setup.name(reporter)) if reporter else None


def _amended(log: Sequence[AnyEntry]) -> dict[int, AnyEntry]:
    """The entry that stands instead of another: the last of its amendments that are in force."""
    struck = struck_by(log)
    return {
        entry.entry: entry.instead
        for place, entry in enumerate(log, 1)
        if isinstance(entry, Amend) and place not in struck
    }
