"""One game after another: everybody comes along, and who has won how often."""

from __future__ import annotations

from companion.play.series import next_setup
from companion.rules.setup import Setup
from tests.support.phones import Phone, refused


def over(*phones):
    phones[0].claims("blue", "denver--omaha")
    phones[0].finishes(*phones[1:])


def test_a_game_is_followed_by_one_with_the_same_seats_and_another_beginner(ada, bo, tables):
    over(ada, bo)
    table = tables.again(ada.table, bo.device)
    assert table != ada.table
    assert tables.again(ada.table, ada.device) == table
    now = Phone(tables, table, device=ada.device)
    assert now.sees()["you"] == {"role": "maker", "seats": ["blue"]}
    assert Phone(tables, table, device=bo.device).sees()["you"]["seats"] == ["red"]
    assert now.sees()["starts"] == "red"
    assert ada.sees()["following"] == table
    assert now.game.log == ()


def test_who_comes_to_the_old_table_later_comes_along(ada, bo, tables):
    over(ada, bo)
    table = tables.again(ada.table, ada.device)
    cy = ada.invites()
    assert tables.again(ada.table, cy.device) == table
    assert Phone(tables, table, device=cy.device).sees()["you"]["role"] == "player"


def test_a_table_that_is_gone_is_no_way_on(ada, bo, tables):
    over(ada, bo)
    first = tables.again(ada.table, ada.device)
    tables.delete(first, ada.device)
    assert tables.again(ada.table, ada.device) != first


def test_the_series_counts_what_was_won(ada, bo, tables):
    over(ada, bo)
    assert tables.series(ada.table) == []
    table = tables.again(ada.table, ada.device)
    ada2, bo2 = (Phone(tables, table, device=phone.device) for phone in (ada, bo))
    # The end of the first is still being told, so nobody has won it yet.
    assert [wins for _, wins in tables.series(table)] == [0, 0]
    tables.step_reveal(ada.table, ada.device, 99)
    assert [wins for _, wins in tables.series(table)] == [1, 0]
    over(ada2, bo2)
    tables.step_reveal(table, ada.device, 99)
    assert tables.series(table)[0][1] == 2


def test_a_phone_that_goes_round_does_so_in_the_next_game(ada, bo, tables):
    tables.say_whose(ada.table, ada.device, True)
    tables.say_whose(ada.table, bo.device, True)
    tables.say_whose(ada.table, bo.device, False)
    over(ada, bo)
    table = tables.again(ada.table, ada.device)
    now = [tables.on_table(table, phone.device).goes_round for phone in (ada, bo)]
    assert now == [True, False]
    tables.say_whose(table, ada.device, False)
    assert tables.on_table(table, ada.device).goes_round is False


def test_nobody_goes_on_before_the_end_and_who_watches_asks_nobody(ada, bo, tables):
    refused(lambda: tables.again(ada.table, ada.device), "not-finished")
    over(ada, bo)
    watcher = ada.invites(role="watcher")
    refused(lambda: tables.again(ada.table, watcher.device), "only-watching")


def test_the_one_after_who_started_starts():
    people = [{"color": color, "name": color} for color in ("blue", "red", "green")]
    setup = Setup.model_validate({"map": "usa", "players": people})
    assert [(one := next_setup(setup)).starts, next_setup(one).starts] == ["red", "green"]
    assert next_setup(next_setup(one)).starts == "blue"
