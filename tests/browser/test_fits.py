"""Every word has room: in each language, on phones 320 and 360 pixels wide, in letters as they come and in large.

The tightest screens in the tests, in the languages with the longest words; every screen in every language in
`make soak ARGS=languages`.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import expect

from companion import languages
from companion.play.tables import Tables
from companion.store import open_store
from tests.faults.doses import fault
from tests.support.doses import one_in
from tests.support.fitting import cramped
from tests.support.resting import put_away
from tests.support.tapping import PHONE
from tools.further_tour import further
from tools.tour import Stop, Tour, tour

# Where a table meets words: what is played, entered and told at the end.
TIGHT = (
    *("home", "table-menu", "table-tap", "again", "routes", "tickets-hand", "recount-off", "people"),
    *("step-europe-5-ticket", "tally-europe-5"),
)
TIGHTEST = ("table-menu", "table-tap", "tickets-hand", "step-europe-5-ticket")
LONGEST = ("de", "fr", "pl")
TELEVISION = 1280


@pytest.fixture(scope="module")
def walk(home, boards) -> Tour:
    """Every stop there is, on the real server."""
    return tour(Tables(open_store(os.environ["DATABASE_URL"]), boards), os.environ["DATABASE_URL"], home)


@pytest.fixture(scope="module")
def stops(walk) -> dict[str, Stop]:
    return {stop.name: stop for stop in further(walk)}


def looked_at(browser: Any, walk: Tour, stops: list[Stop], tag: str) -> dict[str, dict[str, list[str]]]:
    """What has no room, by stop and by how it is shown."""
    context = browser.new_context(**{**PHONE, "device_scale_factor": 1, "locale": tag})
    found = {}
    for stop in stops:
        page = walk.show(context, stop)
        expect(page.locator("html")).to_have_attribute("lang", tag)
        if wrong := cramped(page):
            found[stop.name] = wrong
        if stop.wide and (wrong := cramped(page, (TELEVISION,), ("",))):
            found[f"{stop.name}, television"] = wrong
        page.close()
    put_away(context)
    return found


@pytest.mark.parametrize("tag", one_in(3, LONGEST))
def test_the_longest_words_fit_a_small_phone(browser, walk, stops, tag):
    some = TIGHT if tag == LONGEST[0] else TIGHTEST
    assert looked_at(browser, walk, [stops[name] for name in some], tag) == {}


@pytest.mark.soak
@pytest.mark.parametrize("tag", languages.LANGUAGES)
def test_every_screen_fits(browser, walk, stops, tag):
    with fault(f"every screen at 320 and 360 px, small and large text: {tag}", 0, len(stops), "screens") as run:
        run.dose = len(stops)  # however large the dose: there are no more
        found = looked_at(browser, walk, list(stops.values()), tag)
        run.tells("screens where something doesn't fit", len(found))
        assert found == {}
