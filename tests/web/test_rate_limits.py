"""How often one address may do what costs others something."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice

import pytest

from companion.app import create_app
from companion.cli import companion
from companion.host.allowances import AN_HOUR, Allowances
from companion.web.rate_limits import COUNTED, asking_address
from tests.pages.finishing import over
from tests.pages.visiting import new_game, text
from tests.support.calling import endpoints_that_call, methods_that_do
from tests.support.evenings import evening
from tests.web.api.conftest import NEW, Program, opened


@pytest.fixture
def strict(boards, tables):
    return create_app(boards, tables, limits={"tables": 2, "imports": 1, "codes": 2}).test_client()


def post(client, path, told, address="198.51.100.1", **more):
    return client.post(path, json=told, environ_base={"REMOTE_ADDR": address}, **more)


def large():
    """A record of more than 64 KiB."""
    return NEW | {"log": [{"type": "draw", "player": "red", "id": f"{n:064}"} for n in range(1000)]}


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
    monkeypatch.setattr("companion.web.addresses.invitation_url", lambda _secret: {}["x"])
    assert [post(strict, "/api/tables", NEW).status_code for _ in range(3)] == [500, 500, 429]


def test_large_imports_are_counted_apart(strict):
    assert [post(strict, "/api/tables", large()).status_code for _ in range(2)] == [201, 429]
    assert post(strict, "/api/tables", NEW).status_code == 201


def games_gone_on(client):
    """A program's finished game at which the browser is too, and then each game that followed the one before."""
    maker = opened(client)
    client.post("/join", data={"secret": maker.join_url.partition("#")[2]})
    while True:
        maker("POST", "/entries", {"type": "finish", "id": "end", "anyway": True})
        yield maker
        maker = Program(client, maker.state()["following"] or maker.table, maker.token)


def on_another_board(client, game):
    """Goes on to another board with a game that was reopened for it."""
    game("POST", "/entries", {"type": "strike", "id": "reopen", "entry": 1})
    return client.post(f"/t/{game.table}/board", data={"map": "europe"})


# How each opens a table; asked with a browser and the newest game of a series.
OPENS = {
    "api.open_table": lambda client, _game: client.post("/api/tables", json=NEW),
    "api.again": lambda _client, game: game("POST", "/again"),
    "new_game.start": lambda client, _game: client.post("/new", data=new_game("Ada", "Bo")),
    "import_game.start": lambda client, _game: client.post("/import", data={"text": RECORD}),
    "setup.on_board": lambda client, game: on_another_board(client, game),
    "try_it.start": lambda client, _game: client.post("/try"),
    "home.again": lambda client, game: client.post(f"/t/{game.table}/again"),
}
RECORD = json.dumps({"format": "companion/game", "version": 1, **NEW, "log": []})


def test_every_way_to_open_a_table_is_known_and_counted(app):
    """Found in the code of the use-cases and of the pages, so that a new one cannot be forgotten."""
    opening = methods_that_do("open_game", "opens")
    assert {"open", "series.again", "series.on_board"} <= opening
    found = endpoints_that_call(app, opening)
    assert found == set(OPENS)
    assert {endpoint for endpoint in found if COUNTED[endpoint][0] != "tables"} == {"try_it.start"}
    assert COUNTED["try_it.start"][0] == "trials"


@pytest.mark.parametrize("endpoint", OPENS)
def test_no_way_to_open_a_table_is_without_its_limit(boards, tables, endpoint):
    client = create_app(boards, tables, limits={"tables": 3, "trials": 2, "imports": 1}).test_client()
    answers = [OPENS[endpoint](client, game).status_code for game in islice(games_gone_on(client), 4)]
    assert {*answers[:2]} <= {201, 303}
    assert answers[2:] == [429, 429]
    assert tables.store.count() == 3  # with the first, which was counted as well


def test_every_way_to_change_a_seat_is_counted(app):
    """But for two: an entry, which asks only where a game is to be finished early, and leaving everywhere.

    Nobody may be kept from that, and what it frees was taken first, which is counted.
    """
    changing = methods_that_do("seat_changes.append") - {"log.report", "log.finish", "leaving.everywhere"}
    assert {"seats.take", "seats.free", "seats.answer", "seats.remind", "tickets.set_shared"} <= changing
    found = endpoints_that_call(app, changing)
    assert len(found) == 15
    assert {COUNTED.get(endpoint, (endpoint,))[0] for endpoint in found} == {"seats"}


