"""A database that an older version made opens in this one, and every table in it is what it was."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.boards import files
from companion.boards.model import Board
from companion.play.tables import Tables
from companion.store import Store, open_store
from tests.store.older import FREE
from tests.support.golden import differences

HERE = Path(__file__).parent
COMMITS = sorted(file.name.partition(".")[0] for file in HERE.glob("*.sqlite3.xz"))


@dataclass(frozen=True)
class Older:
    """What an older version made, opened by this one, and what it said of it then."""

    store: Store
    browser: FlaskClient
    tables: Mapping[str, Mapping[str, Any]]

    def joins(self, was: Mapping[str, Any], role: str = "player") -> str:
        """A program that came anew, by a fresh link; its token."""
        table, tables = was["table"], Tables(self.store, files.boards())
        answer = self.browser.post("/api/join", json={"secret": tables.door.new_link(table), "as": role})
        assert answer.status_code == 201, answer.text
        return str(answer.json["token"])

    def asks(self, path: str, token: str, **sent: Any) -> Any:
        head = {"Authorization": f"Bearer {token}"}
        answer = self.browser.post(path, headers=head, **sent) if sent else self.browser.get(path, headers=head)
        assert answer.status_code == 200, answer.text
        return answer.json


@pytest.fixture(params=COMMITS)
def older(request: pytest.FixtureRequest, tmp_path: Path, boards: Mapping[str, Board]) -> Iterator[Older]:
    file = tmp_path / "games.sqlite3"
    file.write_bytes(lzma.decompress((HERE / f"{request.param}.sqlite3.xz").read_bytes()))
    told = json.loads((HERE / f"{request.param}.json").read_text("utf-8"))
    store = open_store(f"sqlite:///{file}")
    browser = create_app(boards, Tables(store, boards), limits=FREE).test_client()
    yield Older(store, browser, {table["name"]: table for table in told})
    store.close()


def test_every_game_is_what_it_was_to_who_comes_to_it_anew(older):
    assert len(older.tables) == older.store.count() == 7
    for was in older.tables.values():
        token = older.joins(was, "watcher")
        state = older.asks(f"/api/tables/{was['table']}", token)
        for seen in was["seen"].values():
            assert (state["phase"], state["version"]) == (seen["phase"], seen["version"] + 1), was["name"]
            if state["phase"] == "finished" or not seen["you"]["seats"]:
                tally = older.asks(f"/api/tables/{was['table']}/tally", token)
                assert differences(seen["tally"], tally) == [], was["name"]


def test_a_cookie_or_token_of_before_names_nobody_and_a_sentence_says_what_to_do(older):
    for was in older.tables.values():
        for who, token in was["phones"].items():
            bearer = {"Authorization": f"Bearer {token}"}
            assert older.browser.get(f"/api/tables/{was['table']}", headers=bearer).status_code == 401
            older.browser.set_cookie("trackside", token)
            for page in was["pages"][who]:
                answer = older.browser.get(page.format(table=was["table"]))
                assert answer.status_code == 404
                assert "Join with the table&#39;s code." in answer.text
            older.browser.delete_cookie("trackside")


def test_every_page_is_there(older):
    for was in older.tables.values():
        head = {"Authorization": f"Bearer {older.joins(was)}"}
        for page in was["pages"]["maker"]:
            address = page.format(table=was["table"])
            assert older.browser.get(address, headers=head).status_code == 200, (was["name"], page)


def test_a_reveal_goes_on_where_it_was(older):
    now = {name: older.store.snapshot(was["table"]).reveal for name, was in older.tables.items()}
    assert now == {name: was["reveal"] for name, was in older.tables.items()}
    assert 0 < now["In the middle of the reveal"] < now["Revealed"]


def test_seats_are_free_and_tickets_of_before_are_for_who_knows_the_pin(older):
    was = older.tables["Europe on one phone"]
    seats, path, token = older.store.snapshot(was["table"]).seats, f"/api/tables/{was['table']}", older.joins(was)
    assert [color for color, seat in seats.items() if seat.pin] == ["red"]
    assert {seat.device for seat in seats.values()} == {None}
    older.asks(f"{path}/seats", token, json={"color": "blue"})
    assert older.asks(path, token)["tickets"] == {"blue": []}
    older.asks(f"{path}/seats", token, json={"color": "red", "pin": "4711"})
    assert older.asks(path, token)["tickets"]["red"]


def test_nobody_waits_any_more(older):
    assert older.store.snapshot(older.tables["Somebody at the door"]["table"]).waiting == ()


def test_the_game_goes_on(older):
    was = older.tables["USA in play"]
    path, token = f"/api/tables/{was['table']}", older.joins(was)
    state = older.asks(path, token)
    entry = {"id": "the-next", "type": "draw", "player": state["next"]}
    assert older.asks(f"{path}/entries", token, json=entry)["version"] == state["version"] + 1
