"""The manifest: what a home screen needs, every file of it there and as large as it says."""

from __future__ import annotations

import io
import json
from gettext import NullTranslations

import pytest
from PIL import Image

from companion.app import create_app
from companion.i18n import speaking


@pytest.fixture
def manifest(client):
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    return json.loads(answer.text)


def picture(client, told):
    answer = client.get(told["src"])
    assert answer.status_code == 200
    assert answer.mimetype == told["type"]
    return Image.open(io.BytesIO(answer.data))


def test_a_page_links_the_manifest_and_it_names_and_starts_the_app(client, manifest):
    assert '<link rel="manifest" href="/manifest.webmanifest?lang=en">' in client.get("/").text
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    assert manifest["name"] == manifest["short_name"] == "Trackside"
    assert manifest["display"] == "standalone"


def test_its_icons_are_what_it_says(client, manifest):
    purposes = {(icon["purpose"], icon["sizes"]) for icon in manifest["icons"]}
    wanted = {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512"), ("monochrome", "512x512")}
    assert wanted <= purposes
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            width, height = picture(client, icon).size
            assert f"{width}x{height}" == icon["sizes"]


def test_an_icon_that_is_cut_round_has_no_hole_and_one_of_a_single_colour_has(client, manifest):
    by_purpose = {icon["purpose"]: icon for icon in manifest["icons"]}
    full = picture(client, by_purpose["maskable"]).convert("RGBA")
    assert full.getchannel("A").getextrema() == (255, 255)
    bare = picture(client, by_purpose["monochrome"]).convert("RGBA")
    assert bare.getchannel("A").getextrema() == (0, 255)
    # What matters lies within the circle that every phone leaves of it: 80 % across.
    ground, middle = full.getpixel((2, 2)), full.width / 2
    outside = {
        full.getpixel((x, y))
        for x in range(0, full.width, 4)
        for y in range(0, full.height, 4)
        if (x - middle) ** 2 + (y - middle) ** 2 > (0.4 * full.width) ** 2
    }
    assert outside == {ground}


def test_its_screens_are_one_narrow_and_one_wide(client, manifest):
    for told in manifest["screenshots"]:
        width, height = picture(client, told).size
        assert f"{width}x{height}" == told["sizes"]
        assert (width < height) == (told["form_factor"] == "narrow")
        assert told["label"]
    assert [told["form_factor"] for told in manifest["screenshots"]] == ["narrow", "wide"]


def test_its_shortcuts_start_and_join(client, manifest):
    assert [(cut["name"], cut["url"]) for cut in manifest["shortcuts"]] == [("New game", "/new"), ("Join", "/join")]
    assert all(client.get(cut["url"]).status_code == 200 for cut in manifest["shortcuts"])


def test_without_tables_there_is_nothing_to_start(boards):
    assert "shortcuts" not in json.loads(create_app(boards).test_client().get("/manifest.webmanifest").text)


def test_its_words_go_through_gettext(client):
    class Shouting(NullTranslations):
        def gettext(self, message):
            return message.upper()

        def pgettext(self, context, message):
            return message.upper()

    with speaking(Shouting()):
        told = json.loads(client.get("/manifest.webmanifest").text)
    assert told["name"] == "TRACKSIDE"
    assert [cut["name"] for cut in told["shortcuts"]] == ["NEW GAME", "JOIN"]
    assert all(screen["label"].isupper() for screen in told["screenshots"])


def test_below_a_path_it_speaks_of_that_path(client):
    told = json.loads(client.get("/manifest.webmanifest", environ_overrides={"SCRIPT_NAME": "/games"}).text)
    assert (told["id"], told["scope"]) == ("/games/", "/games/")
    assert told["icons"][0]["src"].startswith("/games/assets/")


def test_ios_finds_its_own(client):
    page = client.get("/").text
    address = page.split('rel="apple-touch-icon" href="')[1].split('"')[0]
    assert Image.open(io.BytesIO(client.get(address).data)).size == (180, 180)
