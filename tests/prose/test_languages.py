"""The seam of languages: under another catalogue no English is left, also of what is kept for everybody."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import i18n, languages
from companion.boards import files
from companion.cli import main
from companion.export.tally_text import tally_text
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.sheet import sheet_html
from tests.pages.visiting import FRAGMENT, new_game
from tests.secrecy.crawl import addresses, ask, crawl
from tests.support.doses import one_in
from tests.support.foreign import FOREIGN, left, read_in, worded_in
from tests.support.phones import SEATS, Phone, a_record

# What is called the same in every language: the product and others, an address, the beginning of a record, formats.
NAMES = {
    "Trackside",
    "Ticket to Ride",
    "Days of Wonder",
    "BG Stats",
    "League Gothic",
    "Barlow Semi Condensed",
    "Old Standard",
    "htmx",
    "MIT",
}
NAMES |= {
    "http",
    "localhost",
    "Letter",
    "ABC",
    "format",
    "companion/game",
    "PIN",
    "PDF",
    "CSV",
    "JSON",
    "Globetrotter",
}
NAMES |= {language.name for language in languages.LANGUAGES.values()} | {"Português"}
COLORS = ("blue", "red", "green")
KEPT = {
    "blue": ["los-angeles--new-york", "duluth--houston"],
    "red": ["sault-st-marie--nashville"],
    "green": ["portland--nashville"],
}


@pytest.fixture(autouse=True)
def another_language() -> Iterator[None]:
    with i18n.speaking(FOREIGN):
        yield


def names(phone: Phone | None = None) -> set[str]:
    """What board files call things, what people are called, and the code of a table."""
    known = NAMES | {name for _color, name in SEATS}
    for board in files.boards().values():
        known |= {*board.colors, *(part.name for part in (*board.cities, *board.countries))}
    code = str(phone.game.snapshot.code) if phone else ""
    return known | ({code, code[:3], code[3:]} - {""})  # a page shows it in two halves


def english(answer: Any, known: Iterable[str]) -> list[str]:
    """What is left in an answer that people read; a browser goes on from a redirection without showing it."""
    if 300 <= (answer.status_code if isinstance(answer, TestResponse) else answer.status) < 400:
        return []
    kind = dict(answer.headers).get("Content-Type", "")
    body = answer.data if isinstance(answer, TestResponse) else answer.body
    text = body.decode("utf-8", "replace")  # a picture or a PDF, which is not looked at
    if kind.startswith("text/html"):
        return [word for piece in read_in(text) for word in left(piece, known)]
    if kind.startswith("application/json"):
        return [word for piece in worded_in(json.loads(text)) for word in left(piece, known)]
    return []  # a file for programs, which is in English whatever is spoken


@pytest.fixture
def own(app: Flask) -> FlaskClient:
    """The phone of whoever opened the table."""
    client = app.test_client()
    client.set_cookie("trackside", "ada")
    return client


@pytest.fixture
def ada(tables: Tables, own: FlaskClient, request: pytest.FixtureRequest) -> Phone:
    """A game for three that goes on, with something of every kind in its log."""
    phone = Phone(tables, "", browser_with("ada"))
    options = getattr(request, "param", {})
    phone.table = tables.open(a_record(players=3, **options), phone.device).table
    phone.sits(*COLORS)
    board = phone.game.board
    tickets = list(board.tickets_of(phone.game.setup.variant))
    for number, color in enumerate(COLORS):
        tables.tickets.open(phone.table, phone.device, color)
        for ticket in tickets[number * 3 : number * 3 + 2]:
            phone.keeps(color, ticket)
    tables.tickets.close(phone.table, phone.device)
    routes = [route.id for route in board.route.values() if not route.twins]
    for number, route in enumerate(routes[:12]):
        phone.claims(COLORS[number % 3], route)
    if board.stations:
        phone.tells("station", player="blue", city=board.cities[0].id)
    phone.tells("draw", player="red")
    phone.tells("strike", entry=len(phone.game.log))
    phone.tells("strike", entry=len(phone.game.log))
    place = next(at for at, entry in enumerate(phone.game.log, 1) if entry.type == "claim")
    phone.tells("amend", entry=place, **{"with": {"type": "draw", "player": "green"}})
    return phone


def every_page(app: Flask, own: FlaskClient, phone: Phone, places: int = 5) -> dict[str, list[str]]:
    """Every page of a table that has English left, with what is left: by the app's own map of addresses."""
    wanted = {*addresses(app, phone.table, [*COLORS[:1]], phone.game.version, places), *asked_of(phone.table)}
    answers = [ask(own, address) for address in wanted if not address.endswith((".pdf", "/events"))]
    known = names(phone)  # a page may have made the table's code
    found = {answer.address.replace(phone.table, ""): english(answer, known) for answer in answers}
    return {address: words for address, words in found.items() if words}


def asked_of(table: str) -> Iterator[str]:
    """What a table's page shows when something is asked of it."""
    yield from (f"/t/{table}?{asked}" for asked in ("all=1", "find=den", "find=zzz", "player=red", "x=300&y=300"))
    yield from (f"/t/{table}/aloud?what={what}" for what in ("standings", "news"))
    yield from (f"/t/{table}/recount?blue=3", f"/t/{table}/now?since=1", f"/t/{table}/tickets/blue?add=1")


BOARDS = one_in(2, [{"board": "europe"}, {"board": "usa", "variant": "mega"}])


