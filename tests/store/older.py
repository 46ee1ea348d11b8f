"""Makes a database with tables in different states, over HTTP alone: `python -m tests.store.older COMMIT`.

Run in a checkout of that commit, with this file laid there: what it makes (`COMMIT.sqlite3.xz`, and in `COMMIT.json`
what its tables were, whose phones are there by their tokens, and which pages they had) is to be opened by every
version that comes after.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

from flask.testing import FlaskClient

from companion.app import create_app
from companion.boards import files
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.evenings import NAMES, Evening

FREE: Final = dict.fromkeys(("tables", "imports", "codes", "sheets", "seats"), 0)
Told = dict[str, Any]


class Table:
    """A table and the phones at it, each with its token."""

    def __init__(self, browser: FlaskClient, name: str, game: Told) -> None:
        self._browser, self.name, self._ids = browser, name, count(1)
        opened = self.asks("POST", "/api/tables", "", {"title": name, **game})
        self.id, self.code = opened["table"], opened["code"]
        self.phones = {"maker": opened["token"]}
        self.secret = opened["join_url"].partition("#")[2]

    def asks(self, method: str, path: str, token: str, body: Told | None = None) -> Any:
        """A program's call."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self._browser.open(path, method=method, json=body, headers=headers)
        assert answer.status_code < 300, (path, answer.status_code, answer.text)
        return answer.json

    def posts(self, who: str, path: str, **form: Any) -> None:
        """A form, as a browser would send it."""
        bearer = {"Authorization": f"Bearer {self.phones[who]}"}
        answer = self._browser.post(f"/t/{self.id}{path}", data=form, headers=bearer)
        assert answer.status_code in (200, 303), (path, answer.status_code)

    def joins(self, who: str, *seats: str, role: str = "player", **pins: str) -> None:
        """By the QR, to sit down."""
        joined = self.asks("POST", "/api/join", "", {"secret": self.secret, "as": role})
        self.phones[who] = joined["token"]
        for color in seats:
            pin = {"pin": pins[color]} if color in pins else {}
            self.asks("POST", f"/api/tables/{self.id}/seats", joined["token"], {"color": color, **pin})

    def tells(self, who: str, **entry: Any) -> None:
        """Reports an entry."""
        body = {"id": f"{self.name}-{next(self._ids)}", **entry}
        self.asks("POST", f"/api/tables/{self.id}/entries", self.phones[who], body)

    def plays(self, holders: dict[str, str], log: list[Told]) -> None:
        """Everybody reports their own."""
        for entry in log:
            self.tells(holders.get(entry.get("player", ""), "maker"), **entry)

    def confirms(self, holders: dict[str, str]) -> None:
        for color, who in holders.items():
            self.asks("POST", f"/api/tables/{self.id}/confirm", self.phones[who], {"color": color})

    def was(self) -> Told:
        """What is to be found again, without the sentences, which may be worded anew."""
        seen, pages = {}, {}
        for who, token in self.phones.items():
            state = self.asks("GET", f"/api/tables/{self.id}", token)
            tally = self.asks("GET", f"/api/tables/{self.id}/tally", token)
            tally.pop("because", None)
            tally["warnings"] = [{k: v for k, v in notice.items() if k != "message"} for notice in tally["warnings"]]
            seen[who] = {"tally": tally, **{name: state[name] for name in ("version", "phase", "you", "tickets")}}
            pages[who] = [page for page in PAGES if self._shows(token, page.format(table=self.id))]
        return {"name": self.name, "table": self.id, "phones": self.phones, "seen": seen, "pages": pages}

    def _shows(self, token: str, page: str) -> bool:
        return self._browser.get(page, headers={"Authorization": f"Bearer {token}"}).status_code == 200


PAGES: Final = tuple(
    f"/t/{{table}}{page}" for page in ("", "/people", "/log", "/tickets", "/tally", "/reveal", "/watch")
)


def evening(board: str, players: int, seed: int, **more: Any) -> tuple[Told, list[Told], list[str]]:
    """How a table is opened, its log without the end, and who sits there."""
    played = Evening(seed, board, players, **more)
    record = played.record(NAMES)
    log = record.pop("log")[:-1]
    return {name: record[name] for name in ("map", "variant", "players")}, log, played.colors


