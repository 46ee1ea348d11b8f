"""How long people are at it in an evening, by a keystroke model: taps and keys counted in a real browser.

Run as `python -m bench.evening`. Four are set up to the first claim; somebody joins by link, and keeps three tickets;
a board is entered after the game by three people, on one phone and on three; and from the last train to the winner
with five people on one phone. Besides, how many phones come to the reveal from wherever they are, and how soon. The
reveal is skipped. What a person does is done on the page as they would, with a finger's error, and every tap and key
is counted there; the times are these.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from bench.picking import FINGER_ERROR
from bench.report import Row, at_most, exact
from companion.boards.model import Board
from companion.picture.ground import MARGIN
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import open_store
from companion.store.devices import Device
from tests.support.evenings import Evening
from tests.support.housing import arrives
from tests.support.serving import served
from tests.support.tapping import PHONE, Finger, Seated
from tools import chromium

# Seconds: a tap; a key; finding a route on the table and on the screen; thinking; a swipe.
TAP: Final = 1.1
KEY: Final = 0.28
FINDING: Final = 2.4
THINKING: Final = 1.2
SWIPE: Final = 0.8
CONSTANTS: Final = f"tap {TAP}, key {KEY}, finding a route {FINDING}, thinking {THINKING}, swipe {SWIPE} s"

LETTERS: Final = 3  # of each city that somebody types
SEED: Final = 18
COLORS: Final = ("blue", "red", "green")
FOUR: Final = ("Adele", "Bruno", "Clara", "David")
BLUE: Final = "/tickets/blue"
# Of Märklin: some with the beginnings of other cities in them.
TYPED: Final = (
    "berlin--kiel--9",
    "bremen--ulm--14",
    "danemark--munchen--22",
    "koblenz--magdeburg--11",
    "emden--mainz--9",
)
TAPPED: Final = ("dresden--hamburg--10", "freiburg--rostock--21", "erfurt--koln--8")
# Where a phone may be when the tickets are revealed, under the address of its table.
PAGES: Final = (
    "",
    "/people",
    "/setup",
    "/log",
    "/tickets",
    BLUE,
    "/routes",
    "/recount",
    "/aloud",
    "/end",
    "/watch",
)
ARRIVED: Final = """() => location.pathname.endsWith("/reveal") && document.readyState === "complete"
  && performance.timeOrigin + performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd"""
SOON: Final = 1.0  # seconds


@dataclass
class Person:
    """Somebody with a phone, and all they did."""

    finger: Finger
    rng: Random
    keys: int = 0
    found: int = 0
    thoughts: int = 0

    @property
    def seconds(self) -> float:
        return self.finger.taps * TAP + self.keys * KEY + self.found * FINDING + self.thoughts * THINKING

    def presses(self, role: Any, name: str) -> None:
        self.finger.tap(self.finger.page.get_by_role(role, name=name, exact=True).first)

    def claims(self, route: str) -> None:
        """Taps near the route; where that did not claim it at once, its row as well."""
        self.found += 1
        off = self.rng.gauss(0, FINGER_ERROR), self.rng.gauss(0, FINGER_ERROR)
        self.finger.claim(route, off, self.rng)

    def keeps(self, board: Board, ticket: str) -> None:
        """Reads a ticket off the card, types the beginnings of its cities, and Enter."""
        self.thoughts += 1
        card = board.ticket[ticket]
        page, names = self.finger.page, [board.end_name(end) for end in card.ends]
        field_ = page.locator("#find-text")
        if not field_.evaluate("field => field === document.activeElement"):
            self.finger.tap(field_)
        typed = " ".join(name[:LETTERS].lower() for name in names)
        if board.typed_tickets:
            typed += f" {card.points}"
        before = page.locator(".cards > li").count()
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        self.keys += len(typed) + 1
        try:
            page.locator(".cards > li").nth(before).wait_for(timeout=4000)
        except Exception:  # several have such names: the first row is the one that was typed
            self.finger.tap(page.locator(f'#found button[value="{ticket}"]'))
            page.locator(".cards > li").nth(before).wait_for()

    def touches(self, board: Board, ticket: str) -> None:
        """Reads a ticket off the card, taps both its cities on the small board, and types its number."""
        self.thoughts += 1
        card, page = board.ticket[ticket], self.finger.page
        before = page.locator(".cards > li").count()
        for city, then in zip(card.ends, ("#found h3", "#typed"), strict=True):
            self._touches_city(board, city)
            page.locator(then).wait_for()
        self.finger.tap(page.locator("#typed .field-number"))
        page.keyboard.type(str(card.points))
        page.keyboard.press("Enter")
        self.keys += len(str(card.points)) + 1
        page.locator(".cards > li").nth(before).wait_for()

    def _touches_city(self, board: Board, city: str) -> None:
        assert board.layout is not None
        place, picture = board.layout.place[city], self.finger.page.locator("#map")
        picture.scroll_into_view_if_needed()
        box = picture.bounding_box()
        assert box is not None
        unit = box["width"] / (board.layout.width + 2 * MARGIN)
        at = (place.x + MARGIN) * unit, (place.y + MARGIN) * unit
        picture.evaluate("(map, y) => scrollBy(0, map.getBoundingClientRect().top + y - innerHeight / 2)", at[1])
        top = picture.evaluate("map => map.getBoundingClientRect().top")
        self.finger.page.touchscreen.tap(box["x"] + at[0], top + at[1])
        self.finger.taps += 1


@dataclass
class Table:
    """A game that was played, and the phones that enter it."""

    tables: Tables
    browser: Browser
    home: str
    board: Board
    game: Evening
    phones: list[Any] = field(default_factory=list)

    def routes(self, color: str) -> list[str]:
        claims = (entry for entry in self.game.log if entry["type"] == "claim" and entry["player"] == color)
        return [str(entry["route"]) for entry in claims]

    def tickets(self, color: str) -> list[str]:
        return [ticket.id for ticket in self.game.tickets[color]]


def set_up(table: Table) -> Person:
    """From the first page to a table of four on which the first route may be claimed."""
    context = table.browser.new_context(**PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(table.home)
    person = Person(Finger(page, table.board), Random(SEED))
    person.presses("link", "New game")
    person.thoughts += 1  # who sits where
    for n, name in enumerate(FOUR, 1):
        person.finger.tap(page.get_by_label(f"Seat {n}: name"))
        page.keyboard.type(name)
        person.keys += len(name)
    person.thoughts += 1  # which board
    person.finger.tap(page.locator(f'input[name="map"][value="{table.board.id}"]'))
    person.thoughts += 1
    person.finger.tap(page.locator(".depart button"))
    # Nothing has to be looked for: how to invite, the tickets, and the board are on the one screen.
    for words in ("Invite the others", "Enter your tickets", "Tap the first route on the board"):
        page.get_by_text(words, exact=True).wait_for()
    told(person)
    person.finger.choose("denver--omaha").wait_for()
    person.finger.taps -= 1
    context.close()
    return person


def join(table: Table) -> Person:
    """From a table's link, opened on a new phone, to a seat of one's own, whose tickets may be entered."""
    seated = Seated(table.tables, table.browser, table.home, table.board, dots=3).opens(3)
    person = Person(seated.phone(path="/people"), Random(SEED))
    person.presses("button", "This is me: Ada")
    person.finger.page.wait_for_url(f"**/t/{seated.table}{BLUE}")
    told(person)
    seated.leave()
    return person


def three_tickets(table: Table) -> Person:
    """From the board to three tickets kept, and back on the board; what is typed is counted as keys."""
    seated = Seated(table.tables, table.browser, table.home, table.board, dots=3).opens(3)
    seated.elsewhere("red")
    person = Person(seated.phone("blue"), Random(SEED))
    person.presses("link", "Tickets")
    person.finger.page.locator("#find-text").wait_for()
    for ticket in table.tickets("blue")[:3]:
        person.keeps(table.board, ticket)
    person.finger.tap(person.finger.page.locator(f'a[href$="/t/{seated.table}"]').first)
    person.finger.page.wait_for_url(f"**/t/{seated.table}")
    told(person)
    seated.leave()
    return person


def typed_tickets(table: Table, board: Board) -> Iterator[float]:
    """Tickets of a board that knows none, typed in one line and then tapped: how long each takes."""
    names = dict(zip(board.colors, ("Ada", "Bo", "Cy"), strict=False))
    seated = Seated(table.tables, table.browser, table.home, board, dots=3).opens(3, names=names)
    person = Person(seated.phone(board.colors[0], path=f"/tickets/{board.colors[0]}"), Random(SEED))
    for way, tickets in ((person.keeps, TYPED), (person.touches, TAPPED)):
        for ticket in tickets:
            before = person.seconds
            way(board, ticket)
            yield person.seconds - before
    told(person)
    seated.leave()


def at_the_reveal(table: Table) -> tuple[int, float]:
    """A phone on every page of a table: how many come to the reveal in time, and the seconds of the slowest."""
    game = Evening(SEED, "europe", 3)
    log = [entry for entry in game.log if entry["type"] != "finish"]
    seated = Seated(table.tables, table.browser, table.home, game.board, dots=3).opens(3, log)
    # Tabs of one phone would share its one stream, and hear of the end when it is their turn again.
    pages = [seated.phone(*("blue",) * (path == BLUE), path=path).page for path in PAGES]
    pages[0].wait_for_timeout(1000)  # all of them listen by now
    began = time.time() * 1000
    table.tables.log.report(seated.table, _device(seated), {"type": "finish", "id": "the-end"}, anyway=True)
    for page in pages:
        arrives(page, "/reveal")
    came = [(page.evaluate(ARRIVED) - began) / 1000 for page in pages]
    seated.leave()
    return sum(seconds <= SOON for seconds in came), max(came)


def one_phone(table: Table) -> float:
    """Three people, one phone after another's hands: seconds from the empty board to the tally."""
    seated = Seated(table.tables, table.browser, table.home, table.board, dots=3).opens(3, tracking="tally")
    person = Person(seated.phone(), Random(SEED))
    for n, color in enumerate(COLORS):
        for route in table.routes(color):
            person.claims(route)
        if n < 2 and person.finger.page.locator(f"#panel-{COLORS[n + 1]}[aria-current]").count() == 0:
            person.finger.tap(person.finger.page.locator("#onward"))
            person.finger.page.locator(f"#panel-{COLORS[n + 1]}[aria-current]").wait_for()
    person.presses("link", "Finish and score")
    person.presses("link", "Next: Ada")
    for name, color in zip(("Ada", "Bo", "Cy"), COLORS, strict=True):
        person.thoughts += 1
        person.presses("button", f"I'm {name} – enter my tickets")
        for ticket in table.tickets(color):
            person.keeps(table.board, ticket)
        person.presses("button", "I have no more tickets")
    _skip(person)
    told(person)
    seated.leave()
    return person.seconds


