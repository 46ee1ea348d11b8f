"""Everything a device can get of a table: by the app's own map of addresses, and by every link in what comes back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.web.headers import MARK
from tests.pages.visiting import FRAGMENT

# As a page of this version asks for a piece: one without its mark is told to load anew, by a clock nobody can stop.
PIECE = {**FRAGMENT, MARK: "here"}
LINK = re.compile(r'(?:href|src|srcset|action|hx-get|data-[a-z-]+)="(/[^"#]*)')
# The same for everybody, without a table: looked at once, before there is one.
PUBLIC = re.compile(r"/(assets|drawings|boards|gallery|about|new|import|api/boards|api/openapi)")
STREAM = re.compile(r"/api/tables/[^/]+/events")
PLACES = 400
ASKED = 4  # questions to one page: it may lead to every city of the board


@dataclass(frozen=True)
class Answer:
    """What came back, byte for byte."""

    address: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def whole(self) -> bytes:
        return f"{self.status} {self.headers}".encode() + self.body

    @property
    def text(self) -> str:
        return f"{self.headers}\n" + self.body.decode("utf-8", "replace")


def addresses(app: Flask, table: str, colors: list[str], version: int, places: int) -> Iterator[str]:
    """Every address that can be asked for of this table, whatever the page that leads there."""
    values: dict[str, list[Any]] = {
        "table": [table],
        "color": [*colors, "nobody"],
        "place": list(range(1, min(places, PLACES) + 2)),
        "version": [version],
        "palette": ["light"],
    }
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or not rule.arguments <= values.keys():
            continue
        names = sorted(rule.arguments)
        for chosen in product(*(values[name] for name in names)):
            with app.test_request_context():
                yield app.url_map.bind("localhost").build(rule.endpoint, dict(zip(names, chosen, strict=True)))


def ask(client: FlaskClient, address: str, **more: Any) -> Answer:
    """One request. A stream is heard until its first word."""
    answer = client.get(address, buffered=False, **more)
    body = next(iter(answer.response)) if STREAM.match(address) and answer.status_code == 200 else answer.data
    answer.close()
    return Answer(address, answer.status_code, tuple(sorted(answer.headers)), bytes(body))


def crawl(app: Flask, client: FlaskClient, table: str, colors: list[str], version: int, places: int) -> list[Answer]:
    """All pages, their fragments, and what they lead to."""
    waiting = dict.fromkeys(addresses(app, table, colors, version, places))
    waiting |= dict.fromkeys(f"/api/tables/{table}?since={since}" for since in {0, 1, version // 2, version})
    waiting |= dict.fromkeys(f"/t/{table}/now?since={since}" for since in {0, version - 1})
    seen: dict[str, None] = {}
    asked: Counter[str] = Counter()
    found = []
    while waiting:
        address = next(iter(waiting))
        del waiting[address]
        seen[address] = None
        if PUBLIC.match(address) or address.startswith("/join/"):
            continue
        answers = [ask(client, address)]
        if not address.startswith("/api/"):
            answers.append(ask(client, address, headers=PIECE))
        found += answers
        for answer in answers:
            links = (link.replace("&amp;", "&").split()[0] for link in LINK.findall(answer.text))
            for link in links:
                page, question, __ = link.partition("?")
                if link not in seen and link not in waiting and not (question and asked[page] >= ASKED):
                    asked[page] += bool(question)
                    waiting[link] = None
    return found
