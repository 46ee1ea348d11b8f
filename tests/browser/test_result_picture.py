"""The picture of a result on a phone: drawn there, small, without any request, and sent or saved."""

from __future__ import annotations

import io
import os

import pytest
from PIL import Image

from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import open_store
from tests.browser.conftest import PHONE
from tests.support.evenings import evening
from tests.support.resting import put_away

DRAWN = "shape => document.querySelector('canvas')?.dataset.done === shape"
MOST = 250_000
SHARES = """
  window.sent = [];
  navigator.canShare = ({ files }) => files.length === 1 && files[0].type === "image/jpeg";
  navigator.share = async ({ files: [file] }) => sent.push([file.name, file.size]);
"""


@pytest.fixture
def opened(browser, home, boards):
    store = open_store(os.environ["DATABASE_URL"])
    table = Tables(store, boards).open(evening(52, "europe", 5), browser_with("who-sends")).table
    contexts = []

    def page(script=""):
        context = browser.new_context(**PHONE, accept_downloads=True)
        contexts.append(context)
        context.add_cookies([{"name": "trackside", "value": "who-sends", "url": home}])
        context.add_init_script(script)
        page = context.new_page()
        page.goto(f"{home}/t/{table}/picture")
        page.wait_for_function(DRAWN, arg="wide")
        return page

    yield page
    for context in contexts:
        put_away(context)
    store.engine.dispose()


@pytest.mark.parametrize(("shape", "size"), [("wide", (1200, 630)), ("square", (1080, 1080))])
def test_it_is_saved_where_there_is_no_share_sheet(opened, shape, size):
    page = opened("delete Navigator.prototype.canShare")
    page.locator(f"[value={shape}]").check()
    page.wait_for_function(DRAWN, arg=shape)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").tap()
    saved = download.value.path().read_bytes()
    with Image.open(io.BytesIO(saved)) as picture:
        assert picture.size == size
        assert picture.format == "JPEG"
        # Not an empty ground: the winner's plate, and trains of every player.
        colours = {
            colour for _n, colour in picture.convert("P", palette=Image.Palette.WEB).convert("RGB").getcolors()
        }
        assert len(colours) > 30
    assert len(saved) <= MOST
    assert download.value.suggested_filename.endswith(f"-{shape}.jpg")
    assert [url for url in asked if not url.startswith("blob:")] == []


def test_it_is_sent_by_the_share_sheet(opened):
    page = opened(SHARES)
    page.get_by_role("button", name="Share the picture").tap()
    page.wait_for_function("() => sent.length")
    [[name, size]] = page.evaluate("sent")
    assert name.startswith("trackside-europe-")
    assert size <= MOST


def test_full_names_are_a_choice(opened):
    page = opened()
    assert not page.locator("[name=full]").is_checked()
    first = page.evaluate("document.querySelector('canvas').toDataURL()")
    page.evaluate("delete document.querySelector('canvas').dataset.done")
    page.locator("[name=full]").check()
    page.wait_for_function(DRAWN, arg="wide")
    assert page.evaluate("document.querySelector('canvas').toDataURL()") != first
