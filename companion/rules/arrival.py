"""Turns that arrive late: the phone that entered them had no connection while other players had their turns.

Turns are taken clockwise. So where the log has turns of the players on either side of a seat, but none of that seat
between them, a turn was skipped: nobody has reported it yet. A late turn that fills such a gap is stored so that it
is still the same player's turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, cast

from companion.boards.model import Board
from companion.rules.broken_rules import RuleBroken
from companion.rules.log import Amend, AnyEntry, Draw, Entry, Strike, Turn, in_force
from companion.rules.mechanics import entry_reader
from companion.rules.replay import replay, starts_final_round, tried
from companion.rules.table import FinalRound, Table

# The beginning of the id of an entry that is added to a late turn because others had played before it arrived.
PLAYED_BEFORE: Final = "before-"


def played_before(entry: Entry) -> bool:
    """Whether an entry is a draw or strike that was added to a late turn because others had played before it."""
    return isinstance(entry, Draw | Strike) and (entry.id or "").startswith(PLAYED_BEFORE)


@dataclass(slots=True)
class _Slot:
    """A turn in the order in which turns were taken; nobody may have reported it yet."""

    player: str
    shown_at: int  # where the log first shows that this turn was taken: here, or at the next turn reported in time
    place: int | None = None  # the place in the log of the entry that reports it; None while there is none


def arrived(
    log: Sequence[AnyEntry], table: Table, entry: AnyEntry, known_length: int, own_places: Collection[int]
) -> list[AnyEntry]:
    """The entries to store for a new one, whose phone knew only the first `known_length` entries of the log.

    Usually that is the entry alone. If others' turns since then skipped its player, it is that skipped turn: it is
    stored as `late`, or as an amendment of a draw that somebody else entered for it. In the final round it still
    counts as a turn; if it starts that round, a draw is added for everybody who has had a turn since.

    `own_places` are the places in the log of this phone's own entries: it knew of them, so they skip nobody. Added
    entries have only the beginning of an id, `PLAYED_BEFORE`.
    """
    if known_length >= len(log) or not isinstance(entry, Turn) or not entry.in_turn:
        return [entry]
    if not table.turns_followed or table.finished:
        return [entry]
    order = _Order(log, table, entry.player, known_length)
    open_slots = (n for n, slot in enumerate(order.slots) if _may_fill(slot, entry, log, known_length, own_places))
    gap = next(open_slots, None)
    if gap is None or gap > order.final_start:
        draw = _draw_by_others(log, table, entry.player, known_length, own_places)
        if draw is not None and not table.turns_left(entry.player):
            return [_amendment(draw, entry, table.board)]
    if gap is None:
        return [entry]
    if order.slots[gap].place is not None:
        return _in_place_of_draw(order, gap, log, table, entry)
    return _in_gap(order, gap, log, table, entry)


def _may_fill(
    slot: _Slot, entry: Turn, log: Sequence[AnyEntry], known_length: int, own_places: Collection[int]
) -> bool:
    """Whether the entry may be the turn of this slot.

    That is a turn of its player that was skipped since then, or entered as a draw by another phone.
    """
    if slot.player != entry.player or slot.shown_at <= known_length or slot.shown_at in own_places:
        return False
    if slot.place is None:
        return True
    was_reported_in_time = slot.place == slot.shown_at
    return was_reported_in_time and _is_standing_draw(log, slot.place)


def _is_standing_draw(log: Sequence[AnyEntry], place: int) -> bool:
    """Whether the entry at this place is a draw that nobody has amended."""
    is_amended = any(isinstance(other, Amend) and other.entry == place for other in log)
    return isinstance(log[place - 1], Draw) and not is_amended


def _draw_by_others(
    log: Sequence[AnyEntry], table: Table, player: str, known_length: int, own_places: Collection[int]
) -> int | None:
    """The place of the first draw that others entered for this player in the final round, beyond `known_length`.

    None if there is none that still stands as it was entered.
    """
    if table.final_round is None:
        return None
    first = max(known_length, table.final_round.place)
    for place, entry in in_force(log):
        if place <= first or not isinstance(entry, Draw) or entry.player != player:
            continue
        is_unchanged, is_by_others = entry is log[place - 1], played_before(entry) or place not in own_places
        if is_unchanged and is_by_others:
            return place
    return None


def _in_place_of_draw(order: _Order, gap: int, log: Sequence[AnyEntry], table: Table, entry: Turn) -> list[AnyEntry]:
    """The entries to store for a turn that somebody else entered as a draw: usually an amendment of that draw.

    But an amended entry is read at the draw's place in the log. There the final round may not begin as it did, or
    what the turn needs (such as a route for its harbour) may be missing. Then the draw is struck, and the turn is
    added at the end of the log.
    """
    place = order.slots[gap].place or 0
    amended = _amendment(place, entry, table.board)
    try:
        final = replay(table.board, table.setup, [*log, amended]).final_round
    except RuleBroken:
        final = None
    else:
        if (table.final_round and gap > order.final_start) or not _starts_final_round(table, entry):
            return [amended]
    if final and final.place <= place:
        return [amended, *_draws_for(order.players_since(gap), table, final)]
    struck = Strike(type="strike", entry=place, id=PLAYED_BEFORE)
    return [struck, *_in_gap(order, gap, [*log, struck], table, entry)]


def _amendment(place: int, entry: Entry, board: Board) -> AnyEntry:
    """An amendment that puts this entry in place of the one at a place of the log; it takes over its id and time."""
    members = entry.model_dump(by_alias=True, exclude_defaults=True) | {"type": entry.type}
    id_and_time = {name: members.pop(name) for name in ("id", "at") if name in members}
    return entry_reader(board).validate_python({"type": "amend", "entry": place, "with": members, **id_and_time})


def _in_gap(order: _Order, gap: int, log: Sequence[AnyEntry], table: Table, entry: Turn) -> list[AnyEntry]:
    """The entries to store for a skipped turn, which was taken before others that are in the log."""
    turn = cast(AnyEntry, entry)
    if table.final_round and gap > order.final_start:
        return [turn]
    if _starts_final_round(table, entry):
        return [*_withdrawn_starts(table, log), turn, *_draws_for(order.players_since(gap), table)]
    if "late" in type(entry).model_fields:
        return [cast(AnyEntry, entry.model_copy(update={"late": True}))]
    # A draw can't be marked as late: it is added and struck, so that it uses no turn.
    return [turn, Strike(type="strike", entry=len(log) + 1, id=PLAYED_BEFORE)]


def _withdrawn_starts(table: Table, log: Sequence[AnyEntry]) -> Iterator[AnyEntry]:
    """Changes to the turns that start the final round in the log, so that they don't: a new turn started it earlier.

    Once one is marked as late, or struck, a later one may start it; so this is repeated until none does.
    """
    changed = list(log)
    while final := replay(table.board, table.setup, changed).final_round:
        start = dict(in_force(changed))[final.place]
        if "late" in type(start).model_fields:
            late = start.model_copy(update={"late": True, "id": PLAYED_BEFORE})
            change: AnyEntry = _amendment(final.place, late, table.board)
        else:
            change = Strike(type="strike", entry=final.place, id=PLAYED_BEFORE)
        changed.append(change)
        yield change


def _starts_final_round(table: Table, entry: Turn) -> bool:
    """Whether this turn starts the final round, or would have started it if it had been entered in time."""
    try:
        after = tried(table, entry)
    except RuleBroken:
        return False
    return starts_final_round(after, entry.player)


def _draws_for(players: Sequence[str], table: Table, final: FinalRound | None = None) -> Iterator[Draw]:
    """Draws that count these players' turns (each named once a turn) as their turns in the final round.

    Nobody gets more than that round has. If the log has the round already, `final`, turns counted there are left out.
    """
    counted = final.had if final else {}
    for player, turns in Counter(players).items():
        for _ in range(counted.get(player, 0), min(turns, table.board.final_turns)):
            yield Draw(type="draw", player=player, id=PLAYED_BEFORE)


class _Order:
    """The turns of a log as `slots`, in the order in which they were taken, including skipped ones.

    It is made for a new turn of `player`, whose phone knew the first `known_length` entries.
    """

    def __init__(self, log: Sequence[AnyEntry], table: Table, player: str, known_length: int) -> None:
        self.slots: list[_Slot] = []
        self._table, self._player, self._known_length = table, player, known_length
        self._log = log
        self._last_player: str | None = None
        self._final_start: int | None = None
        entries = dict(in_force(log))
        for place, reported in enumerate(log, 1):
            entry = entries.get(place)
            if isinstance(entry, Turn) and isinstance(reported, Turn) and not played_before(entry):
                fills_final_round = reported.in_turn and self._was_skipped_in_final_round(entry.player)
                if not reported.in_turn or fills_final_round or self._is_late_start(place):
                    self._add_late(entry.player, place, fills_final_round)
                else:
                    self._add_in_time(entry.player, place)
            elif isinstance(reported, Strike) and played_before(reported):
                is_late_draw = reported.entry == place - 1 and reported.entry not in entries
                if is_late_draw:  # it was struck at once, but fills a gap all the same
                    self._add_late(getattr(log[reported.entry - 1], "player", ""), reported.entry)

    @property
    def final_start(self) -> int:
        """The number of the slot whose turn started the final round; the number of slots if none did."""
        return len(self.slots) if self._final_start is None else self._final_start

    def players_since(self, gap: int) -> list[str]:
        """The player of every reported turn after this slot."""
        return [slot.player for slot in self.slots[gap + 1 :] if slot.place is not None]

    def _was_skipped_in_final_round(self, player: str) -> bool:
        """Whether a turn of this player in the final round was skipped and not reported since."""
        return any(slot.player == player and slot.place is None for slot in self.slots[self.final_start + 1 :])

    def _is_late_start(self, place: int) -> bool:
        """Whether the entry here is a late turn that started the final round: an added draw follows it."""
        following = self._log[place] if place < len(self._log) else None
        return isinstance(following, Draw) and played_before(following)

    def _add_in_time(self, player: str, place: int) -> None:
        """Adds a turn that was reported in time, and before it the turns that it skipped since the last such turn."""
        seats = self._table.setup.colors
        before_first = seats[seats.index(self._table.setup.starts or seats[0]) - 1]
        following_seats = self._table.clockwise(self._last_player or before_first)
        for seat in takewhile(lambda seat: seat != player, following_seats):
            if self._has_turns(seat):
                self.slots.append(_Slot(seat, shown_at=place))
        self.slots.append(_Slot(player, place, place))
        if self._starts_in_table(place):
            self._note_final_start(len(self.slots) - 1)
        self._last_player = player

    def _has_turns(self, seat: str) -> bool:
        """Whether this player has turns left, as far as slots were added: always before the final round."""
        final = self._table.final_round
        if final is None or self._final_start is None:
            return True
        return sum(slot.player == seat for slot in self.slots[self._final_start + 1 :]) < final.turns

    def _add_late(self, player: str, place: int, fills_final_round: bool = False) -> None:
        """Puts a turn that was reported late into the first slot that its player skipped and that it may fill.

        If it `fills_final_round`, that is a slot of the final round.
        """
        settled = (n for n, slot in enumerate(self.slots) if slot.player == player and self._settles_earlier(slot))
        last_settled = max(settled, default=-1)
        is_new_to_phone = player == self._player and place > self._known_length
        for n, slot in enumerate(self.slots):
            if fills_final_round:
                may_fill = n > self.final_start
            elif is_new_to_phone:
                may_fill = slot.shown_at > self._known_length
            else:
                may_fill = n > last_settled
            if slot.player == player and slot.place is None and may_fill:
                slot.place = place
                if self._is_late_start(place) or self._starts_in_table(place):
                    self._note_final_start(n)
                return

    def _settles_earlier(self, slot: _Slot) -> bool:
        """Whether no skipped turn before this one will be reported: its own player went on and reported it in time.

        A draw settles nothing, since somebody else may have entered it.
        """
        return slot.place == slot.shown_at and not isinstance(self._log[slot.shown_at - 1], Draw)

    def _starts_in_table(self, place: int) -> bool:
        """Whether the final round starts with the entry at this place, as the table was read."""
        final = self._table.final_round
        return final is not None and final.place == place

    def _note_final_start(self, n: int) -> None:
        """Notes that the turn of a slot starts the final round; of several slots the first counts."""
        self._final_start = n if self._final_start is None else min(n, self._final_start)
