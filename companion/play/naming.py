"""Tidying the names of new players. Names that a table has already are left as they are."""

from collections.abc import Collection
from typing import Any

from companion.rules.free_text import appearance, without_invisible


def with_tidy_names(players: Any, known: Collection[str] = ()) -> Any:
    """The players of a typed set-up, their new names tidied. Anything that is not a list of players is left alone.

    Invisible signs are removed. Where two names look the same they are spelled the same, so that nobody can pass for
    another by a lookalike; names may repeat.
    """
    if not isinstance(players, list):
        return players
    names = [player.get("name") for player in players if isinstance(player, dict)]
    spelled = {appearance(name): name for name in reversed(names) if isinstance(name, str) and name in known}
    return [_with_tidy_name(player, known, spelled) for player in players]


def _with_tidy_name(player: Any, known: Collection[str], spelled: dict[str, str]) -> Any:
    """A player of a set-up with a tidy name.

    `spelled` has the spelling of each name so far, by how it looks. A name that looks like one of them is spelled
    like it; any other is added.
    """
    name = player.get("name") if isinstance(player, dict) else None
    if not isinstance(name, str) or name in known:
        return player
    looks = appearance(name)
    # An empty name becomes a space, which the reader of the set-up refuses with a sentence.
    tidy = spelled.setdefault(looks, without_invisible(name)) if looks else " "
    renamed = {**player, "name": tidy}
    return type(player)(list(renamed.items()))  # of the same type: `Members` stay `Members`
