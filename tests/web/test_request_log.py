"""What is counted and written down of requests, and what never is."""

from __future__ import annotations

import io
import json
import logging

import pytest

from companion.app import create_app
from companion.host import logs
from companion.host.metrics import Measures
from companion.web.hosting import Hosting
from tests.pages.visiting import guest, opened

# A PIN of four digits could stand in a request's id by chance.
NAME, TITLE, PIN = "Wilhelmina", "Quizzical Evening", "471147114711"


@pytest.fixture
def written(monkeypatch):
    """What is written down, as text."""
    out = io.StringIO()
    monkeypatch.setattr(logs.sys, "stdout", out)
    loggers = [logging.getLogger(name) for name in (None, "uvicorn.error", "trackside")]
    before = [(logger, logger.handlers[:], logger.propagate, logger.level) for logger in loggers]
    logs.write_lines()
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # other tests leave it higher
    yield out
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate, logger.level = handlers, propagate, level


@pytest.fixture
def measures():
    return Measures()


@pytest.fixture
def app(boards, tables, measures):
    app = create_app(boards, tables, hosting=Hosting(lines=True, measures=measures))
    app.add_url_rule("/break", "break", lambda: {}[NAME])
    return app


def lines(written):
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_a_request_is_one_line_with_a_rough_address(client, written):
    answer = client.get("/about", environ_base={"REMOTE_ADDR": "203.0.113.77"})
    [line] = lines(written)
    assert line["id"] == answer.headers["X-Request-Id"]
    assert (line["event"], line["method"], line["page"], line["status"]) == ("request", "GET", "/about", 200)
    assert line["from"] == "203.0.113.0/24"
    assert line["ms"] > 0


def test_each_request_has_an_id_of_its_own(client, written):
    assert len({client.get("/about").headers["X-Request-Id"] for _ in range(5)}) == 5


def test_nothing_that_people_sent_is_written_down(app, client, tables, written):
    """A whole evening: opening, joining, seats with a PIN, tickets, a wrong code, faults; then every line is read."""
    address = opened(client, NAME, "Bo", title=TITLE)
    table = address.rsplit("/", 1)[1]
    other = guest(app, tables, client, address)
    other.post(f"{address}/seats", data={"color": "blue", "pin": PIN})
    other.post(f"{address}/tickets/blue", data={"ticket": "denver--el-paso"})
    other.get(f"{address}/tickets/blue?find=denver")
    code = tables.store.snapshot(table).code
    waiting = app.test_client().post("/join", data={"code": code}).location
    app.test_client().get(waiting)
    app.test_client().post("/join", data={"code": "QQQQQQ"})
    client.get("/nowhere/secret-address?name=secret-query", headers={"User-Agent": "secret-agent"})
    client.open("/about", method="SECRETMETHOD")
    client.get("/break", environ_base={"REMOTE_ADDR": "203.0.113.77"})
    logging.getLogger("uvicorn.error").warning("Invalid request from ip=203.0.113.77: /join/secret-address")
    logging.getLogger("uvicorn.error").error("Error handling request %s", "/join/secret-address")
    text = written.getvalue()
    assert len(lines(written)) > 10
    cookies = [one.get_cookie("trackside").value for one in (client, other)]
    secrets = [NAME, TITLE, PIN, "denver", table, code, "QQQQQQ", waiting.rsplit("/", 1)[1], "203.0.113.77", *cookies]
    for secret in (*secrets, "secret", "SECRET"):
        assert secret not in text, secret


def test_a_mishap_is_told_by_its_kind_and_place(app, client, written):
    answer = client.get("/break")
    assert answer.status_code == 500
    mishap, request = lines(written)
    assert (mishap["event"], mishap["fault"]) == ("mishap", "KeyError")
    assert mishap["id"] == request["id"] == answer.headers["X-Request-Id"]
    assert "test_request_log.py" in mishap["trace"][-1]
    assert request["level"] == "error"


def test_what_others_say_keeps_its_gaps_empty(written):
    logging.getLogger("uvicorn.error").error("Worker (pid:%s) was sent %s", 7, "SIGKILL")
    [line] = [line for line in lines(written) if line.get("by") == "uvicorn.error"]
    assert line["message"] == "Worker (pid:%s) was sent %s"


@pytest.mark.parametrize(
    ("address", "near"),
    [("203.0.113.77", "203.0.113.0/24"), ("2001:db8:1:2::3", "2001:db8:1::/48"), ("", "unknown")],
)
def test_an_address_is_told_roughly(address, near):
    assert logs.network_prefix(address) == near


def test_requests_taps_and_refusals_are_counted(client, measures):
    address = opened(client)
    client.post(f"{address}/seats", data={"color": "blue"})
    client.post(f"{address}/seats", data={"color": "nobody"})
    client.get("/nowhere")
    assert measures.total("taps") == 1  # opening a table is none
    assert measures.total("refusals:404") == 1
    assert measures.total("refusals:422") == 1
    assert "trackside_request_seconds_count 4" in measures.text()
    assert "trackside_tap_seconds_count 1" in measures.text()
