"""The texts with which a tally can be shared."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from companion.export.bg_stats import bg_stats_link
from companion.export.chat import chat_text
from companion.play.view import View
from companion.record import game_dates


def share_texts(game: View, address: str | None) -> dict[str, Any]:
    """The message for a group chat, and the link for BG Stats."""
    began, ended = game_dates.span(game.log) or (datetime.fromtimestamp(game.facts.opened, UTC), None)
    return {
        "chat": chat_text(game.result, address),
        "bg_stats": bg_stats_link(game.result, game.id, began, ended, game.setup.title.strip(), address),
    }
