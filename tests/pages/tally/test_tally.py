"""The tally: the figures of `companion score`, a reason behind each, and what must be settled."""

from __future__ import annotations

import json
import re

import pytest

from companion.export.tally_json import tally_json
from companion.play.game import Viewer
from companion.record.read import record_json
from companion.rules.tally import tally
from tests.pages.finishing import almost, ended, finish, game_at, lit, over
from tests.pages.visiting import FRAGMENT, device, guest, text
from tests.support.doses import one_in
from tests.support.evenings import NAMES, Evening, evening, read
from tests.support.golden import TALLIED


@pytest.fixture
def address(client, tables):
    return over(tables, client, evening(52, "europe", 5))


def table_of(answer):
    """Every figure by line and player, as it stands on the page."""
    cells = re.findall(r'id="f-([\w-]+?)-(blue|red|green|yellow|black)"[^>]*><b>([^<]+)</b>', answer.text)
    return {(line, color): 0 if figure == "–" else int(figure.replace("−", "-")) for line, color, figure in cells}


def test_the_tally_has_every_row_and_says_how_to_open_a_figure(client, address):
    page = text(client.get(f"{address}/tally"))
    for words in (
        "wins!",
        "Routes",
        "Completed tickets",
        "Tickets not completed",
        "Stations",
        "European Express",
        "Total",
        "Place",
    ):
        assert words in page
    assert "Tap a figure to see where it comes from." in page


@pytest.mark.parametrize("game", one_in(4, TALLIED), ids=lambda game: game.name)
def test_it_agrees_with_the_score_on_every_golden_game(client, tables, boards, game):
    played = ended(game, boards)
    said = tally_json(tally(played.replayed()))
    page = client.get(f"{over(tables, client, played)}/tally")
    shown = table_of(page)
    values = {ticket.id: ticket.points for ticket in played.board.tickets_of(played.setup.variant).values()}
    for player in said["players"]:
        color, tickets = player["color"], player["tickets"]
        assert shown["routes", color] == player["routes"]["points"]
        assert shown["won", color] == sum(values[name] for name in tickets["completed"])
        assert shown["lost", color] == -sum(values[name] for name in tickets["failed"])
        assert shown["total", color] == player["total"]
        assert shown["place", color] == player["rank"]
        for bonus, points in player["bonuses"].items():
            assert shown[bonus, color] == points
        if "stations" in player:
            assert shown["stations", color] == player["stations"]["points"]
        lines = [value for (line, of), value in shown.items() if of == color and line not in ("total", "place")]
        assert sum(lines) == player["total"]
    assert said["because"] in text(page)


def test_before_the_end_there_is_none(client, tables, app):
    address = almost(tables, client)
    assert client.get(f"{address}/tally?player=blue&line=won").location == f"{address}/end"
    assert guest(app, tables, client, address, "watcher").get(f"{address}/tally").location == f"{address}/watch"


def test_a_stranger_finds_no_table(app, address):
    assert app.test_client().get(f"{address}/tally").status_code == 404


def test_every_figure_opens_into_its_reason(client, tables, address):
    page = client.get(f"{address}/tally")
    links = re.findall(r'<a href="([^"#]+)#why"', page.text)
    assert len(links) == 5 * 7
    for link in links:
        answer = client.get(link.replace("&amp;", "&"), headers=FRAGMENT)
        assert answer.status_code == 200
        assert "<html" not in answer.text
        assert 'aria-current="true"' in answer.text
        assert "Tap a figure" not in answer.text


def test_a_reason_says_where_the_points_come_from(client, tables, address):
    game = game_at(tables, client, address)
    own = game.result.line("yellow")
    routes = text(client.get(f"{address}/tally?player=yellow&line=routes"))
    assert f"{len(own.score.routes)} routes, {own.score.trains_left} trains left" in routes
    total = text(client.get(f"{address}/tally?player=yellow&line=total"))
    assert f"{own.total} points" in total
    lent = next(line.score.color for line in game.result.lines if line.score.loans.uses)
    stations = text(client.get(f"{address}/tally?player={lent}&line=stations"))
    assert "borrows" in stations
    assert "which saves" in stations
    assert "won" in text(client.get(f"{address}/tally?player={game.result.longest[0]}&line=longest-path"))


