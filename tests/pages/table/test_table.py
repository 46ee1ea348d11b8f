"""The table page: every answer, and every refusal."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest

from companion.play.keys import browser_with
from tests.pages.visiting import text
from tests.support.markup import parsed

PIECE = {"HX-Request": "true", "HX-Request-Type": "partial"}
SEATS = [{"color": c, "name": n} for c, n in [("blue", "Ada"), ("red", "Bo"), ("green", "Cy")]]


@pytest.fixture
def opened(client, tables):
    """A table of three that this browser opened; gives its address."""

    def make(log: list[dict[str, Any]] | None = None, board: str = "usa", **setup: Any) -> str:
        from companion.record.read import Record
        from companion.rules.game_setup import Setup
        from companion.rules.log import ENTRY

        client.set_cookie("trackside", "maker")
        told = tuple(ENTRY.validate_python(entry) for entry in log or [])
        record = Record(tables.boards[board], Setup.model_validate({"map": board, "players": SEATS, **setup}), told)
        return f"/t/{tables.open(record, browser_with('maker')).table}"

    return make


def state(answer) -> Any:
    return parsed_piece(answer.text, "state")


def model(answer) -> Any:
    """The state of the table that a phone carries on."""
    return json.loads(state(answer).get("data-state"))


def parsed_piece(text: str, name: str) -> Any:
    return next(part for part in parsed(text).iter() if part.get("id") == name)


def tell(client, address: str, headers=PIECE, **fields: Any):
    """Posts a form with a one-time id of its own."""
    form = {"id": f"once-{len(str(fields))}-{fields.get('route', '')}"[:40], "since": "1", **fields}
    return client.post(f"{address}/entries", data=form, headers=headers)


def claim(client, address: str, route: str = "denver--omaha", player: str = "blue", **more: Any):
    return tell(client, address, type="claim", player=player, route=route, **more)


def test_the_page_tells_whose_turn_it_is_and_is_kept_by_nobody(client, opened):
    answer = client.get(opened())
    assert answer.status_code == 200
    assert "Ada&#39;s turn" in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert "noindex" in answer.headers["X-Robots-Tag"]


def test_a_stranger_finds_no_table(client, opened):
    address = opened()
    client.set_cookie("trackside", "somebody else")
    assert client.get(address).status_code == 404
    assert client.get(f"{address}/now?since=1").status_code == 404
    assert claim(client, address).status_code == 404


def test_a_claim_is_answered_with_what_changed(client, opened):
    answer = claim(client, opened())
    assert answer.status_code == 200
    told = model(answer)
    assert (told["since"], told["version"]) == (1, 2)
    assert told["owners"] == {"denver--omaha": ["blue"]}
    assert (told["known"], told["log"]) == (0, [{"type": "claim", "player": "blue", "route": "denver--omaha"}])
    assert "data-empty" in parsed_piece(answer.text, "choice").attrib
    assert "<html" not in answer.text


@pytest.mark.parametrize(
    ("route", "words", "most"),
    [("berlin--essen", "Berlin – Essen, 2 trains", 1536), ("berlin--wien", "already", 2048)],
    ids=["accepted", "refused"],
)
def test_the_answer_to_a_claim_is_small(client, opened, boards, route, words, most):
    routes = list(boards["europe"].route)[:40:2]
    log = [{"type": "claim", "player": SEATS[n % 3]["color"], "route": r} for n, r in enumerate(routes)]
    address = opened(log, "europe")
    answer = claim(client, address, route, "green")
    assert words in answer.text
    assert len(gzip.compress(answer.data, 6)) <= most


def test_without_script_a_claim_leads_back_to_the_table(client, opened):
    address = opened()
    answer = tell(client, address, headers={}, type="claim", player="blue", route="denver--omaha")
    assert (answer.status_code, answer.headers["Location"]) == (303, address)
    assert 'data-owner="blue"' in client.get(address).text


def test_the_same_form_twice_is_one_claim(client, opened):
    address = opened()
    assert claim(client, address).status_code == 200
    assert claim(client, address).status_code == 200
    assert model(client.get(f"{address}/now?since=1"))["version"] == 2


def test_another_button_of_the_same_page_is_another_claim(client, opened):
    address = opened()
    for route in ("denver--omaha", "helena--omaha"):
        assert claim(client, address, route, id="one-page").status_code == 200
    assert model(client.get(f"{address}/now?since=1"))["version"] == 3


def test_a_refusal_keeps_the_choice_open(client, opened):
    address = opened()
    claim(client, address)
    answer = claim(client, address, player="red", **{"asked-city": "denver"})
    assert answer.status_code == 409
    choice = parsed_piece(answer.text, "choice")
    assert "Denver – Omaha is already Ada's." in "".join(choice.itertext())
    assert "data-empty" not in choice.attrib
    assert "Claim for Bo" in "".join(choice.itertext())


def test_a_refusal_without_script_is_the_page(client, opened):
    address = opened()
    claim(client, address)
    answer = claim(client, address, player="red", headers={})
    assert answer.status_code == 409
    answer = tell(client, address, headers={}, type="claim", player="red", route="denver--omaha")
    assert "<html" in answer.text
    assert "already Ada" in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "claim", "player": "pink", "route": "denver--omaha"},
        {"type": "claim", "player": "blue", "route": "denver--atlantis"},
        {"type": "claim"},
        {"type": "station", "player": "blue", "city": "denver"},
        {"type": "hidden"},
        {"type": ""},
        {},
        {"type": "strike", "entry": "many"},
        {"type": "strike", "entry": "-1"},
        {"type": "strike", "entry": "9"},
        {"type": "strike", "entry": "٣"},
        {"type": "amend"},
    ],
)
def test_what_makes_no_sense_is_refused(client, opened, fields):
    answer = tell(client, opened(), **fields)
    assert answer.status_code in (409, 422)
    assert parsed_piece(answer.text, "choice").find(".//*[@role='alert']") is not None


def test_undo_names_its_entry_and_two_phones_undo_once(client, opened):
    address = opened()
    claim(client, address)
    claim(client, address, "helena--omaha", "red")
    assert tell(client, address, type="strike", entry="2", id="one").status_code == 200
    assert tell(client, address, type="strike", entry="2", id="two").status_code == 200
    now = client.get(f"{address}/now?since=1")
    assert model(now)["version"] == 4
    assert model(now)["owners"] == {"denver--omaha": ["blue"]}


def test_a_route_is_given_to_another(client, opened):
    address = opened()
    claim(client, address)
    answer = tell(client, address, type="amend", entry="1", player="green")
    assert model(answer)["owners"] == {"denver--omaha": ["green"]}


def test_what_was_taken_back_cannot_be_given_away(client, opened):
    address = opened()
    claim(client, address)
    tell(client, address, type="strike", entry="1")
    assert tell(client, address, type="amend", entry="1", player="green").status_code == 409


def test_a_second_last_turn_is_offered_as_an_earlier_one(client, opened, boards):
    routes = [r for r in boards["usa"].route.values() if r.length == 6][:7]
    log = [{"type": "claim", "player": "blue", "route": r.id} for r in routes] + [
        {"type": "claim", "player": "blue", "route": "atlanta--nashville"},
        {"type": "draw", "player": "red"},
    ]
    address = opened(log)
    answer = claim(client, address, player="red")
    assert answer.status_code == 409
    assert "This was an earlier turn" in answer.text
    assert claim(client, address, player="red", late="1").status_code == 200


def test_now_is_silent_where_nothing_is_new(client, opened):
    assert client.get(f"{opened()}/now?since=1").status_code == 204


def test_now_loads_anew_where_the_set_up_changed(client, opened, tables):
    address = opened()
    tables.settings.change(address.rpartition("/")[2], browser_with("maker"), {"title": "Friday"})
    answer = client.get(f"{address}/now?since=1", headers=PIECE)
    assert answer.headers["HX-Refresh"] == "true"


def test_when_the_tickets_are_turned_over_every_phone_comes_along_once(client, opened, tables):
    address = opened()
    claim(client, address)
    table = address.rpartition("/")[2]
    tables.log.report(table, browser_with("maker"), {"type": "finish", "id": "end"}, anyway=True)
    answer = client.get(f"{address}/now?since=2", headers=PIECE)
    assert 'data-at="reveal"' in answer.text, "the line that every page follows"
    client.post(f"{address}/reveal", data={"to": 1})
    again = client.get(f"{address}/now?since=3", headers=PIECE)  # who came back to put something right stays
    assert "HX-Redirect" not in again.headers
    assert "Watch the reveal" in again.text


def test_finish_and_go_on(client, opened):
    address = opened()
    claim(client, address)
    answer = tell(client, address, type="finish", anyway="1")
    assert "The tickets are being revealed" in answer.text
    assert "Ada wins with" not in answer.text
    client.post(f"{address}/reveal", data={"to": 999})
    answer = client.get(address)
    assert "The game is finished" in answer.text
    assert "Ada wins with" in answer.text
    undone = tell(client, address, type="strike", entry="1", id="after-the-end")
    assert "The game is finished" in undone.text
    end = re.search(r'name="entry" value="(\d+)"', undone.text)
    assert end
    assert "turn" in tell(client, address, type="strike", entry=end[1], id="go-on").text


def test_where_there_are_no_turns_the_player_stays_chosen(client, opened):
    address = opened(tracking="tally")
    answer = claim(client, address, player="green")
    assert parsed_piece(answer.text, "choice").find(".//*[@data-player]").get("value") == "green"
    assert "Cy&#39;s routes: 41 trains left" in answer.text
    plain = tell(client, address, headers={}, type="claim", player="green", route="helena--omaha")
    assert plain.headers["Location"].endswith("?player=green")


@pytest.mark.parametrize(
    "query", ["city=denver", "find=den+om", "find=atlantis", "x=300&y=200", "all=1", "player=red"]
)
def test_what_is_asked_is_answered_with_script_and_without(client, opened, query):
    address = opened()
    page, piece = client.get(f"{address}?{query}"), client.get(f"{address}?{query}", headers=PIECE)
    assert page.status_code == piece.status_code == 200
    assert "<html" in page.text
    assert "<html" not in piece.text
    assert "data-empty" not in parsed_piece(piece.text, "choice").attrib


def test_of_a_field_told_twice_the_last_counts(client, opened):
    answer = client.get(f"{opened()}?city=denver&player=red&player=green", headers=PIECE)
    assert "Claim for Cy" in answer.text


@pytest.mark.parametrize("name", ["<b>bold</b>", '"><script>', "🚂" * 20, "אבגד", "a'b"])
def test_names_are_harmless(client, opened, name):
    address = opened(players=[{"color": "blue", "name": name}, {"color": "red", "name": "Bo"}])
    for query in ("", "?city=denver", "?player=blue"):
        text = client.get(address + query).text
        assert "<script>" not in text
        assert "<b>bold" not in text
    assert claim(client, address).status_code == 200


def test_who_watches_has_no_buttons(client, opened, tables):
    address = opened([{"type": "claim", "player": "blue", "route": "denver--omaha"}])
    table = address.rpartition("/")[2]
    tables.door.join_by_secret(tables.door.invite(table, browser_with("maker")), browser_with("guest"), "watcher")
    client.set_cookie("trackside", "guest")
    page = client.get(f"{address}?city=denver").text
    assert "Undo" not in page
    assert 'class="take"' not in page
    assert claim(client, address, "helena--omaha").status_code == 403


def test_a_marker_is_offered_to_the_claimers_phone_and_elsewhere_by_name(client, opened, tables, boards):
    board = boards["old-west"]
    route = next(iter(board.route.values()))
    player, other = board.colors[:2]
    address = opened([{"type": "claim", "player": player, "route": route.id}], board="old-west")
    table, maker, guest = address.rsplit("/", 1)[1], browser_with("maker"), browser_with("guest")
    tables.door.join_by_secret(tables.door.invite(table, maker), guest)
    for device, color in ((maker, player), (guest, other)):
        tables.seats.take(table, device, color)
    city = board.city[route.ends[0]].name
    mine = client.get(address).text
    assert f"Marker in {city}" in mine
    assert f"Marker in {city} ·" not in mine
    client.set_cookie("trackside", "guest")
    assert f"Marker in {city} · Ada" in text(client.get(address))
