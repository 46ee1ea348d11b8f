"""Reporting entries: each is checked against the newest log, and stored before it is acknowledged."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from companion.play import keys
from companion.play.actions import same_request
from companion.play.cache import Games, Written, written
from companion.play.game import Game, Viewer, must_play, refusal_context
from companion.play.passing import now, passed_on, to_be_stored
from companion.play.refusals import Kind, Refused
from companion.play.seats import note
from companion.play.view import place_of_changed_secret
from companion.record.record_checks import MOST_ENTRIES, read_entry
from companion.rules.arrival import PLAYED_BEFORE, arrived, played_before
from companion.rules.broken_rules import FinalTurnHad, RuleBroken
from companion.rules.log import (
    Amend,
    AnyEntry,
    CatchUp,
    Draw,
    Finish,
    Hidden,
    Keep,
    Strike,
    Turn,
    in_force,
    misplaced,
    struck_by,
)
from companion.rules.mechanics import allowed_names, entry_types
from companion.rules.replay import replay, take_in
from companion.rules.table import Table
from companion.store import Change
from companion.store.devices import Device
from companion.store.events import GameFinished, GameReopened
from companion.validation import Complaint


@dataclass(frozen=True)
class Taken(Written):
    """The answer to a report: the version that the entry was added with, and its place in the log."""

    entry: int
    late: bool = False  # whether it was stored as an earlier turn, since play had moved past it


@dataclass(frozen=True)
class _NewEntries:
    """A report that was checked: the entries to store, and what follows from them."""

    entries: tuple[AnyEntry, ...]
    reported: int  # which of them was reported
    late: bool  # whether that was stored as an earlier turn
    table: Table  # the state after them
    ends: bool  # whether they finish the game
    # None where the entries may be stored. Where other phones must agree first, the act of the seat change that is
    # stored instead, or "" where nothing is stored since they have been asked already.
    request_act: str | None = None
    ticket_for: str = ""  # the seat that a ticket is added to


class Log:
    """The use-cases about the log of a game."""

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
        since: int | None = None,
    ) -> Taken:
        """Stores an entry under the id its device gave it. Repeated, it gives the same answer and stores nothing.

        `anyway` lets the maker finish while seats have not confirmed. `reopen` corrects something after the end: the
        `finish` is struck, the entry added, and the `finish` set again, all or nothing. With `whole` a strike takes
        back everything that was reported in one request with the entry it names, once. `since` is the version the
        device knew: a turn that play has moved past since then is stored as an earlier turn.
        """

        def to_store(game: Game, viewer: Viewer) -> Taken | _NewEntries:
            return _entries_to_store(game, viewer, device, sent, anyway, reopen, whole, since)

        # Checked before the table is locked, so that others need not wait; again if the table has changed meanwhile.
        game, viewer = self._games.at(table, device)
        new = to_store(game, viewer)
        if isinstance(new, Taken):
            return new
        with self._games.changing(table, device) as (newest, viewer, change):
            if newest is not game:
                new = to_store(newest, viewer)
            if isinstance(new, Taken):
                return new
            taken = None
            if new.request_act is None:
                taken = _append(newest, device, change, new)
            elif new.request_act:
                change.seat_changes.append(note(newest, device, new.request_act))
        if taken is None:  # raised after the block, so that the request to the other phones is stored
            raise Refused(Kind.ASKED, "finish-asked", written(change).version)
        self._games.keep_written(newest, change, new.table)
        return taken

    def finish(self, table: str, device: Device, entry_id: str, anyway: bool = False) -> Taken:
        """Finishes the game by an entry with this id. Before the last turns the other phones are asked first."""
        return self.report(table, device, {"type": "finish", "id": entry_id}, anyway)

    def place_of(self, table: str, device: Device, entry_id: str, kind: str) -> int | None:
        """The place of the entry of this type that this device reported under this id; None where there is none."""
        game, __ = self._games.at(table, device)
        stored = next((entry for entry in game.snapshot.entries if entry.id == entry_id), None)
        if stored is None or stored.device != device or game.log[stored.place - 1].type != kind:
            return None
        return stored.place


def _entries_to_store(
    game: Game,
    viewer: Viewer,
    device: Device,
    sent: Mapping[str, Any],
    anyway: bool,
    reopen: bool,
    whole: bool,
    since: int | None,
) -> Taken | _NewEntries:
    """Checks a report: gives the entries to store, or the earlier answer if it is a repeat. Raises Refused."""
    must_play(viewer)
    entry = _read_reported(game, sent)
    if (before := _earlier_answer(game, device, entry)) is not None:
        return before
    _must_be_allowed(game, viewer, entry)
    _must_refer_to_entry(game, entry)
    if whole and isinstance(entry, Strike) and (struck := struck_by(game.log).get(entry.entry)):
        return Taken(game.version, struck)  # two phones undid the same at once
    ticket_for = entry.player if isinstance(entry, Keep) else ""
    if isinstance(entry, Keep):
        entry = _as_correction(game, viewer, entry)
    entry = _with_time(entry)
    late = False
    if reopen and game.table.finished:
        new = _reopened(game, entry)
    elif whole and isinstance(entry, Strike):
        new = [entry, *_strikes_beside(game, viewer, entry)]
    else:
        new, late = _in_its_turn(game, device, entry, since)
    # `new` has the reported entry and what must be stored with it.
    if len(game.log) + len(new) > MOST_ENTRIES:
        raise Refused(Kind.CONFLICT, "log-full", game.version, most=MOST_ENTRIES)
    table = _table_with(game, new)
    if not _takes_pass_back(game, entry):
        passes, table = passed_on(table, len(game.log) + len(new), game.stopped)
        new += passes
    ends = table.finished and not game.table.finished
    request_act = _request_to_finish(game, viewer, device, anyway) if ends else None
    reported = next(n for n, one in enumerate(new) if one.id == entry.id)
    return _NewEntries(tuple(new), reported, late, table, ends, request_act, ticket_for)


def _in_its_turn(game: Game, device: Device, entry: AnyEntry, since: int | None) -> tuple[list[AnyEntry], bool]:
    """The entries to store for one, and whether it is stored as an earlier turn.

    That depends on what was reported after the version that its device knew; without one, it knew the newest.
    """
    stored = game.snapshot.entries
    known = len(stored) if since is None else sum(one.version <= since for one in stored)
    own = [one.place for one in stored[known:] if one.device == device]
    try:
        new = arrived(game.log, game.table, entry, known, own)
    except RuleBroken as broken:
        raise _rule_refusal(broken, game) from None
    with_ids = [
        one if one.id == entry.id else one.model_copy(update={"id": PLAYED_BEFORE + keys.new_id()}) for one in new
    ]
    return [_with_time(one) for one in with_ids], new != [entry]


def _read_reported(game: Game, sent: Mapping[str, Any]) -> AnyEntry:
    """The reported entry, read like those of a game record. Raises Refused where it is malformed."""
    names = allowed_names(game.setup.colors, game.board, game.setup.variant)
    entry, complaints = read_entry(dict(sent), names)
    if complaints or entry is None:
        raise Refused.complaint(complaints[0])
    if entry.id is None:
        raise Refused.complaint(Complaint(("id",), "missing-member", {"member": "id"}, "missing"))
    if entry.type == "hidden":
        raise Refused(Kind.WRONG, "unknown-type", reason="hidden-entry")
    return entry


def _earlier_answer(game: Game, device: Device, entry: AnyEntry) -> Taken | None:
    """The earlier answer if this report is a repeat. Refused where its id was used for another entry."""
    stored = next((e for e in game.snapshot.entries if e.id == entry.id), None)
    if stored is None:
        return None
    ignored = {"at"} if entry.at is None else set()  # the time was added here
    first = as_reported(game.log[stored.place - 1], entry).model_dump(exclude=ignored)
    if stored.device != device or first != entry.model_dump(exclude=ignored):
        raise Refused(Kind.CONFLICT, "id-used", game.version)
    return Taken(stored.version, stored.place, _was_late(game, stored.place, entry))


def _was_late(game: Game, place: int, entry: AnyEntry) -> bool:
    """Whether a reported turn was stored as an earlier one: then it was changed, or something was added after it."""
    stored, next_entry = game.log[place - 1], game.log[place : place + 1]
    changed = stored.type != entry.type or getattr(stored, "late", False) != getattr(entry, "late", False)
    return isinstance(entry, Turn) and (changed or any(map(played_before, next_entry)))


def _must_be_allowed(game: Game, viewer: Viewer, entry: AnyEntry) -> None:
    """Refuses an entry about a secret of another seat, without looking at anything that this device may not see."""
    content = entry.instead if isinstance(entry, Amend) else entry
    if content.secret:
        player = getattr(content, "player", "")
        if player not in viewer.seats:
            raise Refused(Kind.NOT_ALLOWED, "not-your-seat")
        is_in_time = content is entry and player in viewer.just_closed  # a new ticket, sent as its page closed
        if player in viewer.covered and not is_in_time:
            raise Refused(Kind.NOT_ALLOWED, "tickets-closed")
    about = place_of_changed_secret(entry, game.roots)
    if about is None or not isinstance(entry, Strike | Amend):
        return
    visible = game.seen_by(viewer).log[entry.entry - 1]
    if isinstance(visible, Hidden):
        # The same for everything that is hidden, or the refusal would tell whose ticket it is.
        has_covered = viewer.covered or viewer.covered_entries
        raise Refused(Kind.NOT_ALLOWED, "tickets-closed" if has_covered else "not-your-seat")
    owner = game.secret_owner(about)
    if owner not in viewer.seats:
        raise Refused(Kind.NOT_ALLOWED, "not-your-seat")
    # In a seat that was taken over a ticket may only be struck: not amended, and no correction of it changed.
    if owner in viewer.covered_entries and not (isinstance(entry, Strike) and visible.secret):
        raise Refused(Kind.NOT_ALLOWED, "seat-covered")


def _as_correction(game: Game, viewer: Viewer, entry: Keep) -> AnyEntry:
    """The entry, or a correction without effect if the seat already holds this ticket and the phone may not see it.

    To that phone, answer and log then look as with any other ticket, so it does not learn which tickets are held.
    """
    place = _place_of_ticket(game.log, entry)
    if place is None or _place_of_ticket(game.seen_by(viewer).log, entry) is not None:
        return entry
    sent = entry.model_dump(exclude_none=True)
    about = {name: sent.pop(name) for name in ("id", "at") if name in sent}
    amend = entry_types(game.board)["amend"]
    return cast(Amend, amend.model_validate({"type": "amend", "entry": place, "with": sent, **about}))


def as_reported(stored: AnyEntry, entry: AnyEntry) -> AnyEntry:
    """A stored entry as it was reported, to compare it with a repeat of the report.

    Undoes what `_as_correction` makes of a ticket, and what `arrived` makes of an earlier turn.
    """
    if isinstance(stored, Amend) and isinstance(entry, Keep | Turn) and stored.instead.type == entry.type:
        stored = stored.instead.model_copy(update={"id": stored.id, "at": stored.at})
    if isinstance(entry, Turn) and entry.in_turn and getattr(stored, "late", False):
        return stored.model_copy(update={"late": False})
    return stored


def _place_of_ticket(log: Sequence[AnyEntry], entry: Keep) -> int | None:
    """The place of the entry by which this player already holds this ticket."""
    same = (
        place
        for place, other in in_force(log)
        if isinstance(other, Keep) and other.player == entry.player and other.ticket_id == entry.ticket_id
    )
    return next(same, None)


def _must_refer_to_entry(game: Game, entry: AnyEntry) -> None:
    """Refuses a strike or amendment of a place where none is possible.

    To be called after `_must_be_allowed`: the reason could give away whose ticket it is.
    """
    if fault := misplaced((*game.log, entry), len(game.log) + 1):
        raise Refused.complaint(fault)


def _request_to_finish(game: Game, viewer: Viewer, device: Device, anyway: bool) -> str | None:
    """The seat change that asks the other phones, or agrees with one that asked; None if the game can finish now.

    "" means that this device is already waiting for the others. Refused unless every seat has confirmed its tickets;
    the maker may finish `anyway`, and so may anybody where only freed seats have not confirmed. Before the last turns
    are over, phones that have not confirmed, or have played on since, get half a minute to say no.
    """
    waiting = game.unconfirmed
    freed = all(color in game.snapshot.seats and game.snapshot.seats[color].device is None for color in waiting)
    if waiting and not (anyway and (viewer.role == "maker" or freed)):
        names = [game.setup.name(color) for color in waiting]
        raise Refused(Kind.CONFLICT, "not-confirmed", game.version, names=names)
    if game.table.phase == "reveal":
        return None
    seats = [seat for seat in game.snapshot.seats.values() if seat.color not in game.stopped]
    others = {seat.device for seat in seats if seat.device and not game.has_agreed_to_end(seat.color)} - {device}
    moment = time.time()
    request = game.consents.request("finish", "", moment)
    if not others or (request and (request.is_due(moment) or others <= request.agreed | {request.device})):
        return None
    if game.consents.is_cooling_down("finish", "", device, moment):
        raise Refused(Kind.CONFLICT, "finish-declined", game.version)
    if request is None:
        return "finish-asked"
    return "finish-agreed" if game.request_to(device, "finish", "") else ""


def _takes_pass_back(game: Game, entry: AnyEntry) -> bool:
    """Whether an entry strikes a draw that skipped the turn of somebody who has stopped.

    Then no turn is skipped after it, or the same draw would be entered again at once.
    """
    about = game.log[entry.entry - 1] if isinstance(entry, Strike) else None
    return isinstance(about, Draw) and about.player in game.stopped


def _reopened(game: Game, entry: AnyEntry) -> list[AnyEntry]:
    """The entries for a correction after the end: a strike of the finish, the entry, and another finish."""
    finish = next(place for place, entry in in_force(game.log) if isinstance(entry, Finish))
    strike = Strike(type="strike", entry=finish, id=keys.new_id())
    return [_with_time(strike), entry, _with_time(Finish(type="finish", id=keys.new_id()))]


def _strikes_beside(game: Game, viewer: Viewer, strike: Strike) -> list[AnyEntry]:
    """The strikes of what was reported in one request with the entry that is struck."""
    versions = [entry.version for entry in game.snapshot.entries]
    others: list[AnyEntry] = []
    for place in same_request(game.log, versions, strike.entry)[1:]:
        other = Strike(type="strike", entry=place, id=keys.new_id(), at=strike.at)
        _must_be_allowed(game, viewer, other)
        others.append(other)
    return others


def _with_time(entry: AnyEntry) -> AnyEntry:
    """An entry with a time: its own, else now."""
    return entry if entry.at else entry.model_copy(update={"at": now()})


def _table_with(game: Game, new: list[AnyEntry]) -> Table:
    """The table after these entries. Refused where a rule is broken, with the reason that the rules give."""
    try:
        if len(new) == 1:
            return take_in(game.board, game.setup, game.log, new[0], game.table)
        table = replay(game.board, game.setup, [*game.log, *new])
        for place, player in table.turns_too_many:
            if place > len(game.log) and not table.finished:
                raise FinalTurnHad(place, game.board, game.setup, player=player)
        return table
    except RuleBroken as broken:
        raise _rule_refusal(broken, game) from None


def _append(game: Game, device: Device, change: Change, new: _NewEntries) -> Taken:
    """Writes the checked entries into the change, with all that follows from them."""
    if new.ends:
        change.reveal = 0, device
        if ("finish", "") in game.consents.requests:
            change.seat_changes.append(note(game, device, "finished"))
    change.entries += [to_be_stored(entry, device) for entry in new.entries]
    if game.table.finished:
        change.events.append(GameReopened(game.snapshot.id))
    if new.table.finished:
        change.events.append(GameFinished(game.snapshot.id, len(game.log) + len(new.entries)))
    toggles_tracking = any(_toggles_turn_tracking(game, entry) for entry in new.entries)
    to_confirm_again = game.setup.colors if toggles_tracking else [new.ticket_for]
    for color in to_confirm_again:  # they confirmed another state of the game
        if game.confirmed(color) and not game.table.finished:
            change.seats[color] = replace(game.snapshot.seats[color], confirmed=False)
    return Taken(written(change).version, len(game.log) + 1 + new.reported, new.late)


def _toggles_turn_tracking(game: Game, entry: AnyEntry) -> bool:
    """Whether an entry stops turn tracking, or resumes it by striking the entry that stopped it."""
    about = game.log[entry.entry - 1] if isinstance(entry, Strike) and entry.entry <= len(game.log) else entry
    return isinstance(about, CatchUp)


def _rule_refusal(broken: RuleBroken, game: Game) -> Refused:
    """The refusal of a report, because the reported entry breaks a rule or makes an entry of the log break one."""
    reported_breaks_it = broken.place > len(game.log) or isinstance(broken, FinalTurnHad)
    if reported_breaks_it:
        return Refused(Kind.CONFLICT, broken.code, game.version, "rule-broken", broken=broken)
    is_secret = game.secret_owner(broken.place) is not None
    reason = None if is_secret else broken  # it could give away which ticket it is
    context = refusal_context(game, broken.place)
    return Refused(Kind.CONFLICT, broken.code, game.version, "makes-impossible", broken=reason, **context)
