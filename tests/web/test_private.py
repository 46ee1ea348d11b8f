"""Over every address the app has: what goes with each answer, and that nothing private is kept by anybody."""

from __future__ import annotations

import pytest

from companion.app import create_app
from companion.web import headers
from tests.pages.finishing import over
from tests.pages.visiting import opened
from tests.support.evenings import evening

HTTPS = "https://games.example"
OPEN = {"/api/boards", "/api/boards/<board>", "/api/openapi.json"}


def addresses(app, table):
    """Each address that can be asked for, its gaps filled with something that is there."""
    gaps = {
        "table": table, "board": "usa", "color": "blue", "waiting": "none", "name": "none", "palette": "light",
        "digest": "0", "place": 1, "entry": 1, "step": 1, "city": "denver", "route": "denver--omaha",
    }  # fmt: skip
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods:
            with app.test_request_context():
                filled = {name: gaps.get(name, 1) for name in rule.arguments}
                yield rule.rule, app.url_map.bind("localhost").build(rule.endpoint, filled)


@pytest.fixture
def answers(app, client, tables):
    """What each address answers who sits at a finished table."""
    table = over(tables, client, evening(3, "usa", 3)).rsplit("/", 1)[1]
    found = {}
    for rule, address in addresses(app, table):
        answer = client.get(address, buffered=False)
        found[rule] = answer.status_code, answer.headers
        answer.close()
    assert len(found) > 40
    return found


def test_no_answer_can_be_framed_and_none_of_a_tables_is_kept(answers):
    """The same with every answer: pages, pieces, data, files, refusals. And no cache keeps what is a table's."""
    of_tables = [rule for rule in answers if "<table>" in rule or "<waiting>" in rule]
    of_programs = [rule for rule in answers if rule.startswith("/api/") and rule not in OPEN]
    assert len(of_tables) > 20
    for rule in (*of_tables, *of_programs):
        assert "no-store" in answers[rule][1]["Cache-Control"], rule
    for rule, (status, told) in answers.items():
        assert status < 500, rule
        for name in ("X-Content-Type-Options", "Referrer-Policy", "Content-Security-Policy", "X-Request-Id"):
            assert name in told, (rule, name)
        assert "frame-ancestors 'none'" in told["Content-Security-Policy"], rule
        assert "unsafe" not in told["Content-Security-Policy"], rule


def test_what_gives_a_device_its_name_is_kept_by_nobody(app):
    given = []
    for address in [address for _, address in addresses(app, "none")]:
        answer = app.test_client().get(address, buffered=False)
        if "Set-Cookie" in answer.headers:
            given.append(address)
            assert "no-store" in answer.headers["Cache-Control"], address
        answer.close()
    assert given, "some page gives a device its name"


def test_over_https_browsers_are_told_to_stay_there_and_the_cookie_is_bound_to_it(client):
    from tests.pages.visiting import new_game

    answer = client.post("/new", data=new_game("Ada", "Bo"), base_url=HTTPS)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-trackside=")
    for word in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"):
        assert word in cookie.split("; ")
    assert "Domain" not in cookie
    for address in ("/", "/nowhere", "/about", "/api/boards"):
        assert client.get(address, base_url=HTTPS).headers["Strict-Transport-Security"] == "max-age=31536000"
        assert "Strict-Transport-Security" not in client.get(address).headers


def test_over_https_the_plain_cookie_is_not_taken(client):
    """Whoever listens in on plain http on the way could know it."""
    address = opened(client)
    assert client.get(address, base_url="http://localhost").status_code == 200
    assert client.get(address, base_url="https://localhost").status_code == 404


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ({}, 303),
        ({"Origin": "http://localhost"}, 303),
        ({"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}, 303),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "http://localhost.elsewhere.example"}, 403),
        ({"Origin": "http://localhost:8080"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),  # another name under the same roof
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "http://[x"}, 403),  # no address at all
        ({"Origin": "http://localhost:99999"}, 403),
        ({"Origin": "localhost"}, 403),
        ({"Origin": ""}, 403),
    ],
)
def test_changes_come_from_our_own_pages(client, told, status):
    address = opened(client)
    assert client.post(f"{address}/seats", data={"color": "blue"}, headers=told).status_code == status


def test_a_name_with_an_underscore_is_as_good_as_any(client):
    at_home = {"base_url": "http://my_pi.local:8000"}
    assert client.post("/new", headers={"Origin": "http://my_pi.local:8000"}, **at_home).status_code == 422
    assert client.post("/new", headers={"Origin": "http://my_pi.local"}, **at_home).status_code == 403


def test_over_https_a_page_that_came_plain_changes_nothing(client):
    answer = client.post("/new", headers={"Origin": "http://games.example"}, base_url=HTTPS)
    assert answer.status_code == 403
    assert client.post("/new", headers={"Origin": "https://games.example"}, base_url=HTTPS).status_code == 422


def test_an_empty_token_is_no_way_round(client):
    """It names no device, so the cookie beside it is not read."""
    address = opened(client)
    told = {"Origin": "http://elsewhere.example", "Authorization": "Bearer "}
    assert client.post(f"{address}/seats", data={"color": "blue"}, headers=told).status_code == 404


def test_a_fault_has_the_headers_as_well(boards):
    app = create_app(boards)
    app.add_url_rule("/break", "break", lambda: {}["x"])
    answer = app.test_client().get("/break", base_url=HTTPS)
    assert answer.status_code == 500
    for name, value in (headers.HEADERS | headers.SECURE).items():
        assert answer.headers[name] == value


@pytest.mark.parametrize("path", ["/new", "/join", "/api/join"])
def test_more_than_fits_is_refused_before_it_is_read(client, path):
    answer = client.post(path, data=b"x" * 70_000, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
