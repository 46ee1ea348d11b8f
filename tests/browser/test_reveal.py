"""The reveal on real screens: three devices in step, one of them late, one asleep; played, seen again, in peace."""

from __future__ import annotations

import contextlib
import os
import re
import time

import pytest
from playwright.sync_api import Error, expect

from companion.boards import files
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import open_store
from tests.browser.conftest import DESK, NO_WORKER
from tests.browser.test_pages import TOO_SMALL, faint
from tests.support.evenings import Evening
from tests.support.tapping import PHONE, Seated

SCREEN = DESK | {"is_mobile": False, "has_touch": False}
SIZES = {"phone": PHONE, "small": PHONE | {"viewport": {"width": 320, "height": 640}}, "television": SCREEN}
KEY = "[data-key]"
ASLEEP = """hidden => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def table(browser, home, boards):
    """An evening in Europe, played and not yet finished; nobody has confirmed."""
    evening = Evening(18, "europe", 3)
    evening.log.pop()
    tables = Tables(open_store(os.environ["DATABASE_URL"]), boards)
    seated = Seated(tables, browser, home, files.boards()["europe"])
    yield seated.opens(3, evening.log, names={"blue": "Ada", "red": "Bo", "green": "Cyrill"})
    seated.leave()
    tables.store.engine.dispose()


def until(true):
    """Waits without asking the page to evaluate a text, which its policy forbids."""
    for _ in range(80):
        if true():
            return
        time.sleep(0.1)
    raise AssertionError("it never came")


def stands_at(page, number):
    expect(page.locator(KEY)).to_have_attribute("data-key", str(number))


def begin(table, **options):
    """The maker's phone goes to the end and on without anybody."""
    maker = table.phone(path="/end", **options)
    maker.tap(maker.page.get_by_text("Someone can't confirm?"))
    maker.tap(maker.page.get_by_role("button", name="Finish without Ada, Bo and Cyrill"))
    stands_at(maker.page, 0)
    return maker


def seen(page):
    """What a screen shows: the headline, everybody's points, and which journey is drawn."""
    return page.evaluate("""() => [
      document.querySelector('h1').textContent.trim(),
      [...document.querySelectorAll('.score-points')].map(b => b.textContent),
      document.querySelector('[data-layer="thread"]').getAttribute('d'),
      document.querySelector('[data-layer="longest"]').getAttribute('d'),
      document.querySelectorAll('[data-owner]').length,
    ]""")


def last(table):
    return len(table.tables.games.at(table.table, browser_with(table.maker))[0].reveal) - 1


def test_an_answer_asked_for_before_a_step_does_not_take_it_back(table):
    """A slow answer to what was new must not bring the step before back, with a Next that leads nowhere."""
    page = begin(table).page
    held = []

    def hold_the_first(route):
        route.continue_() if held else held.append((route, route.fetch()))

    page.route(re.compile(r"/reveal\?log="), hold_the_first)
    page.evaluate("() => { dispatchEvent(new Event('online')); }")
    while not held:
        page.wait_for_timeout(20)
    page.locator("#next").click()
    stands_at(page, 1)
    page.evaluate("""() => {
      window.steps = [];
      const notes = () => window.steps.push(document.querySelector("[data-key]").dataset.key);
      document.addEventListener("htmx:after:swap", notes);
    }""")
    for route, answer in held:
        with contextlib.suppress(Error):  # nobody waits for it any more
            route.fulfill(response=answer)
    page.evaluate("() => { dispatchEvent(new Event('online')); }")
    page.wait_for_function("() => window.steps.length")
    assert set(page.evaluate("() => window.steps")) == {"1"}


def test_three_devices_in_step_one_late_one_asleep(table):
    maker = table.phone(path="/end")
    phone, screen = table.phone(), table.phone(path="/watch", role="watcher", **SCREEN)
    maker.tap(maker.page.get_by_text("Someone can't confirm?"))
    maker.tap(maker.page.get_by_role("button", name="Finish without Ada, Bo and Cyrill"))
    for device in (maker, phone, screen):  # from the end page, the table and the large screen alike
        stands_at(device.page, 0)
    for number in (1, 2):
        maker.press("Next")
        for device in (maker, phone, screen):
            stands_at(device.page, number)
    assert seen(maker.page) == seen(phone.page) == seen(screen.page)
    phone.page.evaluate(ASLEEP, True)
    for number in (3, 4):
        maker.press("Next")
        stands_at(screen.page, number)
    stands_at(phone.page, 2)
    late = table.phone()
    late.page.goto(f"{table.home}/t/{table.table}/reveal")
    stands_at(late.page, 4)
    phone.page.evaluate(ASLEEP, False)
    stands_at(phone.page, 4)
    maker.press("Previous")
    for device in (maker, phone, screen, late):
        stands_at(device.page, 3)
    assert seen(maker.page) == seen(phone.page) == seen(screen.page) == seen(late.page)
    maker.press("Skip to the winner")
    for device in (maker, phone, screen, late):
        expect(device.page.locator("h1")).to_have_text(re.compile("wins!"))
    assert seen(maker.page) == seen(phone.page) == seen(screen.page) == seen(late.page)