def test_a_ticket_lights_up_its_journey(client, tables, address):
    own = game_at(tables, client, address).result.line("yellow").score
    won, lost = own.completed[0].id, own.failed[0].id
    shown = lit(client.get(f"{address}/tally?player=yellow&line=won&ticket={won}", headers=FRAGMENT))
    assert '[data-layer="thread"]' in shown
    assert shown['[data-layer="thread"]']["d"].count("l") > 0
    shown = lit(client.get(f"{address}/tally?player=yellow&line=lost&ticket={lost}", headers=FRAGMENT))
    assert "l" not in shown['[data-layer="thread"]']["d"]


def test_the_longest_path_is_drawn(client, address):
    shown = lit(client.get(f"{address}/tally?player=red&line=longest-path", headers=FRAGMENT))
    assert '[data-layer="longest"]' in shown


@pytest.mark.parametrize("asked", ["player=white&line=won", "player=blue&line=luck", "player=blue", "line=won"])
def test_a_reason_that_is_none_is_left_out(client, address, asked):
    answer = client.get(f"{address}/tally?{asked}")
    assert answer.status_code == 200
    assert "Tap a figure" in answer.text


def test_a_ticket_of_somebody_else_is_not_mistaken_for_ones_own(client, tables, address):
    other = game_at(tables, client, address).result.line("red").score.completed[0].id
    answer = client.get(f"{address}/tally?player=yellow&line=won&ticket={other}")
    assert answer.status_code == 200
    assert 'class="shown"' not in answer.text


def test_while_the_tickets_are_turned_over_it_leads_there(client, tables):
    address = almost(tables, client)
    finish(tables, client, address)
    assert "Watch the reveal" in client.get(f"{address}/tally").text
    client.post(f"{address}/reveal", data={"to": 999})
    assert "Watch the reveal" not in client.get(f"{address}/tally").text


def test_what_is_put_right_is_counted_anew(client, tables, address):
    game = game_at(tables, client, address)
    route = next(name for name, owner in game.table.owners.items() if owner == "green")
    told = {"type": "strike", "entry": game.table.claimed_at[route], "id": "back"}
    before = table_of(client.get(f"{address}/tally"))
    tables.log.report(address[3:], device(client), told, reopen=True)
    after = table_of(client.get(f"{address}/tally"))
    worth = game.board.points_for[game.board.route[route].length]
    assert before["routes", "green"] - after["routes", "green"] == worth


def test_the_page_hears_whether_anything_was_put_right(client, tables, address):
    log = len(game_at(tables, client, address).log)
    assert f'hx-get="{address}/tally?log={log}"' in client.get(f"{address}/tally").text
    assert client.get(f"{address}/tally?log={log}", headers=FRAGMENT).status_code == 204
    assert client.get(f"{address}/tally?log={log - 1}", headers=FRAGMENT).headers["HX-Refresh"] == "true"


def test_a_ticket_held_twice_is_to_be_settled_on_the_right_phone(client, tables):
    document = Evening(3, "usa", 2).record()
    mine = next(entry["ticket"] for entry in document["log"] if entry["player"] == "red")
    document["log"].insert(0, {"type": "keep", "player": "blue", "ticket": mine})
    address = over(tables, client, read(document))
    page = text(client.get(f"{address}/tally"))
    assert "Ada and Bo have the same ticket" in page
    assert "Ada and Bo can change it or take it back on their phones." in page
    assert "/log/" not in page.split("Please check")[1].split("</section>")[0]
    tables.seats.take(address[3:], device(client), "blue")
    assert f'href="{address}/log/1"' in client.get(f"{address}/tally").text


@pytest.mark.parametrize(
    ("board", "log", "advice"),
    [
        (
            "uk",
            [
                {"type": "buy", "player": "blue", "card": "boiler-lagging"},
                {"type": "claim", "player": "blue", "route": "dover--london", "late": True},
            ],
            "The log can't tell for sure: your table decides.",
        ),
        (
            "poland",
            [{"type": "claim", "player": "blue", "route": "czechy--wroclaw--2", "late": True}],
            "Count at the table, then reopen the game and enter the number. Or leave it: your table decides.",
        ),
        (
            "uk",
            [{"type": "buy", "player": color, "card": "right-of-way"} for color in ("blue", "red")],
            "Check again at the table. If there's a mistake, reopen the game to correct it.",
        ),
    ],
)
def test_each_matter_has_advice_that_can_be_followed(client, tables, board, log, advice):
    people = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}]
    document = {"format": "companion/game", "version": 1, "map": board, "players": people}
    address = over(tables, client, read(document | {"log": [*log, {"type": "finish"}]}))
    assert advice in text(client.get(f"{address}/tally"))


