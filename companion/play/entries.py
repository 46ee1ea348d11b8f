"""Taking in what somebody reports: an entry, judged against the newest log, stored before it is acknowledged."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from companion.play import keys
from companion.play.actions import with_the_others
from companion.play.cache import Games, Written, written
from companion.play.game import Game, Viewer, must_play, what_stands_at
from companion.play.refusals import Kind, Refused
from companion.play.seats import note
from companion.play.view import pointed_at
from companion.record.checks import MOST_ENTRIES, read_entry
from companion.rules.log import Amend, AnyEntry, CatchUp, Finish, Hidden, Keep, Strike, in_force, misplaced
from companion.rules.mechanics import names_known
from companion.rules.refusals import FinalTurnHad, RuleBroken
from companion.rules.replay import replay, take_in
from companion.rules.table import Table
from companion.store import Change
from companion.store.devices import Device
from companion.store.events import GameFinished, GameReopened
from companion.validation import Complaint


@dataclass(frozen=True)
class Taken(Written):
    """The place of an entry in the log, and the version it came with."""

    entry: int


@dataclass(frozen=True)
class _New:
    """Entries to be stored, the place among them of the one that was reported, and whether they end the game."""

    entries: tuple[AnyEntry, ...]
    told: int
    table: Table  # with them
    ends: bool  # whether the game is finished after them and was not before
    asks: str | None = (
        None  # what is written down instead, while the other phones are asked; None where they need not
    )
    adds: str = ""  # the seat that a ticket is added to


class Log:
    """What is told of the game: entries, each taken in once."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def report(
        self,
        table: str,
        device: Device,
        sent: Mapping[str, Any],
        anyway: bool = False,
        reopen: bool = False,
        whole: bool = False,
    ) -> Taken:
        """Takes in an entry with the id its device gave it. The same again gives the same answer and stores nothing.

        `anyway` lets the maker finish while seats have not confirmed; `reopen` puts something right after
        the end: the `finish` is struck, the entry taken, and the `finish` set again, all or nothing. With `whole` a
        strike takes back everything that was reported in one request with what it names.
        """

        def judged(game: Game, viewer: Viewer) -> Taken | _New:
            return _judged(game, viewer, device, sent, anyway, reopen, whole)

        # Judged before the table is held, since others wait then; and once more where somebody was quicker.
        game, viewer = self._games.at(table, device)
        new = judged(game, viewer)
        if isinstance(new, Taken):
            return new
        with self._games.changing(table, device) as (held, viewer, change):
            if held is not game:
                new = judged(held, viewer)
            if isinstance(new, Taken):
                return new
            taken = _append(held, device, change, new) if new.asks is None else None
            if new.asks:
                change.seat_changes.append(note(held, device, new.asks))
        if taken is None:
            raise Refused(Kind.ASKED, "finish-asked", written(change).version)
        self._games.went_on(held, change, new.table)
        return taken

    def finish(self, table: str, device: Device, name: str, anyway: bool = False) -> Taken:
        """Ends the game, by an entry with this id; before the last turns the other phones are asked first."""
        return self.report(table, device, {"type": "finish", "id": name}, anyway)

    def place_of(self, table: str, device: Device, name: str, kind: str) -> int | None:
        """The place of the entry that this device reported under this id, whatever became of it since."""
        game, __ = self._games.at(table, device)
        stored = next((entry for entry in game.snapshot.entries if entry.id == name), None)
        if stored is None or stored.device != device or game.log[stored.place - 1].type != kind:
            return None
        return stored.place


def _judged(
    game: Game, viewer: Viewer, device: Device, sent: Mapping[str, Any], anyway: bool, reopen: bool, whole: bool
) -> Taken | _New:
    """The entries to be stored, or the earlier answer where this is a repeat. Raises Refused."""
    must_play(viewer)
    entry = _read(game, sent)
    if (before := _told_before(game, device, entry)) is not None:
        return before
    _may_report(game, viewer, entry)
    _must_point_well(game, entry)
    adds = entry.player if isinstance(entry, Keep) else ""
    if isinstance(entry, Keep):
        entry = _unseen_twice(game, viewer, entry)
    entry = _at_some_time(entry)
    new = _reopened(game, entry) if reopen and game.table.finished else [entry]
    if whole and isinstance(entry, Strike):
        new += _strikes_beside(game, viewer, entry)
    if len(game.log) + len(new) > MOST_ENTRIES:
        raise Refused(Kind.CONFLICT, "log-full", game.version, most=MOST_ENTRIES)
    table = _table_with(game, new)
    ends = table.finished and not game.table.finished
    asks = _asked_first(game, viewer, device, anyway) if ends else None
    return _New(tuple(new), new.index(entry), table, ends, asks, adds)


