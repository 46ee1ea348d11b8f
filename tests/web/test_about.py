"""The page about the program itself."""

from __future__ import annotations

from companion import __version__


def test_it_works(client):
    answer = client.get("/about")
    assert answer.status_code == 200
    assert "About Trackside" in answer.text


def test_it_says_once_that_this_is_unofficial(client):
    assert client.get("/about").text.count("unofficial") == 1
    assert "unofficial" not in client.get("/").text


def test_it_names_whose_work_is_in_it_and_which_version_runs(client):
    text = client.get("/about").text
    for name in ("htmx 4.0.1", "League Gothic", f"Trackside {__version__}"):
        assert name in text
