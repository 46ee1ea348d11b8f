"""The left hand: chosen once, kept by the browser, shown on every page."""

from __future__ import annotations

import re

from tests.pages.visiting import guest


def test_the_left_hand_is_chosen_once_and_shown_on_every_page(client, address):
    assert not re.search("data-hand|left-hand", client.get(address).text)
    assert client.post(f"{address}/aloud", data={"left": "on", "much": "all", "keys": "on"}).status_code == 303
    for page in (address, f"{address}/log", "/", "/about"):
        text = client.get(page).text
        assert '<html lang="en" dir="ltr" data-hand="left">' in text
        assert re.search(r'href="/assets/left-hand-\w+\.css"', text)
    assert 'name="left" checked' in client.get(f"{address}/aloud").text


def test_it_can_be_taken_back(client, address):
    client.post(f"{address}/aloud", data={"left": "on"})
    client.post(f"{address}/aloud", data={"much": "all"})
    assert "data-hand" not in client.get(address).text


def test_it_is_this_phones_alone(app, tables, client, address):
    client.post(f"{address}/aloud", data={"left": "on"})
    assert "data-hand" not in guest(app, tables, client, address).get(address).text
