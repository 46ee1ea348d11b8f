"""The page on trust: over plain http there is nothing else, and it leads nowhere but to us."""

from __future__ import annotations

import html

import pytest
from cryptography import x509

from companion.app import create_app
from companion.host.certificates import ensure_certificates
from companion.web.hosting import Hosting, Secure
from tests.pages.visiting import FRAGMENT, new_game
from tests.web.conftest import CheckingClient

HTTPS = {"base_url": "https://192.168.1.5:8443"}


@pytest.fixture
def made(tmp_path):
    return ensure_certificates(["192.168.1.5"], tmp_path / "https")


@pytest.fixture
def trusting(boards, tables, made):
    """Somebody with a browser, at a server that has an authority of its own."""
    app = create_app(boards, tables, hosting=Hosting(secure=Secure(made, 8443, 8000)))
    app.test_client_class = CheckingClient
    return app.test_client()


def test_the_page_says_how_to_trust_each_kind_of_phone_and_how_to_stop(trusting, made):
    answer = trusting.get("/trust")
    assert answer.status_code == 200
    text = html.unescape(answer.text).replace("<wbr>", "")
    for words in ("First time on this phone?", "iPhone and iPad", "Android", "To remove it", made.fingerprint):
        assert words in text
    assert text.count(f"“{made.name}”") == 3
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_certificate_comes_as_phones_want_it(trusting, made):
    answer = trusting.get("/trust/trackside.crt")
    assert answer.content_type == "application/x-x509-ca-cert"
    assert 'filename="trackside.crt"' in answer.headers["Content-Disposition"]
    assert x509.load_der_x509_certificate(answer.data) == made.certificate
    assert b"PRIVATE" not in answer.data


@pytest.mark.parametrize("path", ["/", "/join", "/t/abc", "/t/abc?all=1", "/boards/usa", "/nowhere", "/sw.js"])
def test_all_else_leads_there_and_remembers_where_from(trusting, path):
    answer = trusting.get(path)
    assert answer.status_code == 303
    assert answer.location.startswith("/trust?to=/")
    assert "Set-Cookie" not in answer.headers
    page = trusting.get(answer.location)
    assert f'href="https://localhost:8443{html.escape(path)}"' in page.text


def test_what_is_sent_over_plain_http_is_not_taken(trusting, tables):
    assert trusting.post("/new", data=new_game("Ada", "Bo")).location == "/trust?to=/"
    fragment = trusting.post("/join", data={"code": "ABC234"}, headers=FRAGMENT)
    assert (fragment.status_code, fragment.headers["HX-Redirect"]) == (204, "/trust?to=/")
    call = trusting.get("/api/boards")
    assert (call.status_code, call.json["code"]) == (403, "needs-https")


def test_what_a_phone_entered_over_plain_http_before_is_still_taken_there(boards, tables, trusting):
    """Nobody else's, and nothing else of it."""
    before = create_app(boards, tables).test_client()
    table = before.post("/new", data=new_game("Ada", "Bo")).location
    trusting.set_cookie("trackside", before.get_cookie("trackside").value)
    told = {"type": "claim", "player": "blue", "route": "denver--omaha", "id": "late"}
    answer = trusting.post(f"{table}/entries", data=told, headers=FRAGMENT)
    assert (answer.status_code, answer.headers["Trackside-Entry"]) == (204, "1")
    assert answer.headers["HX-Redirect"] == "/trust?to=/", "a page that is still open goes on"
    assert trusting.get(table).status_code == 303
    trusting.delete_cookie("trackside")
    assert "Trackside-Entry" not in trusting.post(f"{table}/entries", data=told, headers=FRAGMENT).headers


def test_what_is_taken_over_plain_http_shows_nobody_a_hand_of_tickets(boards, tables, trusting):
    before = create_app(boards, tables).test_client()
    table = before.post("/new", data=new_game("Ada", "Bo")).location
    before.post(f"{table}/tickets/blue/take")
    kept = before.post(f"{table}/tickets/blue/keep", data={"ticket": "boston--miami", "id": "a"}, headers=FRAGMENT)
    assert "Boston" in kept.text
    trusting.set_cookie("trackside", before.get_cookie("trackside").value)
    for ticket, status in (("denver--el-paso", 204), ("no-such", 422)):
        answer = trusting.post(f"{table}/tickets/blue/keep", data={"ticket": ticket, "id": ticket}, headers=FRAGMENT)
        assert (answer.status_code, answer.data) == (status, b"")


def test_files_for_the_page_come_over_plain_http(trusting):
    page = trusting.get("/trust").text
    for address in (page.split(f'{what}="')[1].split('"')[0] for what in ('rel="stylesheet" href', "<script src")):
        assert trusting.get(address).status_code == 200
    assert trusting.get("/manifest.webmanifest").status_code == 200


@pytest.mark.parametrize(
    "to", ["//elsewhere.example/", "https://elsewhere.example", "/\\elsewhere.example", "join", ""]
)
def test_it_leads_to_no_other_site(trusting, to):
    page = trusting.get("/trust", query_string={"to": to}).text
    assert 'href="https://localhost:8443/"' in page
    assert "elsewhere" not in page
    assert 'data-go=""' in page, "whoever came by themselves stays"


def test_a_host_that_is_none_is_refused(trusting):
    assert trusting.get("/trust", headers={"Host": "a;script-src *"}).status_code == 400


def test_it_may_ask_whether_https_is_trusted_and_nobody_else(trusting):
    answer = trusting.get("/trust?to=/join", base_url="http://192.168.1.5:8000")
    policy = answer.headers["Content-Security-Policy"]
    assert "connect-src 'self' https://192.168.1.5:8443;" in policy
    assert 'data-go="https://192.168.1.5:8443/trust/trackside.crt"' in answer.text
    asked = trusting.get("/trust/trackside.crt", **HTTPS)
    assert asked.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_over_https_the_app_is_as_ever(trusting):
    answer = trusting.get("/", **HTTPS)
    assert answer.status_code == 200
    assert trusting.get("/trust", **HTTPS).status_code == 200
    assert trusting.get("/api/boards", **HTTPS).status_code == 200


def test_no_phone_is_told_to_refuse_plain_http_for_a_year(trusting, client):
    assert "Strict-Transport-Security" not in trusting.get("/", **HTTPS).headers
    assert "Strict-Transport-Security" in client.get("/", **HTTPS).headers


def test_a_scanned_code_leads_by_plain_http_and_keeps_its_secret(trusting):
    opened = trusting.post("/new", data=new_game("Ada", "Bo"), **HTTPS)
    assert opened.status_code == 303
    page = trusting.get(f"{opened.location}/people", **HTTPS).text
    assert 'value="http://192.168.1.5:8000/join#' in page


def test_without_an_authority_there_is_no_such_page(client):
    assert client.get("/trust").status_code == 404
    assert client.get("/").status_code == 200
