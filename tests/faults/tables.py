"""Tables to break things at, and the proof that nothing broke: every fault ends in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import sqlalchemy as sa

from bench.live import a_table
from companion.boards import files
from companion.export.tally_json import tally_json
from companion.play.keys import program_with
from companion.play.tables import Tables
from companion.record.read import read_record, record_json
from companion.rules.tally import tally
from companion.store import Store
from companion.store.engine import open_engine
from tests.faults.phones import Ask, Away, Lost, Phone
from tests.rules.test_agreement import by_engine, told
from tests.slow import figures

FREE = {"tables": 0, "imports": 0, "codes": 0, "sheets": 0, "seats": 0}
BOARDS = ("usa", "europe")


def opened(store: Store, name: str, rng: Random) -> list[Phone]:
    """A new table of five with a phone at each seat; the first is its maker's."""
    board = files.boards()[rng.choice(BOARDS)]
    table, tokens = a_table(store, board, name, 0)
    seats = zip(tokens, board.colors, strict=False)
    return [Phone(board, table, token, color, Random(rng.random())) for token, color in seats]


def finished(ask: Ask, phones: Sequence[Phone], tries: int = 200) -> None:
    """Whatever is unsent is sent, the table is finished, and everybody looks at it."""
    for phone in phones:
        while phone.unsent:
            tries = _once_more(lambda phone=phone: phone.sends(ask, phone.unsent[0]), tries)
    for phone in phones:
        before = None
        while before != tries:  # a try less for each that had no answer
            before, tries = tries, _once_more(lambda phone=phone: phone.confirms(ask), tries)
    maker = phones[0]
    end = {"id": "the-end", "type": "finish"}
    maker.told[end["id"]] = end
    maker.unsent.append(end)
    while maker.unsent:
        tries = _once_more(lambda: maker.sends(ask, end, anyway=True), tries)
    for phone in phones:
        phone.fetches(ask)


def _once_more(work: Any, tries: int) -> int:
    try:
        work()
    except (Lost, Away):
        assert tries, "no answer, however often it was tried"
        return tries - 1
    return tries


def proven(url: str, phones: Sequence[Phone], ask: Ask) -> int:
    """That a finished table is what its phones were told; how many entries it has.

    Every acknowledged entry is there, once and in its place; nothing is there that nobody sent; everybody sees
    the same; it is what a replay from nothing gives; the slow second tally agrees.
    """
    store = Store(open_engine(url))
    try:
        entries = _kept(store, phones)
        _alike(store, phones, ask)
    finally:
        store.engine.dispose()
    return entries


def holds(url: str, phones: Sequence[Phone]) -> None:
    """The same of a table in the middle of its game, for as much of it as is said already."""
    store = Store(open_engine(url))
    try:
        _kept(store, phones)
    finally:
        store.engine.dispose()


def whole(url: str) -> None:
    """The database itself says that it is in order, and each game's log goes from one to its end."""
    engine = open_engine(url)
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalars().all() == ["ok"]
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        asked = "SELECT game, count(*) AS n, max(place) AS last, max(version) AS newest FROM entry GROUP BY game"
        versions = {row.id: row.version for row in connection.execute(sa.text("SELECT id, version FROM game"))}
        for game, count, last, newest in connection.execute(sa.text(asked)):
            assert count == last, f"{game} has holes in its log"
            assert newest <= versions[game]
    engine.dispose()


def _kept(store: Store, phones: Sequence[Phone]) -> int:
    snapshot = store.snapshot(phones[0].table)
    assert snapshot is not None
    names = [entry.id for entry in snapshot.entries]
    assert len(names) == len(set(names)), "something is there twice"
    assert [entry.place for entry in snapshot.entries] == list(range(1, len(names) + 1))
    versions = [entry.version for entry in snapshot.entries]
    assert versions == sorted(versions)
    sent = {name: (phone, entry) for phone in phones for name, entry in phone.told.items()}
    assert set(names) <= set(sent), "something is there that nobody sent"
    for stored in snapshot.entries:
        phone, entry = sent[stored.id]
        assert {**entry, "at": stored.body["at"]} == stored.body
        assert program_with(phone.token) == stored.device
    for phone in phones:
        for name, (place, version) in phone.acknowledged.items():
            assert place <= len(names), f"{name} was acknowledged and is lost"
            stored = snapshot.entries[place - 1]
            assert (stored.id, stored.version) == (name, version)
    return len(names)


def _alike(store: Store, phones: Sequence[Phone], ask: Ask) -> None:
    table = phones[0].table
    game, __ = Tables(store, files.boards()).games.at(table, program_with(phones[0].token))
    record = record_json(game.seen_by(game.viewer(program_with(phones[0].token))).record)  # type: ignore[arg-type]
    counted = tally_json(tally(read_record(json.dumps(record).encode(), files.boards()).replayed()))
    for phone in phones:
        assert ask("GET", f"/api/tables/{table}/record", phone.token) == (200, record)
        assert ask("GET", f"/api/tables/{table}/tally", phone.token)[1]["players"] == _plain(counted)["players"]
        assert phone.state["version"] == game.version
        for name in PUBLIC:
            assert phone.state[name] == phones[0].state[name], name
    assert told(by_engine, record) == told(figures, phones[0].board, record)


PUBLIC = ("version", "phase", "owners", "stations", "last")


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))
