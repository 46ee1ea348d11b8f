"""What the table must settle."""

from __future__ import annotations

from companion.boards.model import Deal
from companion.prose.warning_clauses import clause
from companion.rules.notices import Notice, notices
from tests.rules.making import board, table, variant

TICKETS = ("a b 5", "b c 5", "a c 5", "c d 20 long", "a d 21 long", "b d 22 long")
ROUTES = ("a b 9", "b c 9", "c d 2", "a d 2", "b d 2", "a c 2")


def found(*told: str, players: int = 3, of=None, **facts) -> list[Notice]:
    small = board(*ROUTES, tickets=TICKETS, variants={"base": of or variant(**facts)})
    return list(notices(table(small, *told, players=players)))


def said(*told: str, **facts) -> list[str]:
    """The same in words."""
    small = board(*ROUTES, tickets=TICKETS, variants={"base": variant(**facts)})
    stands = table(small, *told, players=3)
    return [clause(stands, notice) for notice in notices(stands)]


def test_a_table_in_order_has_no_warnings():
    assert found("blue keep a--b", "red keep b--c", "finish", keep=0) == []


def test_a_ticket_held_by_two_is_named_once_with_its_holders_in_seating_order():
    says = "Ada, Bo and Cy have the same ticket A – B; there's only one, so one of them is a mistake"
    notices = found("green keep a--b", "red keep a--b", "blue keep a--b", "red keep b--c")
    assert notices == [Notice("ticket-held-twice", ("blue", "red", "green"), ("a--b",))]
    assert said("green keep a--b", "red keep a--b", "blue keep a--b", "red keep b--c") == [says]


def test_every_ticket_held_by_two_is_named():
    notices = found("blue keep a--b", "red keep b--c", "red keep a--b", "green keep b--c")
    assert [(n.players, n.tickets) for n in notices] == [(("blue", "red"), ("a--b",)), (("red", "green"), ("b--c",))]


def test_too_few_tickets_are_named_once_the_game_is_finished():
    told = ["blue keep a--b", "blue keep b--c", "red keep a--c"]
    assert found(*told, keep=2) == []
    says = "Bo and Cy kept fewer than 2 tickets; is one missing?"
    assert found(*told, "finish", keep=2) == [Notice("too-few-tickets", ("red", "green"))]
    assert said(*told, "finish", keep=2) == [says]


def test_where_places_are_hidden_tickets_may_be():
    assert found("hidden", "finish", keep=2) == []


def test_more_long_tickets_than_are_dealt_are_named():
    told = ["blue keep c--d", "red keep a--d", "blue keep a--b", "blue keep a--d"]
    notices = [n for n in found(*told) if n.code == "too-many-long-tickets"]
    says = "Ada kept more than 1 long ticket; is one a mistake?"
    assert notices == [Notice("too-many-long-tickets", ("blue",), ("c--d", "a--d"))]
    assert says in said(*told)
    assert found(*told[:3]) == []


def test_several_with_too_many_long_tickets_are_told_in_one():
    told = ["red keep c--d", "red keep a--d", "blue keep b--d", "blue keep a--d", "green keep c--d"]
    (notice,) = [n for n in found(*told) if n.code == "too-many-long-tickets"]
    assert notice.players == ("blue", "red")
    assert notice.tickets == ("c--d", "a--d", "b--d", "a--d")


def test_a_variant_may_have_a_limit_of_its_own():
    told = ["blue keep c--d", "blue keep a--d"]
    assert found(*told, deal=Deal(long=2, regular=5)) == []
    assert len(found(*told, deal=Deal(long=2, regular=5), keep_long_max=1)) == 1
    says = "Ada kept more than 0 long tickets; is one a mistake?"
    assert said("blue keep c--d", deal=Deal(long=2, regular=5), keep_long_max=0) == [says]


def test_where_the_variant_deals_no_long_tickets_apart_none_is_long():
    plain = variant(ticket_sets=("regular",), deal=Deal(regular=3))
    small = board(*ROUTES, tickets=TICKETS, variants={"base": plain}, long_sets=())
    assert list(notices(table(small, "blue keep a--b", "blue keep b--c"))) == []


def test_every_turn_too_many_is_named_with_its_place():
    told = ["blue claim a--b", "blue claim b--c", "blue draw", "blue draw", "red draw", "blue claim c--d"]
    says = "entry 4 is a turn Ada took after their last turn; it still counts"
    notices = found(*told)
    assert notices[0] == Notice("turn-too-many", ("blue",), (), 4)
    assert said(*told)[0] == says
    assert [notice.entry for notice in notices] == [4, 6]
