"""What the form of a new game offers."""

from __future__ import annotations

from collections.abc import Iterable

from companion.play.view import View


def names_known(games: Iterable[View]) -> list[str]:
    """The names that played at these tables, each once, the latest first."""
    return list(dict.fromkeys(player.name for game in games for player in game.setup.players))
