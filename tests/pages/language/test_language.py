"""Each phone in its language: what it chose, else what its table did, else what its browser asks for."""

from __future__ import annotations

import json

import pytest

from companion import languages
from companion.app import create_app
from companion.web.hosting import Hosting
from tests.pages.visiting import FRAGMENT, guest, new_game, opened, seats, text
from tests.secrecy.conftest import empty_games, url
from tests.support.tongues import tongues

__all__ = ["empty_games", "tongues", "url"]  # on SQLite alone: what is said is the same on every database

pytestmark = pytest.mark.usefixtures("tongues")
GERMAN, POLISH, ENGLISH = "Neues Spiel", "Nowa gra", "New game"


def spoken(client, address="/", **headers):
    """The language of a page, by all that says so."""
    answer = client.get(address, headers={name.replace("_", "-"): value for name, value in headers.items()})
    tag = answer.headers["Content-Language"]
    assert f'<html lang="{tag}" dir="ltr"' in answer.text
    if address == "/":
        assert {"en": ENGLISH, "de": GERMAN, "pl": POLISH}[tag] in text(answer)
    return tag


def choose(client, tag, back="/"):
    answer = client.post("/language", data={"language": tag, "back": back})
    assert answer.status_code == 303
    return answer.location


def test_a_language_is_chosen_on_its_page_and_taken_back_there(client):
    assert spoken(client) == "en"
    page = client.get("/language?back=/about")
    for language in languages.offered().values():
        assert f'value="{language.tag}" lang="{language.tag}"' in page.text
        assert language.name in page.text
    assert choose(client, "pl", "/about") == "/about"
    assert spoken(client) == "pl"
    assert choose(client, "") == "/", "the browser is asked again"
    assert spoken(client) == "en"


def test_the_first_page_and_the_menu_lead_there(client):
    assert 'action="/language"' in client.get("/").text
    table = opened(client)
    assert f'href="/language?back={table}"' in client.get(table).text.replace("%2F", "/")


def test_where_there_is_only_english_nothing_is_asked(client, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.data.languages", lambda: tmp_path / "none")
    languages.offered.cache_clear()
    for address in ("/", "/new", opened(client)):
        assert "language" not in client.get(address).text.replace('<meta name="language"', "")


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "", "about", "/\n"])
def test_it_leads_back_to_pages_of_ours_alone(client, back):
    assert choose(client, "de", back) == "/"


def test_a_language_that_is_not_there_is_none(client):
    choose(client, "xx")
    assert client.get_cookie("trackside-language") is None
    client.set_cookie("trackside-language", "xx")
    assert spoken(client) == "en"


@pytest.mark.parametrize(
    ("asked", "tag"),
    [
        ("de-CH,en;q=0.5", "de"),
        ("fr,pl;q=0.8,de;q=0.9", "de"),
        ("de;q=0,pl;q=0.1", "pl"),
        ("fi", "en"),
        (";;,", "en"),
    ],
)
def test_a_browser_asks(client, asked, tag):
    assert spoken(client, Accept_Language=asked) == tag


def test_the_phone_comes_before_its_table_and_that_before_the_browser(app, tables, client):
    table = opened(client, language="de")
    other = guest(app, tables, client, table)
    assert spoken(client, table) == "de"
    assert spoken(client, table, Accept_Language="pl") == "de"
    assert spoken(client, "/", Accept_Language="pl") == "pl", "home is about no table"
    assert spoken(client, f"/help?at={table.rsplit('/', 1)[1]}") == "de"
    choose(other, "pl", table)
    assert spoken(other, table) == "pl"
    assert spoken(client, table) == "de", "nobody else is disturbed"
    assert client.get(f"{table}/log").headers["Content-Language"] == "de"


def test_a_stranger_is_not_told_what_a_table_speaks(app, client):
    table = opened(client, language="de")
    answer = app.test_client().get(table)
    assert (answer.status_code, answer.headers["Content-Language"]) == (404, "en")


def test_choosing_changes_no_table(client, tables):
    table = opened(client)
    version = tables.store.version(table.rsplit("/", 1)[1])
    choose(client, "de", table)
    assert tables.store.version(table.rsplit("/", 1)[1]) == version
    assert client.get(f"{table}/now?since={version}", headers=FRAGMENT).status_code == 204


def test_a_table_changes_its_language_in_its_set_up(client):
    table = opened(client)
    form = seats(
        "Ada", "Bo", "Cy", variant="base", tracking="live", ticket_hint="on", moving_totals="on", language="pl"
    )
    assert client.post(f"{table}/setup", data=form).status_code == 303
    assert spoken(client, table) == "pl"
    assert 'value="pl" lang="pl" selected' in client.get(f"{table}/setup").text
    assert client.post(f"{table}/setup", data=form | {"language": "xx"}).status_code == 303
    assert spoken(client, table) == "en"


