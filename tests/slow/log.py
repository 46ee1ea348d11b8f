"""Reading a log: what is in force, what the rules refuse, and the final round. Nothing is kept but the entries."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.boards.model import Board

Entry = dict[str, Any]
TURNS = ("claim", "station", "draw")


class Refused(Exception):
    """An entry the rules do not allow: its place in the log, and why."""

    def __init__(self, place: int, code: str) -> None:
        super().__init__(place, code)
        self.place, self.code = place, code


def in_force(log: list[Entry]) -> list[tuple[int, Entry]]:
    """What remains of the log, with its places: by asking of each entry, over and over, who says it is out."""
    changes = [(n, entry) for n, entry in enumerate(log, 1) if entry["type"] in ("strike", "amend")]

    @cache
    def is_out(place: int) -> bool:
        return any(
            change["type"] == "strike" and change["entry"] == place and not is_out(n)
            for n, change in changes
            if n > place
        )

    remains = []
    for place, entry in enumerate(log, 1):
        if entry["type"] in ("strike", "amend", "hidden") or is_out(place):
            continue
        for n, change in changes:
            if change["type"] == "amend" and change["entry"] == place and not is_out(n):
                entry = change["with"]
        remains.append((place, entry))
    return remains


class Position:
    """The entries of a log that were allowed so far. Every question is answered by looking through them."""

    def __init__(self, board: Board, record: dict[str, Any]) -> None:
        self.board = board
        self.colors = [player["color"] for player in record["players"]]
        self.variant = record.get("variant", "base")
        self.live = record.get("tracking", "live") == "live"
        self.entries: list[tuple[int, Entry]] = []

    def of_type(self, kind: str, player: str | None = None) -> list[Entry]:
        found = [entry for _, entry in self.entries if entry["type"] == kind]
        return [entry for entry in found if player is None or entry["player"] == player]

    def owner(self, route: str) -> str | None:
        return next((entry["player"] for entry in self.of_type("claim") if entry["route"] == route), None)

    def trains_left(self, player: str) -> int:
        used = sum(self.board.route[entry["route"]].length for entry in self.of_type("claim", player))
        return self.board.trains_per_player - used

    def beside(self, route: str) -> list[str]:
        """The other tracks of its group."""
        about, routes = self.board.route[route], self.board.route.values()
        if about.parallel == "single":
            return []
        found = [r for r in routes if r.ends == about.ends and r.pieces == about.pieces and r.parallel != "single"]
        return [other.id for other in found if other.id != route]

    def open(self, route: str) -> int:
        """How many tracks of its group may be claimed by so many players."""
        board, players = self.board, len(self.colors)
        tracks = 1 + len(self.beside(route))
        if board.route[route].parallel == "open":
            return tracks
        variant = board.variants[self.variant].double_routes_need_players
        table = board.tracks_open.get({2: "double"}.get(tracks, "triple"), {})
        if variant is None and str(players) in table:
            return table[str(players)]
        return tracks if players >= (variant or board.double_routes_need_players) else 1

    def refusal(self, entry: Entry) -> str | None:
        """The first rule that this entry would break here, in the contract's order; None where it is allowed."""
        if self.of_type("finish"):
            return "after-finish"
        match entry:
            case {"type": "claim", "player": player, "route": route}:
                beside = [self.owner(other) for other in self.beside(route)]
                claimed = len([owner for owner in beside if owner])
                if self.owner(route):
                    return "route-taken"
                if player in beside:
                    return "own-twin"
                if claimed and claimed >= self.open(route):
                    return "twin-closed"
                if self.trains_left(player) < self.board.route[route].length:
                    return "not-enough-trains"
            case {"type": "station", "player": player, "city": city}:
                if any(built["city"] == city for built in self.of_type("station")):
                    return "city-taken"
                if len(self.of_type("station", player)) == self.board.stations.count:
                    return "no-stations-left"
            case {"type": "keep", "player": player, "ticket": ticket}:
                if any(kept["ticket"] == ticket for kept in self.of_type("keep", player)):
                    return "ticket-held"
        return None

    def take(self, place: int, entry: Entry) -> None:
        if code := self.refusal(entry):
            raise Refused(place, code)
        self.entries.append((place, entry))

    def final_round(self) -> dict[str, Any] | None:
        """Who set off the final round, the places of last turns by player, and the turns too many."""
        if not self.live or self.of_type("catch-up"):
            return None
        seen = Position.__new__(Position)
        seen.board, seen.entries = self.board, []
        found: dict[str, Any] | None = None
        turns: list[str] = []
        for place, entry in self.entries:
            seen.entries.append((place, entry))
            if entry["type"] not in TURNS or entry.get("late"):
                continue
            player = entry["player"]
            if found is None:
                if seen.trains_left(player) <= self.board.final_round_at:
                    found = {"triggered_by": player, "had": {}, "too_many": []}
            elif turns.count(player) == self.board.final_turns:
                found["too_many"].append((place, player))
            else:
                turns.append(player)
                if turns.count(player) == self.board.final_turns:
                    found["had"][player] = place
        return found

    def phase(self) -> str:
        final = self.final_round()
        if self.of_type("finish"):
            return "finished"
        if final is None:
            return "playing"
        return "reveal" if set(self.colors) <= set(final["had"]) else "final-round"


def judged(board: Board, record: dict[str, Any]) -> Position:
    """The position that a record amounts to. Raises Refused at the first entry that the rules do not allow."""
    position = Position(board, record)
    for place, entry in in_force(record["log"]):
        position.take(place, entry)
    return position
