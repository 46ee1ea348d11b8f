"""One game after another: everybody comes along, and who has won how often."""

from __future__ import annotations

import pytest

from companion.play.keys import program_with
from companion.play.series import next_setup
from companion.rules.game_setup import Setup
from companion.store.series_rows import shut_out as shut_out_of
from tests.support.phones import Phone, refused


def over(*phones):
    phones[0].claims("blue", "denver--omaha")
    phones[0].finishes(*phones[1:])


def test_a_game_is_followed_by_one_with_the_same_seats_and_another_beginner(ada, bo, tables):
    over(ada, bo)
    table = tables.series.again(ada.table, bo.device)
    assert table != ada.table
    assert tables.series.again(ada.table, ada.device) == table
    now = Phone(tables, table, device=ada.device)
    assert now.sees()["you"] == {"role": "maker", "seats": ["blue"]}
    assert Phone(tables, table, device=bo.device).sees()["you"]["seats"] == ["red"]
    assert now.sees()["starts"] == "red"
    assert ada.sees()["following"] == table
    assert now.game.log == ()


def test_who_comes_to_the_old_table_later_comes_along(ada, bo, tables):
    over(ada, bo)
    table = tables.series.again(ada.table, ada.device)
    cy = ada.invites()
    assert tables.series.again(ada.table, cy.device) == table
    assert Phone(tables, table, device=cy.device).sees()["you"]["role"] == "player"


def test_a_table_that_is_gone_is_no_way_on(ada, bo, tables):
    over(ada, bo)
    first = tables.series.again(ada.table, ada.device)
    tables.delete(first, ada.device)
    assert tables.series.again(ada.table, ada.device) != first


def test_the_series_counts_what_was_won(ada, bo, tables):
    over(ada, bo)
    assert tables.series.wins(ada.table) == []
    table = tables.series.again(ada.table, ada.device)
    ada2, bo2 = (Phone(tables, table, device=phone.device) for phone in (ada, bo))
    # The end of the first is still being told, so nobody has won it yet.
    assert [wins for _, wins in tables.series.wins(table)] == [0, 0]
    tables.reveal.step(ada.table, ada.device, 99)
    assert [wins for _, wins in tables.series.wins(table)] == [1, 0]
    over(ada2, bo2)
    tables.reveal.step(table, ada.device, 99)
    assert tables.series.wins(table)[0][1] == 2


def test_a_phone_that_goes_round_does_so_in_the_next_game(ada, bo, tables):
    tables.tickets.set_shared(ada.table, ada.device, True)
    tables.tickets.set_shared(ada.table, bo.device, True)
    tables.tickets.set_shared(ada.table, bo.device, False)
    over(ada, bo)
    table = tables.series.again(ada.table, ada.device)
    now = [tables.on_table(table, phone.device).goes_round for phone in (ada, bo)]
    assert now == [True, False]
    tables.tickets.set_shared(table, ada.device, False)
    assert tables.on_table(table, ada.device).goes_round is False


def test_nobody_goes_on_before_the_end_and_who_watches_asks_nobody(ada, bo, tables):
    refused(lambda: tables.series.again(ada.table, ada.device), "not-finished")
    over(ada, bo)
    watcher = ada.invites(role="watcher")
    refused(lambda: tables.series.again(ada.table, watcher.device), "only-watching")


def test_the_one_after_who_started_starts():
    people = [{"color": color, "name": color} for color in ("blue", "red", "green")]
    setup = Setup.model_validate({"map": "usa", "players": people})
    assert [(one := next_setup(setup)).starts, next_setup(one).starts] == ["red", "green"]
    assert next_setup(next_setup(one)).starts == "blue"


@pytest.fixture
def shut_out(ada, bo, tables):
    """Cy was at the first game, and is shut out of the second."""
    cy = ada.invites()
    over(ada, bo)
    second = Phone(tables, tables.series.again(ada.table, ada.device), device=ada.device)
    assert cy.device in second.game.snapshot.members
    tables.door.shut_out(second.table, ada.device)
    assert cy.device not in second.game.snapshot.members
    return cy, second


def comes_along(tables, phone):
    return phone.device in tables.store.snapshot(tables.series.again(phone.table, phone.device)).members


def test_who_was_shut_out_of_a_game_does_not_come_back_by_the_one_before(shut_out, ada, tables):
    cy, second = shut_out
    refused(lambda: tables.series.again(cy.table, cy.device), "shut-out")
    assert cy.device not in second.game.snapshot.members
    tables.delete(second.table, ada.device)
    refused(lambda: tables.series.again(cy.table, cy.device), "shut-out")
    third = tables.store.snapshot(tables.series.again(ada.table, ada.device))
    assert cy.device not in third.members


def test_nor_by_another_phone_that_it_lets_into_the_game_before(shut_out, ada, tables):
    cy, __ = shut_out
    refused(lambda: tables.door.invite(cy.table, cy.device), "shut-out")
    waiting = tables.door.ask_to_join(tables.store.snapshot(cy.table).code, program_with("d"))
    refused(lambda: tables.door.decide(cy.table, cy.device, waiting, True), "shut-out")
    tables.door.decide(cy.table, ada.device, waiting, True)


