"""Games that nobody played: by chance from a number, but as a table might play them and enter them."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.slow.boards import moves, typed
from tests.slow.boards.game import Entry, Game, judged
from tests.slow.boards.names import WrongName
from tests.slow.boards.sheet import Sheet
from tests.slow.log import Refused, in_force

PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay")


def a_game(sheet: Sheet, seed: int, turns: int | None = None, variant: str | None = None) -> dict[str, Any]:
    """The record of a game; `turns` are the most that are played."""
    rng = Random(f"{sheet.id} {seed}")
    record = a_head(sheet, rng, variant)
    made = Maker(sheet, record, rng, rng.choice([8, 20, 60, 400, 400]) if turns is None else turns)
    made.play()
    return record


def a_head(sheet: Sheet, rng: Random, variant: str | None) -> dict[str, Any]:
    number = rng.randint(sheet.least, sheet.most)
    colors = rng.sample(sheet.colors, number)
    record: dict[str, Any] = {"format": "companion/game", "version": 1, "map": sheet.id}
    record["variant"] = variant or rng.choice(sorted(sheet.variants))
    record["tracking"] = rng.choice(["live", "live", "live", "tally"])
    if options := some_options(sheet, rng):
        record["options"] = options
    record["players"] = [{"color": c, "name": name} for c, name in zip(colors, PEOPLE, strict=False)]
    if limits := sheet.scoring.get("pieces"):
        for player in record["players"]:
            if rng.random() < 0.6:
                trains = rng.randint(limits["total"] - limits["ships_most"], limits["trains_most"])
                player["pieces"] = {"train": trains, "ship": limits["total"] - trains}
    if rng.random() < 0.3:
        record["starts"] = rng.choice(colors)
    return record | {"log": []}


def some_options(sheet: Sheet, rng: Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if "bonus-cards" in sheet.scoring:
        options["bonus-cards"] = rng.sample([card["id"] for card in sheet.scoring["bonus-cards"]["cards"]], 4)
        if rng.random() < 0.5:
            options["capital-counts"] = rng.choice(["tickets", "routes"])
    if sheet.id in ("nordic", "uk", "italy") and rng.random() < 0.6:
        options["unlike-pairs"] = rng.choice(["double", "single"])
    return options


class Maker:
    """A record in the making, and the table as it stands."""

    def __init__(self, sheet: Sheet, record: dict[str, Any], rng: Random, turns: int) -> None:
        self.sheet, self.record, self.rng, self.turns = sheet, record, rng, turns
        self.log: list[Entry] = record["log"]
        self.game = Game(sheet, record)
        self.colors = self.game.colors
        self.deck = (
            typed_deck(sheet, rng)
            if sheet.typed
            else [{"ticket": name} for name in sorted(sheet.tickets_of(record["variant"]))]
        )
        rng.shuffle(self.deck)

    def add(self, entry: Entry) -> bool:
        """Enters what the rules allow at this place."""
        if self.game.refusal(entry):
            return False
        self.log.append(entry)
        self.game.take(len(self.log), entry)
        return True

    def change(self, entry: Entry) -> bool:
        """Enters a strike or an amendment if the log is right with it."""
        self.log.append(entry)
        try:
            self.game = judged(self.sheet, self.record)
        except (Refused, WrongName):
            self.log.pop()
            return False
        return True

    def keep(self, player: str) -> None:
        if self.deck:
            again = self.rng.random() < 0.03
            self.add({"type": "keep", "player": player, **(self.deck[0] if again else self.deck.pop())})

    def play(self) -> None:
        self.begin()
        first = self.colors.index(self.record.get("starts", self.colors[0]))
        for n in range(self.turns):
            if self.is_over():
                break
            self.turn(self.colors[(first + n) % len(self.colors)])
            self.disturb()
        self.end()

    def begin(self) -> None:
        if "city-control" in self.sheet.scoring:
            for color in self.colors:
                city = self.rng.choice(sorted(self.sheet.places))
                if self.rng.random() < 0.9:
                    self.add({"type": "home", "player": color, "city": city})
        least = self.sheet.variants[self.record["variant"]].keep
        few = self.turns < 25 and self.rng.random() < 0.7
        for color in self.colors:
            for _ in range(self.rng.randint(0, 2) if few else self.rng.randint(least, least + 2)):
                self.keep(color)

    def is_over(self) -> bool:
        if self.game.final_round():
            return not self.game.waiting_for()
        left = min(sum(self.game.stock(color).values()) for color in self.colors)
        return left <= self.sheet.final_at and self.rng.random() < 0.2

    def turn(self, player: str) -> None:
        rng = self.rng
        if "technologies" in self.sheet.scoring and rng.random() < 0.2:
            card = moves.a_card(self.game, player, rng)
            if card:
                self.add(card)
        if rng.random() < 0.05:
            self.keep(player)
        entry = moves.a_turn(self.game, player, rng)
        if entry["type"] != "draw" and rng.random() < 0.04:
            entry["late"] = True
        self.add(entry)

    def disturb(self) -> None:
        """What happens at a table now and then."""
        rng, log = self.rng, self.log
        roll = rng.random()
        if roll < 0.03:
            self.change({"type": "strike", "entry": rng.randint(max(1, len(log) - 12), len(log))})
        elif roll < 0.06:
            place = rng.randint(max(1, len(log) - 12), len(log))
            if instead := self.instead(log[place - 1]):
                self.change({"type": "amend", "entry": place, "with": instead})
        elif roll < 0.075:
            self.add({"type": "hidden"})
        elif roll < 0.078:
            self.add({"type": "catch-up"})
        elif roll < 0.1:
            self.count_something()

    def instead(self, old: Entry) -> Entry | None:
        """What an entry might be amended into."""
        rng = self.rng
        match old["type"]:
            case "keep" if self.deck:
                return {"type": "keep", "player": old["player"], **self.deck.pop()}
            case "count":
                return old | {"n": max(0, old["n"] - 1)}
            case "claim" | "draw" | "harbour" | "exchange":
                player = old["player"] if rng.random() < 0.8 else rng.choice(self.colors)
                return moves.a_turn(self.game, player, rng)
        return None

    def count_something(self) -> None:
        if entry := typed.a_count(self.game, self.rng):
            self.add(entry)

    def end(self) -> None:
        for entry in typed.at_the_end(self.game, self.rng):
            self.add(entry)
            if self.rng.random() < 0.05:
                self.change({"type": "strike", "entry": len(self.log)})
                self.add(entry)
        if self.rng.random() < 0.1:
            self.turn(self.rng.choice(self.colors))
        if self.rng.random() < 0.85:
            self.add({"type": "finish"})
            if self.rng.random() < 0.1:
                self.change({"type": "strike", "entry": self.rng.randint(1, len(self.log) - 1)})


def typed_deck(sheet: Sheet, rng: Random) -> list[Entry]:
    """Cards as people may have them before them: some have the same ends, some the same points as well."""
    cities = [place.id for place in sheet.places.values() if place.kind == "city"]
    deck: list[Entry] = []
    while len(deck) < 46:
        a, b = rng.choice(cities), rng.choice([*cities, *sheet.countries])
        if a != b:
            deck.append({"ticket": "--".join(sorted((a, b))), "points": rng.randint(1, 40)})
            deck += [deck[-1] | {"points": rng.randint(1, 40)}] if rng.random() < 0.1 else []
            deck += [deck[-1]] if rng.random() < 0.1 else []
    return deck


def remaining(record: dict[str, Any]) -> list[Entry]:
    """The entries of a record that are in force."""
    return [entry for _place, entry in in_force(record["log"])]
