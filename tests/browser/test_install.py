"""On the home screen: what Chromium asks of an app, when installing is offered, and what the installed app says."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from companion.play.keys import browser_with
from tests.browser.conftest import PHONE
from tests.support.housing import until
from tests.support.resting import put_away

PROMPT = """() => {
  window.prompted = 0;
  const asked = new Event("beforeinstallprompt", { cancelable: true });
  asked.prompt = () => window.prompted++;
  window.dispatchEvent(asked);
  return asked.defaultPrevented;
}"""
IOS = "Object.defineProperty(navigator, 'standalone', { value: %s })"
BARE = """for (const gone of ["serviceWorker", "wakeLock", "clipboard"]) delete Navigator.prototype[gone];
Object.defineProperty(window, "isSecureContext", { value: false });"""
INSTALLED = """const matchMedia = window.matchMedia;
window.matchMedia = asked => asked === "(display-mode: standalone)" ? { matches: true } : matchMedia(asked);"""
OFFER = "Open it from your home screen"


@pytest.fixture
def tally(seated):
    """The tally of a finished game."""
    device = browser_with(seated.maker)
    seated.tables.log.report(seated.table, device, {"type": "finish", "id": "end"}, anyway=True)

    def opened(script=""):
        page = seated.phone("blue").page
        if script:
            page.add_init_script(script)
        page.goto(f"{seated.home}/t/{seated.table}/tally", wait_until="load")
        return page

    return opened


def test_chromium_finds_nothing_missing(house, seated, whole_browser):
    seated.browser = whole_browser  # its engine alone installs nothing
    page = seated.phone().page
    page.goto(house.home, wait_until="load")
    until(page, "() => navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["url"] == f"{house.home}/manifest.webmanifest?lang=en"
    assert found["errors"] == []
    assert json.loads(found["data"])["name"] == "Trackside"
    missing = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The contexts of tests keep nothing, which is the one thing Chromium has against them.
    assert {one["errorId"] for one in missing} <= {"in-incognito"}
    assert session.send("Page.getAppId")["appId"] == f"{house.home}/"


def test_after_a_game_the_browser_is_let_ask(tally):
    page = tally()
    offer = page.get_by_role("heading", name=OFFER)
    expect(offer).to_be_hidden()
    assert page.evaluate(PROMPT)
    expect(offer).to_be_visible()
    expect(page.get_by_text("1. Tap “Share”")).to_be_hidden()
    page.get_by_role("button", name="Install").tap()
    assert page.evaluate("window.prompted") == 1
    page.evaluate("window.dispatchEvent(new Event('appinstalled'))")
    expect(offer).to_be_hidden()


def test_in_the_middle_of_a_game_nobody_asks(seated):
    page = seated.phone("blue").page
    assert page.evaluate(PROMPT)
    expect(page.get_by_text(OFFER)).to_have_count(0)


def test_on_ios_two_steps_are_shown(tally):
    page = tally(IOS % "false")
    expect(page.get_by_text("1. Tap “Share”")).to_be_visible()
    expect(page.get_by_text("2. Tap “Add to Home Screen”")).to_be_visible()
    expect(page.get_by_role("img", name="A square with a plus")).to_be_visible()
    expect(page.get_by_role("button", name="Install")).to_be_hidden()


@pytest.mark.parametrize("script", [IOS % "true", INSTALLED])
def test_in_the_app_nothing_is_offered(tally, script):
    page = tally(script)
    page.evaluate(PROMPT)
    expect(page.get_by_text(OFFER)).to_be_hidden()


@pytest.mark.parametrize("script", [IOS % "true", INSTALLED])
def test_in_the_app_home_says_how_to_come_to_a_game(browser, house, script):
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.add_init_script(script)
    page.goto(house.home, wait_until="load")
    expect(page.get_by_text("This app has its own list")).to_be_visible()
    put_away(context)


def test_home_in_a_browser_says_nothing_of_it(browser, house):
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(house.home, wait_until="load")
    expect(page.get_by_text("This app has its own list")).to_be_hidden()
    put_away(context)


def test_over_plain_http_players_read_nothing_of_it_and_the_table_works(seated):
    finger = seated.phone("blue")
    finger.page.context.add_init_script(BARE)
    finger.page.goto(f"{seated.home}/", wait_until="load")
    expect(finger.page.get_by_text("--https")).to_have_count(0)
    finger.page.goto(f"{seated.home}/t/{seated.table}", wait_until="load")
    finger.claim("denver--omaha")
    finger.press("Undo")
    finger.has_not("denver--omaha")
