"""A tour of every screen and state of the app, for tests and for pictures of all of them.

A stop is an address and what is done on the page there. The phone holds seats at tables of every kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import BrowserContext, Page, TimeoutError

from companion import languages
from companion.play.keys import browser_with, new_id
from companion.play.tables import Tables
from companion.rules.log import Claim
from tools import circle_screens, end_screens, screens
from tools.screens import BOS, MINE

Act = Callable[[Page], object]
WATCHER: Final = "a-phone-that-watches"
STRANGER: Final = "a-phone-that-is-new"
OPEN_ALL: Final = "() => document.querySelectorAll('details:not(.menu)').forEach(one => one.open = true)"
# Of the screens of the end only these: they show every kind of step once, and both boards.
STEPS: Final = re.compile(r"(step|tally|reason|replay|picture)-(europe-5|usa-2)|^(end|recount|import)")


@dataclass(frozen=True)
class Stop:
    """A screen in a state: its address, what is done on the page, and on which device."""

    name: str
    address: str
    act: Act | None = None
    device: str = MINE

    @property
    def wide(self) -> bool:
        """Whether it is shown on televisions as well."""
        return self.name.startswith(("watch", "step"))


@dataclass(frozen=True)
class Tour:
    """Tables in every state on a real server."""

    tables: Tables
    home: str
    stops: tuple[Stop, ...]

    def stop(self, name: str) -> Stop:
        """The stop with this name."""
        return next(stop for stop in self.stops if stop.name == name)

    def show(self, context: BrowserContext, stop: Stop) -> Page:
        """Opens a page at the stop, does what is to be done there, and returns the page once it has loaded."""
        context.clear_cookies()
        context.add_cookies([{"name": "trackside", "value": stop.device, "url": self.home}])
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(self.home + stop.address, wait_until="load")
        if stop.act:
            stop.act(page)
        page.evaluate("document.fonts.ready.then(() => null)")
        return page


def tour(tables: Tables, url: str, home: str) -> Tour:
    """Opens all tables that the tour needs in this database, and returns the tour on the server at `home`."""
    samples, games = screens.tables(url), end_screens.tables(url)
    at = {**samples.ids, **{name: game.snapshot.id for name, game in games.items()}}
    at |= {"hands": _hands(tables), "locked": _locked(tables)}
    tables.door.join_by_secret(tables.door.invite(at["five"], browser_with(MINE)), browser_with(WATCHER), "watcher")
    stops = (
        *(Stop(name, samples.path(address)) for name, address in screens.SCREENS.items()),
        *_circle(tables),
        *_plain(at, tables.store.snapshot(at["fresh"]).code or ""),
        *_table(tables, at),
        *_tickets(at),
        *_going_along(tables, at["locked"]),
        *(Stop(name, address, _wrong_import if name == "import-wrong" else None)
          for name, address in end_screens.addresses(games) if STEPS.search(name)),
    )  # fmt: skip
    return Tour(tables, home, stops)


def _circle(tables: Tables) -> tuple[Stop, ...]:
    """A few pages of a circle with everything on them open; `further_tour` has the others."""
    addresses = circle_screens.addresses(tables)
    return tuple(Stop(name, addresses[name], _open_all) for name in ("circle", "circle-people", "circle-game"))


def _plain(at: dict[str, str], code: str) -> tuple[Stop, ...]:
    """Pages that are not about one table, the pages around a table, and forms that were filled in wrongly."""
    five = f"/t/{at['five']}"
    return (
        Stop("home-empty", "/", device=STRANGER),
        Stop("about", "/about"),
        Stop("connection", "/connection"),
        Stop("board-usa", "/boards/usa/mega"),
        Stop("board-europe", "/boards/europe"),
        Stop("compare", "/compare/italy/base"),
        Stop("rules-usa", f"/boards/usa/rules?at={at['fresh']}"),
        Stop("rules-europe", "/boards/europe/rules"),
        Stop("accessibility", "/accessibility"),
        Stop("privacy", "/privacy"),
        Stop("phone", "/phone"),
        Stop("phone-along", "/phone/along", _makes_a_link),
        Stop("phone-open", "/phone/open", device=STRANGER),
        Stop("phone-in-no-game", "/phone", device=STRANGER),
        Stop("nowhere", "/nowhere"),
        Stop("not-here", five, device=STRANGER),
        Stop("new-wrong", "/new", lambda page: page.locator(".depart button").click()),
        Stop("new-look", "/new", _look),
        Stop("join-wrong", "/join", _joins("ABC234")),
        Stop("join-waiting", "/join", _joins(code), device="a-phone-at-the-door"),
        Stop("people-open", f"{five}/people", _open_all),
        Stop("along", f"{five}/seats/blue/along", _shows_the_code),
        Stop("join-seat", "/join/seat", device=STRANGER),
        Stop("people-watching", f"{five}/people", device=WATCHER),
        Stop("setup-look", f"{five}/setup", _look),
        Stop("setup-wrong", f"{five}/setup", _no_names),
        Stop("setup-done", f"{five}/setup", _presses("Save settings")),
        Stop("log-open", f"{five}/log", lambda page: page.locator("summary").nth(2).click()),
    )


def _table(tables: Tables, at: dict[str, str]) -> tuple[Stop, ...]:
    """The page of the table in each of its states."""
    five, usa, europe = f"/t/{at['five']}", f"/t/{at['fresh']}", f"/t/{at['open']}"
    owned = next(e.route for e in tables.games.at(at["five"], browser_with(MINE))[0].log if isinstance(e, Claim))
    return (
        Stop("table-fresh", usa),
        Stop("table", five),
        Stop("table-menu", five, lambda page: page.locator(".menu > summary").click()),
        Stop("table-tap", f"{five}?x=640&y=430"),
        Stop("table-found", f"{usa}?find=den+om"),
        Stop("table-not-found", f"{usa}?find=zzz"),
        Stop("table-city", f"{five}?city=denver"),
        Stop("aloud", f"{five}/aloud"),
        Stop("routes", f"{five}/routes"),
        Stop("routes-open", f"{five}/routes?only=open"),
        Stop("routes-city", f"{europe}/routes?city=wien"),
        Stop("table-list", f"{five}?all=1"),
        Stop("table-owned", f"{five}?route={owned}"),
        Stop("table-closed", f"{usa}?find=ral+was"),
        Stop("table-tunnel", f"{europe}?find=mad+pam"),
        Stop("table-europe-city", f"{europe}?city=wien"),
        Stop("table-refused", f"{five}?find=den", lambda page: _late(page, tables, at["five"])),
        Stop("table-final", f"/t/{at['final']}"),
        Stop("table-reveal", europe),
        Stop("table-finished", f"/t/{at['finished']}"),
        Stop("table-standing", f"/t/{at['usa-5']}"),
        Stop("table-watching", five, device=WATCHER),
    )


def _tickets(at: dict[str, str]) -> tuple[Stop, ...]:
    """The pages of tickets: covered, locked, with each way of adding one, and confirmed."""
    hands, locked = f"/t/{at['hands']}/tickets", f"/t/{at['locked']}/tickets"
    return (
        Stop("tickets-seats", hands),
        Stop("tickets-cover", f"{hands}/green"),
        Stop("tickets-pin", f"{locked}/red", device=BOS),
        Stop("tickets-locked", f"{locked}/blue", _five_wrong, device=BOS),
        Stop("tickets-hand", f"{hands}/blue", _opens("Ada")),
        Stop("tickets-typed", f"{hands}/blue", _typed),
        Stop("tickets-listed", f"{hands}/blue", _listed),
        Stop("tickets-doubt", f"{hands}/green", _doubted),
        Stop("tickets-sure", f"{hands}/red", _opens("Bo")),
    )


def _hands(tables: Tables) -> str:
    """The id of a new table with three seats on one phone: one with two tickets, one confirmed, one empty."""
    table = screens.played(tables, "europe", screens.THREE, 12)
    for n, route in enumerate(("essen--frankfurt", "essen--kobenhavn--1")):
        late = {"type": "claim", "player": "blue", "route": route, "late": True, "id": f"on-the-way-{n}"}
        tables.log.report(table, browser_with(MINE), late)
    for color in ("blue", "red", "green"):
        tables.seats.take(table, browser_with(MINE), color)
    tables.tickets.open(table, browser_with(MINE), "blue")
    for n, ticket in enumerate(("frankfurt--kobenhavn", "brest--petrograd")):
        kept = {"type": "keep", "player": "blue", "ticket": ticket, "id": f"kept-{n}"}
        tables.log.report(table, browser_with(MINE), kept)
    tables.tickets.close(table, browser_with(MINE))
    tables.seats.confirm(table, browser_with(MINE), "red")
    return table


def _locked(tables: Tables) -> str:
    """The id of a new table with two seats on one phone, each with a PIN."""
    table = screens.played(tables, "usa", screens.THREE, 3)
    tables.door.join_by_secret(tables.door.invite(table, browser_with(MINE)), browser_with(BOS))
    for color in ("blue", "red"):
        tables.seats.take(table, browser_with(BOS), color, "1234")
    return table


def _going_along(tables: Tables, locked: str) -> tuple[Stop, ...]:
    """A seat on its way to another phone, on both: at a table of its own, for the old one is asked everywhere."""
    table, mine = screens.played(tables, "usa", screens.THREE, 3), browser_with(MINE)
    tables.seats.take(table, mine, "blue")

    def scans(page: Page) -> None:
        page.evaluate("secret => { location.hash = secret; }", tables.moving.offer(table, mine, "blue"))
        page.locator(".code").wait_for()

    def is_asked(page: Page) -> None:
        tables.moving.ask(tables.moving.offer(table, mine, "blue"), browser_with("a-phone-that-scanned"))
        page.reload()
        page.locator(".asked").wait_for()

    return (
        Stop("join-seat-waiting", "/join/seat", scans, device="a-phone-that-scans"),
        Stop("along-asked", f"/t/{table}/seats/blue/along", is_asked),
        Stop("along-pin", f"/t/{locked}/seats/blue/along", device=BOS),
    )


def _makes_a_link(page: Page) -> None:
    """A page that comes after one like it: what it shows says nothing of whether it has come."""
    with page.expect_navigation():
        page.locator("form[action='/phone/along'] button").click()


def _shows_the_code(page: Page) -> None:
    _presses("Show the QR code")(page)
    page.locator(".qr").wait_for()


def _presses(name: str, context: str = "") -> Act:
    """An act that presses the button with this name."""
    return lambda page: page.get_by_role("button", name=_translated(page, name, context), exact=True).click()


def _translated(page: Page, text: str, context: str = "") -> str:
    """A text of ours in the language of the page."""
    catalogue = languages.catalogue(page.evaluate("document.documentElement.lang"))
    return catalogue.pgettext(context, text) if context else catalogue.gettext(text)


def _opens(name: str) -> Act:
    """An act that opens the tickets of a player.

    The page before this one may only now be closing the tickets it had open, so it is tried up to three times.
    """

    def act(page: Page) -> None:
        for _ in range(3):
            label = _translated(page, "I'm {name} – show my tickets").format(name=name)
            button = page.get_by_role("button", name=label, exact=True)
            if button.count():
                button.click()
            try:
                return page.locator(".seat-page").wait_for(timeout=2500)
            except TimeoutError:
                page.reload()
        raise AssertionError(f"the tickets of {name} stay closed")

    return act


def _open_all(page: Page) -> None:
    """Opens everything on a page that can be opened."""
    page.evaluate(OPEN_ALL)


def _look(page: Page) -> None:
    """Opens the choice of shape and letter of the first player."""
    page.locator(".seat-look").first.click()


def _no_names(page: Page) -> None:
    """Saves settings without names."""
    for field in page.locator("[name^=name-]").all():
        field.fill("")
    _presses("Save settings")(page)


def _joins(code: str) -> Act:
    """An act that asks to join with this code."""

    def act(page: Page) -> None:
        page.get_by_label(_translated(page, "Code", "field"), exact=True).fill(code)
        _presses("Ask to join")(page)

    return act


def _late(page: Page, tables: Tables, table: str) -> None:
    """Claims the first route on offer too late: another phone has just claimed it. That claim is then taken back."""
    button = page.locator("button.take").first
    route = button.get_attribute("value")
    game, __ = tables.games.at(table, browser_with(MINE))
    entry = {
        "type": "claim",
        "player": game.table.next_player,
        "route": route,
        "late": True,
        "id": f"late-{new_id()}",
    }
    tables.log.report(table, browser_with(MINE), entry, anyway=True)
    button.click()
    page.get_by_role("alert").wait_for()
    # So that the next visit to this stop finds the table as it was.
    strike = {
        "type": "strike",
        "entry": len(tables.games.at(table, browser_with(MINE))[0].log),
        "id": f"back-{new_id()}",
    }
    tables.log.report(table, browser_with(MINE), strike, anyway=True)


def _five_wrong(page: Page) -> None:
    """Types a wrong PIN five times, after which the tickets are locked."""
    for _ in range(5):
        if page.locator("[name=pin]").count():
            page.locator("[name=pin]").fill("9999")
            page.locator(".cover .button-large").click()


def _typed(page: Page) -> None:
    """Opens a hand and types the beginning of a ticket."""
    _opens("Ada")(page)
    page.locator("#add > summary").click()
    page.locator("[name=find]").fill("ber")
    page.locator(".offer").first.wait_for()


def _listed(page: Page) -> None:
    """Opens a hand and the list of all tickets."""
    _opens("Ada")(page)
    page.locator("#add > summary").click()
    page.locator("#every > summary").click()


def _doubted(page: Page) -> None:
    """Says that an empty hand is complete, which the page doubts."""
    _opens("Cy")(page)
    _presses("My tickets are in")(page)
    page.locator(".said-wrong").wait_for()


def _wrong_import(page: Page) -> None:
    """Tries to import a file that is no game."""
    page.locator("textarea").fill('{"format": "companion/game", "version": 1, "map": "mars", "log": 3}')
    _presses("Open game", "button")(page)