@pytest.mark.parametrize("ada", BOARDS, indirect=True, ids=["europe", "mega"])
def test_a_table_while_it_is_played(app, own, ada):
    assert every_page(app, own, ada) == {}


@pytest.mark.parametrize("ada", BOARDS, indirect=True, ids=["europe", "mega"])
def test_a_table_at_its_end(app, own, ada):
    ada.confirms(*COLORS)
    ada.tells("finish")
    known, steps = names(ada), range(len(ada.game.reveal))
    for step in steps:
        ada.tables.reveal.step(ada.table, ada.device, step)
        assert english(own.get(f"/t/{ada.table}/reveal", headers=FRAGMENT), known) == []
    assert every_page(app, own, ada) == {}


@pytest.mark.soak
@pytest.mark.parametrize("ada", BOARDS, indirect=True, ids=["europe", "mega"])
def test_all_that_a_table_leads_to(app, own, ada):
    game, known = ada.game, names(ada)
    answers = crawl(app, own, ada.table, [*COLORS], game.version, len(game.log))
    assert {answer.address: words for answer in answers if (words := english(answer, known))} == {}


PAGES = ("/", "/new", "/join", "/import", "/boards", "/boards/europe", "/boards/usa/base", "/boards/europe/rules")
PAGES = (*PAGES, "/boards/usa/rules?card-1=same", "/about", "/privacy", "/accessibility", "/nowhere", "/offline")


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_without_a_table(client, page):
    known = names()
    answers = [client.get(page), client.get(page, headers=FRAGMENT)]
    assert [word for answer in answers for word in english(answer, known)] == []


def turned_down(client: FlaskClient, own: FlaskClient, ada: Phone) -> list[TestResponse]:
    """Every kind of no."""
    table, claimed = ada.table, next(iter(ada.game.table.owners))
    spoiled = '{"format": "companion/game", "map": "usa", "players": [{"color": "x"}], "log": [{"type": "z"}, 3]}'
    return [
        own.post(f"/t/{table}/entries", data={"type": "claim", "player": "red", "route": claimed, "id": "1"}),
        own.post(f"/t/{table}/entries", data={"type": "claim", "player": "red", "route": "x", "id": "2"}),
        own.post(f"/t/{table}/end", data={"id": "3"}),
        own.post(f"/t/{table}/log", data={"entry": "999", "id": "4"}),
        own.post(f"/t/{table}/seats", data={"color": "red", "pin": "12"}),
        own.post(f"/t/{table}/seats", data={"color": "pink"}),
        own.post("/join", data={"code": "AAAAAA"}),
        own.post("/import", data={"text": spoiled}),
        own.post("/import", data={"text": "{"}),
        own.post("/import", data={"text": ""}),
        own.post("/new", data=new_game("Ada")),
        own.post("/new", data=new_game("Ada", "Bo", **{"color-2": "blue"})),
        own.get(f"/t/{table}/recount?red=99&blue=3&green=x"),
        own.get(f"/t/{table}?route={claimed}"),
        own.get(f"/t/{table}?find=zzz"),
        own.get(f"/t/{table}?player=red"),
        client.get(f"/t/{table}"),
        own.post(
            f"/api/tables/{table}/entries", json={"type": "claim", "player": "red", "route": claimed, "id": "9"}
        ),
        own.post(f"/api/tables/{table}/entries", json={"type": "strike", "entry": 99, "id": "10"}),
        own.post(f"/api/tables/{table}/entries", json=[1]),
        own.post("/api/tables", json={"map": "atlantis"}),
        own.patch(
            f"/api/tables/{table}", json={"players": [{"color": "red", "name": "Bo"}, {"color": "x", "name": "Y"}]}
        ),
        own.get(f"/api/tables/{table}/sheet"),
    ]


def test_what_is_refused(client, own, ada):
    known, answers = names(ada), turned_down(client, own, ada)
    found = {answer.request.path + str(number): english(answer, known) for number, answer in enumerate(answers)}
    assert {address: words for address, words in found.items() if words} == {}


def test_the_sheet_and_the_terminal(ada, tmp_path, capsys):
    ada.confirms(*COLORS)
    ada.tells("finish")
    known = names(ada)
    page = sheet_html(ada.game.result, "a4", when=None, address=None)
    assert [word for piece in read_in(page) for word in left(piece, known)] == []
    assert left(tally_text(ada.game.result), known) == []
    assert main(["score", str(tmp_path / "nowhere.json")]) == 2
    told = capsys.readouterr().err.replace(str(tmp_path), "")
    assert left(told) == []


def test_what_is_kept_for_all_speaks_to_each_in_their_language(own, ada):
    """Asked in English first, so that whatever is kept of the answer would be English."""
    known = names(ada)
    with i18n.speaking(NullTranslations()):
        ada.tables.tickets.open(ada.table, ada.device, "green")
        ada.keeps("green", ada.game.table.tickets_of("blue")[0].id)
        ada.confirms(*COLORS)
        ada.tells("finish")
        ada.tables.reveal.step(ada.table, ada.device, 999)
        told = own.get(f"/api/tables/{ada.table}/tally").json
        assert told["warnings"][0]["message"].startswith("Ada and Cy have the same ticket")
        assert "Ada and Cy have the same ticket" in own.get(f"/t/{ada.table}/tally").text
    told = own.get(f"/api/tables/{ada.table}/tally").json
    assert told["warnings"][0]["message"].startswith("⟦")
    for address in (f"/t/{ada.table}", f"/t/{ada.table}/tally", f"/api/tables/{ada.table}/tally"):
        assert english(own.get(address), known) == []
