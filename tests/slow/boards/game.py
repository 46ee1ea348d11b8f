"""A log on the table: what each entry needs, what it leaves, and the final round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.slow.boards import names
from tests.slow.boards.sheet import Sheet, Track, named
from tests.slow.log import Refused, in_force

Entry = dict[str, Any]
TURNS = ("claim", "draw", "harbour", "exchange")
OTHER = {"train": "ship", "ship": "train"}


@dataclass(frozen=True)
class Claim:
    """A claim that was allowed. `free`: with a piece from the supply of all (Japan)."""

    player: str
    track: Track
    entry: Entry
    free: bool
    pays: tuple[str, ...]  # whom its points go to, once for each time (Old West); else the builder


class Game:
    """The entries that were allowed so far. Every question is answered by looking through them."""

    def __init__(self, sheet: Sheet, record: dict[str, Any]) -> None:
        self.sheet = sheet
        self.colors = [player["color"] for player in record["players"]]
        self.variant = record.get("variant", "base")
        self.options = record.get("options", {})
        self.live = record.get("tracking", "live") == "live"
        self.start = {player["color"]: names.pieces(sheet, player) for player in record["players"]}
        self.entries: list[tuple[int, Entry]] = []
        self.claims: list[Claim] = []
        self.left_after: list[dict[str, int]] = []  # pieces of each player after each entry
        self.supply_after: list[int] = []

    def of_type(self, kind: str, player: str | None = None) -> list[Entry]:
        found = [entry for _place, entry in self.entries if entry["type"] == kind]
        return [entry for entry in found if player is None or entry["player"] == player]

    def owners(self, track: Track) -> list[str]:
        return [claim.player for claim in self.claims if claim.track is track]

    def own(self, player: str) -> list[Track]:
        return [claim.track for claim in self.claims if claim.player == player]

    def used_for_tickets(self, player: str) -> list[Track]:
        """Own tracks and those that are everybody's."""
        return [claim.track for claim in self.claims if claim.player == player or claim.free]

    # What is left of this and that.

    def supply(self) -> int:
        """Bullet trains that nobody has taken yet."""
        if "bullet-train" not in self.sheet.scoring:
            return 0
        return self.sheet.scoring["bullet-train"]["supply"] - len([claim for claim in self.claims if claim.free])

    def takes(self, track: Track, entry: Entry) -> int:
        """The pieces that a claim takes from its player's stock."""
        if track.bullet and self.supply():
            return 0
        return track.length + track.mountain + (1 if entry.get("line") else 0)

    def stock(self, player: str) -> dict[str, int]:
        """How many pieces of each kind a player has left."""
        left = dict(self.start[player])
        for claim in self.claims:
            if claim.player == player and not claim.free:
                left[claim.track.kind] -= claim.track.length + claim.track.mountain + bool(claim.entry.get("line"))
        for entry in self.of_type("exchange", player):
            left[entry["to"]] += entry["n"]
            left[OTHER[entry["to"]]] -= entry["n"]
        return left

    def ever_held(self, player: str, kind: str) -> int:
        """Pieces of a kind that came from the box, less those that went back."""
        exchanged = [entry["n"] * (1 if entry["to"] == kind else -1) for entry in self.of_type("exchange", player)]
        return self.start[player][kind] + sum(exchanged)

    def markers(self) -> dict[str, str]:
        """Who has a marker where (Old West)."""
        found = {entry["city"]: entry["player"] for entry in self.of_type("home")}
        return found | {c.entry["marker"]: c.player for c in self.claims if "marker" in c.entry}

    def holds(self, player: str, card: str) -> bool:
        """Whether a technology lies before a player: one that returns goes back with what it was used for."""
        held = False
        for _place, entry in self.entries:
            if entry["type"] == "buy" and (entry["player"], entry["card"]) == (player, card):
                held = True
            if entry["type"] == "claim" and entry["player"] == player and entry.get("shared"):
                held = held and card != "right-of-way"
        return held

    def open(self, group: int, track: Track) -> int:
        """How many tracks of a group of so many may be claimed by this number of players."""
        variant = self.sheet.variants[self.variant]
        if track.link:
            return group
        table = self.sheet.tracks_open.get("double" if group == 2 else "triple", {})
        if variant.double_need is None and str(len(self.colors)) in table:
            return table[str(len(self.colors))]
        return group if len(self.colors) >= (variant.double_need or self.sheet.double_need) else 1

    # What the rules refuse: the first breach in the contract's order, or None.

    def refusal(self, entry: Entry) -> str | None:
        if self.of_type("finish"):
            return "after-finish"
        ask = getattr(self, "refusal_of_" + entry["type"].replace("-", "_"), None)
        return ask(entry) if ask else None

    def refusal_of_claim(self, entry: Entry) -> str | None:
        player, track = entry["player"], self.sheet.tracks[entry["route"]]
        owners, shared = self.owners(track), entry.get("shared")
        if owners and (not shared or player in owners or len(owners) > 1):
            return "route-taken"
        if shared and not owners:
            return "not-shared"
        group = self.sheet.beside(track, self.options.get("unlike-pairs") == "single")
        taken = [other for other in group if self.owners(other)]
        if any(player in self.owners(other) for other in taken):
            return "own-twin"
        if taken and not shared and len(taken) >= self.open(1 + len(group), track):
            return "twin-closed"
        if self.stock(player)[track.kind] < self.takes(track, entry):
            return "not-enough-trains"
        return self.refusal_of_marker(player, entry["marker"]) if "marker" in entry else None

    def refusal_of_marker(self, player: str, city: str) -> str | None:
        if city in self.markers() or (self.variant == "alvin" and city == self.sheet.scoring["alvin"]["start"]):
            return "city-taken"
        if list(self.markers().values()).count(player) == self.sheet.scoring["city-control"]["markers"]:
            return "no-markers"
        return None

    def refusal_of_home(self, entry: Entry) -> str | None:
        player = entry["player"]
        if self.of_type("home", player):
            return "home-held"
        if self.own(player):
            return "home-late"
        return self.refusal_of_marker(player, entry["city"])

    def refusal_of_buy(self, entry: Entry) -> str | None:
        return "card-held" if self.holds(entry["player"], entry["card"]) else None

    def refusal_of_keep(self, entry: Entry) -> str | None:
        held = [named(kept) for kept in self.of_type("keep", entry["player"])]
        return "ticket-held" if named(entry) in held else None

    def refusal_of_exchange(self, entry: Entry) -> str | None:
        player, to = entry["player"], entry["to"]
        most = self.sheet.scoring["pieces"][f"{to}s_most"]
        if self.stock(player)[OTHER[to]] < entry["n"] or self.ever_held(player, to) + entry["n"] > most:
            return "pieces"
        return None

    def refusal_of_harbour(self, entry: Entry) -> str | None:
        player, city = entry["player"], entry["city"]
        if not any(city in track.ends for track in self.own(player)):
            return "no-route-there"
        if city in [built["city"] for built in self.of_type("harbour")]:
            return "city-taken"
        if len(self.of_type("harbour", player)) == self.sheet.scoring["pieces"]["harbours"]:
            return "no-harbours"
        return None

    # How an allowed entry changes the table.

    def take(self, place: int, entry: Entry) -> None:
        if code := self.refusal(entry):
            raise Refused(place, code)
        if entry["type"] == "claim":
            track, player = self.sheet.tracks[entry["route"]], entry["player"]
            free = track.bullet and self.supply() > 0
            self.claims.append(Claim(player, track, entry, free, self.paid(player, track)))
        self.entries.append((place, entry))
        self.left_after.append({color: sum(self.stock(color).values()) for color in self.colors})
        self.supply_after.append(self.supply())

    def paid(self, builder: str, track: Track) -> tuple[str, ...]:
        """Whom the points of a claim go to, by the markers that stand before it."""
        if "city-control" not in self.sheet.scoring:
            return (builder,)
        owners = [self.markers().get(end) for end in track.ends]
        return tuple(owner for owner in owners if owner) or (builder,)

    def starts_final_round(self, n: int, player: str) -> bool:
        """Whether the turn that is the n-th of the entries starts the final round."""
        left, most = self.left_after[n], self.sheet.final_at
        if "bullet-train" in self.sheet.scoring:
            return min(left.values()) <= most and self.supply_after[n] <= most
        return left[player] <= most

    def final_round(self) -> dict[str, Any] | None:
        """Who set off the final round, how often everybody has had a turn since, and the turns too many."""
        if not self.live or self.of_type("catch-up"):
            return None
        found: dict[str, Any] | None = None
        for n, (place, entry) in enumerate(self.entries):
            if entry["type"] not in TURNS or entry.get("late"):
                continue
            player = entry["player"]
            if found is None:
                if self.starts_final_round(n, player):
                    found = {"triggered_by": player, "had": dict.fromkeys(self.colors, 0), "too_many": []}
            elif found["had"][player] == self.sheet.final_turns:
                found["too_many"].append((place, player))
            else:
                found["had"][player] += 1
        return found

    def waiting_for(self) -> list[str]:
        final = self.final_round()
        return [c for c in self.colors if final and final["had"][c] < self.sheet.final_turns]

    def phase(self) -> str:
        if self.of_type("finish"):
            return "finished"
        if self.final_round() is None:
            return "playing"
        return "final-round" if self.waiting_for() else "reveal"

    def counted(self, player: str, what: str) -> int | None:
        """The number that was typed last for a thing; None where there is none."""
        numbers = [entry["n"] for entry in self.of_type("count", player) if entry["what"] == what]
        return numbers[-1] if numbers else None

    def taken(self, player: str, what: str) -> int:
        """How many of a thing a player took with claims."""
        return sum(claim.entry.get("takes", []).count(what) for claim in self.claims if claim.player == player)

    def number(self, player: str, what: str) -> int:
        """How many of a thing a player has: as counted, else as taken."""
        counted = self.counted(player, what)
        return self.taken(player, what) if counted is None else counted


def judged(sheet: Sheet, record: dict[str, Any]) -> Game:
    """What a record amounts to. Raises WrongName, or Refused at the first entry that the rules do not allow."""
    names.check(sheet, record)
    game = Game(sheet, record)
    for place, entry in in_force(record["log"]):
        game.take(place, entry)
    return game
