"""The help page, and the ways to it."""

from __future__ import annotations

import re

import pytest

from tests.pages.visiting import opened, text


def test_the_help_page_has_all_its_parts(client):
    answer = client.get("/help")
    assert answer.status_code == 200
    for told in ("Start a game", "Claim routes", "Fix a mistake", "What's secret", "Without a network", "Questions"):
        assert told in text(answer)


def test_every_anchor_leads_to_a_part_of_the_page(client):
    page = client.get("/help").text
    anchors = re.findall(r'href="#([\w-]+)"', page)
    assert len(set(anchors)) >= 10  # the parts, and the way to the content
    for anchor in anchors:
        assert page.count(f' id="{anchor}"') == 1
    for part in re.findall(r'<section[^>]* id="([\w-]+)"', page):
        assert part in anchors


def test_its_pictures_are_there_described_and_light(client):
    pictures = re.findall(r'<img[^>]* src="([^"]+)" alt="([^"]+)"', client.get("/help").text)
    assert len(pictures) >= 4
    sizes = []
    for address, alt in pictures:
        answer = client.get(address)
        assert answer.content_type == "image/webp"
        assert len(alt) > 20
        sizes.append(len(answer.data))
    assert sum(sizes) < 200_000


@pytest.mark.parametrize("address", ["/", "/new", "/join", "/boards", "/about"])
def test_it_is_found_from_every_page(client, address):
    assert 'href="/help"' in client.get(address).text


@pytest.mark.parametrize("part", ["", "/log", "/people", "/setup", "/tickets"])
def test_from_a_table_it_leads_back_there(client, part):
    address = opened(client)
    table = address.rsplit("/", 1)[1]
    assert f'href="/help?at={table}"' in client.get(f"{address}{part}").text
    assert f'href="{address}"' in client.get(f"/help?at={table}").text
    assert "Back to the table" not in client.get("/help?at=//elsewhere").text
