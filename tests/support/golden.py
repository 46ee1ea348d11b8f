"""The golden games in tests/games: what each file holds, and what its right tally is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "games"


@dataclass(frozen=True)
class Game:
    """A record with the tally it must give, or with why it must be refused."""

    name: str
    covers: tuple[str, ...]
    text: str
    expect: Mapping[str, Any] | None
    refused: Mapping[str, Any] | None

    @property
    def record(self) -> dict[str, Any]:
        return json.loads(self.text)

    @property
    def refusal(self) -> tuple[str, str]:
        """How the line begins and how it ends."""
        assert self.refused
        place = f"log entry {self.refused['entry']}: " if "entry" in self.refused else self.refused["place"]
        return place, f" ({self.refused['code']})"


def _read(path: Path) -> Game:
    said = json.loads(path.read_text("utf-8"))
    text = said["text"] if "text" in said else json.dumps(said["record"], ensure_ascii=False)
    return Game(path.stem, tuple(said["covers"]), text, said.get("expect"), said.get("refused"))


GAMES = [_read(path) for path in sorted(FOLDER.glob("*.json"))]
TALLIED = [game for game in GAMES if game.expect]
REFUSED = [game for game in GAMES if game.refused]


def differences(expected: Any, given: Any, where: str = "") -> list[str]:
    """Where the tally says something else than what is expected of it; it may say more."""
    if isinstance(expected, Mapping) and isinstance(given, Mapping):
        return [d for key in expected for d in differences(expected[key], given.get(key), f"{where} {key}")]
    if isinstance(expected, list) and isinstance(given, list) and len(expected) == len(given):
        return [d for n, part in enumerate(expected) for d in differences(part, given[n], f"{where} {n}")]
    return [] if expected == given else [f"{where.strip()}: {given!r} is not {expected!r}"]


def wrong_in(game: Game, tally: Mapping[str, Any]) -> list[str]:
    """What is wrong with a tally of this game."""
    assert game.expect
    by_color = {player["color"]: player for player in tally["players"]}
    exact = ("bonuses", "stations uses", "stations saved")
    found = differences(game.expect, {**tally, "players": by_color})
    for color, player in game.expect["players"].items():
        for way in exact:
            said, expected = by_color[color], player
            for step in way.split():
                said, expected = (said or {}).get(step), (expected or {}).get(step)
            if expected is not None and said != expected:
                found.append(f"{color} {way}: {said!r} is not {expected!r}")
    return found
