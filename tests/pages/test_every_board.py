"""Every board through every page, with its golden games: nothing falls over, and every sentence is whole."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.boards import files
from companion.play.tables import Tables
from companion.record.read import Record, read_record
from companion.rules.log import Finish
from tests.pages.finishing import over
from tests.pages.visiting import text
from tests.support.doses import one_in
from tests.support.golden import FOLDER, Game, games_in

PLAYING = ("", "?all=1", "/log", "/routes", "/recount", "/people", "/setup", "/tickets", "/end", "/watch", "/aloud")
FINISHED = ("", "/log", "/tally", "/replay", "/tally.csv", "/record.json", "/sheet")
# What is left of a template or a message where something was not filled in.
UNFILLED = re.compile(r"\{[a-z_]+\}|\bNone\b|Undefined|\bMappingProxy")

BOARDS = files.boards()


def fullest(board: str) -> Game | None:
    """Of a board's golden games the one with the most entries."""
    folder = FOLDER / "boards" / board
    games = [game for game in (games_in(folder) if folder.is_dir() else ()) if game.expect]
    return max(games, key=lambda game: len(game.record["log"]), default=None)


PLAYED = {board: game for board in BOARDS if (game := fullest(board))}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Any) -> str:
    """One database is enough for what people read."""
    file = shutil.copy(request.getfixturevalue("empty_sqlite"), tmp_path / "games.sqlite3")
    return f"sqlite:///{file}"


def read_whole(client: FlaskClient, address: str) -> str:
    """A page, which has to be there and whole."""
    answer = client.get(address)
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
    words = text(answer) if answer.mimetype != "application/json" else ""
    shown = re.sub(r"<script.*?</script>|<template.*?</template>|<[^>]*>", "", words, flags=re.S)
    assert not (found := UNFILLED.search(shown)), f"{address}: {shown[max(0, found.start() - 80) : found.end() + 40]}"
    return words


def playing(record: Record, entries: int) -> Record:
    log = [entry for entry in record.log if not isinstance(entry, Finish)]
    return replace(record, log=tuple(log[:entries]))


@pytest.mark.parametrize("board", one_in(6, PLAYED))
def test_a_game_through_every_page(app: Flask, tables: Tables, client: FlaskClient, board: str) -> None:
    record = read_record(PLAYED[board].text.encode(), BOARDS)
    at = over(tables, client, playing(record, len(record.log) // 2))
    for page in PLAYING:
        read_whole(client, at + page)
    at = over(tables, client, record)
    if not record.replayed().finished:
        client.post(f"{at}/end", data={"id": "finished", "anyway": "1"})
        client.post(f"{at}/reveal", data={"to": "999"})
    for page in FINISHED:
        read_whole(client, at + page)
    for line in sorted({*re.findall(r"line=([a-z-]+)", read_whole(client, f"{at}/tally"))}):
        read_whole(client, f"{at}/tally?player={record.setup.colors[0]}&line={line}")


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_through_its_own_pages(client: FlaskClient, board: str) -> None:
    for page in ("", "/rules", *(f"/{variant}" for variant in BOARDS[board].variants)):
        read_whole(client, f"/boards/{board}{page}")
