"""Evenings with phones that are away for a while, in which every turn is told: what the log makes of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from companion.boards.model import Board, Route
from companion.record.record_checks import read_entry
from companion.rules.arrival import arrived
from companion.rules.game_setup import Setup
from companion.rules.log import AnyEntry, Claim, Draw, Turn
from companion.rules.mechanics import allowed_names
from companion.rules.replay import broken_by, new_table, replay, take_in
from companion.rules.table import Table

NAMES = ["Ada", "Bo", "Cy", "Dee", "Eli"]


@dataclass
class Phone:
    """A player's phone: what it has not sent, and how much of the log it knew when the first of that was tapped."""

    color: str
    away: int = 0  # turns of the table until it is back
    unsent: list[Turn] = field(default_factory=list)
    known: int = 0


@dataclass(frozen=True)
class Step:
    """What a phone told, how much of the log it knew, which places were its own; what was stored, and who is next."""

    entry: AnyEntry
    known: int
    own: list[int]
    stored: list[AnyEntry]
    next: str


@dataclass
class Evening:
    """A game as it is really played, and its log as the phones tell it; `rule` is today's or the one before."""

    board: Board
    seed: int
    late: bool = True
    log: list[AnyEntry] = field(default_factory=list)
    tellers: list[str] = field(default_factory=list)
    wrong: int = 0  # after how many entries the log did not say whose turn it was
    back: int = 0  # how often a late entry changed whose turn it was
    arrivals: int = 0  # of turns that came late
    steps: list[Step] = field(default_factory=list)
    newest: int = 0  # which of the turns really taken is the newest of which the log knows

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        most = min(5, self.board.players.most)
        colors = self.rng.sample(self.board.colors, self.rng.randint(2, most))
        players = [{"color": color, "name": name} for color, name in zip(colors, NAMES, strict=False)]
        self.setup = Setup.model_validate({"map": self.board.id, "players": players})
        self.names = allowed_names(self.setup.colors, self.board, self.setup.variant)
        self.phones = {color: Phone(color) for color in colors}
        self.real: Table = new_table(self.board, self.setup)
        self.taken: list[Turn] = []  # the turns in the order in which they were really taken
        self.table = new_table(self.board, self.setup)

    def played(self) -> Evening:
        for _ in range(self.rng.choice([30, 60, 300, 300])):
            if self.real.final_round and not self.real.waiting_for:
                break
            self._turn(self.phones[self.real.next_player])
            self._come_and_go()
        for phone in self.rng.sample([*self.phones.values()], len(self.phones)):
            phone.away = 0
            self._send(phone)
        return self

    def _look(self) -> None:
        """Compares whose turn the log says it is with who really had the turn after the newest one that was told.

        Of the final round it can be told only once every turn is in: until then a last turn is waited for.
        """
        table, whole = self.table, not any(phone.unsent for phone in self.phones.values())
        self.wrong += len(table.turns_too_many)  # a table refuses these
        if whole:
            self.wrong += table.waiting_for != self.real.waiting_for or (table.final_round is None) != (
                self.real.final_round is None
            )
        if table.phase == "reveal" or (table.final_round and not whole):
            return
        follows = self.taken[self.newest] if self.newest < len(self.taken) else None
        self.wrong += table.next_player != (follows.player if follows else self.real.next_player)

    def _turn(self, phone: Phone) -> None:
        entry = self._chosen(phone.color)
        self.real = take_in(self.board, self.setup, self.taken, entry, self.real)
        self.taken.append(entry)
        others = [other for other in self.phones.values() if not other.away and other is not phone]
        if not phone.unsent:
            phone.known = phone.known if phone.away else len(self.log)
        phone.unsent.append(entry.model_copy(update={"id": f"turn-{len(self.taken)}"}))
        if phone.away and others and self.rng.random() < 0.2:
            # Somebody sees that the table waits, and taps "drew cards" for it.
            self.newest = len(self.taken)
            guess = Draw(type="draw", player=phone.color)
            self._store(self.rng.choice(others).color, guess, len(self.log))

    def _chosen(self, color: str) -> Turn:
        acts = self._acts(color)
        if acts and self.rng.random() < 0.1:
            return self.rng.choice(acts)
        routes = [route for route in self.real.free_routes() if self._may(color, route)]
        if not routes or self.rng.random() < 0.3:
            return Draw(type="draw", player=color)
        routes.sort(key=lambda r: -r.length)
        return Claim(type="claim", player=color, route=self.rng.choice(routes[:12]).id)

    def _may(self, color: str, route: Route) -> bool:
        claim = Claim(type="claim", player=color, route=route.id)
        if any(self.real.owners.get(twin) == color for twin in self.real.twins(route)):
            return False
        kinds, pieces = self.real.pieces_left(color), self.real.pieces_for(claim)
        left = self.real.trains[color] if kinds is None else kinds[route.pieces]
        return pieces <= left and route.id not in self.real.common

    def _acts(self, color: str) -> list[Turn]:
        """What the board's own rules let this player do instead of a claim: an exchange, a harbour."""
        city = self.rng.choice(list(self.board.city))
        acts = [
            {"type": act.kind, "player": color, **act.members, **({"n": 1} if act.number else {})}
            for at in ("", city)
            for mechanic in self.real.mechanics
            for act in mechanic.acts(self.real, color, at)
        ]
        told = [read_entry(act, self.names)[0] for act in acts]
        return [one for one in told if isinstance(one, Turn) and broken_by(self.real, one) is None]

    def _come_and_go(self) -> None:
        for phone in self.phones.values():
            if phone.away:
                phone.away -= 1
            elif self.rng.random() < 0.06:
                phone.away, phone.known = self.rng.randint(1, 14), len(self.log)
            if not phone.away:
                self._send(phone)

    def _send(self, phone: Phone) -> None:
        """Sends what waits, all at once and in its order."""
        known = phone.known
        while phone.unsent:
            entry = phone.unsent.pop(0)
            self.newest = max(self.newest, int(str(entry.id).removeprefix("turn-")))
            self._store(phone.color, entry, known)
        phone.known = len(self.log)

    def _store(self, teller: str, entry: Turn, known: int) -> None:
        own = [n for n in range(known + 1, len(self.log) + 1) if self.tellers[n - 1] == teller]
        new = arrived(self.log, self.table, entry, known, own) if self.late else [entry]
        before, waits = self.table.next_player, new != [entry]
        for one in new:
            self.table = replay(self.board, self.setup, [*self.log, one])
            self.log.append(one)
            self.tellers.append(teller)
        self.steps.append(Step(entry, known, own, new, self.table.next_player))
        self.arrivals += waits
        self._look()
        self.back += waits and not self.table.final_round and self.table.next_player != before
