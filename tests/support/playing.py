"""Random games, the same for the same seed: on any board and variant, live or tally, with everything that tables do.

Most are right by the rules. A `wild` game ends in an entry that may be wrong in any way but shape and names, and
its strikes and amendments are not looked at twice, so it may be refused at any place.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from companion.boards import files
from companion.boards.model import Board
from companion.record.read import Record, read_record
from tests.slow import Position, Refused, judged

Entry = dict[str, Any]
NAMES = ["Ada", "Bo", "Cy", "Dee", "Eli", "Ada", "Zoë"]


def game(seed: int, turns: int | None = None, board: str | None = None, wild: bool = False) -> dict[str, Any]:
    """A game record. Without `turns` it goes on for as long as the table likes, often to the end."""
    return _Player(Random(seed), turns, board, wild).played()


def read(record: dict[str, Any]) -> Record:
    """The record as the program reads it."""
    return read_record(json.dumps(record).encode(), files.boards())


class _Player:
    """Plays a game by whim. What stands on the table is kept in `at`, and looked up anew after a correction."""

    def __init__(self, rng: Random, turns: int | None, board: str | None, wild: bool) -> None:
        self.rng, self.wild = rng, wild
        self.board: Board = files.boards()[board or rng.choice(["usa", "europe"])]
        self.colors = rng.sample(self.board.colors, rng.randint(2, 5))
        self.variant = rng.choice(list(self.board.variants))
        self.live = rng.random() < 0.75
        self.turns = rng.choice([20, 80, 400, 400, 400]) if turns is None else turns
        self.bare = turns is None and rng.random() < 0.2  # a few turns and no tickets, so that much is equal
        if self.bare:
            self.turns = rng.randint(0, 8)
        self.reported = rng.choice([0.0, 0.5, 1.0])  # how many of the draws are told
        self.log: list[Entry] = []
        self.at = self._looked_up()

    def played(self) -> dict[str, Any]:
        self._deal()
        for turn in range(self.turns):
            player = self.colors[turn % len(self.colors)]
            if not self._turn(player) or self._is_over():
                break
            self._something_else(player)
        if self.rng.random() < (0.2 if self.wild else 0.7):
            self.log.append({"type": "finish"})
            self._corrections(self.rng.choice([0, 0, 1, 3]))
        if self.wild:
            self.log.append(self._anything())
        return self._record()

    def _record(self) -> dict[str, Any]:
        names = Random(len(self.log)).sample(NAMES, len(self.colors))
        players = [{"color": color, "name": name} for color, name in zip(self.colors, names, strict=True)]
        record = {"format": "companion/game", "version": 1, "map": self.board.id, "variant": self.variant}
        tracking = "live" if self.live else "tally"
        return record | {"tracking": tracking, "players": players, "log": self.log}

    def _looked_up(self) -> Position:
        return judged(self.board, self._record())

    def _tell(self, entry: Entry) -> bool:
        """Writes an entry down, if the rules allow it."""
        if self.at.refusal(entry):
            return False
        self.log.append(entry)
        self.at.take(len(self.log), entry)
        return True

    def _deal(self) -> None:
        variant = self.board.variants[self.variant]
        for color in [] if self.bare else self.colors:
            for _ in range(self.rng.randint(variant.keep - self._once_in(9), variant.keep + 2)):
                self._tell({"type": "keep", "player": color, "ticket": self._ticket(color)})

    def _ticket(self, player: str) -> str:
        """Of a few tickets the one that best fits what the player has."""
        tickets = list(self.board.tickets_of(self.variant).values())
        here = self._cities(player)
        some = self.rng.choices(tickets, k=self.rng.choice([1, 4, 12]))
        return max(some, key=lambda ticket: sum(end in here for end in ticket.ends)).id

    def _cities(self, player: str) -> set[str]:
        return {end for e in self.at.of_type("claim", player) for end in self.board.route[e["route"]].ends}

    def _turn(self, player: str) -> bool:
        """A turn of this player; False where there is nothing left to put anywhere."""
        if self._once_in(5):
            return self.rng.random() > self.reported or self._tell({"type": "draw", "player": player})
        if self.board.stations and self._once_in(3 if self.bare else 12) and self._build(player):
            return True
        if self._claim(player):
            return True
        return self._tell({"type": "draw", "player": player}) and self.at.trains_left(player) > 5

    def _claim(self, player: str) -> bool:
        """A route that goes on from what the player has, or any; short ones where trains are few."""
        taken = {entry["route"]: entry["player"] for entry in self.at.of_type("claim")}
        here, left = self._cities(player), self.at.trains_left(player)
        free = [r for r in self.board.route.values() if r.id not in taken and r.length <= left]
        near = [route for route in free if here.intersection(route.ends)]
        for some in (near, near, near, free, free, free):
            if some:
                late = {"late": True} if self._once_in(15) else {}
                if self._tell({"type": "claim", "player": player, "route": self.rng.choice(some).id, **late}):
                    return True
        return False

    def _build(self, player: str) -> bool:
        late = {"late": True} if self._once_in(10) else {}
        cities = self._cities(player) if self._once_in(2) else self.board.city
        city = self.rng.choice(sorted(cities) or list(self.board.city))
        return self._tell({"type": "station", "player": player, "city": city, **late})

    def _is_over(self) -> bool:
        """All last turns had; some tables go on for a little."""
        return self._once_in(2) and self.at.phase() == "reveal"

    def _something_else(self, player: str) -> None:
        if self._once_in(8):
            self._tell({"type": "keep", "player": player, "ticket": self._ticket(player)})
        if self._once_in(10):
            self._corrections(1)
        if self._once_in(60):
            self.log.append({"type": "hidden"})
        if self._once_in(100):
            self._tell({"type": "catch-up"})

    def _corrections(self, count: int) -> None:
        for _ in range(count):
            entry = self.rng.choice([self._strike, self._strike, self._amendment])()
            if entry:
                self.log.append(entry)
                self._look_again()

    def _look_again(self) -> None:
        """What the table is after a correction. One that makes a later entry impossible is mostly not made."""
        try:
            self.at = self._looked_up()
        except Refused:
            if not (self.wild and self._once_in(3)):
                self.log.pop()

    def _strike(self) -> Entry | None:
        """Mostly something recent; also strikes, amendments and what is struck already."""
        if not self.log:
            return None
        first = 1 if self._once_in(3) else max(1, len(self.log) - 8)
        return {"type": "strike", "entry": self.rng.randint(first, len(self.log))}

    def _amendment(self) -> Entry | None:
        places = [n for n, e in enumerate(self.log, 1) if e["type"] in ("claim", "station", "draw", "keep")]
        if not places:
            return None
        place = self.rng.choice(places)
        first = self.log[place - 1]
        return {"type": "amend", "entry": place, "with": self._instead(first)}

    def _instead(self, first: Entry) -> Entry:
        if first["type"] == "keep":
            ticket = self.rng.choice(list(self.board.tickets_of(self.variant)))
            return {"type": "keep", "player": first["player"], "ticket": ticket}
        player = self.rng.choice([first["player"], self.rng.choice(self.colors)])
        if first["type"] == "claim" and self._once_in(2):
            beside = self.at.beside(first["route"])
            return first | {"player": player} | ({"route": beside[0]} if beside else {})
        return self._any_turn(player)

    def _any_turn(self, player: str) -> Entry:
        late = {"late": True} if self._once_in(4) else {}
        turns: list[Entry] = [
            {"type": "draw", "player": player},
            {"type": "claim", "player": player, "route": self.rng.choice(list(self.board.route)), **late},
        ]
        if self.board.stations:
            turns.append({"type": "station", "player": player, "city": self.rng.choice(self.board.cities).id, **late})
        return self.rng.choice(turns)

    def _anything(self) -> Entry:
        """Any entry right in shape and names, mostly about something that was already used."""
        used = self.log or [{"type": "finish"}]
        again = [e for e in used if e["type"] in ("claim", "station", "keep")] or used
        player = self.rng.choice(self.colors)
        ways: list[Callable[[], Entry | None]] = [
            lambda: self._any_turn(player),
            lambda: self._beside(player),
            lambda: self._beside(player),
            lambda: self.rng.choice(again),
            lambda: {**e, "player": player} if "player" in (e := self.rng.choice(again)) else None,
            lambda: {**e, "player": player} if (e := self._one_of("station")) else None,
            self._strike,
            self._amendment,
        ]
        return self.rng.choice(ways)() or {"type": "finish"}

    def _one_of(self, kind: str) -> Entry | None:
        return self.rng.choice(self.at.of_type(kind) or [None])

    def _beside(self, player: str) -> Entry | None:
        """A claim beside a track that somebody has."""
        routes = [other for claim in self.at.of_type("claim") for other in self.at.beside(claim["route"])]
        return {"type": "claim", "player": player, "route": self.rng.choice(routes)} if routes else None

    def _once_in(self, times: int) -> bool:
        return self.rng.randrange(times) == 0
