"""The gallery: every board in every state, but only for whoever asked for it."""

from __future__ import annotations

import pytest

from companion.app import create_app
from companion.picture import PALETTES
from companion.picture.samples import SAMPLES
from tests.web.conftest import CheckingClient


@pytest.fixture
def visitor(boards):
    app = create_app(boards, with_gallery=True)
    app.test_client_class = CheckingClient
    return app.test_client()


def test_every_board_is_there_in_every_state_and_palette(visitor, boards):
    text = visitor.get("/gallery/").text
    for board in boards:
        for state in SAMPLES:
            for palette in PALETTES:
                assert f"/gallery/{board}/{state}/{palette}.svg" in text


@pytest.mark.parametrize("state", SAMPLES)
def test_each_picture_is_there(visitor, boards, state):
    for board in boards:
        answer = visitor.get(f"/gallery/{board}/{state}/dark.svg")
        assert answer.status_code == 200
        assert answer.mimetype == "image/svg+xml"
        assert answer.text.startswith("<svg ")


@pytest.mark.parametrize("path", ["atlantis/empty/dark", "usa/upside-down/dark", "usa/empty/pink"])
def test_what_there_is_no_picture_of(visitor, path):
    assert visitor.get(f"/gallery/{path}.svg").status_code == 404


def test_nobody_finds_it_otherwise(client):
    assert client.get("/gallery/").status_code == 404
    assert client.get("/gallery/usa/empty/dark.svg").status_code == 404
