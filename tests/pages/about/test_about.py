"""The page about the program itself."""

from __future__ import annotations

import pytest

from companion import __version__
from companion.app import create_app
from companion.web.hosting import Hosting


def test_the_page_about_the_program_opens(client):
    answer = client.get("/about")
    assert answer.status_code == 200
    assert "About Trackside" in answer.text


def test_it_says_once_that_this_is_unofficial(client):
    assert client.get("/about").text.count("unofficial") == 1
    assert "unofficial" not in client.get("/").text


def test_it_names_whose_work_is_in_it_and_which_version_runs(client):
    text = client.get("/about").text
    for name in ("htmx 4.0.1", "League Gothic", "Barlow Semi Condensed", f"Trackside {__version__}"):
        assert name in text


def test_what_is_kept_is_told_in_plain_words(client, boards):
    page = client.get("/privacy").text
    for told in (
        "no accounts",
        "A cookie",
        "until someone deletes them",
        "The person who opened a table can delete it",
    ):
        assert told in page
    assert 'href="/privacy"' in client.get("/about").text


@pytest.mark.parametrize(("days", "told"), [(1, "1 day"), (90, "90 days")])
def test_a_host_that_keeps_games_for_a_while_says_so(boards, days, told):
    page = create_app(boards, hosting=Hosting(keep_days=days)).test_client().get("/privacy").text
    assert f"once nobody has touched it for {told}." in page
    assert "until someone" not in page
