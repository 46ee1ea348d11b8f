"""Evenings of two, told as they are at a live table: a turn each, and on a board with stations some build one."""

from __future__ import annotations

from tests.support.evenings import Entry, Evening

BUILT = 4  # stations in a game, where there are any


class Twosome:
    """One game: its turns in order, and what each of the two kept."""

    def __init__(self, seed: int, board: str) -> None:
        evening = Evening(seed, board, 2, tickets=2)
        self.board = evening.board
        self.tickets = {color: [ticket.id for ticket in held] for color, held in evening.tickets.items()}
        self.turns = [entry for entry in evening.log if entry["type"] in ("claim", "draw")]
        if self.board.stations:
            self._build()

    def _build(self) -> None:
        """Turns that placed nothing put a station where a ticket leads to."""
        wanted = {color: [end for t in held for end in t.split("--")] for color, held in self.tickets.items()}
        built: set[str] = set()
        for place, turn in enumerate(self.turns):
            cities = [city for city in wanted[turn["player"]] if city not in built]
            if turn["type"] == "draw" and cities and len(built) < BUILT:
                self.turns[place] = self._station(turn["player"], cities[0])
                built.add(cities[0])

    def last_of_each(self) -> int:
        """How many turns there are before the last that hold one of each kind, and twelve at least."""
        kinds = {turn["type"] for turn in self.turns}
        last = [max(n for n, turn in enumerate(self.turns) if turn["type"] == kind) for kind in kinds]
        return min(*last, len(self.turns) - 12)

    @staticmethod
    def _station(player: str, city: str) -> Entry:
        return {"type": "station", "player": player, "city": city}
