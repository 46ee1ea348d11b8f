"""What a player's own phone told: whose it is, and the entry."""

from __future__ import annotations

from typing import Any

from tests.support import board_games

Told = tuple[str, dict[str, Any]]


def claim(player: str, route: str, **more: Any) -> Told:
    return player, board_games.claim(player, route, **more)


def keep(player: str, ticket: str) -> Told:
    return player, board_games.keep(player, ticket)
