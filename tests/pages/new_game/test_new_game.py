"""A new game: the form, and everything that can be wrong with it."""

from __future__ import annotations

import html
import re

import pytest

from companion.app import create_app
from tests.pages.finishing import game_at
from tests.pages.visiting import new_game, opened, text


def test_the_form_opens_the_game_that_was_filled_in(client, tables):
    assert client.get("/new").status_code == 200
    answer = client.post("/new", data=new_game("Ada", "Bo", board="europe", variant="mega", tracking="tally"))
    assert answer.status_code == 303
    game = game_at(tables, client, answer.location)
    assert (game.board.id, game.setup.variant, game.setup.tracking) == ("europe", "mega", "tally")
    assert [(p.color, p.name) for p in game.setup.players] == [("blue", "Ada"), ("red", "Bo")]


def test_every_board_with_its_picture_and_every_variant_with_its_line(client, boards):
    page = text(client.get("/new"))
    for board in boards.values():
        assert f'name="map" value="{board.id}"' in page
        for name, variant in board.variants.items():
            assert f'name="variant-{board.id}" value="{name}"' in page
            assert variant.about in page
    pictures = re.findall(r'(?:src|srcset)="(/drawings/[^"]+)"', page)
    assert len(pictures) >= len(boards)
    for address in pictures:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("name", ["usa-light-000000000000", "usa-pink-000000000000", "mars-light-000000000000"])
def test_there_are_no_other_pictures(client, name):
    assert client.get(f"/drawings/{name}.svg").status_code == 404


def test_a_board_without_places_is_offered_without_a_picture(boards, tables):
    usa = boards["usa"].model_copy(update={"layout": None})
    page = create_app({"usa": usa}, tables).test_client().get("/new").text
    assert 'name="map" value="usa"' in page
    assert "<img" not in page


def test_the_order_of_rows_is_the_order_of_seats_and_the_empty_are_left_out(client, tables):
    form = new_game("Ada", "", "Cy", "Di", row=["4", "2", "3", "1", "5"], starts="3")
    game = game_at(tables, client, client.post("/new", data=form).location)
    assert [player.name for player in game.setup.players] == ["Di", "Cy", "Ada"]
    assert game.setup.starts == "green"


def test_a_starting_seat_that_stays_empty_means_the_first(client, tables):
    game = game_at(tables, client, opened(client, "Ada", "Bo", starts="5"))
    assert game.setup.starts is None


def test_a_chosen_shape_is_kept_and_the_usual_one_is_not_written_down(client, tables):
    game = game_at(tables, client, opened(client, "Ada", "Bo", **{"shape-2": "moon"}))
    assert [player.shape for player in game.setup.players] == [None, "moon"]


def test_a_token_of_the_tables_own_is_called_by_its_name(client, tables):
    more = {"named-1": "  brass   bell ", "named-2": "STAR", "shape-2": "moon", "letter-1": "A"}
    game = game_at(tables, client, opened(client, "Ada", "Bo", **more))
    assert [player.shape for player in game.setup.players] == ["brass bell", "star"]
    assert game.setup.players[0].letter == "A"


def test_one_token_a_route_is_the_tables_choice(client, tables):
    assert not game_at(tables, client, opened(client, "Ada", "Bo")).setup.one_token
    assert game_at(tables, client, opened(client, "Ada", "Bo", one_token="on")).setup.one_token
    assert re.search(r'name="one_token" checked', client.get("/new").text), "the next game is like the last"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (new_game(), "USA needs at least 2 players; add another name."),
        (new_game("Ada"), "USA needs at least 2 players; add another name."),
        (new_game("Ada", "   "), "USA needs at least 2 players; add another name."),
        (new_game("Ada", "Bo", **{"color-2": "blue"}), "Ada and Bo both have blue; choose another for one of them."),
        (new_game("Ada", "Bo", **{"color-2": ""}), "Choose a colour for Bo."),
        (new_game("Ada", "Bo", **{"color-2": "pink"}), "Choose a colour for Bo."),
        (new_game("Ada", "B" * 25), "“BBBBBBBBBBBBBBBB…” has 25 characters; a name can have up to 24."),
        (new_game("Ada", "B" * 10_000), "“BBBBBBBBBBBBBBBB…” has 10000 characters; a name can have up to 24."),
        (new_game("Ada", "🚂" * 40), "has 40 characters; a name can have up to 24."),
        (new_game("Ada", "Bo\u202ecod"), "has a character that can't be shown"),
        (new_game("Ada", "Bo", **{"named-1": "x" * 21}), "…” has 21 characters; it can have up to 20."),
        (new_game("Ada", "Bo", **{"named-1": "be\u202ell"}), "has a character that can't be shown"),
        (new_game("Ada", "Bo", **{"shape-2": "circle"}), "Ada and Bo both have the shape “circle”; choose another"),
        (
            new_game("Ada", "Bo", **{"named-1": "Bell", "named-2": "bell"}),
            "both have the shape “bell”; choose another",
        ),
        (new_game("Ada", "Ada", **{"letter-2": "b"}), "Ada and Ada both have the letter b; choose another"),
        (new_game("Ada", "Bo", board="mars"), "Choose a board."),
        (new_game("Ada", "Bo", variant="nope"), "Choose a variant of USA."),
        ({}, "Choose a board."),
    ],
)
def test_what_is_wrong_is_one_sentence(client, form, sentence):
    answer = client.post("/new", data=form)
    assert answer.status_code == 422
    page = text(answer)
    assert sentence in page
    assert page.count('role="alert"') == 1


