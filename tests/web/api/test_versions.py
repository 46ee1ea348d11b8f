"""An answer names the version that the call itself made, also where another phone is quick to make the next one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from tests.web.api.conftest import Program

ROUTES = ["dallas--houston--1", "denver--omaha", "atlanta--miami", "boston--montreal--1", "duluth--omaha--1"]


@pytest.fixture
def another_is_quick(tables, player, monkeypatch):
    """From when it is called, each change of the table is followed at once by a claim on another phone."""
    changing, routes = tables.store.changing, iter(ROUTES)

    @contextmanager
    def followed(table, *known):
        with changing(table, *known) as change:
            yield change
        monkeypatch.setattr(tables.store, "changing", changing)
        route = next(routes)
        claim = {"type": "claim", "player": "red", "route": route, "id": route}
        with ThreadPoolExecutor(1) as phone:  # a request of its own, not one within another
            assert phone.submit(player, "POST", "/entries", claim).result().status_code == 200
        monkeypatch.setattr(tables.store, "changing", followed)

    return lambda: monkeypatch.setattr(tables.store, "changing", followed)


def waits(maker: Program) -> str:
    """Somebody typed the code."""
    return maker.client.post("/api/join", json={"code": maker.code}).json["waiting"]


def blue(maker: Program) -> None:
    maker("POST", "/seats", {"color": "blue"})


def asked_for_blue(maker: Program) -> None:
    blue(maker)
    maker.lets_in()("DELETE", "/seats/blue")


def with_tickets_in(maker: Program) -> None:
    blue(maker)
    maker("POST", "/tickets-in", {"color": "blue"})


def confirmed(maker: Program) -> None:
    blue(maker)
    maker("POST", "/confirm", {"color": "blue"})


def taken_over(maker: Program) -> None:
    """Blue's first phone entered a ticket, let the seat go, and does not show the ticket to the next one."""
    first = maker.lets_in()
    first("POST", "/seats", {"color": "blue"})
    first.reports(type="keep", player="blue", ticket="denver--el-paso", id="kept")
    first("DELETE", "/seats/blue")
    blue(maker)
    assert maker.state()["covered"] == ["blue"]
    assert first("POST", "/asked", {"about": "show", "color": "blue", "agree": False}).status_code == 200


def with_red_stopped(maker):
    assert maker("POST", "/stopped", {"color": "red"}).status_code == 200


CALLS = {
    "decide": (waits, "POST", "/waiting/{before}", {"admit": True}),
    "take_seat": (None, "POST", "/seats", {"color": "blue"}),
    "take_seat_again": (blue, "POST", "/seats", {"color": "blue", "pin": "2468"}),
    "leave_seat": (blue, "DELETE", "/seats/blue", None),
    "free_seat": (asked_for_blue, "POST", "/asked", {"about": "free", "color": "blue", "agree": True}),
    "keep_seat": (asked_for_blue, "POST", "/asked", {"about": "free", "color": "blue", "agree": False}),
    "ask_to_show": (taken_over, "POST", "/seats/blue/show", None),
    "confirm": (blue, "POST", "/confirm", {"color": "blue"}),
    "unconfirm": (confirmed, "DELETE", "/confirm/blue", None),
    "tickets_in": (blue, "POST", "/tickets-in", {"color": "blue"}),
    "tickets_not_in": (with_tickets_in, "DELETE", "/tickets-in/blue", None),
    "stop": (None, "POST", "/stopped", {"color": "red"}),
    "come_back": (with_red_stopped, "DELETE", "/stopped/red", None),
    "change_table": (None, "PATCH", "", {"title": "Friday night"}),
    "report": (
        None,
        "POST",
        "/entries",
        {"type": "claim", "player": "blue", "route": "el-paso--santa-fe", "id": "x"},
    ),
}


@pytest.mark.parametrize("call", CALLS)
def test_an_answer_names_its_own_version(maker, another_is_quick, call):
    prepare, method, path, body = CALLS[call]
    before = prepare(maker) if prepare else None
    version = maker.state()["version"]
    another_is_quick()
    answer = maker(method, path.format(before=before), body)
    assert answer.status_code == 200, answer.text
    assert answer.json["version"] == version + 1
    assert maker.state()["version"] > version + 1


def test_what_changes_nothing_names_the_version_that_stands(maker):
    blue(maker)
    version = maker.state()["version"]
    assert maker("DELETE", "/seats/red").json == {"version": version}
    assert maker("DELETE", "/confirm/blue").json == {"version": version}
