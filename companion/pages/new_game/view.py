"""What the form of a new game offers."""

from __future__ import annotations

from collections.abc import Iterable

from companion.play.view import View


def names_of_players(games: Iterable[View]) -> list[str]:
    """The names of players in these games, each once, latest first."""
    return list(dict.fromkeys(player.name for game in games for player in game.setup.players))