def test_too_many_players_for_a_board(boards, tables):
    small = boards["usa"].model_copy(update={"players": boards["usa"].players.model_copy(update={"most": 3})})
    client = create_app({"usa": small}, tables).test_client()
    answer = client.post("/new", data=new_game("Ada", "Bo", "Cy", "Di"))
    assert "USA is for 3 players at most; clear a name." in answer.text


def test_nothing_typed_is_lost(client):
    form = new_game("Ada", "B" * 30, board="europe", variant="big-cities", tracking="tally", starts="2")
    page = client.post("/new", data=form | {"shape-1": "moon", "color-1": "black", "color-5": "blue"}).text
    assert f'value="{"B" * 30}"' in page
    for checked in ("europe", "big-cities", "tally", "moon", "black"):
        assert re.search(rf'value="{checked}"[^>]* checked', page), checked
    assert '<option value="2" selected>' in page


def test_the_arrow_moves_a_seat_up_and_the_first_to_the_end(client):
    def order(page):
        return re.findall(r'name="row" value="(\d)"', page)

    form = new_game("Ada", "Bo", "Cy")
    assert order(client.post("/new", data=form | {"up": "3"}).text) == ["1", "3", "2", "4", "5", "6"]
    assert order(client.post("/new", data=form | {"up": "1"}).text) == ["2", "3", "4", "5", "1", "6"]
    assert order(client.post("/new", data=form | {"up": "nope"}).text) == ["1", "2", "3", "4", "5", "6"]


def test_one_who_has_a_name_is_picked_to_start(client):
    seen = set()
    for _ in range(40):
        page = client.post("/new", data=new_game("Ada", "Bo", draw="1")).text
        (row,) = re.findall(r'<option value="(\d)" selected>', page)
        assert ("Ada", "Bo")[int(row) - 1] + " starts." in page
        seen.add(row)
    assert seen == {"1", "2"}


def test_nobody_is_picked_before_there_are_names(client):
    answer = client.post("/new", data=new_game(draw="1"))
    assert answer.status_code == 200
    assert "Enter the names first" in answer.text


def test_names_of_this_device_are_offered_and_the_last_box_is_chosen(client, app):
    opened(client, "Zoë", "<b>", board="europe", variant="mega", tracking="tally")
    page = client.get("/new").text
    assert '<option value="Zoë">' in page
    assert "<b></option>" not in page
    for checked in ("europe", "mega", "tally"):
        assert re.search(rf'value="{checked}"[^>]* checked', page), checked
    assert "Zoë" not in app.test_client().get("/new").text


def test_enter_starts_the_game_and_moves_no_seat(client):
    form = client.get("/new").text.split("<form", 1)[1]
    assert 'class="enter"' in form.split("<button", 1)[1].split(">")[0]


def test_another_site_cannot_open_a_table_here(client):
    answer = client.post("/new", data=new_game("Ada", "Bo"), headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 403


def test_a_name_of_nothing_is_refused_and_one_that_looks_like_anothers_is_the_same(client, tables):
    answer = client.post("/new", data=new_game("Ada", "\u3164"))
    assert answer.status_code == 422
    assert "Player 2: “name” needs at least one visible character." in text(answer)
    form = new_game("Ada", "Ada\u200b", "👩\u200d🚀")
    answer = client.post("/new", data=form)
    assert answer.status_code == 200, "two names that look alike are asked about once"
    alike = re.search(r'name="alike" value="([^"]+)"', answer.text)[1]
    game = game_at(tables, client, client.post("/new", data=form | {"alike": html.unescape(alike)}).location)
    assert [player.name for player in game.setup.players] == ["Ada", "Ada", "👩\u200d🚀"]


def test_a_new_phone_is_asked_for_the_board_first_and_a_known_one_for_its_people(client):
    def order() -> list[str]:
        return re.findall('aria-labelledby="(who|which)"', re.sub('role="group"[^>]*', "", client.get("/new").text))

    assert order() == ["which", "who"]
    opened(client, "Ada", "Bo")
    assert order() == ["who", "which"]


def people_of(page: str) -> dict[str, str]:
    return dict(re.findall('name="add" value="([^"]+)" data-color="([a-z]+)"', page))


def test_who_played_before_is_a_chip_with_a_colour_and_sits_down_without_script_too(client, tables):
    opened(client, "Ada", "Bo", **{"shape-2": "moon"})
    opened(client, "Cy", "Bo")
    page = client.get("/new").text
    assert people_of(page) == {"Cy": "blue", "Bo": "red", "Ada": "blue"}
    form = new_game("Dora", "", "", add="Bo", **{"color-1": "blue", "color-2": "green", "color-3": "red"})
    page = client.post("/new", data=form).text
    assert 'name="name-2" value="Bo"' in page
    for row, color in (("2", "red"), ("3", "green")):
        assert re.search(f'name="color-{row}" value="{color}"[^>]* checked', page)
    form = new_game("Dora", add="Ada")
    page = client.post("/new", data=form).text
    assert re.search('name="color-2" value="red"[^>]* checked', page), "blue is Dora's"
    assert 'name="name-1" value=""' in client.post("/new", data=new_game("Ada", add="Ada")).text, "and gets up again"
    assert client.post("/new", data=new_game("Dora", add="Nobody")).status_code == 200
