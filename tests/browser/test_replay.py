"""The replay on a phone: its own model draws what the server knows, by slider, keys, links and in twelve seconds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.boards.model import Board
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.record.read import Record
from companion.store import open_store
from tests.browser.conftest import PHONE
from tests.pages.finishing import ended
from tests.support.evenings import evening
from tests.support.golden import FOLDER, games_in
from tests.support.resting import put_away

OWNED = """() => Object.fromEntries([...document.querySelectorAll('.lit [data-owner]')]
  .map(track => [track.dataset.route, track.dataset.owner]))"""


@pytest.fixture
def show(browser: Browser, home: str, boards: Mapping[str, Board]) -> Iterator[object]:
    """Shows the replay of a finished game."""
    store = open_store(os.environ["DATABASE_URL"])
    context = browser.new_context(**PHONE)
    context.add_cookies([{"name": "trackside", "value": "who-replays", "url": home}])

    def shown(record: Record, script: bool = True) -> Page:
        table = Tables(store, boards).open(record, browser_with("who-replays")).table
        page = context.new_page()
        page.goto(f"{home}/t/{table}/replay")
        if script:
            page.locator("#play").wait_for()
        return page

    yield shown
    put_away(context)
    store.engine.dispose()


def owners_after(record: Record, number: int) -> dict[str, str]:
    claims = [*record.replayed().claims][:number]
    return {route: next(by for claimed, by in claims if claimed == route) for route, _ in claims}


def test_the_board_walks_along_with_the_slider(show):
    record = evening(52, "europe", 5)
    page = show(record)
    for number in (0, 1, 35, 64):
        page.locator("#claim").fill(str(number))
        assert page.evaluate(OWNED) == owners_after(record, number)
    page.locator("#claim").fill("55")
    expect(page.locator("[data-words]")).to_contain_text("Petrograd – Stockholm")
    expect(page.locator("#claim-55")).to_have_attribute("aria-current", "step")
    expect(page.locator("#claim")).to_have_attribute("aria-valuetext", page.locator("[data-words]").inner_text())


def test_keys_buttons_and_sentences_lead_to_a_claim(show):
    page = show(evening(52, "europe", 5))
    slider = page.locator("#claim")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("63")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("64")
    page.get_by_role("button", name="Previous").tap()
    expect(slider).to_have_value("63")
    page.get_by_role("link", name="The turning point was claim 55").tap()
    expect(slider).to_have_value("55")
    expect(page.locator("[data-points]").nth(4)).to_have_text(
        page.locator("#claim-55").get_attribute("data-now-points").split()[4]
    )


def test_the_whole_game_takes_twelve_seconds_and_can_be_stopped(show):
    page = show(evening(52, "europe", 5))
    page.clock.install(time=0)
    page.clock.pause_at(60_000)
    page.keyboard.press(" ")
    page.clock.run_for(6_000)
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    assert 30 <= int(page.locator("#claim").input_value()) <= 33
    page.clock.run_for(6_200)
    expect(page.locator("#claim")).to_have_value("64")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def agrees(show, record):
    """Halfway and at the end the owners are those of the log."""
    page = show(record)
    steps = len(record.replayed().claims)
    for number in (steps // 2, steps):
        page.locator("#claim").fill(str(number))
        assert page.evaluate(OWNED) == owners_after(record, number)
    page.close()


def test_a_corrected_game_of_another_board_is_followed_too(show, boards):
    games = [ended(game, boards) for game in games_in(FOLDER / "boards" / "japan") if game.expect]
    record = max(games, key=lambda played: len(played.log))
    agrees(show, record)


@pytest.mark.soak
def test_every_golden_game_is_followed(show, boards):
    for folder in sorted((FOLDER / "boards").iterdir()):
        for game in games_in(folder):
            if game.expect and (record := ended(game, boards)).replayed().claims:
                agrees(show, record)


def test_without_a_script_it_is_a_list(browser, home, boards):
    store = open_store(os.environ["DATABASE_URL"])
    table = Tables(store, boards).open(evening(52, "europe", 5), browser_with("who-replays")).table
    context = browser.new_context(**PHONE, java_script_enabled=False)
    context.add_cookies([{"name": "trackside", "value": "who-replays", "url": home}])
    page = context.new_page()
    page.goto(f"{home}/t/{table}/replay")
    assert page.locator("[data-place]").count() == 64
    assert not page.locator("#claim").is_visible()
    context.close()
    store.engine.dispose()