def test_the_next_game_is_offered_in_the_same_language(client):
    opened(client, language="pl")
    assert 'value="pl" lang="pl" selected' in client.get("/new").text
    page = client.post("/new", data=new_game("Ada", language="de"))
    assert 'value="de" lang="de" selected' in page.text, "what was chosen stays where something else is wrong"


def test_a_table_of_before_has_no_language(client, tables):
    table = opened(client)
    game = table.rsplit("/", 1)[1]
    with tables.store.changing(game) as change:
        change.options = {"points_hidden": True, "ticket_hint": False}
    assert spoken(client, table, Accept_Language="de") == "de"


def test_refusals_and_errors_are_in_it_too(client):
    for address in ("/nowhere", "/t/none"):
        assert client.get(address, headers={"Accept-Language": "de"}).headers["Content-Language"] == "de"
    answer = client.post("/new", data=new_game("Ada"), headers={"Accept-Language": "pl"})
    assert (answer.status_code, answer.headers["Content-Language"]) == (422, "pl")


def test_caches_are_told_what_it_depends_on(client):
    for address in ("/", "/boards", "/about", "/manifest.webmanifest", "/api/boards", "/offline"):
        assert {"Accept-Language", "Cookie"} <= {*client.get(address).vary}, address
    style = client.get("/").text.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
    assert "Content-Language" not in client.get(style).headers
    assert "Cookie" not in client.get(style).vary, "the same for everybody"


def test_the_manifest_speaks_as_the_page_did(client):
    """A browser asks for it without cookies."""
    choose(client, "de")
    assert "/manifest.webmanifest?lang=de" in client.get("/").text
    client.delete_cookie("trackside-language")
    told = json.loads(client.get("/manifest.webmanifest?lang=de").data)
    assert (told["lang"], told["shortcuts"][0]["name"]) == ("de", GERMAN)
    assert json.loads(client.get("/manifest.webmanifest?lang=xx").data)["lang"] == "en"


def test_another_language_is_no_other_version(client):
    before = client.get("/sw.js").data
    choose(client, "de")
    assert client.get("/sw.js").data == before
    assert client.get("/offline").headers["Content-Language"] == "de"


def test_another_catalogue_is_another_version(boards, client, tongues):
    before = client.get("/sw.js").data
    file = tongues / "de/LC_MESSAGES/trackside.mo"
    file.write_bytes(file.read_bytes() + b"\0")
    languages.digest.cache_clear()
    assert create_app(boards).test_client().get("/sw.js").data != before


def test_programs_are_answered_by_their_header_and_codes_stay(client):
    choose(client, "de")
    for asked, tag in (("", "en"), ("pl", "pl")):
        answer = client.get("/api/boards/none", headers={"Accept-Language": asked})
        assert (answer.headers["Content-Language"], answer.json["code"]) == (tag, "no-board")


def test_what_a_program_has_kept_is_of_its_language(client):
    opened_ = client.post("/api/tables", json={"map": "usa", "players": [
        {"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}], "log": [{"type": "finish"}]})  # fmt: skip
    address = f"/api/tables/{opened_.json['table']}/tally"
    headers = {"Authorization": f"Bearer {opened_.json['token']}"}
    known = client.get(address, headers=headers).headers["ETag"]
    again = headers | {"If-None-Match": known}
    assert client.get(address, headers=again).status_code == 304
    assert client.get(address, headers=again | {"Accept-Language": "pl"}).status_code == 200


def test_a_program_chooses_a_table_s_language_too(client):
    made = client.post("/api/tables", json={"map": "usa", "players": [
        {"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]}).json  # fmt: skip
    headers = {"Authorization": f"Bearer {made['token']}"}
    address = f"/api/tables/{made['table']}"
    assert client.patch(address, json={"options": {"language": "pt-BR"}}, headers=headers).status_code == 200
    assert client.get(address, headers=headers).json["options"]["language"] == "pt-BR"
    for wrong in ("xx", True, 3, ["de"]):
        answer = client.patch(address, json={"options": {"language": wrong}}, headers=headers)
        assert (answer.status_code, answer.json["code"]) == (422, "wrong-value"), wrong
    assert client.patch(address, json={"options": {"language": ""}}, headers=headers).status_code == 200


def test_a_host_may_speak_another_one_where_nobody_says_anything(boards, tables):
    client = create_app(boards, tables, hosting=Hosting(language="pl")).test_client()
    assert spoken(client) == "pl"
    assert spoken(client, Accept_Language="de") == "de"
