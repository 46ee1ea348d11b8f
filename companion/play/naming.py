"""New names, as they are kept. Those that a table has already stay as they are, whoever wrote them and when."""

from collections.abc import Collection
from typing import Any

from companion.rules.free_text import appearance, without_invisible


def newly_named(players: Any, known: Collection[str] = ()) -> Any:
    """The players of a set-up that somebody typed; whatever is no list of players is left to who reads it.

    Nobody is to sit at a table under a name of nothing, or under one that only looks like another's. Where two names
    look the same, the second is written as the first is; names may repeat.
    """
    if not isinstance(players, list):
        return players
    names = [player.get("name") for player in players if isinstance(player, dict)]
    spelled = {appearance(name): name for name in reversed(names) if isinstance(name, str) and name in known}
    return [_named(player, known, spelled) for player in players]


def _named(player: Any, known: Collection[str], spelled: dict[str, str]) -> Any:
    name = player.get("name") if isinstance(player, dict) else None
    if not isinstance(name, str) or name in known:
        return player
    seen = appearance(name)
    # A space alone is refused by who reads the set-up, with a sentence.
    kept = spelled.setdefault(seen, without_invisible(name)) if seen else " "
    return type(player)([*{**player, "name": kept}.items()])
