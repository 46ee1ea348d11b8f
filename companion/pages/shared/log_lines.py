"""The lines of a log in words: each entry as it was reported, and what became of it.

Of a hidden entry a line says only that there is one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from companion.i18n import and_joined, listed
from companion.i18n import gettext as _
from companion.pages.shared.final_round import final_round_log_line
from companion.pages.shared.requests import SeatChangeLine, seat_change_in_words, seat_change_lines
from companion.play.view import View
from companion.prose.display_names import (
    board_entry_words,
    claim_additions,
    ends_of_ticket,
    isolated,
    pieces_in_words,
    route_name,
)
from companion.rules.arrival import played_before
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

# "hidden" is a secret entry of somebody else, "own" one of this device; "seat" is a line about no entry.
State = Literal["in-force", "struck", "replaced", "hidden", "own", "seat"]
AMENDABLE: Final = (Claim, Station, Draw, Keep)


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A line of the log page."""

    place: int
    state: State
    kind: str
    words: str  # as it was reported
    now: str | None = None  # what replaced it
    at: str | None = None  # when it was made
    player: str | None = None  # whose colour stands beside it
    struck_by: int | None = None  # the place of what struck it: to strike that brings this one back
    amendable: bool = False


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log: its lines, newest first, the number of earlier lines, and whether there are later ones."""

    lines: list[EntryLine]
    earlier: int
    later: bool


def entry_in_words(game: View, place: int) -> str:
    """An entry in words, as it was last changed. Of a secret one the words say only that there is one."""
    return _entry_words(game, place, _replacements(game.log).get(place, game.log[place - 1]))


def entry_lines(game: View, places: Iterable[int] | None = None) -> list[EntryLine]:
    """The lines of the entries at these places, or of all, newest first."""
    struck, replaced = struck_by(game.log), _replacements(game.log)
    chosen = range(1, len(game.log) + 1) if places is None else places
    return [_line(game, place, struck, replaced) for place in sorted(chosen, reverse=True)]


def log_page(game: View, to: int | None, most: int) -> LogPage:
    """At most `most` lines of the log, newest first, ending at line number `to` or else at the newest.

    Besides entries, there are lines about seats that changed hands and about the start of the final round.
    """
    lines = _all_lines(game)
    last = len(lines) if to is None else min(max(to, 0), len(lines))
    first = max(last - most, 0)
    chosen = lines[first:last]
    places = [line for line in chosen if isinstance(line, int)]
    entries = {line.place: line for line in entry_lines(game, places)}
    in_words = [entries[line] if isinstance(line, int) else _other_line(game, line) for line in reversed(chosen)]
    return LogPage(in_words, first, last < len(lines))


def recent_lines(game: View, most: int) -> tuple[EntryLine, ...]:
    """The newest turns in force, newest first, without anything about tickets."""
    turns = [place for place, entry in in_force(game.log) if isinstance(entry, Claim | Station | Draw)]
    return tuple(entry_lines(game, turns[-most:]))


def _all_lines(game: View) -> list[int | SeatChangeLine | FinalRound]:
    """All lines of the log page, oldest first and not in words yet: an entry is given by its place."""
    after: dict[int, list[SeatChangeLine]] = {}
    for line in seat_change_lines(game):
        after.setdefault(line.change.place, []).append(line)
    final = game.table.final_round
    lines: list[int | SeatChangeLine | FinalRound] = [*after.get(0, ())]
    for place in range(1, len(game.log) + 1):
        lines.append(place)
        if final and final.place == place:
            lines.append(final)
        lines += after.get(place, ())
    return lines


def _other_line(game: View, item: SeatChangeLine | FinalRound) -> EntryLine:
    """A line that is not about an entry: a seat that changed hands, or the start of the final round."""
    if not isinstance(item, SeatChangeLine):
        return EntryLine(item.place, "seat", "seat", final_round_log_line(game) or "")
    change = item.change
    at = datetime.fromtimestamp(change.at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return EntryLine(
        change.place, "seat", "seat", seat_change_in_words(game, item), at=at, player=change.color or None
    )


def _line(game: View, place: int, struck: dict[int, int], replaced: dict[int, AnyEntry]) -> EntryLine:
    """The line of the entry at this place of the log.

    `struck` has the place of the strike for the place of each struck entry, `replaced` the new entry for that of each
    amended one.
    """
    entry, new = game.log[place - 1], replaced.get(place)
    if isinstance(entry, Hidden):
        return EntryLine(place, "hidden", "hidden", _secret_words(game))
    if game.is_secret(place):  # the page of its seat shows it, where nobody else looks
        return EntryLine(place, "own", "own", _("You changed your tickets"), at=entry.at)
    state: State = "struck" if place in struck else "replaced" if new else "in-force"
    return EntryLine(
        place,
        state,
        entry.type,
        _entry_words(game, place, entry),
        now=_entry_words(game, place, new) if new else None,
        at=entry.at,
        player=getattr(new or entry, "player", None),
        struck_by=struck.get(place),
        amendable=isinstance(entry, AMENDABLE) and place not in struck,
    )


def _secret_words(game: View) -> str:
    """Words for a hidden entry, the same for each: even that a ticket was changed would reveal something."""
    if any(counter.hidden for counter in game.table.counters.values()):
        return _("Something secret was entered or changed")
    return _("Someone changed their tickets")


def _entry_words(game: View, place: int, entry: AnyEntry) -> str:
    """An entry in words as it was reported, whatever became of it later."""
    if played_before(entry) and isinstance(entry, Draw):
        return _played_before_words(game, entry)
    if played_before(entry) and isinstance(entry, Strike) and entry.entry == place - 1:
        return _played_before_words(game, entry)
    if entry.wording:
        text = board_entry_words(game.board, game.setup, entry)
        return _("{entry}, entered late").format(entry=text) if getattr(entry, "late", False) else text
    match entry:
        case Claim() | Station() | Draw() | Keep():
            return _turn_words(game, place, entry)
        case Strike():
            return _strike_words(game, place, entry)
        case Amend():
            return _amend_words(game, place, entry)
        case CatchUp():
            return _("Stopped asking whose turn it is")
        case Finish():
            return _("All tickets revealed")
        case Hidden():
            return _secret_words(game)


def _played_before_words(game: View, entry: Draw | Strike) -> str:
    """Words for what is stored along with a turn that arrives late.

    That is a draw for somebody who had played before it arrived; or the strike that follows a late draw at once, so
    that it uses no turn.
    """
    if isinstance(entry, Draw):
        # Translators: a turn of this player was played before the one above, which arrived late
        return _("{player} had already played when the late entry arrived").format(
            player=isolated(game.setup.name(entry.player))
        )
    return _("{entry}, entered late").format(entry=_entry_words(game, entry.entry, game.log[entry.entry - 1]))


def _turn_words(game: View, place: int, entry: Claim | Station | Draw | Keep) -> str:
    """A turn or a kept ticket in words."""
    board, player = game.board, isolated(game.setup.name(entry.player))
    if isinstance(entry, Draw) and game.had_stopped(entry.player, place):
        return _("{player}'s turn was skipped").format(player=player)
    if isinstance(entry, Draw):
        return _("{player} drew cards").format(player=player)
    if isinstance(entry, Keep):
        held = board.tickets_of(game.setup.variant)[entry.ticket_id]
        ticket, points = ends_of_ticket(board, held), held.points
        # Translators: a ticket kept, such as: Ada keeps Denver – El Paso (4)
        return _("{player} kept {ticket} ({points})").format(player=player, ticket=ticket, points=points)
    if isinstance(entry, Station):
        text = _("{player} built a station in {city}")
        text = text.format(player=player, city=board.city[entry.city].name)
    else:
        worth = visible_points(game, entry)
        text = claim_words(game, entry) if worth is None else claim_words(game, entry, f"+{worth}")
    return _("{entry}, entered late").format(entry=text) if entry.late else text


def claim_words(game: View, entry: Claim, points: str = "") -> str:
    """Who claimed which route, with how many trains, for whom, and for how many points if these are given."""
    route, player = game.board.route[entry.route], isolated(game.setup.name(entry.player))
    words = {"player": player, "route": route_name(game.board, route)}
    if entry.route in game.table.common:
        return _("{player} claimed {route} for everyone").format(**words)
    words["trains"] = pieces_in_words(route.pieces, game.table.took(entry), game.setup.one_token)
    gains = game.table.gains(entry)
    if [*gains] == [entry.player]:
        # Translators: such as: Ada claimed Denver – Omaha, 4 trains, 7 points
        with_points = _("{player} claimed {route}, {trains}, {points}")
        without = _("{player} claimed {route}, {trains}")
    elif len(gains) == 1:
        with_points = _("{player} claimed {route} for {owners}, {trains}, {points}")
        without = _("{player} claimed {route} for {owners}, {trains}")
    else:
        with_points = _("{player} claimed {route} for {owners}, {trains}, {points} each")
        without = _("{player} claimed {route} for {owners}, {trains}")
    text = with_points if points else without
    owners = and_joined([isolated(game.setup.name(owner)) for owner in gains])
    return listed(
        [text.format(owners=owners, points=points, **words), *claim_additions(game.board, game.setup, entry)]
    )


def visible_points(game: View, entry: Claim) -> int | None:
    """What a claim is worth to those who get points for it; None while the table hides points."""
    if game.options.points_hidden and not game.table.finished:
        return None
    # Of several players who get points, all get the same.
    return max(game.table.gains(entry).values())


def _strike_words(game: View, place: int, entry: Strike) -> str:
    """Words for a strike. It takes an entry back; to strike that strike brings the entry back, and so on."""
    takes_back, at = True, entry.entry
    struck = game.log[at - 1]
    while isinstance(struck, Strike):
        takes_back, at = not takes_back, struck.entry
        struck = game.log[at - 1]
    who, words = _reporter(game, place), _words_before(game, at, place)
    if who is None:
        text = _("Taken back: {entry}") if takes_back else _("Brought back: {entry}")
    else:
        text = _("{player} took back: {entry}") if takes_back else _("{player} brought back: {entry}")
    return text.format(player=who, entry=words)


def _amend_words(game: View, place: int, entry: Amend) -> str:
    """Words for a correction: the entry before it and after it."""
    who = _reporter(game, place)
    old = _words_before(game, entry.entry, place)
    new = _entry_words(game, place, entry.instead)
    text = _("Changed: {old}. Now: {new}") if who is None else _("{player} changed: {old}. Now: {new}")
    return text.format(player=who, old=old, new=new)


def _words_before(game: View, at: int, place: int) -> str:
    """The entry at `at` in words, as it was just before the entry at `place` came."""
    before = dict(in_force(game.log[: place - 1]))
    return _entry_words(game, at, before.get(at, game.log[at - 1]))


def _reporter(game: View, place: int) -> str | None:
    """The name of the player who reported an entry, if their phone holds exactly one seat."""
    reporter = game.seen.reporters[place - 1]
    return isolated(game.setup.name(reporter)) if reporter else None


def _replacements(log: Sequence[AnyEntry]) -> dict[int, AnyEntry]:
    """What replaces each amended entry, by its place; of several amendments the last one in force counts."""
    struck = struck_by(log)
    return {
        entry.entry: entry.instead
        for place, entry in enumerate(log, 1)
        if isinstance(entry, Amend) and place not in struck
    }
