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

from companion.boards.model import Board
from companion.play import Tables
from companion.store import Store, open_store
from companion.store.sessions import open_seat
from companion.web import create_app
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

    def asks(self, path: str, token: str) -> Any:
        answer = self.browser.get(path, headers={"Authorization": f"Bearer {token}"})
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


def test_every_phone_sees_the_game_tally_and_tickets_it_saw_before(older):
    """Every phone sees the same game and the same tally, and its own tickets."""
    assert len(older.tables) == older.store.count() == 7
    for was in older.tables.values():
        for who, token in was["phones"].items():
            state = older.asks(f"/api/tables/{was['table']}", token)
            seen = {**state, "tally": older.asks(f"/api/tables/{was['table']}/tally", token)}
            assert differences(was["seen"][who], seen) == [], (was["name"], who)


def test_every_page_is_there(older):
    for was in older.tables.values():
        for who, pages in was["pages"].items():
            older.browser.set_cookie("trackside", was["phones"][who])
            for page in pages:
                assert older.browser.get(page.format(table=was["table"])).status_code == 200, (was["name"], who, page)


def test_a_reveal_goes_on_where_it_was(older):
    now = {name: older.store.snapshot(was["table"]).reveal for name, was in older.tables.items()}
    assert now == {name: was["reveal"] for name, was in older.tables.items()}
    assert 0 < now["In the middle of the reveal"] < now["Revealed"]


def test_a_shared_phone_has_its_seats_and_its_pin(older):
    was = older.tables["Europe on one phone"]
    device = next(seat.device for seat in older.store.snapshot(was["table"]).seats.values())
    seats = older.store.snapshot(was["table"]).seats
    assert [color for color, seat in seats.items() if seat.pin] == ["red"]
    assert {seat.device for seat in seats.values()} == {device}
    assert open_seat(older.store.engine, was["table"], device, "blue").typed == "par"


def test_who_waits_is_still_waiting(older):
    waiting = older.store.snapshot(older.tables["Somebody at the door"]["table"]).waiting
    assert {(guest.role, guest.admitted) for guest in waiting} == {("player", False), ("watcher", None)}


def test_the_game_goes_on(older):
    was = older.tables["USA in play"]
    path, token = f"/api/tables/{was['table']}", was["phones"]["bo"]
    head = {"Authorization": f"Bearer {token}"}
    entry = {"id": "the-next", "type": "draw", "player": older.asks(path, token)["next"]}
    answer = older.browser.post(f"{path}/entries", json=entry, headers=head)
    assert answer.status_code == 200, answer.text
    assert answer.json["version"] == was["seen"]["bo"]["version"] + 1