def three_phones(table: Table) -> float:
    """The same with a phone each: the slowest of them, from the empty board to the tally."""
    seated = Seated(table.tables, table.browser, table.home, table.board, dots=3).opens(3, tracking="tally")
    people = [Person(seated.phone(path="/people"), Random(SEED + n)) for n in range(3)]
    for person, color in zip(people, COLORS, strict=True):
        person.thoughts += 1
        person.finger.tap(person.finger.page.locator(f"#take-{color}"))
        person.finger.page.wait_for_url(f"**/t/{seated.table}")
    for person, color in zip(people, COLORS, strict=True):
        for route in table.routes(color):
            person.claims(route)
        person.finger.tap(person.finger.page.locator("#onward"))
        for ticket in table.tickets(color):
            person.keeps(table.board, ticket)
        person.presses("button", "I have no more tickets")
        person.finger.page.wait_for_url("**/end")
    slowest = max(people, key=lambda person: person.seconds)
    before = people[-1].seconds
    _skip(people[-1])
    told(slowest)
    seated.leave()
    return slowest.seconds + people[-1].seconds - before


def last_train(table: Table) -> float:
    """Five people on one phone, all of whose tickets were in: from the last train to the winner."""
    game = Evening(SEED, "europe", 5)
    log = [entry for entry in game.log if entry["type"] != "finish"]
    seated = Seated(table.tables, table.browser, table.home, game.board, dots=3).opens(5, log)
    finger = seated.phone(*game.colors)
    for color in game.colors:
        table.tables.seats.tickets_in(seated.table, _device(seated), color)
    person = Person(finger, Random(SEED))
    finger.page.reload()
    person.presses("link", "Finish and score")
    person.presses("link", "Next: Ada")
    for name in ("Ada", "Bo", "Cy", "Dee", "Eli"):
        person.thoughts += 1
        person.presses("button", f"I'm {name} – I have no more tickets")
    _skip(person)
    told(person)
    seated.leave()
    return person.seconds