def test_another_phone_takes_the_lead(table):
    maker = begin(table)
    phone = table.phone(path="/reveal")
    expect(phone.page.locator("#next")).to_have_count(0)
    phone.press("Control the reveal here")
    expect(phone.page.locator("#next")).to_have_count(1)
    expect(maker.page.locator("#next")).to_have_count(0)
    phone.press("Next")
    stands_at(maker.page, 1)


FEW, KINDS, ALL = "of a few kinds", "of each kind", "all"


@pytest.mark.parametrize("steps", [FEW, *(pytest.param(more, marks=pytest.mark.soak) for more in (KINDS, ALL))])
def test_a_picture_once_lit_is_as_before_when_it_goes_out(table, steps):
    """On the way to the winner and back; a page that comes fresh shows the same."""
    maker = begin(table)
    begun = seen(maker.page)
    kinds = [step.kind for step in table.tables.games.at(table.table, browser_with(table.maker))[0].reveal]
    of_each = sorted({*map(kinds.index, kinds), last(table)} - {0})
    some = {FEW: of_each[::3], KINDS: of_each, ALL: [*range(1, len(kinds))]}[steps]
    fresh, shown = maker.page.context.new_page(), {0: begun}
    for number in some:
        table.tables.reveal.step(table.table, browser_with(table.maker), number)
        stands_at(maker.page, number)
        fresh.goto(f"{table.home}/t/{table.table}/reveal?step={number}")
        stands_at(fresh, number)
        shown[number] = seen(fresh)
        assert seen(maker.page) == shown[number]
    for number in (*reversed(some[:-1]), 0):
        table.tables.reveal.step(table.table, browser_with(table.maker), number)
        stands_at(maker.page, number)
        assert seen(maker.page) == shown[number]


def test_seen_again_it_moves_nobody_else(table):
    maker = begin(table)
    phone = table.phone(path="/reveal")
    maker.press("Skip to the winner")
    end = last(table)
    stands_at(phone.page, end)
    phone.tap(phone.page.get_by_role("link", name="See it again"))
    stands_at(phone.page, 0)
    phone.tap(phone.page.get_by_role("link", name="Next"))
    stands_at(phone.page, 1)
    stands_at(maker.page, end)


def test_it_plays_by_itself_and_stops(table):
    maker = begin(table)
    maker.page.clock.install()
    maker.press("Play")
    stands_at(maker.page, 1)
    expect(maker.page.locator("#play")).to_have_attribute("aria-pressed", "true")
    for number in (2, 3):
        maker.page.clock.fast_forward(4600)
        stands_at(maker.page, number)
    maker.press("Play")
    maker.page.clock.fast_forward(20_000)
    expect(maker.page.locator("#play")).to_have_attribute("aria-pressed", "false")
    stands_at(maker.page, 3)


def test_points_count_up_and_journeys_are_drawn_unless_less_motion_is_asked_for(table):
    maker = begin(table, reduced_motion="no-preference")
    steps = table.tables.games.at(table.table, browser_with(table.maker))[0].reveal
    won = next(
        n
        for n, step in enumerate(steps)
        if step.kind == "ticket" and any(len(walk.routes) > 2 for walk in step.items[0].walks)
    )
    table.tables.reveal.step(table.table, browser_with(table.maker), won - 1)
    stands_at(maker.page, won - 1)
    maker.page.evaluate("""() => {
      window.lengths = new Set();
      const look = () => {
        lengths.add(document.querySelector('[data-layer="thread-case"]').getAttribute('d').length);
        requestAnimationFrame(look);
      };
      look();
    }""")
    maker.press("Next")
    stands_at(maker.page, won)
    until(lambda: maker.page.evaluate("lengths.size") > 4)
    whole = table.phone(path="/reveal")
    expect(maker.page.locator(".score-points").first).to_have_text(
        whole.page.locator(".score-points").first.inner_text()
    )
    drawn = [device.page.locator('[data-layer="thread-case"]') for device in (maker, whole)]
    until(lambda: drawn[0].get_attribute("d") == drawn[1].get_attribute("d"))


@pytest.mark.parametrize("size", SIZES)
def test_every_step_can_be_read_and_touched(table, size):
    maker = begin(table, **SIZES[size])
    told = []
    maker.page.on("console", lambda said: said.text == NO_WORKER or told.append(said.text))
    maker.page.on("pageerror", lambda error: told.append(str(error)))
    for number in (0, 1, 4, last(table) - 1, last(table)):
        maker.page.goto(f"{table.home}/t/{table.table}/reveal")
        table.tables.reveal.step(table.table, browser_with(table.maker), number)
        stands_at(maker.page, number)
        assert faint(maker.page) == []
        assert maker.page.evaluate(TOO_SMALL) == []
        assert maker.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert told == []


