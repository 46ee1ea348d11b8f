"""Counting the trains again: by how much the log is off, the likely slips, and one tap that puts one right."""

from __future__ import annotations

import html
import re
from random import Random

import pytest

from tests.pages.finishing import almost, finish, game_at, over
from tests.pages.visiting import FRAGMENT, guest, opened, text, told
from tests.support.evenings import NAMES, Evening, read


@pytest.fixture
def address(client):
    return opened(client, "Ada", "Bo")


def ask(client, address, **counted):
    return client.get(f"{address}/recount", query_string=counted)


def offers(answer, color):
    """What is offered for a player: what it says, and what its button sends."""
    found = re.findall(r'name="mend" value="([^"]*)"[^>]*><span>([^<]*)</span>', answer.text)
    sent = [(html.unescape(value), html.unescape(words)) for value, words in found]
    return [(value, words) for value, words in sent if value.startswith(color)]


def press(client, address, mend, **counted):
    return client.post(f"{address}/recount", data={"id": "mended", "mend": mend, **counted})


def test_every_player_is_asked_for_a_count_and_the_log_gives_no_hint(client, tables, address):
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    page = text(client.get(f"{address}/recount"))
    for words in ("Recount the trains", "Ada", "Bo", "Compare"):
        assert words in page
    assert "placeholder" not in page, "what the log says is no hint for who counts"
    asked = text(client.get(f"{address}/recount?compare=1&blue=&red="))
    assert "Type how many trains each player has left, then compare." in asked


def test_what_is_right_is_said_to_be(client, address):
    page = text(ask(client, address, blue=45))
    assert page.count("Matches the log.") == 1


@pytest.mark.parametrize(
    ("left", "says"),
    [
        (44, "You counted 1 fewer; the log says 45."),
        (40, "You counted 5 fewer; the log says 45."),
        ("46", "Enter a number from 0 to 45."),
        ("-1", "Enter a number from 0 to 45."),
        ("x", "Enter a number from 0 to 45."),
        ("²", "Enter a number from 0 to 45."),
        ("99999", "Enter a number from 0 to 45."),
    ],
)
def test_what_is_off_is_said_by_how_much(client, address, left, says):
    assert says in text(ask(client, address, blue=left))


def test_a_forgotten_route_is_offered_and_one_tap_claims_it(client, tables, address):
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    page = ask(client, address, blue=40, red=45)
    found = offers(page, "blue")
    assert 1 <= len(found) <= 5
    assert "Claim for Ada" in text(page)
    answer = press(client, address, found[0][0], blue=40, red=45)
    assert answer.status_code == 303
    assert "blue=40" in answer.location
    after = text(client.get(answer.location))
    assert after.count("Matches the log.") == 2
    game = game_at(tables, client, address)
    assert game.table.trains["blue"] == 40
    assert game.log[-1].late


def test_pressed_twice_it_is_put_right_once(client, tables, address):
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    mend = offers(ask(client, address, blue=40), "blue")[0][0]
    press(client, address, mend, blue=40)
    again = press(client, address, mend, blue=40)
    assert again.status_code in (303, 409)
    assert len(game_at(tables, client, address).log) == 2


def test_too_many_trains_left_offers_to_give_or_take_back(client, tables, address):
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    page = text(ask(client, address, blue=45))
    assert "You counted 4 more; the log says 41." in page
    assert "Give to Bo" in page
    assert "Take it back" in page


def test_where_no_slip_explains_it_the_log_is_offered(client, address):
    page = text(ask(client, address, blue=0))
    assert "No single mistake explains the difference." in page
    assert f'href="{address}/log"' in page


@pytest.mark.parametrize("mend", ["", "blue", "blue forgotten nowhere blue ", "white x", "blue \x00"])
def test_an_offer_that_is_none_any_more_is_refused_in_a_sentence(client, tables, address, mend):
    answer = press(client, address, mend, blue=40)
    assert answer.status_code == 409
    assert "The log has changed. Check the choices again." in text(answer)
    assert not game_at(tables, client, address).log


def test_with_script_the_counts_alone_come_back(client, address):
    answer = client.get(f"{address}/recount?blue=40", headers=FRAGMENT)
    assert "<html" not in answer.text
    assert "fewer" in answer.text


