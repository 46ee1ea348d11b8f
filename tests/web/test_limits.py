"""How often one address may do what costs others something."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice

import pytest

from companion.cli import companion
from companion.host.allowances import AN_HOUR, Allowances
from companion.web import create_app
from companion.web.http.limits import asking_address
from tests.support.evenings import evening
from tests.web.api.conftest import NEW
from tests.web.finishing import over


@pytest.fixture
def strict(boards, tables):
    return create_app(boards, tables, limits={"tables": 2, "imports": 1, "codes": 2}).test_client()


def post(client, path, told, address="198.51.100.1", **more):
    return client.post(path, json=told, environ_base={"REMOTE_ADDR": address}, **more)


def test_beyond_its_allowance_an_address_is_refused_and_no_other_is(strict):
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


def test_the_secret_of_a_square_code_needs_no_allowance(strict):
    """Nobody guesses 128 bits, and whoever scans must not wait for neighbours who mistyped."""
    secret = post(strict, "/api/tables", NEW).json["join_url"].partition("#")[2]
    assert [post(strict, "/api/join", {"code": "AAAAAA"}).status_code for _ in range(3)] == [404, 404, 429]
    assert post(strict, "/api/join", {"secret": secret}).status_code == 201
    assert [post(strict, "/api/join", {"secret": "wrong"}).status_code for _ in range(3)] == [404] * 3
    assert post(strict, "/api/join", {"secret": secret, "code": "AAAAAA"}).status_code == 422
    here = {"environ_base": {"REMOTE_ADDR": "198.51.100.1"}}
    assert strict.post("/join", data={"code": "AAAAAA"}, **here).status_code == 429
    assert strict.post("/join", data={"secret": secret}, **here).status_code == 303
    assert strict.post("/join", data={"secret": "", "code": "AAAAAA"}, **here).status_code == 429


def test_many_at_once_get_no_more_than_one_after_the_other(strict, tables, monkeypatch):
    """What is asked for is taken before the work, not after it."""
    gate, opens = threading.Event(), tables.open
    monkeypatch.setattr(tables, "open", lambda *told: gate.wait(5) and opens(*told))

    def ask(_n):
        return post(strict.application.test_client(), "/api/tables", NEW).status_code

    with ThreadPoolExecutor(12) as people:
        asked = [people.submit(ask, n) for n in range(12)]
        for _refused in islice(as_completed(asked, 20), 10):
            pass
        gate.set()
    assert sorted(one.result() for one in asked) == [201] * 2 + [429] * 10


def test_what_came_to_nothing_is_given_back(strict, tables):
    elsewhere = NEW | {"map": "nowhere"}
    assert [strict.post("/new", data={}).status_code for _ in range(5)] == [422] * 5  # no names; nothing was done
    assert [post(strict, "/api/tables", elsewhere).status_code for _ in range(3)] == [422, 422, 429]


def test_what_broke_is_counted(strict, monkeypatch):
    """Else whoever knows how to break it has it without end."""
    monkeypatch.setattr("companion.web.http.addresses.invitation", lambda _secret: {}["x"])
    assert [post(strict, "/api/tables", NEW).status_code for _ in range(3)] == [500, 500, 429]


def test_large_imports_are_counted_apart(strict):
    large = NEW | {"log": [{"type": "draw", "player": "red", "id": f"{n:064}"} for n in range(1000)]}
    assert [post(strict, "/api/tables", large).status_code for _ in range(2)] == [201, 429]
    assert post(strict, "/api/tables", NEW).status_code == 201


def test_a_form_is_counted_as_well(strict):
    wrong = [strict.post("/join", data={"code": "AAAAAA"}).status_code for _ in range(3)]
    assert wrong == [404, 404, 429]


@pytest.fixture
def clock(monkeypatch):
    """Seconds, as they are set."""
    now = [0.0]
    monkeypatch.setattr("companion.host.allowances.time.monotonic", lambda: now[0])
    return now


def test_an_allowance_fills_up_again(clock):
    allowances = Allowances({"codes": 60})
    assert [allowances.take("codes", "a") for _ in range(61)] == [0] * 60 + [61]
    clock[0] = 60.5
    assert allowances.take("codes", "a") == 0
    assert allowances.take("codes", "a") == 60


def test_what_is_given_back_is_there_again_and_no_more(clock):
    allowances = Allowances({"codes": 1})
    allowances.take("codes", "a")
    clock[0] = 3599
    allowances.give_back("codes", "a")
    assert [allowances.take("codes", "a") > 0 for _ in range(2)] == [False, True]
    allowances.give_back("codes", "nobody")
    assert [allowances.take("codes", "nobody") > 0 for _ in range(2)] == [False, True]


def test_no_limit_is_none():
    allowances = Allowances({"codes": 0})
    assert {allowances.take("codes", "a") for _ in range(100)} == {0}


def test_a_crowd_of_addresses_is_forgotten_in_time(monkeypatch):
    monkeypatch.setattr("companion.host.allowances.MOST_ADDRESSES", 10)
    allowances = Allowances()
    for n in range(50):
        allowances.take("codes", str(n))
    assert len(allowances._known) == 10


def test_the_command_line_says_what_is_usual():
    told = {option.name: option.default for option in companion.commands["serve"].params}
    assert {name: told[name] for name in AN_HOUR} == AN_HOUR


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

    app = create_app(boards, tables, limits={"sheets": 5}, printer=press)
    client = app.test_client()
    return app, client, over(tables, client, evening(3, "usa", 2)) + "/sheet.pdf", slow


def test_sheets_are_counted(finished):
    __, client, sheet, slow = finished
    slow.set()
    assert [client.get(sheet).status_code for _ in range(4)] == [200] * 4
    assert client.options(sheet).status_code == 200
    assert [client.head(sheet).status_code for _ in range(2)] == [200, 429]  # it is made for both


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
