"""Two houses whose circles differ are the same in every byte to strangers, to other circles, and to who only watches.

Every address comes from the app's own map, and is asked for by every method it has.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from werkzeug.routing import Rule

from companion.app import create_app
from companion.boards import files
from companion.play.keys import browser_with, program_with
from companion.play.tables import Tables
from companion.record.read import Record
from companion.store import Store
from companion.store.engine import open_engine
from tests.secrecy.crawl import STREAM
from tests.secrecy.doors import EXPIRES, NoPrinter
from tests.secrecy.still import Counted, stand_still
from tests.support.evenings import Evening, read

# What one house's circle has, and the other's: people, places, notes, who is the same, which games count.
WORLDS: list[dict[str, Any]] = [
    {"names": ("Quentin", "Bo"), "place": "kitchen", "seeds": (5, 6), "counts": True, "called": "Friday people"},
    {"names": ("Roberta", "Bo"), "place": "attic", "seeds": (7, 8), "counts": False, "called": "Sunday crowd"},
]
KEEPER, NEIGHBOUR = browser_with("keeper"), browser_with("neighbour")
STRANGERS = ("nobody", "neighbour", "watcher", "program of a neighbour")
CIRCLES = re.compile(r"/(api/)?circles")


@cache
def a_game(seed: int, names: tuple[str, ...]) -> Record:
    return read(Evening(seed, "usa", len(names), tickets=2).record(names=names))


class House:
    """An app with a circle, another circle beside it, and somebody who watches a game of the first."""

    def __init__(self, folder: Path, empty: Path, world: dict[str, Any], counted: Counted) -> None:
        file = shutil.copy(empty, folder / f"{world['place']}.sqlite3")
        tables = self.tables = Tables(Store(open_engine(f"sqlite:///{file}")), files.boards())
        self.app = create_app(files.boards(), tables, limits={}, printer=NoPrinter())
        circles = tables.circles
        self.circle = circles.make(KEEPER, world["called"])
        for number, seed in enumerate(world["seeds"], 1):
            counted.again(1000 * number)  # logs of other lengths take other numbers of ids
            table = tables.open(a_game(seed, world["names"]), KEEPER).table
            counted.again(1000 * number + 500)
            circles.add(self.circle, table, KEEPER)
        circles.tell(self.circle, table, KEEPER, {"place": world["place"], "counts": world["counts"]})
        counted.again(5000)
        self.watched = tables.open(a_game(9, ("Quentin", "Bo")), KEEPER).table
        circles.add(self.circle, self.watched, KEEPER)
        invitation = tables.door.invite(self.watched, KEEPER)
        tables.door.join_by_secret(invitation, browser_with("watcher"), "watcher")
        counted.again(6000)
        other = circles.make(NEIGHBOUR, "Neighbours")
        circles.add(other, tables.open(a_game(3, ("Ada", "Bo")), NEIGHBOUR).table, NEIGHBOUR)
        token = circles.link(other, NEIGHBOUR, "belongs", "neighbour")
        circles.join(token, program_with("program of a neighbour"))
        while circles.history(self.circle, KEEPER).missing:
            pass
        self.people = [one.id for one in circles.history(self.circle, KEEPER).people.roots()]

    def doors(self) -> Iterator[tuple[str, str]]:
        """Every method and address there is about the circle, and about the table that is watched."""
        known: dict[str, list[Any]] = {
            "circle": [self.circle],
            "person": self.people[:1],
            "game": [self.watched],
            "table": [self.watched],
            "kind": ["reads"],
            "board": ["usa"],
        }
        for rule in self.app.url_map.iter_rules():
            yield from self._at(rule, known)

    def _at(self, rule: Rule, known: dict[str, list[Any]]) -> Iterator[tuple[str, str]]:
        names = sorted(rule.arguments)
        about = CIRCLES.match(rule.rule)
        if not about and names != ["table"]:
            return
        for chosen in product(*(known[name] for name in names)):
            built = rule.build(dict(zip(names, chosen, strict=True)))
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}) if about else ["GET"]:
                if built is not None and method in (rule.methods or ()):
                    yield method, built[1]

    def asks(self, who: str, method: str, address: str) -> tuple[Any, ...]:
        client = self.app.test_client(use_cookies=False)
        program = who.startswith("program")
        headers = {} if who == "nobody" else {"Authorization": f"Bearer {who}"} if program else None
        headers = {"Cookie": f"trackside={who}"} if headers is None else headers
        api = address.startswith("/api/")
        sent: dict[str, Any] = {"json": BODY} if api else {"data": BODY}
        answer = client.open(
            address, method=method, headers=headers, buffered=False, **({} if method == "GET" else sent)
        )
        stream = STREAM.match(address) and answer.status_code == 200
        body = next(iter(answer.response)) if stream else answer.data
        answer.close()
        told = [(name, EXPIRES.sub("", value)) for name, value in answer.headers]
        return answer.status_code, tuple(sorted(told)), bytes(body)


BODY = {
    "name": "x",
    "secret": "none",
    "into": "x",
    "same": "x",
    "color": "blue",
    "day": "2026-01-01",
    "kind": "reads",
}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: Any, empty_sqlite: Path) -> Iterator[list[dict[str, Any]]]:
    """What everybody gets at every door of both houses."""
    with pytest.MonkeyPatch.context() as patch:
        counted, found = stand_still(patch), []
        for world in WORLDS:
            counted.again()
            house = House(tmp_path_factory.mktemp("house"), empty_sqlite, world, counted)
            doors = list(house.doors())
            found.append({})
            for number, who in enumerate((*STRANGERS, "keeper"), 1):
                reading = [door for door in doors if who != "keeper" or door[0] == "GET"]
                counted.again(10_000 * number)
                found[-1][who] = {door: house.asks(who, *door) for door in reading}
            house.tables.store.engine.dispose()
        yield found


@pytest.mark.parametrize("who", STRANGERS)
def test_strangers_and_other_circles_get_no_byte_of_a_circle(answers, who):
    one, other = (house[who] for house in answers)
    assert one.keys() == other.keys()
    assert [door for door in one if one[door] != other[door]] == []
    assert len([door for door in one if CIRCLES.match(door[1])]) > 35


def test_whoever_keeps_it_does_see_other_bytes(answers):
    """A test that finds nothing must be able to."""
    one, other = (house["keeper"] for house in answers)
    differing = [door for door in one if one[door] != other[door]]
    assert len(differing) > 8
    assert any("/tally" in address for __, address in differing), "a broken record is told at the end of a game"
