"""What the rules of a board let players say: with a claim, as an entry of its own, and as numbers at the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.boards import files
from companion.play.tables import Tables
from tests.pages.finishing import game_at
from tests.pages.visiting import new_game, opened, text

BOARDS = files.boards()


def at(client: FlaskClient, board: str, **more: Any) -> str:
    """A table of three on a board, in the board's first colours."""
    colors = {f"color-{n}": color for n, color in enumerate(BOARDS[board].colors[:5], 1)}
    return opened(client, "Ada", "Bo", "Cy", board=board, **colors, **more)


def says(client: FlaskClient, table: str, name: str, **fields: Any) -> str:
    """Presses a button of the table page; the page after it."""
    answer = client.post(f"{table}/entries", data={"id": name, **fields}, follow_redirects=True)
    assert answer.status_code == 200, text(answer)
    return text(answer)


def test_passengers_come_with_the_claim_and_go_with_it(client: FlaskClient, tables: Tables) -> None:
    table = at(client, "germany")
    ada = BOARDS["germany"].colors[0]
    route = next(r.id for r in BOARDS["germany"].route.values() if r.pair == "bremen--hannover")
    page = says(client, table, "one", type="claim", player=ada, route=route)
    assert "Red passenger" in page
    says(client, table, "two", type="amend", entry="1", more="takes:passengers-red")
    page = says(client, table, "three", type="amend", entry="1", more="takes:passengers-blue")
    assert "taking Red passengers (1) and Blue passengers (1)" in page
    assert "+ Red passenger" not in page, "one waits at each end"
    assert game_at(tables, client, table).table.count(ada, "passengers-red") == 1
    says(client, table, "four", type="amend", entry="1", less="takes:passengers-red")
    assert game_at(tables, client, table).table.count(ada, "passengers-red") == 0
    says(client, table, "five", type="strike", entry="1")
    assert game_at(tables, client, table).table.count(ada, "passengers-blue") == 0


def test_a_claim_is_doubled_and_put_back(client: FlaskClient, tables: Tables) -> None:
    table = at(client, "heart-of-africa")
    board = BOARDS["heart-of-africa"]
    route = next(route for route in board.route.values() if route.length == 4)
    ada = board.colors[0]
    assert "Points doubled" in says(client, table, "one", type="claim", player=ada, route=route.id)
    says(client, table, "two", type="amend", entry="1", more="doubled:")
    assert game_at(tables, client, table).table.route_points(ada) == 14
    says(client, table, "three", type="amend", entry="1", less="doubled:")
    assert game_at(tables, client, table).table.route_points(ada) == 7


def test_harbours_are_built_at_a_city_and_pieces_exchanged_on_a_card(client: FlaskClient, tables: Tables) -> None:
    table = at(client, "world")
    ada = BOARDS["world"].colors[0]
    assert "Build a harbour" not in text(client.get(f"{table}?city=lima&player={ada}"))
    says(client, table, "one", type="claim", player=ada, route="caracas--lima--1")
    assert "Build a harbour for Ada in Lima" in text(client.get(f"{table}?city=lima&player={ada}"))
    assert "Ada built a harbour in Lima" in says(client, table, "two", type="harbour", player=ada, city="lima")
    assert "Exchange for trains" in text(client.get(f"{table}?player={ada}"))
    says(client, table, "three", type="exchange", player=ada, to="train", n="3")
    assert game_at(tables, client, table).table.pieces_left(ada) == {"train": 21, "ship": 37}


def test_numbers_are_typed_and_win_over_the_log(client: FlaskClient, tables: Tables) -> None:
    table = at(client, "germany")
    ada = BOARDS["germany"].colors[0]
    assert client.get(f"{table}/counted").status_code == 200
    assert client.post(f"{table}/counted", data={f"{ada}:passengers-red": "4"}).status_code == 303
    assert game_at(tables, client, table).table.count(ada, "passengers-red") == 4
    answer = client.post(f"{table}/counted", data={f"{ada}:passengers-red": "many"})
    assert answer.status_code == 422
    assert "Count what you collected" in text(client.get(f"{table}/end"))
    assert "Count what you collected" not in text(client.get(f"{opened(client)}/end"))


def test_a_wrong_number_loses_none_of_the_others(client: FlaskClient) -> None:
    table = at(client, "germany")
    ada, bo = BOARDS["germany"].colors[:2]
    typed = {f"{ada}:passengers-red": "many", f"{ada}:passengers-blue": "3", f"{bo}:passengers-red": "5"}
    page = client.post(f"{table}/counted", data=typed).text
    for name, value in typed.items():
        assert re.search(f'name="{name}" value="{value}"', page), name


