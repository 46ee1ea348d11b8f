"""What names a device or lets somebody in is random, and kept as a hash: who reads the database cannot come in."""

from __future__ import annotations

import base64
import math
import re

import sqlalchemy as sa

from companion.play import keys
from companion.store.devices import Device, to_bytes
from companion.store.schema import METADATA
from tests.pages.visiting import guest, opened, told
from tests.support.databases import url

__all__ = ["url"]  # on both: it is about what a database has and does


def everything(store):
    """Every value in the database, as text and as bytes."""
    with store.engine.connect() as connection:
        for table in METADATA.sorted_tables:
            for row in connection.execute(sa.select(table)):
                for value in row:
                    value = to_bytes(value) if isinstance(value, Device) else value
                    yield bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


def test_the_database_has_hashes_and_no_token_link_or_pin(app, client, tables, store):
    address = opened(client)
    table = address.rsplit("/", 1)[1]
    other = guest(app, tables, client, address)
    other.post(f"{address}/seats", data={"color": "blue", "pin": "4711"})
    link = re.search(r'join#([^"]+)"', client.get(f"{address}/people").text)[1]
    waiting = app.test_client().post("/join", data={"code": store.snapshot(table).code}).location.rsplit("/", 1)[1]
    players = [{"color": "red", "name": "Bo"}, {"color": "blue", "name": "Ada"}]
    program = client.post("/api/tables", json={"map": "usa", "players": players}).json
    tokens = [*(one.get_cookie("trackside").value for one in (client, other)), link, waiting, program["token"]]
    kept = b"\n".join(everything(store))
    for token in tokens:
        assert token.encode() not in kept
        assert base64.urlsafe_b64decode(token + "==") not in kept
    assert b"4711" not in [*everything(store)]
    assert keys.browser_with(tokens[0]).key in kept  # where its hash is
    assert keys.program_with(program["token"]).key in kept


def test_tokens_cannot_be_guessed():
    for make, alphabet in ((keys.new_token, 64), (keys.new_id, 16)):
        made = {make() for _ in range(1000)}
        assert len(made) == 1000
        assert all(len(one) * math.log2(alphabet) >= 128 for one in made)
    standing = keys.device_invitation(keys.new_token(), "table", "CODE")
    assert len(standing) * 6 >= 128


def test_a_code_has_six_signs_of_thirty_that_nobody_mixes_up():
    assert len(set(keys.SIGNS)) == 30
    assert not set("IL1O08") & set(keys.SIGNS)
    codes = {keys.new_code() for _ in range(300)}
    assert all(len(code) == 6 and set(code) <= set(keys.SIGNS) for code in codes)
    assert len(codes) > 295


def test_of_a_deleted_table_nothing_is_left(app, client, tables, store):
    address = opened(client)
    table = address.rsplit("/", 1)[1]
    other = guest(app, tables, client, address)
    for color in ("blue", "red"):
        other.post(f"{address}/seats", data={"color": color, "pin": "4711"})
        other.post(f"{address}/tickets/{color}/open", data={"pin": "4711"})
    told(tables, client, address, type="draw", player="red")
    app.test_client().post("/join", data={"code": store.snapshot(table).code})
    assert len([*everything(store)]) > 30
    client.post(f"{address}/delete")
    assert [*everything(store)] == []