def _read(game: Game, sent: Mapping[str, Any]) -> AnyEntry:
    """The reported entry, read as records are. Raises Refused where it is not one."""
    known = names_known(game.setup.colors, game.board, game.setup.variant)
    entry, found = read_entry(dict(sent), known)
    if found or entry is None:
        raise Refused.complaint(found[0])
    if entry.id is None:
        raise Refused.complaint(Complaint(("id",), "missing-member", {"member": "id"}, "missing"))
    if entry.type == "hidden":
        raise Refused(Kind.WRONG, "unknown-type", reason="hidden-entry")
    return entry


def _told_before(game: Game, device: Device, entry: AnyEntry) -> Taken | None:
    """The earlier answer, where this is a repeat; another entry with a used id is refused."""
    stored = next((e for e in game.snapshot.entries if e.id == entry.id), None)
    if stored is None:
        return None
    first = as_told(game.log[stored.place - 1], entry).model_dump(exclude={"at"} if entry.at is None else set())
    if stored.device != device or first != entry.model_dump(exclude={"at"} if entry.at is None else set()):
        raise Refused(Kind.CONFLICT, "id-used", game.version)
    return Taken(stored.version, stored.place)


def _may_report(game: Game, viewer: Viewer, entry: AnyEntry) -> None:
    """Secrets are told by the phone that holds the seat; decided without looking at any that it may not see."""
    named = entry.instead if isinstance(entry, Amend) else entry
    if named.secret:
        player = getattr(named, "player", "")
        if player not in viewer.seats:
            raise Refused(Kind.NOT_ALLOWED, "not-your-seat")
        if player in viewer.covered and not (named is entry and player in viewer.blind):
            raise Refused(Kind.NOT_ALLOWED, "tickets-closed")
    about = pointed_at(entry, game.roots)
    if about is None or not isinstance(entry, Strike | Amend):
        return
    seen = game.seen_by(viewer).log[entry.entry - 1]
    if isinstance(seen, Hidden):
        # The same for whatever is hidden, else it would tell whose ticket it is.
        raise Refused(Kind.NOT_ALLOWED, "tickets-closed" if viewer.covered or viewer.begins else "not-your-seat")
    if game.keeper(about) not in viewer.seats:
        raise Refused(Kind.NOT_ALLOWED, "not-your-seat")
    if game.keeper(about) in viewer.begins and not (isinstance(entry, Strike) and seen.secret):
        raise Refused(Kind.NOT_ALLOWED, "seat-covered")


def _unseen_twice(game: Game, viewer: Viewer, entry: Keep) -> AnyEntry:
    """A ticket that the seat holds already, told by a phone that may not see that: what stands is said once more.

    It is an entry like that of any other ticket, so neither the answer nor the log tells the two apart.
    """
    held = _held_at(game.log, entry)
    if held is None or _held_at(game.seen_by(viewer).log, entry) is not None:
        return entry
    sent = entry.model_dump(exclude_none=True)
    about = {name: sent.pop(name) for name in ("id", "at") if name in sent}
    return Amend.model_validate({"type": "amend", "entry": held, "with": sent, **about})


def as_told(stored: AnyEntry, entry: AnyEntry) -> AnyEntry:
    """An entry as it was told, where the same ticket was told once more without being seen."""
    if isinstance(stored, Amend) and isinstance(stored.instead, Keep) and isinstance(entry, Keep):
        return stored.instead.model_copy(update={"id": stored.id, "at": stored.at})
    return stored


def _held_at(log: Sequence[AnyEntry], entry: Keep) -> int | None:
    """The place at which a ticket is held by this player already."""
    same = (
        place
        for place, kept in in_force(log)
        if isinstance(kept, Keep) and kept.player == entry.player and kept.ticket == entry.ticket
    )
    return next(same, None)


def _must_point_well(game: Game, entry: AnyEntry) -> None:
    """Refuses a strike or amendment that points badly; after `_may_report`, for why could tell whose a ticket is."""
    if fault := misplaced((*game.log, entry), len(game.log) + 1):
        raise Refused.complaint(fault)