def test_without_script_it_goes_by_buttons_and_reload(table):
    maker = table.phone(path="/end", java_script_enabled=False)
    page = maker.page
    page.get_by_text("Someone can't confirm?").click()
    page.get_by_role("button", name="Finish without Ada, Bo and Cyrill").click()
    stands_at(page, 0)
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Next").click()
    stands_at(page, 1)
    assert page.locator('[data-layer="thread"]').get_attribute("d")
    expect(page.locator("#play")).to_be_hidden()
    page.get_by_role("button", name="Skip to the winner").click()
    expect(page.locator("h1")).to_have_text(re.compile("wins!"))
    page.get_by_role("link", name="Tally").click()
    page.locator("#f-won-blue").click()
    expect(page.locator("#why")).to_contain_text("completed")


def at_a_figure(table):
    maker = begin(table)
    maker.press("Skip to the winner")
    maker.tap(maker.page.get_by_role("link", name="Tally"))
    maker.tap(maker.page.locator("#f-won-red"))
    expect(maker.page.locator("#f-won-red")).to_have_attribute("aria-current", "true")
    return maker


def test_a_figure_opens_into_its_reason_beside_the_board(table):
    maker = at_a_figure(table)
    page = maker.page
    expect(page.locator("#why h2")).to_contain_text("Bo")
    owners = page.evaluate("[...new Set([...document.querySelectorAll('[data-owner]')].map(e => e.dataset.owner))]")
    assert owners == ["red"]
    maker.tap(page.locator("#why .parts a").first)
    until(lambda: page.locator('[data-layer="thread"]').get_attribute("d"))
    expect(page.locator("#why .shown")).to_have_count(1)
    expect(page.locator("#why h2")).to_be_in_viewport()
    assert faint(page) == []
    assert page.evaluate(TOO_SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_rule_of_a_figure_opens_over_the_tally_and_back_leads_to_the_figure(table):
    maker = at_a_figure(table)
    page = maker.page
    said = page.locator("#why > p").first
    before = said.inner_text()
    maker.tap(said.get_by_role("link", name="The rule"))
    expect(page.locator("#help")).to_be_visible()
    expect(page.locator("#help h2")).to_have_text("Tickets")
    expect(said).to_have_text(before)
    page.go_back()
    expect(page.locator("#help")).to_be_hidden()
    expect(page.locator("#f-won-red")).to_have_attribute("aria-current", "true")


def test_a_tally_follows_what_is_put_right_on_another_phone(table):
    maker = begin(table)
    maker.press("Skip to the winner")
    maker.tap(maker.page.get_by_role("link", name="Tally"))
    shown = maker.page.locator("#f-routes-blue b")
    before = shown.inner_text()
    game, __ = table.tables.games.at(table.table, browser_with(table.maker))
    route = next(name for name, owner in game.table.owners.items() if owner == "blue")
    told = {"type": "strike", "entry": game.table.claimed_at[route], "id": "back"}
    table.tables.log.report(table.table, browser_with(table.maker), told, reopen=True)
    worth = game.board.points_for[game.board.route[route].length]
    expect(shown).to_have_text(str(int(before) - worth))


PAINTED = """() => {
  const canvas = document.querySelector("canvas.confetti");
  const shown = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  return shown.filter((part, n) => n % 4 === 3 && part).length / (canvas.width * canvas.height);
}"""


def test_confetti_falls_in_pieces_and_leaves_no_trail(table):
    finger = table.phone(reduced_motion="no-preference")
    told = {"type": "finish", "id": "the-end"}
    table.tables.log.report(table.table, browser_with(table.maker), told, anyway=True)
    finger.page.wait_for_url("**/reveal")
    table.tables.reveal.step(table.table, browser_with(table.maker), 999)
    finger.page.locator("canvas.confetti").wait_for()
    most = 0.0
    while finger.page.locator("canvas.confetti").count():
        try:
            most = max(most, finger.page.evaluate(PAINTED))
        except Error:  # gone by now
            break
    # 140 pieces of at most 12 by 6 pixels.
    assert 0 < most < 0.04


def test_on_the_tally_the_winners_letter_stands_inside_its_mark(table):
    page = begin(table).page
    table.tables.reveal.step(table.table, browser_with(table.maker), last(table))
    page.goto(f"{table.home}/t/{table.table}/tally")
    tag = page.locator(".figures th.won svg").first
    (mark, letter) = tag.evaluate(
        "svg => [svg, svg.querySelector('text')].map(e => e.getBoundingClientRect().toJSON())"
    )
    assert mark["top"] <= letter["top"] < letter["bottom"] <= mark["bottom"]
