"""A saved game opened again: from a file or pasted, and every complaint in a sentence."""

from __future__ import annotations

import io
import json

import pytest

from tests.pages.finishing import game_at, over
from tests.pages.visiting import text
from tests.support.doses import one_in
from tests.support.evenings import evening
from tests.support.golden import REFUSED, TALLIED
from tests.support.records import GOOD


def paste(client, document):
    said = document if isinstance(document, str) else json.dumps(document)
    return client.post("/import", data={"text": said})


def upload(client, raw):
    return client.post("/import", data={"file": (io.BytesIO(raw), "game.json"), "text": ""})


def golden(name):
    return next(game for game in TALLIED if game.name == name)


def test_the_page_takes_a_file_or_its_text(client):
    page = text(client.get("/import"))
    for words in ("Open a saved game", "File", "Or paste its text", "Open game"):
        assert words in page


def test_a_finished_game_opens_at_its_tally(client):
    answer = paste(client, golden("usa-base").text)
    assert answer.status_code == 303
    assert answer.location.endswith("/tally")
    assert "Bo wins with 31 points, 31 more than Ada." in text(client.get(answer.location))


def test_a_game_that_goes_on_opens_at_its_table(client, tables):
    answer = paste(client, golden("usa-base").record | {"log": []})
    assert answer.status_code == 303
    assert client.get(answer.location).status_code == 200


def test_a_file_does_as_well_also_one_with_a_mark_in_front(client):
    for raw in (golden("usa-base").text.encode(), b"\xef\xbb\xbf" + golden("usa-base").text.encode()):
        assert upload(client, raw).location.endswith("/tally")


def test_what_was_taken_along_comes_back_the_same(client, tables):
    address = over(tables, client, evening(18, "europe", 5))
    kept = client.get(f"{address}/record.json").text
    again = paste(client, kept).location.removesuffix("/tally")
    assert again != address
    assert json.loads(client.get(f"{again}/record.json").text)["log"]
    one, other = game_at(tables, client, address), game_at(tables, client, again)
    assert [line.total for line in one.result.lines] == [line.total for line in other.result.lines]


def test_a_pasted_game_as_large_as_may_be_still_fits(client):
    drawn = {"type": "draw", "player": "blue", "at": "2026-11-18T19:04:11.123456789Z"}
    log = [drawn | {"id": "x" * 58 + f"{n:06}"} for n in range(4990)]
    document = golden("usa-base").record | {"log": log}
    assert 700_000 < len(json.dumps(document)) < 1024 * 1024
    assert paste(client, document).status_code == 303


@pytest.mark.parametrize("said", ["", "   ", "\n"])
def test_nothing_is_no_game(client, said):
    answer = paste(client, said)
    assert answer.status_code == 422
    assert "Choose a file, or paste its text." in text(answer)


@pytest.mark.parametrize("game", one_in(3, REFUSED), ids=lambda game: game.name)
def test_every_golden_refusal_is_a_sentence(client, game):
    answer = paste(client, game.text)
    assert answer.status_code == 422
    told = text(answer).split("That couldn't be opened.")[1].split("</ul>")[0]
    assert f"({game.refused['code']})" not in told
    assert told.count("<li>") >= 1
    assert told.split("<li>")[1].split("</li>")[0].endswith((".", "?"))


def test_every_complaint_is_told_up_to_a_dozen(client):
    wrong = [{"type": "claim", "player": "blue", "route": "nowhere"}] * 15
    page = text(paste(client, GOOD | {"log": wrong})).split("That couldn't be opened.")[1]
    assert page.count("<li>") == 13
    assert "Log entry 1:" in page
    assert "And 3 more." in page


def test_what_was_pasted_is_still_there_to_be_mended(client):
    page = paste(client, '{"format": "</textarea><b>x"}')
    assert "&lt;/textarea&gt;&lt;b&gt;x" in page.text


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00", b"[" * 100_000, b"null", b"{}", b"\x00" * 50])
def test_rubbish_is_refused_in_a_sentence(client, raw):
    answer = upload(client, raw)
    assert answer.status_code == 422
    assert "That couldn't be opened." in text(answer)


def test_too_large_is_said_so(client):
    answer = upload(client, b" " * (1024 * 1024 + 1) + b"{}")
    assert answer.status_code == 422
    assert "larger than 1 MiB" in text(answer)
    assert upload(client, b" " * (5 * 1024 * 1024)).status_code == 413