def tables(browser: FlaskClient) -> Iterator[Table]:
    """In every state that a table can be found in."""
    game, log, colors = evening("usa", 3, 1)
    live = Table(browser, "USA in play", game)
    holders = dict(zip(colors, ("maker", "bo", "cyrill"), strict=True))
    live.asks("POST", f"/api/tables/{live.id}/seats", live.phones["maker"], {"color": colors[0]})
    for color in colors[1:]:
        live.joins(holders[color], color)
    live.plays(holders, log[:60])
    live.tells("bo", type="strike", entry=60)
    live.tells("maker", type="amend", entry=1, **{"with": {**log[0], "ticket": spare(game, log)}})
    live.joins("television", role="watcher")
    yield live

    game, log, colors = evening("europe", 4, 2)
    shared = Table(browser, "Europe on one phone", {**game, "tracking": "live"})
    shared.joins("phone", *colors, **{colors[1]: "4711"})
    shared.plays(dict.fromkeys(colors, "phone"), log[:70])
    for color, pin in ((colors[1], {"pin": "4711"}), (colors[0], {})):
        shared.posts("phone", f"/tickets/{color}/open", seconds=600, **pin)
        shared.posts("phone", f"/tickets/{color}/close", find="par")
    shared.posts("phone", f"/tickets/{colors[2]}/open", seconds=600)
    yield shared

    for name, steps in (("Revealed", (1, 5, 500)), ("In the middle of the reveal", (1, 6))):
        game, log, colors = evening("europe", 3, 3 + len(name))
        ended = Table(browser, name, game)
        ended.joins("phone", *colors)
        ended.plays(dict.fromkeys(colors, "phone"), log)
        ended.confirms(dict.fromkeys(colors, "phone"))
        ended.tells("phone", type="finish")
        for step in steps:
            ended.posts("phone", "/reveal", to=step)
        yield ended

    game, log, colors = evening("usa", 5, 9, variant="mega")
    entered = Table(browser, "Entered at the end", {**game, "tracking": "tally"})
    entered.joins("phone", colors[0])
    entered.plays({colors[0]: "phone"}, [entry for entry in log if entry["type"] == "claim"][:40])
    yield entered

    game, log, colors = evening("usa", 2, 12)
    waiting = Table(browser, "Somebody at the door", game)
    for role in ("player", "watcher"):
        waiting.asks("POST", "/api/join", "", {"code": waiting.code, "as": role})
    (guest, *_) = waiting.asks("GET", f"/api/tables/{waiting.id}", waiting.phones["maker"])["waiting"]
    path = f"/api/tables/{waiting.id}/waiting/{guest['id']}"
    waiting.asks("POST", path, waiting.phones["maker"], {"admit": False})
    yield waiting

    game, log, colors = evening("europe", 5, 20, variant="big-cities")
    yield Table(browser, "Imported when it was over", {**game, "log": [*log, {"type": "finish"}]})


def spare(game: Told, log: list[Told]) -> str:
    """A ticket that nobody has."""
    held = {entry.get("ticket") for entry in log}
    return next(name for name in files.boards()[game["map"]].tickets_of(game["variant"]) if name not in held)


def main(commit: str) -> None:
    """Both files, in the folder of this one."""
    here = Path(__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        file, copy = Path(folder, "games.sqlite3"), Path(folder, "copy.sqlite3")
        store = open_store(f"sqlite:///{file}")
        boards = files.boards()
        made = list(tables(create_app(boards, Tables(store, boards), limits=FREE).test_client()))
        with sqlite3.connect(file) as games:
            games.execute("VACUUM INTO ?", (str(copy),))
        (here / f"{commit}.sqlite3.xz").write_bytes(lzma.compress(copy.read_bytes(), preset=9))
        told = [table.was() | {"reveal": store.snapshot(table.id).reveal} for table in made]
    lines = ",\n".join(json.dumps(table, ensure_ascii=False, separators=(",", ":")) for table in told)
    (here / f"{commit}.json").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
