"""Who may make a call is declared with it, and is true: everybody else is refused, and nobody who may is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.web.api import CALLS
from companion.web.api.calls import Call, Who
from tests.web.api.conftest import NEW, Program

CLAIM = {"type": "claim", "player": "blue", "route": "dallas--houston--1", "id": "one"}
BLUE = {"color": "blue"}
BODIES = {
    "open_table": NEW,
    "join": {},
    "change_table": {"title": "Friday night"},
    "decide": {"admit": True},
    "answer": {"about": "free", "color": "blue", "agree": True},
    "take_seat": BLUE,
    "open_link": {},
    "offer_seat": {},
    "ask_for_seat": {},
    "confirm": BLUE,
    "tickets_in": BLUE,
    "stop": BLUE,
    "report": CLAIM,
}
NOT_THIS_ROLE = {"no-token", "unknown-token", "no-table", "only-watching", "not-your-seat", "not-the-maker"}
LAST = ["take_seat", "leave_seat", "delete_table", "leave_everywhere"]  # what changes who is who


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One database is enough for who may."""
    return f"sqlite:///{shutil.copy(request.getfixturevalue('empty_sqlite'), tmp_path / 'games.sqlite3')}"


def refusals(program: Program) -> dict[str, str | None]:
    """For every call why this program may not make it, as a code; None where it may."""
    ordered = sorted(CALLS, key=lambda call: LAST.index(call.name) if call.name in LAST else -1)
    return {call.name: refusal(program, call) for call in ordered}


def open_to(*who: Who) -> set[str]:
    """The calls that are declared for one of these."""
    return {call.name for call in CALLS if call.who in who}


def allowed(program: Program) -> set[str]:
    return {name for name, code in refusals(program).items() if code is None}


def refusal(program: Program, call: Call) -> str | None:
    """Why the program may not make this call, as its code; None where it may, whatever else is wrong with it."""
    path = call.path
    for name, value in {"table": program.table, "color": "blue", "waiting": "nobody", "board": "usa"}.items():
        path = path.replace(f"<{name}>", value)
    headers = {"Authorization": f"Bearer {program.token}"} if program.token else {}
    answer = program.client.open(f"/api{path}", method=call.method, json=BODIES.get(call.name), headers=headers)
    streams = call.content_type == "text/event-stream" and answer.status_code == 200
    code = None if streams or answer.status_code in (200, 201, 204) else answer.json.get("code")
    answer.close()
    return code if code in NOT_THIS_ROLE else None


def test_without_a_token_only_what_anybody_may(maker):
    assert allowed(Program(maker.client, maker.table, "")) == open_to(Who.ANYBODY)


def test_a_token_of_another_table_is_good_for_no_call_of_this_one(client, maker):
    other = client.post("/api/tables", json=NEW).json
    assert allowed(Program(client, maker.table, other["token"])) == {
        call.name for call in CALLS if "<table>" not in call.path
    }


def test_a_watcher_reads(watcher):
    assert allowed(watcher) == open_to(Who.ANYBODY, Who.DEVICE)


def test_a_player_without_a_seat_does_not_speak_for_one_nor_for_the_maker(player):
    assert allowed(player) == open_to(Who.ANYBODY, Who.DEVICE, Who.PLAYER)


def test_the_maker_in_a_seat_may_make_every_call(maker):
    maker("POST", "/seats", BLUE)
    assert allowed(maker) == open_to(*Who)
