"""What goes with every answer."""

from __future__ import annotations

import gzip
from itertools import pairwise

import pytest
from flask import Response

from companion.app import create_app
from companion.web import headers

EVERYTHING = ["/", "/about", "/boards/usa", "/nowhere"]


@pytest.fixture
def addresses(client):
    """The pages, and one of the files they are made with."""
    style = client.get("/").text.split('rel="stylesheet" href="')[1].split('"')[0]
    return [*EVERYTHING, style]


def test_every_answer_has_the_policy_and_nothing_is_sniffed(client, addresses):
    for address in addresses:
        answer = client.get(address)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Content-Security-Policy"] == headers.POLICY


def test_the_policy_allows_nothing_inline_and_no_frame_around_us():
    assert "unsafe" not in headers.POLICY
    assert "default-src 'none'" in headers.POLICY
    assert "frame-ancestors 'none'" in headers.POLICY
    assert "http" not in headers.POLICY


def test_text_is_gzipped_for_whoever_takes_it(client, addresses):
    for address in addresses:
        plain, packed = client.get(address), client.get(address, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == plain.data
        assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "identity"])
def test_others_get_it_plain(client, accepted):
    answer = client.get("/", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert "Accept-Encoding" in answer.vary


def test_fonts_streams_and_small_answers_are_left_alone(boards):
    app = create_app(boards)
    app.add_url_rule("/font", "font", lambda: Response(b"0" * 900, content_type="font/woff2"))
    app.add_url_rule("/small", "small", lambda: Response("short", content_type="text/plain"))
    lines = (f"data: {'x' * 900}\n\n" for _ in pairwise("abc"))
    app.add_url_rule("/stream", "stream", lambda: Response(lines, content_type="text/event-stream"))
    for address in ("/font", "/small", "/stream"):
        answer = app.test_client().get(address, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in answer.headers


def test_a_page_is_asked_for_anew_unless_it_says_otherwise(boards):
    app = create_app(boards)
    app.add_url_rule("/mine", "mine", lambda: Response("x", headers={"Cache-Control": "no-store"}))
    assert app.test_client().get("/boards").headers["Cache-Control"] == "no-cache"
    assert app.test_client().get("/mine").headers["Cache-Control"] == "no-store"
