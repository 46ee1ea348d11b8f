"""How often one address may do what costs others something."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, as_completed

import pytest

from companion.web import create_app
from companion.web.http.limits import Limits, asking_address
from tests.support.evenings import evening
from tests.web.api.conftest import NEW
from tests.web.finishing import over


@pytest.fixture
def strict(boards, tables):
    return create_app(boards, tables, limits={"tables": 2, "imports": 1, "codes": 2}).test_client()


def post(client, path, told, address="198.51.100.1", **more):
    return client.post(path, json=told, environ_base={"REMOTE_ADDR": address}, **more)


def test_it_works(strict):
    assert [post(strict, "/api/tables", NEW).status_code for _ in range(3)] == [201, 201, 429]
    answer = post(strict, "/api/tables", NEW)
    assert answer.json["code"] == "too-often"
    assert 0 < int(answer.headers["Retry-After"]) <= 1800
    assert post(strict, "/api/tables", NEW, "198.51.100.2").status_code == 201  # nobody uses up another's


def test_wrong_codes_count_and_right_ones_do_not(strict, tables):
    code = post(strict, "/api/tables", NEW).json["code"]
    assert [post(strict, "/api/join", {"code": code}).status_code for _ in range(5)] == [202] * 5
    assert [post(strict, "/api/join", {"code": "AAAAAA"}).status_code for _ in range(3)] == [404, 404, 429]
    assert post(strict, "/api/join", {"code": code}).status_code == 429
    assert post(strict, "/api/join", {"code": code}, "2001:db8::1").status_code == 202


def test_large_imports_are_counted_apart(strict):
    large = NEW | {"log": [{"type": "draw", "player": "red", "id": f"{n:064}"} for n in range(1000)]}
    assert [post(strict, "/api/tables", large).status_code for _ in range(2)] == [201, 429]
    assert post(strict, "/api/tables", NEW).status_code == 201


def test_a_form_is_counted_as_well(strict):
    wrong = [strict.post("/join", data={"code": "AAAAAA"}).status_code for _ in range(3)]
    assert wrong == [404, 404, 429]


def test_an_allowance_fills_up_again(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("companion.web.http.limits.time.monotonic", lambda: now[0])
    limits = Limits({"codes": 60})
    for _ in range(60):
        assert limits.waits("codes", "a") == 0
        limits.spend("codes", "a")
    assert limits.waits("codes", "a") == 61
    now[0] = 61.0
    assert limits.waits("codes", "a") == 0


def test_no_limit_is_none():
    limits = Limits({"codes": 0})
    for _ in range(100):
        limits.spend("codes", "a")
    assert limits.waits("codes", "a") == 0


def test_a_crowd_of_addresses_is_forgotten_in_time(monkeypatch):
    monkeypatch.setattr("companion.web.http.limits.MOST_ADDRESSES", 10)
    limits = Limits()
    for n in range(50):
        limits.spend("codes", str(n))
    assert len(limits._known) == 10


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("198.51.100.1", None, "198.51.100.1"),
        ("198.51.100.1", "203.0.113.9", "198.51.100.1"),  # anybody can write such a header
        ("127.0.0.1", "203.0.113.9", "127.0.0.1"),  # so also here; see test_proxies.py for whom it is believed of
        ("2001:db8:1:2:3::4", None, "2001:db8:1:2::/64"),
        ("", None, "127.0.0.1"),
    ],
)
def test_whose_address_counts(app, peer, forwarded, counted):
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    with app.test_request_context("/", headers=headers, environ_base={"REMOTE_ADDR": peer}):
        assert asking_address() == counted


@pytest.fixture
def finished(boards, tables):
    """A finished game, and its sheet's address; two an hour."""
    slow = threading.Event()

    def press(*_):
        slow.wait(5)
        return b"%PDF"

    app = create_app(boards, tables, limits={"sheets": 5}, press=press)
    client = app.test_client()
    return app, client, over(tables, client, evening(3, "usa", 2)) + "/sheet.pdf", slow


def test_sheets_are_counted(finished):
    __, client, sheet, slow = finished
    slow.set()
    assert [client.get(sheet).status_code for _ in range(6)] == [200] * 5 + [429]


def test_one_address_has_few_sheets_under_way_and_others_go_on(finished):
    app, client, sheet, slow = finished
    token = client.get_cookie("trackside").value

    def ask(address):
        other = app.test_client()
        other.set_cookie("trackside", token)
        return other.get(sheet, environ_base={"REMOTE_ADDR": address}).status_code

    with ThreadPoolExecutor(6) as people:
        asked = [people.submit(ask, "198.51.100.1") for _ in range(4)]
        assert next(as_completed(asked)).result() == 429
        another = people.submit(ask, "198.51.100.2")
        slow.set()
        assert another.result() == 200
        assert sorted(one.result() for one in asked) == [200, 200, 200, 429]
    assert ask("198.51.100.1") == 200
