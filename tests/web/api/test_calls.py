"""Every call of the contract, and every way it refuses."""

from __future__ import annotations

import json

import pytest

from companion.store import StoreUnavailable
from tests.web.api.conftest import NEW, PLAYERS, Program, opened

ROUTE = "dallas--houston--1"
CLAIM = {"type": "claim", "player": "blue", "route": ROUTE, "id": "one"}


def is_refused(answer, status, code):
    assert (answer.status_code, answer.json["code"]) == (status, code), answer.text
    first = answer.json["message"].lstrip("“")[0]
    assert first.isupper() or answer.json["message"][0] == "“"
    assert answer.json["message"].endswith((".", "?"))
    return answer.json


def test_a_program_takes_a_seat_claims_sets_up_counts_and_deletes(maker):
    assert maker("POST", "/seats", {"color": "blue"}).json == {"version": 2}
    assert maker("POST", "/entries", CLAIM).json == {"entry": 1, "version": 3}
    seen = maker.state("?since=2")
    assert seen["owners"] == {ROUTE: "blue"}
    assert seen["changed"]["routes"] == [ROUTE]
    assert seen["you"] == {"role": "maker", "seats": ["blue"]}
    assert maker("POST", "/confirm", {"color": "blue"}).json == {"version": 4}
    assert maker("PATCH", "", {"title": "Friday night"}).json == {"version": 5}
    assert maker("DELETE", "/seats/blue").json == {"version": 6}
    assert maker("GET", "/tally").json["players"][0]["routes"]["points"] == 1
    assert maker("GET", "/record").json["title"] == "Friday night"
    gone = maker("DELETE")
    assert (gone.status_code, gone.data) == (204, b"")
    is_refused(maker("GET"), 401, "unknown-token")  # it was good for that table alone


def test_the_secret_of_the_qr_lets_in_at_once(client, maker):
    assert maker.join_url.count("#") == 1
    secret = maker.join_url.partition("#")[2]
    answer = client.post("/api/join", json={"secret": secret, "as": "watcher"})
    assert answer.status_code == 201
    assert answer.json["table"] == maker.table
    assert answer.json["role"] == "watcher"
    assert Program(client, maker.table, answer.json["token"]).state()["you"]["role"] == "watcher"
    is_refused(client.post("/api/join", json={"secret": "x"}), 404, "no-table")


def test_a_typed_code_waits_until_somebody_decides(client, maker):
    asked = client.post("/api/join", json={"code": maker.code.lower()})
    assert asked.status_code == 202
    waiting = asked.json["waiting"]
    assert client.get(f"/api/join/{waiting}").status_code == 202
    [guest] = maker.state()["waiting"]
    assert guest["role"] == "player"
    assert client.get(f"/api/join/{guest['id']}").status_code == 404  # or a player could collect it
    assert maker("POST", f"/waiting/{waiting}", {"admit": True}).status_code == 200
    told = client.get(f"/api/join/{waiting}")
    assert (told.status_code, told.json["role"]) == (201, "player")
    assert Program(client, maker.table, told.json["token"]).state()["you"]["role"] == "player"
    is_refused(client.get(f"/api/join/{waiting}"), 410, "too-late")
    refused = client.post("/api/join", json={"code": maker.code}).json["waiting"]
    maker("POST", f"/waiting/{refused}", {"admit": False})
    is_refused(client.get(f"/api/join/{refused}"), 403, "not-admitted")
    is_refused(client.get("/api/join/nobody"), 404, "nobody-waits")
    is_refused(maker("POST", "/waiting/nobody", {"admit": True}), 410, "nobody-waits")


@pytest.mark.parametrize("told", [{}, {"code": "A", "secret": "b"}])
def test_who_joins_has_the_one_or_the_other(client, told):
    is_refused(client.post("/api/join", json=told), 422, "missing-member")


