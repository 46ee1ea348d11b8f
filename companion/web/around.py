"""The pages around a table, in the order in which people meet them."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint

from companion.board import Board
from companion.play import Tables
from companion.press import Press
from companion.web import aloud, drawings, ending, joining, log, opening, people, routes, setting, tickets, watching


def families(boards: Mapping[str, Board], tables: Tables, press: Press) -> list[Blueprint]:
    """A new game, joining one; people, set-up, log, the large screen and the end of a table."""
    return [
        drawings.pages(boards),
        opening.pages(boards, tables),
        joining.pages(tables),
        people.pages(tables),
        setting.pages(boards, tables),
        log.pages(tables),
        tickets.pages(tables),
        watching.pages(tables),
        aloud.pages(tables),
        routes.pages(tables),
        *ending.families(boards, tables, press),
    ]
