"""Every ticket entry of a whole game has marks of its own; nobody but its player ever gets one, until the end."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.play.keys import browser_with, program_with
from companion.prose.display_names import way_name
from companion.store.devices import Device
from tests.pages.visiting import FRAGMENT
from tests.secrecy.crawl import Answer, crawl
from tests.support.markup import parsed
from tests.support.phones import Phone, a_record

# Tickets of which no two cities are joined by a route, and none that the demonstration on the first page completes,
# so that nothing else is called like one.
HANDS = {
    "blue": ["seattle--new-york", "duluth--houston"],
    "red": ["sault-st-marie--nashville", "new-york--atlanta"],
    "green": ["portland--nashville", "vancouver--montreal", "chicago--santa-fe"],
    "yellow": ["toronto--miami", "portland--phoenix"],
    "black": ["dallas--new-york", "calgary--phoenix"],
}
ROUTES = ["denver--omaha", "duluth--omaha--1", "kansas-city--omaha--1", "denver--santa-fe", "calgary--vancouver"]
CHANGED = {"blue": "seattle--los-angeles", "green": "montreal--new-orleans", "yellow": "boston--miami"}
COLORS = list(HANDS)
SHARED = ("yellow", "black")
ROLES = ("blue", "red", "green", "shared", "watcher", "program", "stranger")
# On the page of one's own tickets all tickets can be chosen from, and so where one's own is changed; its field knows
# the whole deck, to read tickets from what is pasted.
DECK = re.compile(r"data-cards='([^']*)'")
CHOICES = re.compile(
    r'<(form class="offers"|select class="field" name="what").*?</(form|select)>|' + DECK.pattern, re.DOTALL
)


def in_order(ticket: str) -> str:
    return "--".join(sorted(ticket.split("--")))


class Game:
    """Ada, Bo and Cy on phones of their own, Dee and Eli on one that goes round, somebody who watches, a program."""

    def __init__(self, app: Any, tables: Any) -> None:
        self.app, self.tables = app, tables
        devices: dict[str, Device] = {name: browser_with(f"browser-{name}") for name in ROLES}
        devices["program"] = program_with("program-token")
        self.table = tables.open(a_record(players=5), devices["blue"]).table
        for name, device in devices.items():
            if name != "stranger":
                secret = tables.door.invite(self.table, devices["blue"])
                tables.door.join_by_secret(secret, device, "watcher" if name == "watcher" else "player")
        self.phones = {name: Phone(tables, self.table, device) for name, device in devices.items()}
        self.phones |= dict.fromkeys(SHARED, self.phones["shared"])
        for color in COLORS:
            self.phones[color].sits(color)
        self.marks: dict[str, set[str]] = {color: set() for color in COLORS}
        self.places: dict[str, list[int]] = {color: [] for color in COLORS}
        self.clients: dict[str, FlaskClient] = {name: app.test_client() for name in devices}
        for name, client in self.clients.items():
            client.set_cookie("trackside", f"browser-{name}")
        self.clients["program"].environ_base["HTTP_AUTHORIZATION"] = "Bearer program-token"

    def keeps(self, color: str, ticket: str) -> None:
        self._told(color, "keep", ticket, player=color, ticket=in_order(ticket))

    def changes(self, color: str, ticket: str) -> None:
        keep = {"type": "keep", "player": color, "ticket": in_order(ticket)}
        self._told(color, "amend", ticket, entry=self.places[color][0], **{"with": keep})

    def strikes(self, color: str) -> None:
        self._told(color, "strike", "", entry=self.places[color][-1])

    def _told(self, color: str, kind: str, about: str, **said: Any) -> None:
        name = f"mark-of-{color}-{len(self.places[color])}"
        phone = self.phones[color]
        if color in SHARED:
            self.tables.tickets.open(self.table, phone.device, color)
        self.places[color].append(phone.tells(kind, id=name, **said).entry)
        if color in SHARED:
            self.tables.tickets.close(self.table, phone.device)
        self.marks[color].add(name)
        if about:
            board = self.phones[color].game.board
            self.marks[color] |= {in_order(about), way_name(board, in_order(about).split("--"))}

    def claims(self, number: int) -> None:
        color = COLORS[number % 5]
        self.phones[color].claims(color, ROUTES[number])

    def everything(self, name: str) -> list[Answer]:
        game = self.phones["blue"].game
        return crawl(self.app, self.clients[name], self.table, COLORS, game.version, len(game.log))

    def pokes(self, name: str) -> list[Answer]:
        """What others are told who try what is not theirs."""
        client, here, found = self.clients[name], f"/t/{self.table}", []
        log = self.phones["blue"].game.log
        for place in range(1, len(log) + 1):
            if self.phones["blue"].game.secret_owner(place) not in self.own(name) | {None}:
                told = {"type": "strike", "entry": place, "id": f"poke-{name}-{place}"}
                found += [client.post(f"/api{here.replace('/t/', '/tables/')}/entries", json=told)]
                found += [client.post(f"{here}/log", data=told), client.post(f"{here}/log/{place}", data={"id": "p"})]
                found += [client.post(f"{here}/entries", data=told, headers=FRAGMENT)]
        for color in COLORS:
            if color not in self.own(name):
                find = {"find": "a", "id": "p", "ticket": "denver--el-paso", "entry": "1"}
                what = ("find", "keep", "back", "done", "open", "pin")
                # Whoever has the shared phone in hand can open it; that is tried elsewhere.
                acts = what[:4] if name == "shared" else what
                found += [client.post(f"{here}/tickets/{color}/{act}", data=find) for act in acts]
        found += [client.post(f"{here}/setup", data={"variant": "mega"})]
        api = f"/api/tables/{self.table}"
        found += [client.patch(api, json=told) for told in ({"variant": "mega"}, {"players": PLAYERS[:4]})]
        return [Answer(a.request.path, a.status_code, tuple(sorted(a.headers)), a.data) for a in found]

    def own(self, name: str) -> set[str]:
        """Whose tickets this browser may be shown: on a closed shared phone nobody's."""
        return {name} & set(COLORS)

    def secrets(self, name: str) -> set[str]:
        """The marks that must not reach it."""
        return set().union(*(marks for color, marks in self.marks.items() if color not in self.own(name)))


