"""Numbers that a table counts and types, within reason and close enough together to be equal now and then."""

from __future__ import annotations

from random import Random

from tests.slow.boards.game import Entry, Game
from tests.slow.boards.names import counted

REASON: dict[str, tuple[int, int]] = {
    "passengers": (0, 4),
    "festival": (0, 6),
    "line": (0, 9),
    "money": (0, 8),
    "loans": (0, 1),
    "bullet": (0, 33),
    "country": (0, 30),
    "locomotives": (0, 4),
    "route": (0, 60),
    "alvin": (0, 1),
    "merchandise": (0, 40),
}


def number(what: str, rng: Random) -> int:
    if what == "alvin-captures":
        return rng.randint(0, 3)
    if what.endswith(("-lowest", "-highest")):
        return rng.randint(1, 8)
    return rng.randint(*REASON.get(what.split("-")[0], (0, 3)))


def a_count(game: Game, rng: Random) -> Entry | None:
    """One number, of anything, typed by anybody."""
    things = counted(game.sheet, game.variant)
    if not things:
        return None
    what = rng.choice(things)
    players = [*game.colors, "neutral"] if "shares" in game.sheet.scoring and len(game.colors) == 2 else game.colors
    return {"type": "count", "player": rng.choice(players), "what": what, "n": number(what, rng)}


def at_the_end(game: Game, rng: Random) -> list[Entry]:
    """What is counted when all is over: everything, some of it or nothing."""
    things = counted(game.sheet, game.variant)
    part = rng.choice([0.0, 0.3, 1.0])
    if "toll-money" in game.sheet.scoring:
        part = rng.choice([0.8, 1.0])
    found = []
    players = [*game.colors, "neutral"] if "shares" in game.sheet.scoring and len(game.colors) == 2 else game.colors
    for what in things:
        for player in players:
            rare = 0.3 if what in ("route-points", "country-points", "bullet-track", "loans") else 1.0
            if rng.random() < part * rare:
                found.append({"type": "count", "player": player, "what": what, "n": number(what, rng)})
    return found