def test_seat_changes_are_counted(boards, tables):
    client = create_app(boards, tables, limits={"seats": 4}).test_client()
    maker = opened(client)
    assert maker("POST", "/seats", {"color": "green"}).status_code == 422  # came to nothing
    both = [
        answer.status_code
        for _ in range(3)
        for answer in (maker("POST", "/seats", {"color": "blue"}), maker("DELETE", "/seats/blue"))
    ]
    assert both == [200] * 4 + [429] * 2


def test_processes_count_wrong_codes_and_imports_together(boards, tables):
    """Two apps over one database; what each of them has in memory is its own."""
    two = [create_app(boards, tables, limits={"codes": 3, "imports": 2}).test_client() for _ in range(2)]
    wrong = [post(client, "/api/join", {"code": "AAAAAA"}).status_code for client in two * 3]
    assert wrong == [404] * 3 + [429] * 3
    assert [post(client, "/api/tables", large()).status_code for client in two * 2] == [201] * 2 + [429] * 2
    third = create_app(boards, tables, limits={"codes": 3}).test_client()  # one that was started later
    assert post(third, "/api/join", {"code": "AAAAAA"}).status_code == 429


def test_a_crowd_of_other_addresses_pushes_no_wrong_codes_out(strict, monkeypatch):
    monkeypatch.setattr("companion.host.allowances.MOST_ADDRESSES", 10)
    assert [post(strict, "/api/join", {"code": "AAAAAA"}).status_code for _ in range(3)] == [404, 404, 429]
    crowd = [post(strict, "/api/join", {"code": "AAAAAA"}, f"203.0.113.{n}").status_code for n in range(30)]
    assert crowd == [404] * 30
    assert post(strict, "/api/join", {"code": "AAAAAA"}).status_code == 429


def test_used_up_wrong_codes_refuse_right_ones_too_and_say_what_still_works(strict):
    code = post(strict, "/api/tables", NEW).json["code"]
    for _ in range(2):
        post(strict, "/api/join", {"code": "AAAAAA"})
    answer = post(strict, "/api/join", {"code": code})
    assert (answer.status_code, answer.json["code"]) == (429, "too-often")
    assert answer.json["message"].startswith(
        "Too many wrong codes from your address; scan the table's QR code, or try"
    )
    assert 3500 < int(answer.headers["Retry-After"]) <= 3600
    here = {"environ_base": {"REMOTE_ADDR": "198.51.100.1"}}
    assert "scan the table's QR code" in text(strict.post("/join", data={"code": code}, **here))


def test_large_forms_of_a_new_game_are_no_imports(boards, tables):
    """Nor is a call without a body, which has no length."""
    client = create_app(boards, tables, limits={"imports": 1}).test_client()
    games = games_gone_on(client)
    assert [OPENS["api.again"](client, next(games)).status_code for _ in range(3)] == [201] * 3


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
    assert [allowances.count("codes", "a") for _ in range(61)] == [0] * 60 + [61]
    clock[0] = 60.5
    assert allowances.count("codes", "a") == 0
    assert allowances.count("codes", "a") == 60


def test_what_is_given_back_is_there_again_and_no_more(clock):
    allowances = Allowances({"codes": 1})
    allowances.count("codes", "a")
    clock[0] = 3599
    allowances.uncount("codes", "a")
    assert [allowances.count("codes", "a") > 0 for _ in range(2)] == [False, True]
    allowances.uncount("codes", "nobody")
    assert [allowances.count("codes", "nobody") > 0 for _ in range(2)] == [False, True]


def test_no_limit_is_none():
    allowances = Allowances({"codes": 0})
    assert {allowances.count("codes", "a") for _ in range(100)} == {0}


def test_a_crowd_of_addresses_is_forgotten_in_time(monkeypatch):
    monkeypatch.setattr("companion.host.allowances.MOST_ADDRESSES", 10)
    allowances = Allowances()
    for n in range(50):
        allowances.count("codes", str(n))
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

    def press(*_wanted, **_details):
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