def test_after_the_end_a_mistake_is_named_and_mended_once_the_game_is_reopened(client, tables):
    address = almost(tables, client)
    finish(tables, client, address)
    game = game_at(tables, client, address)
    route = next(name for name, owner in game.table.owners.items() if owner == "blue")
    left = game.table.trains["blue"] + game.board.route[route].length
    page = ask(client, address, blue=left)
    assert offers(page, "blue") == []
    assert "Reopen the game" in page.text
    assert press(client, address, "blue never-claimed", blue=left).status_code == 409


def test_who_watches_does_not_recount(client, tables, app, address):
    watcher = guest(app, tables, client, address, "watcher")
    assert watcher.get(f"{address}/recount").status_code == 403
    assert app.test_client().get(f"{address}/recount").status_code == 404


def test_names_of_strangers_are_harmless(client, tables):
    address = over(tables, client, read(Evening(3, "usa", 3).record(("<b>Ada</b>", "שרה", "🚂" * 24))))
    trains = game_at(tables, client, address).table.trains
    page = ask(client, address, **{color: left + 3 for color, left in trains.items()}).text
    assert "<b>Ada" not in page
    assert "🚂" * 24 in page


def planted(seed):
    """An evening in which one claim was never entered: what was entered, whose it was, which, and the real count."""
    rng = Random(seed)
    evening = Evening(seed, rng.choice(["usa", "europe"]), rng.choice([2, 3, 4]))
    evening.log.pop()
    claims = [n for n, entry in enumerate(evening.log) if entry["type"] == "claim"]
    gone = evening.log.pop(rng.choice(claims[4:-1]))
    return evening, gone


def test_of_ten_planted_slips_the_first_three_offers_have_eight(client, tables):
    found = 0
    for seed in range(10):
        evening, gone = planted(seed)
        address = over(tables, client, read(evening.record(NAMES)))
        left = evening.trains[gone["player"]]
        page = ask(client, address, **{gone["player"]: left})
        first = [value for value, _words in offers(page, gone["player"])[:3]]
        pair = gone["route"].rsplit("--", 1)[0] if gone["route"].count("--") > 1 else gone["route"]
        found += any(pair in value for value in first)
    assert found >= 8


def test_trains_and_ships_are_counted_apart_and_one_tap_mends(client, tables):
    address = opened(client, "Ada", "Bo", board="world", **{"color-1": "blue", "color-2": "red"})
    told(tables, client, address, type="claim", player="blue", route="tokyo--vancouver")
    page = text(client.get(f"{address}/recount"))
    for words in ("Recount the pieces", "trains left", "ships left"):
        assert words in page
    assert "Recount the trains" not in page
    left = game_at(tables, client, address).table.left("blue")
    told_left = {"blue-train": left["train"] + 2, "blue-ship": left["ship"] - 2}
    answer = ask(client, address, **told_left)
    assert "You counted 2 more" in text(answer)
    assert "You counted 2 fewer" in text(answer)
    (mend, words), *_more = offers(answer, "blue")
    assert words == "Was this left out: Ada exchanged pieces for trains (2)?"
    after = press(client, address, mend, **told_left)
    assert after.status_code == 303
    assert text(client.get(after.location)).count("Matches the log.") == 2
    assert game_at(tables, client, address).table.left("blue") == {
        "train": left["train"] + 2,
        "ship": left["ship"] - 2,
    }


def test_what_no_entry_puts_right_is_told_without_a_button(client, tables):
    address = opened(client, "Ada", "Bo", board="legendary-asia", **{"color-1": "blue", "color-2": "red"})
    told(tables, client, address, type="claim", player="blue", route="shiraz--tehran--1")
    page = ask(client, address, blue=45 - 2)
    assert "takes more trains than it has spaces" in text(page)
    assert all("extra" not in value for value, _words in offers(page, "blue"))
    assert press(client, address, "blue ", blue=43).status_code == 409


def test_taxis_are_called_taxis(client):
    page = text(client.get(f"{opened(client, 'Ada', 'Bo', board='new-york')}/recount"))
    assert "taxis left" in page
    assert "trains" not in page.split("<main", 1)[-1].split("</main", 1)[0].lower()