def test_each_number_has_a_button_for_one_more_and_one_fewer(client: FlaskClient) -> None:
    page = client.get(f"{at(client, 'germany')}/counted").text
    assert page.count('data-step="1"') == page.count('data-step="-1"') == page.count("field-number") == 18
    assert page.count("hidden aria-label") == 36, "without a script they would do nothing"


def test_money_is_asked_on_the_phone_of_its_seat_alone(client: FlaskClient) -> None:
    table = at(client, "nederland")
    ada, bo = BOARDS["nederland"].colors[:2]
    assert f"{ada}:money" not in client.get(f"{table}/counted").text
    client.post(f"{table}/tickets/{ada}/take")
    page = client.get(f"{table}/counted").text
    assert f"{ada}:money" in page
    assert f"{bo}:money" not in page


def test_nothing_is_saved_where_all_is_asked_elsewhere(client: FlaskClient) -> None:
    table = at(client, "nederland")
    for color in BOARDS["nederland"].colors[:3]:
        client.post(f"{table}/tickets/{color}/take")
    page = text(client.get(f"{table}/counted"))
    assert "enters their secret numbers on their tickets page" in page
    assert "Save" not in page


def test_a_bullet_route_says_what_it_brings_with_and_without_the_server(client: FlaskClient) -> None:
    page = text(client.get(f"{at(client, 'japan')}?find=hamamatsu odawara"))
    assert "for everyone, moves you 3 spaces</span>" in page
    assert '"hamamatsu--odawara":"for everyone, moves you 3 spaces"' in page
    assert not re.search(r"\b0 trains", page)


def test_the_bonus_cards_are_chosen_before_the_game(client: FlaskClient, tables: Tables) -> None:
    colors = {f"color-{n}": color for n, color in enumerate(BOARDS["northern-lights"].colors[:5], 1)}
    form = new_game("Ada", "Bo", board="northern-lights", **colors)
    assert "Choose 4 bonus cards, not 0." in text(client.post("/new", data=form))
    cards = ["small-steps", "snowplow", "wild-west", "ferry-master"]
    answer = client.post("/new", data=form | {"option-northern-lights-bonus-cards": cards})
    assert answer.status_code == 303, text(answer)
    assert list(game_at(tables, client, answer.location).table.bonuses) == cards


@pytest.mark.parametrize("board", BOARDS)
def test_everybody_gets_a_colour_that_the_board_has(client: FlaskClient, tables: Tables, board: str) -> None:
    more: dict[str, Any] = {}
    if board == "northern-lights":
        more = {"option-northern-lights-bonus-cards": ["small-steps", "snowplow", "wild-west", "ferry-master"]}
    game = game_at(tables, client, opened(client, "Ada", "Bo", board=board, **more))
    assert {player.color for player in game.table.setup.players} <= {*BOARDS[board].colors}


def test_the_pages_of_boards_stay_small(client: FlaskClient) -> None:
    assert len(client.get("/new").data) < 90_000
    assert len(client.get("/boards").data) < 90_000


def test_the_set_up_keeps_and_changes_what_the_board_leaves_to_the_table(client: FlaskClient, tables: Tables) -> None:
    cards = ["small-steps", "snowplow", "wild-west", "ferry-master"]
    table = at(client, "northern-lights", **{"option-northern-lights-bonus-cards": cards})
    rows = {"row": ["1", "2", "3"], "name-1": "Ada", "name-2": "Bo", "name-3": "Cyd", "variant": "base"}
    rows |= {f"color-{n}": color for n, color in enumerate(BOARDS["northern-lights"].colors[:3], 1)}
    assert client.post(f"{table}/setup", data=rows | {"tracking": "live"}).status_code == 303
    assert game_at(tables, client, table).table.setup.options["bonus-cards"] == cards


