"""Every refusal is a sentence and a way on, never a traceback."""

from __future__ import annotations

import pytest
from flask import abort
from werkzeug.exceptions import HTTPException

from companion.app import create_app
from companion.i18n import gettext
from companion.web import errors
from tests.pages.visiting import device, guest, opened, text


def test_an_address_of_nothing_is_refused_with_a_sentence_and_a_way_home(client):
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "nothing at this address. Check for typos" in answer.text
    assert 'href="/"' in answer.text


def test_what_is_in_the_address_is_not_repeated_as_markup(client):
    assert "<b>x" not in client.get("/<b>x").text


def test_a_method_that_is_not_taken_says_so_and_names_those_that_are(client):
    answer = client.post("/")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]
    assert "be done at this address" in answer.text


def test_a_fragment_that_fails_comes_as_a_sentence_alone(client):
    answer = client.get("/boards/nope", headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert answer.status_code == 404
    assert "<html" not in answer.text
    assert 'role="alert"' in answer.text


def test_a_fault_of_ours_shows_a_sentence_and_keeps_the_rest_to_the_log(boards, caplog):
    app = create_app(boards)

    @app.get("/break")
    def break_it():
        raise RuntimeError("a secret of the house")

    answer = app.test_client().get("/break")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text
    assert "secret" not in answer.text
    assert "RuntimeError" not in answer.text
    assert "a secret of the house" in caplog.text
    assert answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("status", [*errors.SENTENCES, 410, 503])
def test_every_status_has_its_sentence(boards, status):
    app = create_app(boards)
    app.add_url_rule("/refuse", view_func=lambda: abort(status), endpoint="refuse")
    answer = app.test_client().get("/refuse")
    assert answer.status_code == status
    assert gettext(errors.SENTENCES.get(status, errors.OTHERWISE)) in text(answer)


def test_a_redirect_is_no_refusal(app):
    class Elsewhere(HTTPException):
        code = 302

    with app.test_request_context("/"):
        answer = errors.http_error(Elsewhere())
    assert answer.status_code == 302


def test_a_form_that_is_too_large_is_refused_unread(client):
    answer = client.post("/join", data={"code": "x" * 100_000})
    assert answer.status_code == 413
    assert "too big" in answer.text


def test_around_a_table_it_leads_back_there(app, client, tables):
    """Home is a long way from a game that goes on; and who is not at the table can join it."""
    address = opened(client)
    other = guest(app, tables, client, address)
    told = other.get(f"{address}/tickets/blue"), other.get(f"{address}/log/99")
    tables.seats.take(address.rsplit("/", 1)[1], device(client), "blue")
    told += (other.get(f"{address}/tickets/blue"),)
    assert [answer.status_code for answer in told[1:]] == [404, 403]
    for answer in told[1:]:
        assert f'class="button" href="{address}"' in answer.text
    stranger = app.test_client().get(f"{address}/setup")
    assert 'class="button" href="/join"' in stranger.text
    assert f'href="{address}"' not in stranger.text