def test_old_links_and_codes_of_every_game_of_the_series_are_void(ada, bo, tables):
    link, code = tables.door.invite(ada.table, ada.device), ada.game.snapshot.code
    waiting = tables.door.ask_to_join(code, program_with("d"))
    over(ada, bo)
    tables.door.shut_out(tables.series.again(ada.table, ada.device), ada.device)
    refused(lambda: tables.door.join_by_secret(link, program_with("e")), "no-table")
    refused(lambda: tables.door.ask_to_join(code, program_with("e")), "no-table")
    refused(lambda: tables.door.collect(waiting, program_with("d")), "too-late")


def test_a_new_link_lets_in_again(shut_out, tables):
    cy, second = shut_out
    tables.door.join_by_secret(tables.door.invite(second.table, second.device), cy.device)
    assert comes_along(tables, cy)
    tables.door.invite(cy.table, cy.device)


def test_so_does_a_new_link_to_the_game_before(shut_out, ada, tables):
    cy, __ = shut_out
    tables.door.join_by_secret(tables.door.invite(ada.table, ada.device), cy.device)
    assert comes_along(tables, cy)


def test_so_does_a_player_at_the_door(shut_out, tables):
    cy, second = shut_out
    waiting = tables.door.ask_to_join(second.game.snapshot.code, cy.device)
    refused(lambda: tables.series.again(cy.table, cy.device), "shut-out")
    tables.door.decide(second.table, second.device, waiting, True)
    tables.door.collect(waiting, cy.device)
    assert comes_along(tables, cy)


def test_so_does_a_seat_that_a_player_gives_it(shut_out, ada, bo, tables):
    """In a game that was reopened."""
    cy, __ = shut_out
    ada.tells("strike", entry=len(ada.game.log))
    refused(lambda: tables.seats.free(cy.table, cy.device, "red"), "seat-asked")
    tables.seats.answer(cy.table, bo.device, "free", "red", True)
    cy.sits("red")
    ada.finishes(cy)
    assert comes_along(tables, cy)


def test_a_free_seat_that_it_takes_by_itself_lets_nobody_in(shut_out, ada, bo, tables):
    cy, second = shut_out
    tables.seats.free(bo.table, bo.device, "red")
    cy.sits("red")
    refused(lambda: tables.series.again(cy.table, cy.device), "shut-out")
    tables.delete(second.table, ada.device)
    third = tables.store.snapshot(tables.series.again(ada.table, ada.device))
    assert third.seats["red"].device is None
    assert cy.device not in third.members


def test_a_game_of_another_series_is_left_alone(shut_out, tables):
    cy, __ = shut_out
    other = Phone.opens(tables, "blue")
    tables.door.join_by_secret(tables.door.invite(other.table, other.device), cy.device)
    refused(lambda: tables.series.again(cy.table, cy.device), "shut-out")


def test_of_a_series_that_is_gone_nobody_is_remembered(shut_out, ada, tables):
    cy, second = shut_out
    series = second.game.snapshot.series
    assert shut_out_of(tables.store.engine, series) == {cy.device}
    tables.delete(second.table, ada.device)
    assert shut_out_of(tables.store.engine, series) == {cy.device}
    tables.delete(ada.table, ada.device)
    assert shut_out_of(tables.store.engine, series) == frozenset()


def test_a_game_begun_on_the_wrong_board_begins_anew_with_the_same_people(ada, bo, tables):
    table = tables.series.on_board(ada.table, bo.device, "europe")
    assert tables.series.on_board(ada.table, ada.device, "india") == table  # the first who asks decides
    now = Phone(tables, table, device=ada.device)
    assert now.sees()["you"]["seats"] == ["blue"]
    assert Phone(tables, table, device=bo.device).sees()["you"] == {"role": "maker", "seats": ["red"]}
    assert (now.game.board.id, now.game.setup.starts) == ("europe", ada.game.setup.starts)
    assert [player.name for player in now.game.setup.players] == ["Ada", "Bo"]
    assert ada.sees()["following"] == table


def test_who_has_a_colour_that_the_other_board_lacks_gets_a_free_one(tables):
    cards = [board for board in tables.boards.values() if not {"blue", "red"} <= set(board.colors)]
    for board in cards:
        ada = Phone.opens(tables, "blue", "red")
        now = Phone(tables, tables.series.on_board(ada.table, ada.device, board.id), device=ada.device)
        assert set(now.sees()["you"]["seats"]) == set(now.game.setup.colors) <= set(board.colors)


def test_a_finished_game_is_played_again_and_not_begun_anew(ada, bo, tables):
    refused(lambda: tables.series.on_board(ada.table, ada.device, "atlantis"), "unknown-map")
    over(ada, bo)
    refused(lambda: tables.series.on_board(ada.table, ada.device, "europe"), "after-finish")