def test_tokens(client, maker):
    other = opened(client)
    path = f"/api/tables/{maker.table}"
    none = client.get(path)
    is_refused(none, 401, "no-token")
    assert none.headers["WWW-Authenticate"] == "Bearer"
    is_refused(client.get(path, headers={"Authorization": "Bearer nonsense"}), 401, "unknown-token")
    is_refused(client.get(path, headers={"Authorization": f"Bearer {other.token}"}), 404, "no-table")
    is_refused(client.get("/api/tables/none", headers={"Authorization": f"Bearer {other.token}"}), 404, "no-table")


def test_a_browser_is_known_by_its_cookie(app, tables):
    from companion.play.keys import browser_with
    from tests.support.phones import a_record

    table = tables.open(a_record(), browser_with("cookie")).table
    browser = app.test_client()
    browser.set_cookie("trackside", "cookie")
    assert browser.get(f"/api/tables/{table}").json["you"]["role"] == "maker"
    elsewhere = {"Origin": "http://elsewhere.example"}
    is_refused(browser.post(f"/api/tables/{table}/entries", json=CLAIM, headers=elsewhere), 403, "other-site")


def test_roles(maker, player, watcher):
    is_refused(player("DELETE"), 403, "not-the-maker")
    for method, path, told in (
        ("POST", "/entries", CLAIM),
        ("POST", "/seats", {"color": "blue"}),
        ("DELETE", "/seats/blue", None),
        ("PATCH", "", {"title": "x"}),
        ("POST", "/waiting/x", {"admit": True}),
    ):
        is_refused(watcher(method, path, told), 403, "only-watching")
    is_refused(player("POST", "/confirm", {"color": "blue"}), 403, "not-your-seat")
    keep = {"type": "keep", "player": "blue", "ticket": "denver--el-paso", "id": "k"}
    is_refused(player("POST", "/entries", keep), 403, "not-your-seat")


def test_seats(maker, player):
    maker("POST", "/seats", {"color": "blue", "pin": "2468"})
    assert is_refused(player("POST", "/seats", {"color": "blue"}), 409, "seat-held")["version"] == 3
    asked = player("DELETE", "/seats/blue")
    assert (asked.status_code, asked.json["code"], asked.json["version"]) == (202, "seat-asked", 4)
    assert maker("GET").json["asked"][0]["answers"]
    assert maker("POST", "/asked", {"about": "free", "color": "blue", "agree": True}).status_code == 200
    is_refused(maker("POST", "/asked", {"about": "free", "color": "blue", "agree": True}), 409, "nothing-asked")
    is_refused(player("POST", "/seats", {"color": "blue"}), 403, "wrong-pin")
    is_refused(player("POST", "/seats", {"color": "blue", "pin": "1111"}), 403, "wrong-pin")
    is_refused(player("POST", "/seats", {"color": "blue", "pin": "12"}), 422, "wrong-value")
    is_refused(player("POST", "/seats", {"color": "blue", "pin": None}), 422, "wrong-value")
    is_refused(player("POST", "/seats", {"color": "pink"}), 422, "colour-not-at-the-table")
    assert player("POST", "/seats", {"color": "blue", "pin": "2468"}).status_code == 200


def test_a_turn_that_others_went_past_is_late(maker, player):
    """Red knew the table of before; blue had another turn meanwhile."""
    since = maker("POST", "/entries", CLAIM).json["version"]
    maker("POST", "/entries", {"type": "draw", "player": "blue", "id": "drew"})
    entry = {"type": "claim", "player": "red", "route": "denver--omaha", "id": "away", "since": since}
    assert player("POST", "/entries", entry).json == {"entry": 3, "version": since + 2, "late": True}
    assert player("POST", "/entries", entry).json["late"]
    is_refused(player("POST", "/entries", entry | {"since": "3"}), 422, "wrong-type")


