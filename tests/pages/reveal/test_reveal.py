"""The reveal: nothing before the end, in step afterwards, led by one, seen again by anybody alone."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape

from companion.export.tally_json import tally_json
from companion.rules.tally import tally
from tests.pages.finishing import almost, ended, finish, game_at, lit, over
from tests.pages.visiting import FRAGMENT, device, guest, text
from tests.support.doses import one_in
from tests.support.evenings import Evening, read
from tests.support.golden import TALLIED


@pytest.fixture
def address(client, tables):
    address = almost(tables, client)
    finish(tables, client, address)
    return address


def step(client, address, to, **more):
    return client.post(f"{address}/reveal", data={"to": to}, **more)


def number(answer):
    return int(re.search(r'data-key="(\d+)"', answer.text)[1])


def test_the_reveal_begins_with_who_leads_and_who_reveals_first(client, address):
    page = text(client.get(f"{address}/reveal"))
    for words in ("The tickets are being revealed", "has the most route points.", "reveals first.", "0 of", "Next"):
        assert words in page


def test_there_is_nothing_of_it_before_the_end(client, tables, app):
    address = almost(tables, client)
    for headers in ({}, FRAGMENT):
        answer = client.get(f"{address}/reveal?step=5", headers=headers)
        assert answer.status_code in (303, 204)
        assert len(answer.get_data()) < 500
        assert b"turns" not in answer.get_data()
    assert client.get(f"{address}/reveal").location == f"{address}/end"
    watcher = guest(app, tables, client, address, "watcher")
    assert watcher.get(f"{address}/reveal").location == f"{address}/watch"


def test_nobody_steps_before_the_end(client, tables):
    address = almost(tables, client)
    answer = step(client, address, 1)
    assert answer.status_code == 409
    assert "The game isn't finished yet." in text(answer)


def test_a_step_is_a_version_and_everybody_lands_there(client, tables, app, address):
    before = game_at(tables, client, address).version
    assert step(client, address, 3).status_code == 303
    assert game_at(tables, client, address).version == before + 1
    for role in ("player", "watcher"):
        late = guest(app, tables, client, address, role)
        assert number(late.get(f"{address}/reveal")) == 3
        assert number(late.get(f"{address}/reveal", headers=FRAGMENT)) == 3


def test_the_same_step_twice_is_one_version(client, tables, address):
    versions = []
    for _ in range(2):
        step(client, address, 2)
        versions.append(game_at(tables, client, address).version)
    assert versions[0] == versions[1]


@pytest.mark.parametrize(("to", "stands"), [("-5", 0), ("9999", -1), ("", 0), ("x", 0)])
def test_a_step_that_is_none_is_the_nearest(client, tables, address, to, stands):
    step(client, address, 1)
    answer = step(client, address, to, headers=FRAGMENT)
    assert number(answer) == stands % len(game_at(tables, client, address).reveal)


def test_with_script_the_stage_alone_comes_back(client, address):
    answer = step(client, address, 1, headers=FRAGMENT)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "<svg class=" in answer.text
    assert 'viewBox="-' not in answer.text  # the board is never sent again
    assert len(answer.data) < 30_000


def test_only_the_leader_has_the_buttons_and_anybody_who_plays_can_take_the_lead(client, tables, app, address):
    other, watcher = guest(app, tables, client, address), guest(app, tables, client, address, "watcher")
    assert 'id="next"' in client.get(f"{address}/reveal").text
    for follower in (other, watcher):
        page = follower.get(f"{address}/reveal").text
        assert 'id="next"' not in page
        assert "another phone controls the reveal" in page
    assert 'id="lead"' not in watcher.get(f"{address}/reveal").text
    step(other, address, 0)
    assert 'id="next"' in other.get(f"{address}/reveal").text
    assert 'id="next"' not in client.get(f"{address}/reveal").text


def test_the_leader_is_named_by_the_seat(client, tables, app, address):
    tables.seats.take(address[3:], device(client), "red")
    assert "Bo's phone controls the reveal" in text(guest(app, tables, client, address).get(f"{address}/reveal"))


def test_who_watches_does_not_step(client, tables, app, address):
    watcher = guest(app, tables, client, address, "watcher")
    assert step(watcher, address, 2).status_code == 403
    assert step(app.test_client(), address, 2).status_code == 404


def test_seen_again_it_moves_nobody_else(client, tables, app, address):
    step(client, address, 9999)
    version = game_at(tables, client, address).version
    other = guest(app, tables, client, address)
    version = game_at(tables, client, address).version
    page = other.get(f"{address}/reveal?step=2")
    assert number(page) == 2
    assert f'href="{address}/reveal?step=3"' in page.text
    assert not re.search(r'id="stage"[^>]*data-follow', page.text)
    assert game_at(tables, client, address).version == version


def test_nobody_looks_ahead_of_the_table(client, address):
    step(client, address, 2)
    assert number(client.get(f"{address}/reveal?step=30")) == 2


def test_a_step_lights_up_one_network_and_its_journey(client, tables, address):
    found = game_at(tables, client, address).reveal
    won = next(n for n, one in enumerate(found) if one.kind == "ticket" and one.items[0].walks)
    step(client, address, won)
    answer = client.get(f"{address}/reveal")
    shown = lit(answer)
    assert shown['[data-layer="thread"]']["d"].startswith("M")
    others = [c for c in shown.values() if c.get("data-owner", "") is None]
    table = game_at(tables, client, address).table
    assert len(others) == sum(owner != found[won].players[0] for owner in table.owners.values())
    lost = next((n for n, one in enumerate(found) if one.kind == "ticket" and not one.items[0].walks), None)
    if lost is not None:
        step(client, address, lost)
        assert 'class="stub void"' in client.get(f"{address}/reveal").text


def shown(answer):
    """The figures of everybody's lines, in seating order until places are told."""
    return re.findall(r'class="score-points"[^>]*>(?:<[^>]*>)?([−\d?]+)', answer.text)


