"""A turn that is told late: the phone was away while others had their turns, and what it tells belongs before them.

Turns are taken clockwise, so the turns that were told show where a player's turn went by untold: such a gap stands
between two turns that others told. A turn that fills one is stored so that it moves nobody's turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from companion.boards.model import Board
from companion.rules.broken_rules import RuleBroken
from companion.rules.log import Amend, AnyEntry, Draw, Entry, Strike, Turn, in_force
from companion.rules.mechanics import entry_reader
from companion.rules.replay import replay, starts_final_round, tried
from companion.rules.table import FinalRound, Table

# So begins the id of what is stored with a late turn because others had played before it arrived.
PLAYED_BEFORE: Final = "before-"


def played_before(entry: Entry) -> bool:
    """Whether an entry says only that a turn was played before a late one arrived."""
    return isinstance(entry, Draw | Strike) and (entry.id or "").startswith(PLAYED_BEFORE)


@dataclass(slots=True)
class _Slot:
    """A turn in the order in which turns were taken."""

    player: str
    seen: int  # the place of the entry that showed it: its own, or that of the next turn that was told in time
    place: int | None = None  # of the entry that tells it; None while nobody has


def arrived(
    log: Sequence[AnyEntry], table: Table, entry: AnyEntry, known: int, own: Collection[int]
) -> list[AnyEntry]:
    """The entries to be stored for one whose reporter knew the first `known` entries of the log.

    As a rule that is the entry alone. Where the turns of others since then went past its player, it is a turn of
    before: `late`, or the draw that somebody told for it amended. In the final round it is a turn all the same, and
    one that begins that round is followed by a draw for everybody who has had a turn since. `own` are the places
    that the same phone told: it knew of these, so they go past nobody. What is added has only the beginning of an id.
    """
    if known >= len(log) or not isinstance(entry, Turn) or not entry.in_turn:
        return [entry]
    if not table.turns_followed or table.finished:
        return [entry]
    order = _Order(log, table, entry.player, known)
    gap = next((n for n, slot in enumerate(order.slots) if _fits(slot, entry, log, known, own)), None)
    if gap is None or gap > order.begun:
        spare = _told_by_others(log, table, entry.player, known, own)
        if spare is not None and not table.turns_left(entry.player):
            return [_instead_of(spare, entry, table.board)]
    if gap is None:
        return [entry]
    if order.slots[gap].place is not None:
        return _for_draw(order, gap, log, table, entry)
    return _before(order, gap, table, log, entry)


def _fits(slot: _Slot, entry: Turn, log: Sequence[AnyEntry], known: int, own: Collection[int]) -> bool:
    """Whether a turn of this player was passed over since then, or another phone told a draw for it."""
    if slot.player != entry.player or slot.seen <= known or slot.seen in own:
        return False
    if slot.place is None:
        return True
    amended = any(isinstance(other, Amend) and other.entry == slot.place for other in log)
    return slot.place == slot.seen and isinstance(log[slot.place - 1], Draw) and not amended


def _told_by_others(
    log: Sequence[AnyEntry], table: Table, player: str, known: int, own: Collection[int]
) -> int | None:
    """The place of a last turn that others told as a draw for this player since then."""
    if table.final_round is None:
        return None
    first = max(known, table.final_round.place)
    draws = ((n, told) for n, told in in_force(log) if n > first and isinstance(told, Draw) and told is log[n - 1])
    mine = (n for n, told in draws if told.player == player and (played_before(told) or n not in own))
    return next(mine, None)


def _for_draw(order: _Order, gap: int, log: Sequence[AnyEntry], table: Table, entry: Turn) -> list[AnyEntry]:
    """The entries for a turn for which somebody told a draw: as a rule the draw amended.

    What came late is read only behind it, so the final round may not begin there as it did, and what the turn needs
    (a route for its harbour) may not be there yet. Then the turn is told anew.
    """
    place = order.slots[gap].place or 0
    amended = _instead_of(place, entry, table.board)
    try:
        final = replay(table.board, table.setup, [*log, amended]).final_round
    except RuleBroken:
        final = None
    else:
        if (table.final_round and gap > order.begun) or not _starts_final_round(table, entry):
            return [amended]
    if final and final.place <= place:
        return [amended, *_had(order.since(gap), table, final)]
    taken_back = Strike(type="strike", entry=place, id=PLAYED_BEFORE)
    return [taken_back, *_before(order, gap, table, [*log, taken_back], entry)]


def _instead_of(place: int, entry: Entry, board: Board) -> AnyEntry:
    """The entry, told in the place of a draw."""
    told = entry.model_dump(by_alias=True, exclude_defaults=True) | {"type": entry.type}
    about = {name: told.pop(name) for name in ("id", "at") if name in told}
    return entry_reader(board).validate_python({"type": "amend", "entry": place, "with": told, **about})


def _before(order: _Order, gap: int, table: Table, log: Sequence[AnyEntry], entry: Turn) -> list[AnyEntry]:
    """The entries for a turn that was taken before others that are in the log."""
    final = table.final_round
    if final and gap > order.begun:
        return [_any(entry)]
    if _starts_final_round(table, entry):
        return [*_not_begun(table, log), _any(entry), *_had(order.since(gap), table)]
    if "late" in type(entry).model_fields:
        return [_any(entry.model_copy(update={"late": True}))]
    # A draw has no `late`: it is told and struck, so that it uses no turn.
    return [_any(entry), Strike(type="strike", entry=len(log) + 1, id=PLAYED_BEFORE)]


def _not_begun(table: Table, log: Sequence[AnyEntry]) -> Iterator[AnyEntry]:
    """What makes late the turns with which the final round began in the log: it began before them."""
    changed = list(log)
    while final := replay(table.board, table.setup, changed).final_round:
        began = dict(in_force(changed))[final.place]
        late = began.model_copy(update={"late": True, "id": PLAYED_BEFORE})
        if "late" in type(began).model_fields:
            changed.append(_instead_of(final.place, late, table.board))
        else:
            changed.append(Strike(type="strike", entry=final.place, id=PLAYED_BEFORE))
        yield changed[-1]


def _any(entry: Any) -> AnyEntry:
    found: AnyEntry = entry
    return found


def _starts_final_round(table: Table, entry: Turn) -> bool:
    """Whether this turn starts the final round, or would have if it had been entered in time."""
    try:
        after = tried(table, entry)
    except RuleBroken:
        return False
    return starts_final_round(after, entry.player)


def _had(since: Sequence[str], table: Table, final: FinalRound | None = None) -> Iterator[Draw]:
    """A draw for everybody who has had a turn since, as long as they have turns in the final round.

    `final` is that round where the log has it already: some of these turns are counted there.
    """
    counted = final.had if final else {}
    for player, turns in Counter(since).items():
        for _ in range(counted.get(player, 0), min(turns, table.board.final_turns)):
            yield Draw(type="draw", player=player, id=PLAYED_BEFORE)


class _Order:
    """The turns of a log in the order in which they were taken, with those that were passed over untold."""

    def __init__(self, log: Sequence[AnyEntry], table: Table, player: str, known: int) -> None:
        self.slots: list[_Slot] = []
        self._table, self._about, self._known = table, player, known
        self._log = log
        self._last: str | None = None
        self._begun: int | None = None
        stands = dict(in_force(log))
        for place, told in enumerate(log, 1):
            entry = stands.get(place)
            if isinstance(entry, Turn) and isinstance(told, Turn) and not played_before(entry):
                passed = told.in_turn and self._passed_in_final_round(entry.player)
                late = not told.in_turn or passed or self._began(place)
                self._add_late(entry.player, place, passed) if late else self._add_in_time(entry.player, place)
            elif isinstance(told, Strike) and played_before(told) and told.entry == place - 1 not in stands:
                self._add_late(getattr(log[told.entry - 1], "player", ""), told.entry)

    @property
    def begun(self) -> int:
        """The turn with which the final round began, as the turns were taken."""
        return len(self.slots) if self._begun is None else self._begun

    def since(self, gap: int) -> list[str]:
        """Who has had a turn since."""
        return [slot.player for slot in self.slots[gap + 1 :] if slot.place is not None]

    def _passed_in_final_round(self, player: str) -> bool:
        """Whether this player's turn went by untold since the final round began."""
        return any(slot.player == player and slot.place is None for slot in self.slots[self.begun + 1 :])

    def _began(self, place: int) -> bool:
        """Whether the turn of this entry began the final round, and others had played before it arrived."""
        behind = self._log[place] if place < len(self._log) else None
        return isinstance(behind, Draw) and played_before(behind)

    def _add_in_time(self, player: str, place: int) -> None:
        """Adds a turn that arrived in time. Players who sit between the last turn's and this one were passed over."""
        seats = self._table.setup.colors
        starts = seats[seats.index(self._table.setup.starts or seats[0]) - 1]
        between = takewhile(lambda seat: seat != player, self._table.clockwise(self._last or starts))
        self.slots += [_Slot(seat, place) for seat in between if self._has_turns(seat)]
        self._put(_Slot(player, place, place))
        self._last = player

    def _has_turns(self, seat: str) -> bool:
        final = self._table.final_round
        if final is None or self._begun is None:
            return True
        return sum(slot.player == seat for slot in self.slots[self._begun + 1 :]) < final.turns

    def _add_late(self, player: str, place: int, final: bool = False) -> None:
        """Adds a turn that arrived late: it takes its player's first passed-over turn that is open to it.

        `final` says that it is one of the final round.
        """
        told = (n for n, slot in enumerate(self.slots) if slot.player == player and self._closes(slot))
        first = max(told, default=-1)
        for n, slot in enumerate(self.slots):
            since = player == self._about and place > self._known
            open_to_it = slot.seen > self._known if since else n > first
            if slot.player == player and slot.place is None and (n > self.begun if final else open_to_it):
                slot.place = place
                if self._began(place) or self._begins_for_log(place):
                    self._note(n)
                return

    def _closes(self, slot: _Slot) -> bool:
        """Whether what was not told before this turn never will be. A draw may have been told by somebody else."""
        return slot.place == slot.seen and not isinstance(self._log[slot.seen - 1], Draw)

    def _put(self, slot: _Slot) -> None:
        self.slots.append(slot)
        if self._begins_for_log(slot.seen):
            self._note(len(self.slots) - 1)

    def _begins_for_log(self, place: int) -> bool:
        final = self._table.final_round
        return final is not None and final.place == place

    def _note(self, n: int) -> None:
        self._begun = n if self._begun is None else min(n, self._begun)