def test_entries(maker, player):
    first = maker("POST", "/entries", CLAIM)
    again = maker("POST", "/entries", CLAIM)
    assert first.json == again.json == {"entry": 1, "version": 3}
    taken = is_refused(player("POST", "/entries", CLAIM | {"player": "red", "id": "two"}), 409, "route-taken")
    assert taken["version"] == 3
    assert is_refused(player("POST", "/entries", CLAIM), 409, "id-used")["version"] == 3
    is_refused(maker.reports(**CLAIM, points=9), 422, "unknown-member")
    is_refused(maker.reports(**CLAIM | {"route": "here--there"}), 422, "unknown-route")
    is_refused(maker.reports(**CLAIM | {"late": None}), 422, "wrong-type")
    is_refused(maker.reports(**CLAIM, anyway=1), 422, "wrong-type")
    assert is_refused(player.reports(type="finish", id="f"), 409, "not-confirmed")["version"] == 3
    is_refused(player.reports(type="finish", id="f", anyway=True), 409, "not-confirmed")
    assert maker.reports(type="finish", id="f", anyway=True).json == {"entry": 2, "version": 4}
    is_refused(maker.reports(**CLAIM | {"id": "three", "route": "denver--omaha"}), 409, "after-finish")
    late = maker.reports(**CLAIM | {"id": "three", "route": "denver--omaha"}, reopen=True)
    assert late.json == {"entry": 4, "version": 5}


def test_setting(maker):
    maker("POST", "/entries", CLAIM)
    others = [PLAYERS[1], {"color": "green", "name": "Cy"}]
    assert "1" in is_refused(maker("PATCH", "", {"players": others}), 409, "player-in-log")["message"]
    is_refused(maker("PATCH", "", {"map": "europe"}), 422, "unknown-member")
    is_refused(maker("PATCH", "", {"title": None}), 422, "wrong-type")
    assert maker("PATCH", "", {"options": {"points_hidden": True}}).json == {"version": 3}


def test_tickets_of_others_are_hidden(maker, player, watcher):
    maker("POST", "/seats", {"color": "blue"})
    maker.reports(type="keep", player="blue", ticket="denver--el-paso", id="mine")
    assert maker("GET", "/record").json["log"][0]["ticket"] == "denver--el-paso"
    for program in (player, watcher):
        assert program("GET", "/record").json["log"] == [{"type": "hidden"}]
        for path in ("", "?since=0", "/record", "/tally"):
            assert "denver--el-paso" not in program("GET", path).text
            assert "mine" not in program("GET", path).text
    maker.reports(type="finish", id="f", anyway=True)
    assert player("GET", "/record").json["log"][0]["id"] == "mine"


def test_what_one_has_already_is_not_sent_again(maker, player):
    first = maker("GET")
    mark = first.headers["ETag"]
    assert mark.startswith('W/"2-')
    assert {"Cookie", "Authorization"} <= set(first.vary)
    assert first.headers["Cache-Control"] == "no-store"
    again = maker("GET", If_None_Match=mark)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", mark)
    assert player("GET", If_None_Match=mark).status_code == 200  # another role sees something else
    maker("POST", "/entries", CLAIM)
    changed = maker("GET", If_None_Match=mark)
    assert (changed.status_code, changed.json["version"]) == (200, 3)
    maker("POST", "/seats", {"color": "blue"})
    assert maker("GET", If_None_Match=changed.headers["ETag"]).status_code == 200


@pytest.mark.parametrize("since", ["-1", "x", "", "1.5", "9" * 30, "١"])
def test_since_is_a_whole_number(maker, since):
    is_refused(maker("GET", f"?since={since}"), 422, "wrong-value")
    mark = maker("GET").headers["ETag"]
    is_refused(maker("GET", f"?since={since}", If_None_Match=mark), 422, "wrong-value")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"\xef\xbb\xbf{}", b'{"a": NaN}', b'{"a": ' + b"9" * 5000 + b"}", b"[" * 40000]
)
def test_what_is_not_json_is_refused(client, maker, body):
    paths = [("POST", "/api/tables"), ("POST", "/api/join"), ("PATCH", f"/api/tables/{maker.table}")]
    paths += [("POST", f"/api/tables/{maker.table}/{name}") for name in ("entries", "seats", "confirm", "waiting/x")]
    for method, path in paths:
        answer = client.open(path, method=method, data=body, headers={"Authorization": f"Bearer {maker.token}"})
        is_refused(answer, 400, "not-json")


