"""The pages around a table, in the order in which people meet them."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint

from companion.boards.model import Board
from companion.play import Tables
from companion.sheet.pool import Press
from companion.web import (
    board_pictures,
    end_pages,
    join,
    log,
    new_game,
    people,
    routes,
    setup,
    speech,
    television,
    tickets,
)


def blueprints(boards: Mapping[str, Board], tables: Tables, press: Press) -> list[Blueprint]:
    """A new game, joining one; people, set-up, log, the large screen and the end of a table."""
    return [
        board_pictures.pages(boards),
        new_game.pages(boards, tables),
        join.pages(tables),
        people.pages(tables),
        setup.pages(boards, tables),
        log.pages(tables),
        tickets.pages(tables),
        television.pages(tables),
        speech.pages(tables),
        routes.pages(tables),
        *end_pages.blueprints(boards, tables, press),
    ]