def _device(seated: Seated) -> Device:
    return browser_with(seated.maker)


def _skip(person: Person) -> None:
    person.presses("button", "Reveal the tickets")
    person.presses("button", "Skip to the winner")
    person.finger.page.locator("[data-confetti]").wait_for()


def told(person: Person) -> None:
    """What was counted, for whoever runs this alone."""
    counted = f"{person.finger.taps} taps, {person.keys} keys, {person.found} routes, {person.thoughts} thoughts"
    print(f"  {counted}: {person.seconds:.0f} s ({CONSTANTS})", file=sys.stderr)


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """The figures that are to be reached."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        with served() as (_, port), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
            tables = Tables(open_store(os.environ["DATABASE_URL"]), boards)
            table = Table(tables, browser, f"http://127.0.0.1:{port}", boards["usa"], Evening(SEED, "usa", 3))
            person = set_up(table)
            yield at_most("evening, set-up of four, taps", person.finger.taps, 7, "taps")
            yield at_most("evening, set-up of four to first claim possible", person.seconds, 17, "s")
            yield at_most("evening, join by link, taps", join(table).finger.taps, 1, "taps")
            yield at_most("evening, three tickets, taps", three_tickets(table).finger.taps, 6, "taps")
            each = max(typed_tickets(table, boards["marklin"]))
            yield at_most("evening, a typed ticket, the slowest of eight", each, 6, "s")
            came, slowest = at_the_reveal(table)
            yield exact("evening, phones at the reveal within 1 s, from every page", came, len(PAGES))
            yield at_most("evening, the slowest phone at the reveal", slowest, SOON, "s")
            yield at_most("evening, last train to winner, five on one phone", last_train(table), 20, "s")
            yield at_most("evening, entered at the end, three phones", three_phones(table) / 60, 1.1, "min")
            yield at_most("evening, entered at the end, one phone", one_phone(table) / 60, 3.2, "min")
            browser.close()


def main() -> int:
    """Prints the figures."""
    from companion.boards import files

    found = [*rows(files.boards())]
    for row in found:
        print(f"{row.what}: {row.figure} ({row.must})")
    return 0 if all(row.reached for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
