"""The head of every page of a table: the name of the table, and which board is played."""

from __future__ import annotations

from typing import Any

from companion.i18n import and_joined
from companion.i18n import gettext as _
from companion.play.view import View
from companion.prose.display_names import board_name, isolated, variant_name


def head(game: View) -> dict[str, Any]:
    """The template's data for every page of a table."""
    return {
        "table": game.id,
        "name": table_name(game),
        "about": board_and_variant(game),
        "viewer": game,
        "version": game.version,
    }


def table_name(game: View) -> str:
    """The title that a table was given, or else who sits there."""
    if game.setup.title.strip():
        return isolated(game.setup.title)
    return and_joined([isolated(player.name) for player in game.setup.players])


def board_and_variant(game: View) -> str:
    """The board and the variant, in words."""
    variant = variant_name(game.board, game.setup.variant)
    # Translators: a board and the way it is played, such as: USA, Mega
    return _("{board}, {variant}").format(board=board_name(game.board), variant=variant)
