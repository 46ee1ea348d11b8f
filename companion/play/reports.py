"""Taking in what somebody reports: an entry, judged against the newest log, stored before it is acknowledged."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from companion.play.game import Game, Viewer, ticket_of
from companion.play.parts import Held, must_play
from companion.play.refusal import Kind, Refused
from companion.record_checks import MOST_ENTRIES, read_entry
from companion.rules.entries import AnyEntry, Finish, Known, Strike, in_force, misplaced
from companion.rules.errors import FinalTurnHad, RuleBroken
from companion.rules.table import replay, take_in
from companion.store import Change
from companion.words import gettext as _

REOPENED: Final = "reopen"


@dataclass(frozen=True)
class Taken:
    """Where an entry stands in the log, and the version it came with."""

    entry: int
    version: int


class Reports(Held):
    """The use-cases of the log."""

    def report(
        self, table: str, device: bytes, told: Mapping[str, Any], anyway: bool = False, reopen: bool = False
    ) -> Taken:
        """Takes in an entry with the id its device gave it. The same again gives the same answer and stores nothing.

        `anyway` lets the maker finish while seats have not confirmed; `reopen` puts something right after
        the end: the `finish` is struck, the entry taken, and the `finish` set again, all or nothing.
        """
        with self.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            entry = self._read(game, told)
            if (before := _told_before(game, device, entry)) is not None:
                return before
            _may_report(game, viewer, entry, anyway)
            if reopen and game.table.finished:
                return _reopened(game, device, change, entry)
            try:
                take_in(game.board, game.setup, game.log, entry)
            except RuleBroken as broken:
                raise _refused(broken, game, len(game.log) + 1) from None
            return _append(game, device, change, [entry])

    def _read(self, game: Game, told: Mapping[str, Any]) -> AnyEntry:
        """The entry as the record has it; 422 where it is not one."""
        known = Known(game.setup.colors, game.board, game.setup.variant)
        entry, found = read_entry(dict(told), known)
        if found or entry is None:
            raise Refused(Kind.WRONG, found[0].code, found[0].says)
        if entry.id is None:
            raise Refused(Kind.WRONG, "missing-member", _("the member “id” is missing"))
        if entry.type == "hidden":
            raise Refused(Kind.WRONG, "unknown-type", _("a hidden entry cannot be reported"))
        if len(game.log) >= MOST_ENTRIES - 2:
            says = _("the log is full; a game has at most {most} entries").format(most=MOST_ENTRIES)
            raise Refused(Kind.CONFLICT, "log-full", says, game.version)
        if fault := misplaced((*game.log, entry), len(game.log) + 1):
            raise Refused(Kind.WRONG, fault[1], fault[2])
        return entry


def _told_before(game: Game, device: bytes, entry: AnyEntry) -> Taken | None:
    """A repeat is answered as the first time; another entry with a used id is refused."""
    stored = next((e for e in game.snapshot.entries if e.id == entry.id), None)
    if stored is None:
        return None
    first = game.log[stored.place - 1].model_dump(exclude={"at"} if entry.at is None else set())
    if stored.device != device or first != entry.model_dump(exclude={"at"} if entry.at is None else set()):
        raise Refused(Kind.CONFLICT, "id-used", _("this id was used for another entry"), game.version)
    return Taken(stored.place, stored.version)


def _may_report(game: Game, viewer: Viewer, entry: AnyEntry, anyway: bool) -> None:
    """Tickets are reported by the phone that holds the seat; decided without looking at any ticket."""
    keeper = ticket_of((*game.log, entry), len(game.log) + 1)
    if keeper is not None and keeper not in viewer.seats:
        raise Refused(Kind.NOT_ALLOWED, "not-your-seat", _("only the phone that holds a seat enters its tickets"))
    if not isinstance(entry, Finish) or (anyway and viewer.role == "maker"):
        return
    waiting = [game.setup.name(color) for color in game.setup.colors if not game.confirmed(color)]
    if waiting:
        says = _("these have not confirmed their tickets yet: {names}").format(names=", ".join(waiting))
        raise Refused(Kind.CONFLICT, "not-confirmed", says, game.version)


def _reopened(game: Game, device: bytes, change: Change, entry: AnyEntry) -> Taken:
    finish = next(place for place, entry in in_force(game.log) if isinstance(entry, Finish))
    strike = Strike(type="strike", entry=finish, id=f"{entry.id}-{REOPENED}"[:64])
    again = Finish(type="finish", id=f"{entry.id}-finish"[:64])
    try:
        replay(game.board, game.setup, [*game.log, strike, entry, again])
    except RuleBroken as broken:
        raise _refused(broken, game, len(game.log) + 2) from None
    taken = _append(game, device, change, [strike, entry, again])
    return Taken(taken.entry + 1, taken.version)


def _append(game: Game, device: bytes, change: Change, entries: list[AnyEntry]) -> Taken:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    for entry in entries:
        body = {"at": now} | entry.model_dump(by_alias=True, exclude_defaults=True)
        change.entries.append((str(entry.id), device, body))
    return Taken(len(game.log) + 1, game.version + 1)


def _refused(broken: RuleBroken, game: Game, new: int) -> Refused:
    """The rules' reason; where an entry of before became impossible it is named, but a ticket's only by its place."""
    if broken.place == new or isinstance(broken, FinalTurnHad):
        return Refused(Kind.CONFLICT, broken.code, broken.sentence, game.version)
    says = _("that would make entry {entry} impossible: {why}")
    keeper = ticket_of(game.log, broken.place) if broken.place <= len(game.log) else None
    why = broken.sentence if keeper is None else _("it is about a ticket")
    return Refused(Kind.CONFLICT, broken.code, says.format(entry=broken.place, why=why), game.version)