def figures(points):
    return [str(one).replace("-", "−") for one in points.values()]


def test_points_move_with_each_step_and_the_winners_place_comes_last(client, tables, address):
    found = game_at(tables, client, address).reveal
    for number in range(len(found) - 2):
        step(client, address, number)
        assert shown(client.get(f"{address}/reveal")) == figures(found[number].points)
    step(client, address, len(found) - 2)
    assert client.get(f"{address}/reveal").text.count('class="place"') == 2


def test_points_stay_hidden_until_the_end_where_the_table_wants_it_so(client, tables, address):
    tables.settings.change(address[3:], device(client), {"options": {"moving_totals": False}})
    found = game_at(tables, client, address).reveal
    step(client, address, len(found) - 3)
    assert shown(client.get(f"{address}/reveal")) == figures(found[0].points)
    step(client, address, len(found) - 2)
    assert "?" in shown(client.get(f"{address}/reveal"))


def test_the_winners_plate_has_the_winners_figure_in_the_winners_colour(client, tables, address):
    step(client, address, 9999)
    game = game_at(tables, client, address)
    plate = re.search(r'class="won">(.*?)</p>', client.get(f"{address}/reveal").text, re.S)[1]
    assert f">{game.result.by_rank[0].total}</text>" in plate
    assert plate.count("<svg") == len(game.result.winners)


def test_without_script_a_follower_loads_again_by_itself(client, tables, app, address):
    assert "http-equiv" not in client.get(f"{address}/reveal").text
    assert '<noscript><meta http-equiv="refresh"' in guest(app, tables, client, address).get(f"{address}/reveal").text


def test_what_is_put_right_meanwhile_is_told_as_it_is_now(client, tables, address):
    step(client, address, 9999)
    place = next(iter(game_at(tables, client, address).table.claimed_at.values()))
    back = {"type": "strike", "entry": place, "id": "back"}
    tables.log.report(address[3:], device(client), back, reopen=True)
    game = game_at(tables, client, address)
    assert number(client.get(f"{address}/reveal")) == len(game.reveal) - 1
    assert str(game.result.by_rank[0].total) in client.get(f"{address}/reveal").text


def test_where_the_board_has_changed_meanwhile_the_page_loads_anew(client, tables, address):
    log = len(game_at(tables, client, address).log)
    assert "HX-Refresh" not in client.get(f"{address}/reveal?log={log}", headers=FRAGMENT).headers
    back = {"type": "strike", "entry": log - 1, "id": "back"}
    tables.log.report(address[3:], device(client), back, reopen=True)
    assert client.get(f"{address}/reveal?log={log}", headers=FRAGMENT).headers["HX-Refresh"] == "true"
    answer = client.post(f"{address}/reveal", data={"to": 1, "log": log}, headers=FRAGMENT)
    assert answer.headers["HX-Refresh"] == "true"
    assert number(client.get(f"{address}/reveal")) == 1


def test_a_game_opened_again_hides_it_and_finished_again_it_begins_anew(client, tables, address):
    step(client, address, 9999)
    end = len(game_at(tables, client, address).log)
    tables.log.report(address[3:], device(client), {"type": "strike", "entry": end, "id": "open"})
    assert client.get(f"{address}/reveal").location == f"{address}/end"
    tables.log.report(address[3:], device(client), {"type": "finish", "id": "end-2"}, anyway=True)
    assert number(client.get(f"{address}/reveal")) == 0


def test_names_of_strangers_are_harmless(client, tables):
    names = ("<b>Ada</b>", "שרה", "🚂" * 24)
    address = over(tables, client, read(Evening(3, "europe", 3).record(names)))
    steps = len(game_at(tables, client, address).reveal)
    assert steps > 1
    for n in range(steps):
        page = client.get(f"{address}/reveal?step={n}").text
        assert "<b>Ada" not in page
        assert "\u2068שרה\u2069" in page or "<bdi>שרה</bdi>" in page


@pytest.mark.parametrize("game", one_in(4, TALLIED), ids=lambda game: game.name)
def test_every_golden_game_ends_as_it_is_scored(client, tables, boards, game):
    played = ended(game, boards)
    address = over(tables, client, played)
    said = tally_json(tally(played.replayed()))
    page = client.get(f"{address}/reveal")
    points = list(zip(re.findall(r"<bdi>([^<]*)</bdi></span>", page.text), _points(page), strict=True))
    best_first = sorted(said["players"], key=lambda player: player["rank"])
    assert points == [(escape(player["name"]), player["total"]) for player in best_first]
    assert said["because"] in text(page)


def _points(page):
    """The totals as they are shown, and as the script counts up to them."""
    found = re.findall(r'data-to="(-?\d+)">(−?\d+)</b>', page.text)
    assert [shown.replace("−", "-") for _to, shown in found] == [to for to, _shown in found]
    return [int(to) for to, _shown in found]