def test_the_set_up_changes_what_the_board_leaves_to_the_table(client: FlaskClient, tables: Tables) -> None:
    cards = ["small-steps", "snowplow", "wild-west", "ferry-master"]
    table = at(client, "northern-lights", **{"option-northern-lights-bonus-cards": cards})
    page = text(client.get(f"{table}/setup"))
    assert "Which bonus cards are on the table?" in page
    assert "Routes to a capital" in page
    rows = {"row": ["1", "2", "3"], "name-1": "Ada", "name-2": "Bo", "name-3": "Cy", "variant": "base"}
    rows |= {f"color-{n}": color for n, color in enumerate(BOARDS["northern-lights"].colors[:3], 1)}
    others = ["nordic-express", *cards[1:]]
    more = {"option-northern-lights-bonus-cards": others, "option-northern-lights-capital-counts": "routes"}
    assert client.post(f"{table}/setup", data=rows | more | {"tracking": "live"}).status_code == 303
    chosen = game_at(tables, client, table).table.setup.options
    assert chosen == {"bonus-cards": others, "capital-counts": "routes"}
    wrong = client.post(f"{table}/setup", data=rows | {"option-northern-lights-bonus-cards": cards[:2]})
    assert "Choose 4 bonus cards, not 2." in text(wrong)
    back = {"option-northern-lights-capital-counts": "tickets", "tracking": "live"}
    assert client.post(f"{table}/setup", data=rows | back).status_code == 303
    assert game_at(tables, client, table).table.setup.options["capital-counts"] == "tickets"


def test_everybody_may_take_another_split_of_pieces(client: FlaskClient, tables: Tables) -> None:
    table = at(client, "world")
    ada = BOARDS["world"].colors[0]
    rows = {"row": ["1", "2", "3"], "name-1": "Ada", "name-2": "Bo", "name-3": "Cy", "variant": "base"}
    rows |= {f"color-{n}": color for n, color in enumerate(BOARDS["world"].colors[:3], 1)}
    more = {"tracking": "live", "pieces-1-train": "22", "pieces-1-ship": "38"}
    assert client.post(f"{table}/setup", data=rows | more).status_code == 303
    assert game_at(tables, client, table).table.pieces_left(ada) == {"train": 22, "ship": 38}
    answer = client.post(f"{table}/setup", data=rows | more | {"pieces-1-ship": "50"})
    assert answer.status_code in (409, 422), "the box has not so many"


def test_a_number_above_what_the_box_has_is_kept_and_no_browser_holds_it_back(
    client: FlaskClient, tables: Tables
) -> None:
    table = at(client, "iberia")
    ada = BOARDS["iberia"].colors[0]
    assert "novalidate" in text(client.get(f"{table}/counted"))
    client.post(f"{table}/counted", data={f"{ada}:festival-almeria": "6"})
    assert game_at(tables, client, table).table.count(ada, "festival-almeria") == 6


def test_a_technology_has_its_price_on_its_button(client: FlaskClient) -> None:
    page = text(client.get(f"{at(client, 'uk')}?player={BOARDS['uk'].colors[0]}"))
    assert "Wales Concession, 1 locomotive<" in page
    assert "Boiler Lagging, 2 locomotives" in page


def test_what_is_counted_has_a_capital(client: FlaskClient) -> None:
    for board, label in (("south-korea", "Black line, highest space"), ("old-west", "All route points")):
        assert label in text(client.get(f"{at(client, board)}/counted"))


def test_who_owns_a_route_as_well_is_named_where_it_is_tapped(client: FlaskClient) -> None:
    table = at(client, "uk")
    ada, bo = BOARDS["uk"].colors[:2]
    says(client, table, "one", type="claim", player=ada, route="inverness--wick")
    says(client, table, "two", type="claim", player=bo, route="inverness--wick", shared="1")
    assert "Bo owns it too." in text(client.get(f"{table}?route=inverness--wick"))


def test_a_phone_that_goes_round_takes_money_beside_open_tickets(client: FlaskClient) -> None:
    table = at(client, "nederland")
    ada, bo = BOARDS["nederland"].colors[:2]
    for color in (ada, bo):
        client.post(f"{table}/tickets/{color}/take")
    page = text(client.get(f"{table}/counted"))
    assert f"{bo}:money" not in page, "who has the phone may be anybody"
    assert "Bo enters their secret numbers on their tickets page" in page
    client.post(f"{table}/tickets/{bo}/open")
    page = text(client.get(f"{table}/tickets/{bo}"))
    assert f"{bo}:money" in page
    assert f"{ada}:money" not in page
    answer = client.post(f"{table}/counted", data={"seat": bo, f"{bo}:money": "17"})
    assert answer.location.endswith(f"/tickets/{bo}")
    client.post(f"{table}/tickets/{bo}/open")
    assert 'value="17"' in text(client.get(f"{table}/tickets/{bo}"))
