"""Names as strangers type them, on every page around a table."""

from __future__ import annotations

import pytest

from tests.pages.visiting import opened, told

HOSTILE = ["<b>Bo</b>", "</title><script>", "\"'`&amp;", "🚂" * 24, "مريم العربية", "a" * 24, "{{ 7 * 7 }}"]
PAGES = ["", "/people", "/setup", "/log", "/log/1", "/watch"]


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_shown_as_it_was_typed_and_does_nothing(client, tables, name):
    address = opened(client, name, "Bo")
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    client.post(f"{address}/setup", data={})
    for page in ("/", "/new", *(address + page for page in PAGES)):
        answer = client.get(page)  # the client that checks refuses what is not valid
        assert answer.status_code == 200
        assert "<b>Bo" not in answer.text
        assert "<script>" not in answer.text
        shown = answer.text.replace("\u2068", "").replace("\u2069", "")
        if not set(name) & set("<>&\"'"):
            assert name in shown


def test_a_name_from_the_right_keeps_to_itself(client, tables):
    address = opened(client, "مريم", "Bo")
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    assert "\u2068مريم\u2069 claimed Denver" in client.get(f"{address}/log").text
    assert "<bdi>مريم</bdi>" in client.get(f"{address}/people").text