def _asked_first(game: Game, viewer: Viewer, device: Device, anyway: bool) -> str | None:
    """The request to finish, where the other phones are asked first; None where the game can be finished now.

    The table is finished, also by bringing a finish back, when every seat has said that its tickets are in; the
    maker goes on without that, and anybody without the word of a seat that was freed. Before the last turns are
    over, phones that have not said so, or have played on since, have half a minute to say no.
    """
    waiting = [color for color in game.setup.colors if not game.confirmed(color)]
    freed = all(color in game.snapshot.seats and game.snapshot.seats[color].device is None for color in waiting)
    if waiting and not (anyway and (viewer.role == "maker" or freed)):
        names = [game.setup.name(color) for color in waiting]
        raise Refused(Kind.CONFLICT, "not-confirmed", game.version, names=names)
    if game.table.phase == "reveal":
        return None
    seats = game.snapshot.seats.values()
    others = {seat.device for seat in seats if seat.device and not game.has_agreed_to_end(seat.color)} - {device}
    now = time.time()
    request = game.standing.request("finish", "", now)
    if not others or (request and (request.is_due(now) or others <= request.agreed | {request.device})):
        return None
    if game.standing.rests("finish", "", device, now):
        raise Refused(Kind.CONFLICT, "finish-declined", game.version)
    if request is None:
        return "finish-asked"
    return "finish-agreed" if game.request_to(device, "finish", "") else ""


def _reopened(game: Game, entry: AnyEntry) -> list[AnyEntry]:
    """The finish struck, the entry, and the finish set again. The ids are new ones: any other may be in use."""
    finish = next(place for place, entry in in_force(game.log) if isinstance(entry, Finish))
    strike = Strike(type="strike", entry=finish, id=keys.new_id())
    return [_at_some_time(strike), entry, _at_some_time(Finish(type="finish", id=keys.new_id()))]


def _strikes_beside(game: Game, viewer: Viewer, strike: Strike) -> list[AnyEntry]:
    """The strikes of what was reported in one request with the entry that is struck."""
    versions = [entry.version for entry in game.snapshot.entries]
    others: list[AnyEntry] = []
    for place in with_the_others(game.log, versions, strike.entry)[1:]:
        other = Strike(type="strike", entry=place, id=keys.new_id(), at=strike.at)
        _may_report(game, viewer, other)
        others.append(other)
    return others


def _at_some_time(entry: AnyEntry) -> AnyEntry:
    """An entry with its time of day: the one it was told with, else now."""
    return entry if entry.at else entry.model_copy(update={"at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")})


def _table_with(game: Game, new: list[AnyEntry]) -> Table:
    """The table with these entries; refused with the rules' own reason."""
    try:
        if len(new) == 1:
            return take_in(game.board, game.setup, game.log, new[0], game.table)
        return replay(game.board, game.setup, [*game.log, *new])
    except RuleBroken as broken:
        raise _refused(broken, game) from None


def _append(game: Game, device: Device, change: Change, new: _New) -> Taken:
    if new.ends:
        change.reveal = 0, device
        if ("finish", "") in game.standing.requests:
            change.seat_changes.append(note(game, device, "finished"))
    for entry in new.entries:
        body = {"at": entry.at} | entry.model_dump(by_alias=True, exclude_defaults=True)
        change.entries.append((str(entry.id), device, body))
    if game.table.finished:
        change.events.append(GameReopened(game.snapshot.id))
    if new.table.finished:
        change.events.append(GameFinished(game.snapshot.id, len(game.log) + len(new.entries)))
    unsaid = game.setup.colors if any(_is_about_turns(game, entry) for entry in new.entries) else [new.adds]
    for color in unsaid:  # what was said of the tickets does not hold any more
        if game.confirmed(color) and not game.table.finished:
            change.seats[color] = replace(game.snapshot.seats[color], confirmed=False)
    return Taken(written(change).version, len(game.log) + 1 + new.told)


def _is_about_turns(game: Game, entry: AnyEntry) -> bool:
    """Whether turns are tracked no more from here on, or again."""
    about = game.log[entry.entry - 1] if isinstance(entry, Strike) and entry.entry <= len(game.log) else entry
    return isinstance(about, CatchUp)


def _refused(broken: RuleBroken, game: Game) -> Refused:
    """The rules' reason; where an entry of before became impossible it is named, but a ticket's only by its place."""
    if broken.place > len(game.log) or isinstance(broken, FinalTurnHad):
        return Refused(Kind.CONFLICT, broken.code, game.version, "rule-broken", broken=broken)
    why = broken if game.keeper(broken.place) is None else None
    about = what_stands_at(game, broken.place)
    return Refused(Kind.CONFLICT, broken.code, game.version, "makes-impossible", broken=why, **about)
