"""Warnings whose cause and members the rules name exactly. There are others, of which only the code is said."""

from __future__ import annotations

from typing import Any

from tests.slow.boards.game import Game
from tests.slow.boards.sheet import named

TOLD = ("ticket-held-twice", "too-few-tickets", "too-many-long-tickets", "turn-too-many")


def warnings(game: Game, hidden: bool) -> list[dict[str, Any]]:
    """Every warning of the kinds in TOLD, sorted."""
    variant = game.sheet.variants[game.variant]
    tickets = game.sheet.tickets_of(game.variant)
    found: list[dict[str, Any]] = []
    for card in sorted({ticket.card for ticket in tickets.values()}):
        ids = [name for name, ticket in tickets.items() if ticket.card == card]
        held = [entry for entry in game.of_type("keep") if entry["ticket"] in ids]
        if len(held) > len(ids):
            players = [color for color in game.colors if color in [entry["player"] for entry in held]]
            found.append(
                {"code": TOLD[0], "players": players, "tickets": sorted({entry["ticket"] for entry in held})}
            )
    few = [color for color in game.colors if len(game.of_type("keep", color)) < variant.keep]
    if few and game.of_type("finish") and not hidden:
        found.append({"code": TOLD[1], "players": few})
    long = [e for e in game.of_type("keep") if set(tickets[named(e)].sets) & set(game.sheet.long_sets)]
    many = [c for c in game.colors if len([e for e in long if e["player"] == c]) > variant.most_long]
    if many:
        theirs = sorted({entry["ticket"] for entry in long if entry["player"] in many})
        found.append({"code": TOLD[2], "players": many, "tickets": theirs})
    final = game.final_round() or {"too_many": []}
    found += [{"code": TOLD[3], "players": [player], "entry": place} for place, player in final["too_many"]]
    return sorted(found, key=lambda each: (each["code"], each["players"], each.get("entry", 0)))