PLAYERS = [{"color": color, "name": color.title()} for color in COLORS]


def found_in(text: str, marks: set[str]) -> set[str]:
    return {mark for mark in marks if mark in text}


def look_everywhere(game: Game, roles: Iterable[str] = ROLES) -> None:
    """Every role, or some, at every address; and what tries to get at others' tickets is told nothing."""
    for name in roles:
        answers = game.everything(name)
        assert len(answers) > 20
        own = set().union(*(game.marks[color] for color in game.own(name)))
        assert found_in("".join(answer.text for answer in answers), own) == own, "what is looked for can be found"
        answers += game.pokes(name)
        for answer in answers:
            mine = any(f"/tickets/{color}" in answer.address for color in game.own(name)) or "/log/" in answer.address
            text = CHOICES.sub("", answer.text) if mine else answer.text
            assert not found_in(text, game.secrets(name)), (name, answer.address)
            # Not even one's own stands in an address, which histories and logs of servers keep.
            every = set().union(*game.marks.values())
            assert not found_in(answer.address, every)
            assert not found_in(dict(answer.headers).get("Location", ""), every)
            if found_in(answer.text, every):
                assert dict(answer.headers)["Cache-Control"] == "no-store", answer.address
            read_out(answer, every)


def read_out(answer: Answer, marks: set[str]) -> None:
    """No live region says a ticket, not to its player's neighbours either."""
    if not dict(answer.headers).get("Content-Type", "").startswith("text/html") or not answer.body:
        return
    for element in parsed(answer.body.decode()).iter():
        if element.get("role") in ("status", "alert", "log") or element.get("aria-live"):
            assert not found_in("".join(element.itertext()), marks), answer.address
        for said in ("data-say", "data-news"):
            assert not found_in(element.get(said, ""), marks), answer.address
        if element.get("id") == "board-words" or "/aloud" in answer.address:
            assert not found_in("".join(element.itertext()), marks), answer.address


def test_no_mark_reaches_anybody_else_over_a_whole_game(app, tables, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    game = Game(app, tables)
    for color, hand in HANDS.items():
        game.keeps(color, hand[0])
    game.claims(0)
    look_everywhere(game, ("shared", "watcher"))
    for color, hand in HANDS.items():
        for ticket in hand[1:]:
            game.keeps(color, ticket)
    game.strikes("red")
    for color, ticket in CHANGED.items():
        game.changes(color, ticket)
    game.strikes("green")
    for number in range(1, 5):
        game.claims(number)
    game.phones["red"].tells("catch-up")
    game.phones["red"].confirms("red")
    look_everywhere(game)
    said = caplog.text + "".join(capfd.readouterr())
    assert not found_in(said, set().union(*game.marks.values()))
    for color in COLORS:
        game.phones[color].confirms(color)
    game.phones["red"].tells("finish")
    everything = json.dumps([answer.text for answer in game.everything("watcher")])
    assert found_in(everything, game.marks["blue"]), "at the end all is open"


def test_a_ticket_that_another_has_entered_is_accepted_without_a_word(app, tables):
    game = Game(app, tables)
    game.keeps("blue", "toronto--miami")
    answers = []
    for name in ("red", "green"):
        told = {"id": f"page-{name}", "ticket": "miami--toronto"}
        answers.append(game.clients[name].post(f"/t/{game.table}/tickets/{name}/keep", data=told))
    assert [answer.status_code for answer in answers] == [303, 303]
    page = game.clients["red"].get(answers[0].location).text
    assert "Toronto" in page
    assert "Ada" not in CHOICES.sub("", page)


def test_the_deck_that_a_field_knows_says_nothing_of_a_game(app, tables):
    game = Game(app, tables)

    def deck(color: str) -> str:
        return DECK.search(game.clients[color].get(f"/t/{game.table}/tickets/{color}").text)[1]

    before = deck("red")
    game.keeps("blue", "toronto--miami")
    assert before == deck("red") == deck("blue")


@pytest.mark.parametrize("name", ["red", "shared", "watcher", "stranger"])
def test_a_page_of_tickets_is_for_who_holds_the_seat(app, tables, name):
    game = Game(app, tables)
    game.keeps("blue", "toronto--miami")
    answer = game.clients[name].get(f"/t/{game.table}/tickets/blue")
    assert answer.status_code == (404 if name == "stranger" else 403)
