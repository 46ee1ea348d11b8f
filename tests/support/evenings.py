"""Games as people play them: everybody builds towards their tickets and then wherever it is worth most.

The same for the same seed. Unlike `playing`, which tries whatever the rules allow, these look like evenings.
"""

from __future__ import annotations

import json
from heapq import heappop, heappush
from random import Random
from typing import Any

from companion.boards import files
from companion.boards.model import Board, Route
from companion.record.read import Record, read_record
from companion.rules.network import Network
from tests.support.golden import FOLDER, games_in

Entry = dict[str, Any]
NAMES = ("Ada", "Bo", "Cyrill", "Dée", "Ελένη")


class Evening:
    """One game, turn by turn."""

    def __init__(self, seed: int, board: str, players: int, variant: str = "base", tickets: int = 4) -> None:
        self.rng, self.board = Random(seed), files.boards()[board]
        self.variant, self.colors = variant, list(self.board.colors[:players])
        self.owners: dict[str, str] = {}
        self.trains = dict.fromkeys(self.colors, self.board.trains_per_player)
        self.stations: dict[str, list[str]] = {color: [] for color in self.colors}
        self.log: list[Entry] = []
        dealt = self.rng.sample(list(self.board.tickets_of(variant).values()), tickets * players)
        self.tickets = {color: dealt[n::players] for n, color in enumerate(self.colors)}
        self._play()

    def _play(self) -> None:
        for color, held in self.tickets.items():
            self.log += [{"type": "keep", "player": color, "ticket": ticket.id} for ticket in held]
        last: int | None = None
        for turn in range(400):
            color = self.colors[turn % len(self.colors)]
            self._turn(color)
            if last is None and self.trains[color] <= self.board.final_round_at:
                last = turn + len(self.colors)
            elif turn == last:
                break
        self.log.append({"type": "finish"})

    def _turn(self, color: str) -> None:
        route = self._wanted(color) or self._worthwhile(color)
        if self.rng.random() < 0.35 or route is None:
            self.log.append({"type": "draw", "player": color})
        else:
            self.log.append({"type": "claim", "player": color, "route": route.id})
            self.owners[route.id] = color
            self.trains[color] -= route.length

    def _may(self, color: str, route: Route) -> bool:
        beside = [self.owners[twin] for twin in route.twins if twin in self.owners]
        closed = beside and len(self.colors) < self.board.double_routes_need_players
        fits = route.length <= self.trains[color]
        return route.id not in self.owners and color not in beside and not closed and fits

    def _own(self, color: str) -> list[Route]:
        return [self.board.route[name] for name, owner in self.owners.items() if owner == color]

    def _wanted(self, color: str) -> Route | None:
        """The next route on the shortest way of a ticket that is still open."""
        network = Network(self.board, self._own(color))
        for ticket in self.tickets[color]:
            if not network.reached(ticket):
                way = self._way(color, ticket.ends[0], ticket.ends[-1])
                if way and sum(route.length for route in way) <= self.trains[color]:
                    return way[0]
                if self.board.stations and not way and len(self.stations[color]) < 2:
                    self._station(color, ticket.ends[0])
        return None

    def _station(self, color: str, city: str) -> None:
        if all(city not in built for built in self.stations.values()):
            self.stations[color].append(city)
            self.log.append({"type": "station", "player": color, "city": city, "late": True})

    def _way(self, color: str, start: str, goal: str) -> list[Route]:
        """The routes that are still missing on the cheapest way; those one has cost nothing."""
        waiting: list[tuple[int, str, tuple[str, ...]]] = [(0, start, ())]
        seen: set[str] = set()
        while waiting:
            cost, city, missing = heappop(waiting)
            if city == goal:
                return [self.board.route[name] for name in missing]
            if city in seen:
                continue
            seen.add(city)
            for route in self.board.route.values():
                if city in route.ends:
                    end = route.other_end(city)
                    if self.owners.get(route.id) == color:
                        heappush(waiting, (cost, end, missing))
                    elif self._may(color, route):
                        heappush(waiting, (cost + route.length, end, (*missing, route.id)))
        return []

    def _worthwhile(self, color: str) -> Route | None:
        here = {end for route in self._own(color) for end in route.ends}
        free = [route for route in self.board.route.values() if self._may(color, route)]
        near = [route for route in free if here.intersection(route.ends)] or free
        return max(near, key=lambda route: (route.length, self.rng.random()), default=None)

    def record(self, names: tuple[str, ...] = NAMES, **more: Any) -> dict[str, Any]:
        """The game's record."""
        players = [{"color": color, "name": name} for color, name in zip(self.colors, names, strict=False)]
        head = {"format": "companion/game", "version": 1, "map": self.board.id, "variant": self.variant}
        return head | {"players": players, "log": self.log} | more


def evening(seed: int, board: str, players: int, **more: Any) -> Record:
    """An evening as the program reads it."""
    return read(Evening(seed, board, players, **more).record(title="Friday night"))


def read(record: dict[str, Any]) -> Record:
    return read_record(json.dumps(record).encode(), files.boards())


def fullest(board: str) -> Record:
    """A whole game on a board with the most people: the golden one, or an evening where a board has none."""
    folder = FOLDER / "boards" / board
    if not folder.is_dir():
        return evening(4, board, 5)
    whole = [read(game.record) for game in games_in(folder) if game.expect]
    return max(whole, key=lambda record: len(record.setup.players))


def crowded(board: Board) -> dict[str, Any]:
    """Five players with names of 24 broad letters and 25 tickets each."""
    record = Evening(5, board.id, 5, tickets=4).record()
    every = [ticket.id for ticket in board.tickets_of("base").values()]
    log = [entry for entry in record["log"] if entry["type"] not in ("keep", "finish")]
    keeps = [
        {"type": "keep", "player": color, "ticket": every[(7 * n + place) % len(every)]}
        for n, color in enumerate(board.colors)
        for place in range(25)
    ]
    names = ("W" * 24, "Иммануил Кант-Щедровский", "Ωμέγα Παπαδοπουλοπούλου", "M W M W M W M W M W M W ", "x" * 24)
    for player, name in zip(record["players"], names, strict=True):
        player["name"] = name
    return record | {"title": "W" * 80, "log": [*keeps, *log, {"type": "finish"}]}
