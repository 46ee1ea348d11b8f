"""Games at their end, for the tests of the pages there."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient

from companion.boards.model import Board
from companion.play.game import Game
from companion.play.tables import Tables
from companion.record.read import Record, read_record
from tests.pages.visiting import device
from tests.support.evenings import NAMES, Evening, read
from tests.support.golden import Game as Golden


def over(tables: Tables, client: FlaskClient, record: Record) -> str:
    """A whole game of this browser: its address."""
    if client.get_cookie("trackside") is None:
        client.set_cookie("trackside", "whoever-opened-it")
    return f"/t/{tables.open(record, device(client)).table}"


def almost(tables: Tables, client: FlaskClient, seed: int = 3, board: str = "usa", players: int = 3) -> str:
    """An evening that is played, and not finished yet. The browser opened the table and holds no seat."""
    evening = Evening(seed, board, players)
    evening.log.pop()
    return over(tables, client, read(evening.record(NAMES, title="Friday night")))


def finish(tables: Tables, client: FlaskClient, address: str) -> None:
    """The end, by who opened the table."""
    told = {"type": "finish", "id": "the-end"}
    tables.log.report(address.rsplit("/", 1)[1], device(client), told, anyway=True)


def game_at(tables: Tables, client: FlaskClient, address: str) -> Game:
    """The game as it stands."""
    return tables.games.at(address.rsplit("/", 1)[1], device(client))[0]


def ended(game: Golden, boards: Mapping[str, Board]) -> Record:
    """A golden game with an end, where it has none of its own."""
    played = read_record(game.text.encode(), boards)
    if played.replayed().finished:
        return played
    return read(game.record | {"log": [*game.record["log"], {"type": "finish"}]})


def lit(answer: Any) -> dict[str, Any]:
    """What an answer sets on the picture."""
    found = re.search(r"data-lit='([^']*)'", answer.text)
    assert found
    return dict(json.loads(html.unescape(found[1])))