@pytest.mark.parametrize("body", [b"[]", b"null", b"7", b'"x"'])
def test_what_has_no_named_members_is_refused(client, body):
    is_refused(client.post("/api/tables", data=body), 422, "wrong-type")


def test_a_member_twice_is_refused(client):
    is_refused(client.post("/api/join", data=b'{"code": "A", "code": "B"}'), 422, "member-twice")
    is_refused(
        client.post("/api/tables", data=b'{"map": "usa", "players": [{"name": "A", "name": "B"}]}'),
        422,
        "member-twice",
    )


def test_what_is_too_large_is_refused(client, maker):
    is_refused(client.post("/api/join", data=b" " * (64 * 1024 + 1)), 413, "too-large")
    is_refused(maker("POST", "/entries", {"type": "x" * 70_000}), 413, "too-large")
    is_refused(client.post("/api/tables", data=b" " * (1024 * 1024 + 1)), 413, "too-large")


def test_a_whole_record_is_imported(client):
    log = [
        {"type": "keep", "player": "red", "ticket": "denver--el-paso"},
        {"type": "claim", "player": "red", "route": ROUTE, "at": "2026-11-18T19:04:11Z"},
    ]
    program = opened(client, format="companion/game", version=1, log=log)
    assert program("GET", "/record").json["log"] == [{"type": "hidden"}, log[1]]
    program("POST", "/seats", {"color": "red"})
    assert program("GET", "/record").json["log"] == log
    large = [{"type": "draw", "player": "red", "id": f"{n:060}"} for n in range(3000)]
    assert opened(client, log=large).state()["version"] == 1


@pytest.mark.parametrize(
    ("told", "code", "names"),
    [
        ({"players": PLAYERS}, "missing-member", "map"),
        ({"map": "usa"}, "missing-member", "players"),
        (NEW | {"map": "moon"}, "unknown-map", "moon"),
        (NEW | {"version": 2}, "unknown-version", "version"),
        (NEW | {"format": "other"}, "wrong-value", "format"),
        (NEW | {"nope": 1}, "unknown-member", "nope"),
        (NEW | {"title": None}, "wrong-type", "title"),
        (NEW | {"log": [{"type": "claim", "player": "blue", "route": "x"}]}, "unknown-route", "entry 1"),
        (NEW | {"log": [CLAIM, CLAIM | {"player": "red"}]}, "id-used", "entry 2"),
        (NEW | {"log": [CLAIM, CLAIM | {"player": "red", "id": "b"}]}, "route-taken", "entry 2"),
    ],
)
def test_what_is_no_game_is_refused(client, told, code, names):
    assert names in is_refused(client.post("/api/tables", json=told), 422, code)["message"]


def test_boards(client, boards):
    told = client.get("/api/boards")
    assert [board["id"] for board in told.json] == list(boards)
    assert client.get("/api/boards/usa").json == told.json[list(boards).index("usa")]
    assert client.get("/api/boards", headers={"If-None-Match": told.headers["ETag"]}).status_code == 304
    is_refused(client.get("/api/boards/moon"), 404, "no-board")


def test_storage_that_is_away(maker, tables, monkeypatch):
    def away(*_):
        raise StoreUnavailable("the games can't be reached right now; nothing was saved, so try again")

    monkeypatch.setattr(tables.store, "version", away)
    answer = maker("GET")
    is_refused(answer, 503, "storage-away")
    assert int(answer.headers["Retry-After"]) > 0


