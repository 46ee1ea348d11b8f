"""The pages of the end, in the order in which people meet them."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint

from companion.boards.model import Board
from companion.play import Tables
from companion.sheet.pool import Press
from companion.web import downloads, end, import_game, recount, reveal, tally


def blueprints(boards: Mapping[str, Board], tables: Tables, press: Press) -> list[Blueprint]:
    """Counting the trains, the end, the reveal, the tally; what is taken along and what is opened again."""
    return [
        recount.pages(tables),
        end.pages(tables),
        reveal.pages(tables),
        tally.pages(tables),
        downloads.pages(tables, press),
        import_game.pages(boards, tables),
    ]
