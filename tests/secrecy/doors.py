"""Every address of the app, asked for in every way in which somebody can show who they are.

The addresses come from the app's own map, so one that is added later is tried without a word here.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final

from flask import Flask
from werkzeug.routing import Rule

from companion.app import create_app
from companion.boards import files
from companion.play.tables import Tables
from companion.sheet.pool import Printer
from companion.store import Store
from companion.store.engine import open_engine
from tests.pages.visiting import new_game
from tests.secrecy.crawl import PIECE, STREAM
from tests.secrecy.still import Counted

HAND: Final = "red"  # the seat whose tickets lie closed
BESIDE: Final = "green"
FREE: Final = "yellow"
PIN: Final = "4711"
FAR: Final = 10_000  # further than a set-up counts, so that no id is made twice
KINDS: Final = ("a PIN", "two seats", "going round")
WAYS: Final = ("cookie", "cookie as Bearer", "program's token", "program's token as cookie", "none")
# What is entered at one table and at the other.
HANDS: Final = (
    ("dallas--new-york", "duluth--houston", "nashville--portland"),
    ("los-angeles--new-york", "atlanta--new-york", "calgary--phoenix"),
)
EXPIRES: Final = re.compile(r"Expires=[^;]*; ")  # of a cookie, by a clock that cannot be made to stand
FORM: Final = {
    "id": "door",
    "color": HAND,
    "player": HAND,
    "who": HAND,
    "seat": HAND,
    "pin": "0000",
    "role": "player",
    "type": "strike",
    "entry": "2",
    "about": "show",
    "agree": "yes",
    "admit": "yes",
    "round": "yes",
    "to": "9",
    "ticket": HANDS[0][0],
    "what": HANDS[0][0],
    "find": "New York",
    "city": "new-york",
    "first": "dallas",
    "sure": "1",
    "anyway": "1",
    "seconds": "60",
    "since": "1",
    "variant": "mega",
    "n": "3",
    "route": "denver--omaha",
}
KEEP: Final = {"type": "keep", "player": HAND, "ticket": HANDS[0][0]}
BODIES: Final[dict[str, list[dict[str, Any]]]] = {
    "api.change_table": [{"variant": "mega"}, {"players": [{"color": c, "name": c} for c in (BESIDE, FREE)]}],
    "api.report": [
        {"id": "door", **KEEP},
        {"id": "door", "type": "strike", "entry": 2},
        {"id": "door", "type": "amend", "entry": 2, "with": KEEP},
        {"id": "door", "type": "finish", "anyway": True},
    ],
    "api.answer": [{"about": about, "color": HAND, "agree": True} for about in ("show", "move")],
    "api.offer_seat": [{"pin": PIN}, {"pin": "0000"}, {}],
    "api.ask_for_seat": [{"secret": "nothing"}],
    "api.open_link": [{"secret": "nothing"}],
    "api.decide": [{"admit": True}],
    "api.take_seat": [{"color": HAND, "pin": "0000"}, {"color": FREE}],
    "api.open_table": [{"map": "usa", "players": [{"color": HAND, "name": "Bo"}, {"color": BESIDE, "name": "Cy"}]}],
}


class NoPrinter(Printer):
    """Sheets at once; before the end there are none but blank ones."""

    def __call__(self, record_json: bytes, size: str = "a4", address: str | None = None, told: Any = ()) -> bytes:
        return record_json

    def blank(self, board: str, size: str = "a4") -> bytes:
        return b"%PDF"


@dataclass(frozen=True)
class Door:
    """A request that anybody can make."""

    endpoint: str
    method: str
    address: str
    sent: dict[str, Any]


class House:
    """One app over one file, which is laid back to how it was after every request that changes something."""

    def __init__(self, folder: Path, empty: Path, counted: Counted) -> None:
        self.file, self.aside, self.counted = folder / "games.sqlite3", folder / "aside.sqlite3", counted
        shutil.copy(empty, self.file)
        shutil.copy(empty, self.aside)
        self.tables = Tables(Store(open_engine(f"sqlite:///{self.file}")), files.boards())
        self.app: Flask = create_app(files.boards(), self.tables, limits={}, printer=NoPrinter())

    def keep(self) -> None:
        """From here on the file is laid back to how it is now."""
        _copied(self.file, self.aside)

    def lay_back(self) -> None:
        _copied(self.aside, self.file)
        # What it has read is of a file that is gone.
        vars(self.tables).update(vars(Tables(Store(self.tables.store.engine), self.tables.boards)))

    def asks(self, method: str, address: str, headers: dict[str, str], **sent: Any) -> tuple[Any, ...]:
        """Every byte of what comes back. A stream is heard until its first word."""
        self.counted.again(FAR)
        client = self.app.test_client(use_cookies=False)
        answer = client.open(address, method=method, headers=headers, buffered=False, **sent)
        stream = STREAM.match(address) and answer.status_code == 200
        body = next(iter(answer.response)) if stream else answer.data
        answer.close()
        if method != "GET" and answer.status_code < 400:
            self.lay_back()
        told = [(name, EXPIRES.sub("", value)) for name, value in answer.headers]
        return answer.status_code, tuple(sorted(told)), bytes(body)


def _copied(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)


class Closed:
    """A table of four, with a phone on which tickets lie closed; played by forms and calls alone."""

    def __init__(self, house: House, kind: str, hand: tuple[str, ...]) -> None:
        self.house, self.kind = house, kind
        house.counted.again()
        client = house.app.test_client()
        table = str(client.post("/new", data=new_game("Ada", "Bo", "Cy", "Dee")).location)
        self.table = table.rpartition("/")[2]
        self._posts(client, "/seats", color="blue")
        link = client.get(f"{table}/people").text.partition("/join#")[2].partition('"')[0]
        self.phone = house.app.test_client()
        assert self.phone.post("/join", data={"secret": link}).status_code == 303
        self._sits(kind)
        for number, ticket in enumerate(hand):
            self._posts(self.phone, f"/tickets/{HAND}/keep", ticket=ticket, id=f"kept-{number}")
        self._posts(self.phone, f"/tickets/{HAND}/back", entry=3)
        self._posts(self.phone, f"/tickets/{HAND}/close")
        self._posts(client, "/entries", type="claim", player="blue", route="denver--omaha")
        self.token = client.post("/api/join", json={"secret": link}).json["token"]
        code = house.tables.store.snapshot(self.table).code
        asked = house.app.test_client().post("/join", data={"code": code, "name": "Eli"})
        self.waiting = str(asked.location).rpartition("/")[2]
        self.cookie = self.phone.get_cookie("trackside").value
        house.keep()

    def _sits(self, kind: str) -> None:
        self._posts(self.phone, "/seats", color=HAND, pin=PIN if kind == "a PIN" else "")
        if kind == "two seats":
            self._posts(self.phone, "/seats", color=BESIDE)
        if kind == "going round":
            self._posts(self.phone, "/tickets/whose", round="yes", color=HAND)
        self.opens()

    def opens(self) -> None:
        """Whoever holds the seat opens its tickets."""
        self._posts(self.phone, f"/tickets/{HAND}/open", pin=PIN if self.kind == "a PIN" else "")

    def _posts(self, client: Any, path: str, **form: Any) -> None:
        answer = client.post(f"/t/{self.table}{path}", data={"id": f"set-up{path}", **form})
        assert answer.status_code in (200, 303), (path, answer.status_code)

    def shows(self, way: str) -> dict[str, str]:
        """The headers by which somebody shows who they are."""
        match way:
            case "cookie":
                return {"Cookie": f"trackside={self.cookie}"}
            case "cookie as Bearer":
                return {"Authorization": f"Bearer {self.cookie}"}
            case "program's token":
                return {"Authorization": f"Bearer {self.token}"}
            case "program's token as cookie":
                return {"Cookie": f"trackside={self.token}"}
        return {}

    def asks(self, way: str, door: Door) -> tuple[Any, ...]:
        """What somebody is answered who shows so who they are."""
        sent = {**door.sent}
        headers = self.shows(way) | sent.pop("headers", {})
        return self.house.asks(door.method, door.address, headers, **sent)

    def doors(self) -> Iterator[Door]:
        """Every route and method, at everything there is at this table."""
        for rule in self.house.app.url_map.iter_rules():
            for address in dict.fromkeys(self._addresses(rule)):
                for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                    for sent in _bodies(rule, method):
                        yield Door(rule.endpoint, method, address, sent)

    def _addresses(self, rule: Rule) -> Iterator[str]:
        known: dict[str, list[Any]] = {
            "table": [self.table],
            "color": [HAND, BESIDE, FREE],
            "place": [1, 2, 3, 4, 5],
            "version": [1, 9],
            "waiting": [self.waiting],
            "board": ["usa"],
            "board_id": ["usa"],
            "variant_id": ["base"],
            "palette": ["light"],
            "digest": ["0"],
            "name": ["style.css"],
        }
        names = sorted(rule.arguments)
        for chosen in product(*(known.get(name, [HAND, 1, HANDS[0][0]]) for name in names)):
            built = rule.build(dict(zip(names, chosen, strict=True)))
            if built is not None:  # a name is no number
                yield built[1]


def _bodies(rule: Rule, method: str) -> list[dict[str, Any]]:
    if method == "GET":
        return [{}] if rule.rule.startswith("/api/") else [{}, {"headers": PIECE}]
    if rule.rule.startswith("/api/"):
        return [{"json": body} for body in BODIES.get(rule.endpoint, [{"color": HAND}])]
    return [{"data": FORM}, {"data": {**FORM, "code": ""}, "headers": PIECE}]