def test_what_is_no_call_and_what_breaks_are_told_in_json_too(app, client):
    is_refused(client.get("/api/nope"), 404, "no-such-call")
    wrong = client.delete("/api/boards")
    is_refused(wrong, 405, "not-this-method")
    assert "GET" in wrong.headers["Allow"]


def test_a_fault_keeps_its_reason_to_the_log(maker, tables, monkeypatch, caplog):
    monkeypatch.setattr(tables.games, "at", lambda *_: json.loads("a secret"))
    answer = maker("GET")
    is_refused(answer, 500, "fault")
    assert "secret" not in answer.text


def test_new_names_must_be_seen_and_a_game_of_before_comes_as_it_is(client, maker):
    unseen = [PLAYERS[0], {"color": "red", "name": "\u3164"}]
    is_refused(client.post("/api/tables", json=NEW | {"players": unseen}), 422, "wrong-character")
    is_refused(maker("PATCH", "", {"players": unseen}), 422, "wrong-character")
    twins = [PLAYERS[0], {"color": "red", "name": "A\u200bda"}]
    assert [player["name"] for player in opened(client, players=twins).state()["players"]] == ["Ada", "Ada"]
    before = opened(client, players=twins[:1] + unseen[1:], log=[])
    assert [player["name"] for player in before.state()["players"]] == ["Ada", "\u3164"]


def test_what_a_seat_says_of_its_tickets_and_takes_back(maker):
    maker("POST", "/seats", {"color": "blue"})

    def said():
        player = next(player for player in maker.state()["players"] if player["color"] == "blue")
        return player["tickets_in"], player["confirmed"]

    assert maker("POST", "/tickets-in", {"color": "blue"}).status_code == 200
    assert said() == (True, False)
    maker("POST", "/confirm", {"color": "blue"})
    assert said() == (True, True)
    assert maker("DELETE", "/confirm/blue").status_code == 200
    assert maker("DELETE", "/tickets-in/blue").status_code == 200
    assert said() == (False, False)
    is_refused(maker("POST", "/tickets-in", {"color": "red"}), 403, "not-your-seat")
    is_refused(maker("DELETE", "/confirm/red"), 403, "not-your-seat")


def test_play_again_is_one_table_for_all(client, maker):
    is_refused(maker("POST", "/again"), 409, "not-finished")
    maker("POST", "/entries", {"type": "finish", "id": "end", "anyway": True})
    first, second = (maker("POST", "/again") for _ in range(2))
    assert first.status_code == 201
    assert first.json == second.json
    assert maker.state()["following"] == first.json["table"]
    assert Program(client, first.json["table"], maker.token).state()["you"]["role"] == "maker"


def test_a_seat_goes_along(client, maker):
    """By its secret, and with a yes of the device that has it."""
    maker("POST", "/seats", {"color": "blue"})
    offered = maker("POST", "/seats/blue/along", {}).json
    assert offered["url"].endswith(f"/join/seat#{offered['secret']}")
    asked = client.post("/api/join/seat", json={"secret": offered["secret"]}).json
    is_refused(client.post("/api/join/seat", json={"secret": offered["secret"]}), 404, "no-table")
    bearer = {"Authorization": f"Bearer {asked['token']}"}
    assert client.get(f"/api/join/{asked['waiting']}", headers=bearer).status_code == 202
    (request,) = maker.state()["asked"]
    assert (request["about"], request["signs"]) == ("move", asked["signs"])
    assert maker("POST", "/asked", {"about": "move", "color": "blue", "agree": True}).status_code == 200
    is_refused(client.get(f"/api/join/{asked['waiting']}"), 404, "nobody-waits")
    told = client.get(f"/api/join/{asked['waiting']}", headers=bearer).json
    assert (told["table"], told["token"]) == (maker.table, asked["token"])
    assert client.get(f"/api/tables/{maker.table}", headers=bearer).json["you"]["seats"] == ["blue"]