@pytest.mark.parametrize(("twice", "shown", "folded"), [(4, 4, 0), (5, 3, 2), (9, 3, 6)])
def test_of_many_matters_of_one_kind_the_first_are_shown(client, tables, boards, twice, shown, folded):
    tickets = list(boards["usa"].tickets_of("base"))[:twice]
    log = [{"type": "keep", "player": player, "ticket": ticket} for player in ("blue", "red") for ticket in tickets]
    log += [{"type": "finish"}]
    address = over(tables, client, read(Evening(3, "usa", 2).record() | {"log": log}))
    found = client.get(f"{address}/tally").text.split('id="settle"')[1].split("</section>")[0]
    first, __, rest = found.partition("<details")
    assert (first.count("said-wrong"), rest.count("said-wrong")) == (shown, folded)
    assert (f"and {folded} more of this kind" in rest) == bool(folded)


def test_too_few_tickets_and_a_turn_too_many_say_what_to_do(client, tables):
    log = [{"type": "claim", "player": "blue", "route": "dallas--houston--1"}, {"type": "finish"}]
    address = over(tables, client, read(Evening(3, "usa", 2).record() | {"log": log}))
    page = text(client.get(f"{address}/tally"))
    assert "Ada and Bo kept fewer than 2 tickets; is one missing?" in page
    assert "reopen the game" in page
    document = Evening(3, "usa", 2).record()
    document["log"].insert(-1, {"type": "draw", "player": "blue"})
    address = over(tables, client, read(document))
    assert "is a turn Ada took after their last turn" in text(client.get(f"{address}/tally"))


def test_names_of_strangers_are_harmless(client, tables):
    address = over(tables, client, read(Evening(3, "europe", 3).record(("<b>Ada</b>", "שרה", "🚂" * 24))))
    for asked in ("", "?player=blue&line=longest-path", "?player=red&line=stations", "?player=green&line=place"):
        page = client.get(f"{address}/tally{asked}").text
        assert "<b>Ada" not in page
        assert "🚂" * 24 in page


def test_the_record_goes_along_and_comes_back_the_same(client, tables, address):
    answer = client.get(f"{address}/record.json")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="europe-')
    assert json.loads(answer.text) == record_json(game_at(tables, client, address).seen_by(Viewer("watcher")).record)


def test_before_the_end_a_record_hides_what_others_hold(client, tables):
    address = almost(tables, client)
    log = json.loads(client.get(f"{address}/record.json").text)["log"]
    assert {entry["type"] for entry in log} >= {"hidden", "claim"}
    assert "keep" not in {entry["type"] for entry in log}


def test_who_watches_is_not_offered_to_change_anything(client, tables, app, address):
    page = guest(app, tables, client, address, "watcher").get(f"{address}/tally").text
    assert "Again" not in page
    assert "To the log" not in page


def test_names_on_the_page_are_those_of_the_table(client, address):
    page = client.get(f"{address}/tally").text
    for name in NAMES:
        assert f"<bdi>{name}</bdi>" in page


def test_the_series_is_told_here_and_at_the_next_table(client, tables, address):
    tables.reveal.step(address.rsplit("/", 1)[1], device(client), 999)
    winner = re.search(r"<bdi>(.+?) wins", client.get(f"{address}/tally").text)[1]
    following = client.post(f"{address}/again").location
    says = text(client.get(following))
    assert re.search(rf"Games won so far: \W*{winner}\W* 1, ", says)
    told = {"type": "draw", "player": game_at(tables, client, following).table.next_player, "id": "first"}
    tables.log.report(following.rsplit("/", 1)[1], device(client), told)
    assert "Games won so far" not in text(client.get(following))
    assert "Games won so far" not in text(client.get(f"{address}/tally"))
