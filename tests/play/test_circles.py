"""Circles: who may read one, whose name stands for whom, and what of a game is remembered, on both databases."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import sqlalchemy as sa

from companion.play import Refused
from companion.play.keys import program_with
from companion.play.tables import Tables
from companion.store.games import Store
from companion.store.schema import FINISHED, METADATA, PEOPLE, RESULTS
from tests.support.evenings import Evening, read
from tests.support.phones import Phone, refused

ADA, BO, EVE = (program_with(name) for name in ("ada", "bo", "eve"))
NAMES = ("Ada", "Bo", "Cy")


@cache
def a_game(seed, names):
    return read(Evening(seed, "usa", len(names), tickets=2).record(names=names))


def plays(tables: Tables, device=ADA, names=NAMES, seed=3):
    """A finished game of these people, as a saved one is opened."""
    return tables.open(a_game(seed, names), device).table


@pytest.fixture
def circle(tables):
    return tables.circles.make(ADA, "Friday people")


def kept(tables, circle, **how):
    table = plays(tables, **how)
    tables.circles.add(circle, table, how.get("device", ADA))
    return table


def history(tables, circle, device=ADA):
    """All that a circle remembers, however slow the machine is."""
    while (found := tables.circles.history(circle, device)).missing:
        pass
    return found


def named(tables, circle, name):
    """The one person who is called so."""
    (found,) = [one for one in history(tables, circle).people.roots() if one.name == name]
    return found.id


def games_of(tables, circle, name):
    return history(tables, circle).figures.people[named(tables, circle, name)].games


def test_a_game_that_is_kept_is_remembered(tables, circle):
    table = kept(tables, circle)
    (evening,) = history(tables, circle).evenings
    assert evening.game == table
    assert sorted(one.name for one in history(tables, circle).people.roots()) == [*NAMES]
    assert history(tables, circle).figures.games == 1


def test_the_same_name_is_the_same_person_and_another_is_not(tables, circle):
    kept(tables, circle)
    kept(tables, circle, names=("Ada", "ADA ", "Dee"), seed=4)
    assert games_of(tables, circle, "Ada") == 2  # of two alike in one game the second is somebody else
    assert len(history(tables, circle).people.roots()) == 5


def test_two_names_are_merged_and_parted_again(tables, circle):
    kept(tables, circle)
    kept(tables, circle, names=("Ada K.", "Bo", "Dee"), seed=4)
    ada, other = named(tables, circle, "Ada"), named(tables, circle, "Ada K.")
    before = history(tables, circle)
    tables.circles.merge(circle, ADA, other, ada)
    assert games_of(tables, circle, "Ada") == 2
    assert [alias.name for alias in history(tables, circle).people.aliases(ada)] == ["Ada K."]
    kept(tables, circle, names=("Ada K.", "Bo", "Eli"), seed=5)
    assert games_of(tables, circle, "Ada") == 3
    tables.circles.part(circle, ADA, other)
    assert games_of(tables, circle, "Ada") == before.figures.people[ada].games
    assert games_of(tables, circle, "Ada K.") == 2


def test_who_sat_in_one_game_is_never_one_person(tables, circle):
    kept(tables, circle)
    kept(tables, circle, names=("Ada K.", "Dee"), seed=4)
    ada, bo, other = (named(tables, circle, name) for name in ("Ada", "Bo", "Ada K."))
    refused(lambda: tables.circles.merge(circle, ADA, ada, bo), "sat-together")
    tables.circles.merge(circle, ADA, other, ada)
    refused(lambda: tables.circles.merge(circle, ADA, other, bo), "sat-together")
    refused(lambda: tables.circles.merge(circle, ADA, other, "nobody"), "no-person")


def test_somebody_else_of_the_same_name_is_told_apart_and_stays_so_on_that_phone(tables, circle):
    kept(tables, circle)
    tables.circles.join(tables.circles.link(circle, ADA, "belongs", "ada"), BO)
    table = kept(tables, circle, device=BO, seed=4)
    (color,) = [
        c for c, p in history(tables, circle).evening(table).people.items() if p == named(tables, circle, "Ada")
    ]
    tables.circles.tell_apart(circle, BO, table, color)
    kept(tables, circle, device=BO, seed=5)
    counted = history(tables, circle).figures.people
    adas = [one.id for one in history(tables, circle).people.roots() if one.name == "Ada"]
    assert sorted(counted[one].games for one in adas) == [1, 2]


def test_forgetting_somebody_makes_the_name_a_letter_and_leaves_the_figures(tables, circle):
    table = kept(tables, circle)
    before = history(tables, circle).figures
    tables.circles.forget(circle, ADA, named(tables, circle, "Bo"))
    assert sorted(one.name for one in history(tables, circle).people.roots()) == ["Ada", "B", "Cy"]
    assert history(tables, circle).figures == before
    assert [player.name for player in tables.view(table, ADA).setup.players] == ["Ada", "B", "Cy"]
    kept(tables, circle, seed=4)  # whoever is called so later is somebody else
    assert games_of(tables, circle, "Bo") == 1


def test_a_running_game_is_in_no_history_and_follows_when_it_is_reopened(tables, circle):
    ada = Phone.opens(tables, "blue")
    bo = ada.invites("red")
    mine = tables.circles.make(ada.device, "Ours")
    tables.circles.add(mine, ada.table, ada.device)
    ada.claims("blue", "denver--omaha")
    assert history(tables, mine, ada.device).evenings == []
    ada.finishes(bo)
    assert history(tables, mine, ada.device).evenings == []  # the tickets are still being revealed
    tables.reveal.step(ada.table, ada.device, 99)
    (evening,) = history(tables, mine, ada.device).evenings
    ada.tells("strike", entry=len(ada.game.log))
    assert history(tables, mine, ada.device).evenings == []
    ada.claims("blue", "helena--omaha")
    ada.finishes(bo)
    tables.reveal.step(ada.table, ada.device, 99)
    (again,) = history(tables, mine, ada.device).evenings
    assert again.summary.player("blue").points > evening.summary.player("blue").points
    assert again.people == evening.people


def test_the_next_game_of_a_series_is_in_the_circle_too(tables):
    ada = Phone.opens(tables, "blue")
    bo = ada.invites("red")
    mine = tables.circles.make(ada.device, "Ours")
    tables.circles.add(mine, ada.table, ada.device)
    ada.finishes(bo)
    tables.reveal.step(ada.table, ada.device, 99)
    history(tables, mine, ada.device)
    tables.circles.tell(mine, ada.table, ada.device, {"place": "Bo's kitchen"})
    following = Phone(tables, tables.series.again(ada.table, bo.device), ada.device)
    following.finishes(Phone(tables, following.table, bo.device))
    tables.reveal.step(following.table, ada.device, 99)
    assert [one.place for one in history(tables, mine, ada.device).evenings] == ["Bo's kitchen"] * 2


def test_what_is_said_about_a_game(tables, circle):
    table = kept(tables, circle)
    assert history(tables, circle).unasked == {table}
    tables.circles.tell(
        circle, table, ADA, {"day": "2026-05-01", "place": " the  hut ", "counts": False, "note": "!"}
    )
    (evening,) = history(tables, circle).evenings
    assert (evening.day, evening.place, evening.counts, evening.note) == ("2026-05-01", "the  hut", False, "!")
    assert (history(tables, circle).unasked, history(tables, circle).figures.games) == (frozenset(), 0)
    for wrong in ({"day": "May"}, {"note": "x" * 281}, {"place": "x" * 61}):
        with pytest.raises(Refused):
            tables.circles.tell(circle, table, ADA, wrong)


def test_links_let_in_and_are_dead_when_they_are_renewed(tables, circle):
    reads, belongs = (tables.circles.link(circle, ADA, kind, "ada") for kind in ("reads", "belongs"))
    assert tables.circles.join(reads, EVE).role == "reader"
    assert tables.circles.join(belongs, BO).role == "member"
    assert tables.circles.join(reads, BO).role == "member"  # nobody loses anything by a weaker link
    tables.circles.renew(circle, ADA, "reads")
    refused(lambda: tables.circles.join(reads, EVE), "no-circle")
    refused(lambda: tables.circles.history(circle, EVE), "no-circle")
    assert tables.circles.join(tables.circles.link(circle, ADA, "reads", "ada"), EVE).role == "reader"
    assert [one.role for one in tables.circles.of(BO)] == ["member"]
    refused(lambda: tables.circles.renew(circle, BO, "reads"), "not-the-keeper")


def test_the_database_has_no_link_of_a_circle(tables, circle):
    secrets = [tables.circles.link(circle, ADA, kind, "ada") for kind in ("reads", "belongs", "keeps")]
    with tables.store.engine.connect() as connection:
        everything = repr([connection.execute(sa.select(table)).all() for table in METADATA.sorted_tables])
    assert circle in everything
    assert [secret for secret in secrets if secret in everything] == []


def test_a_second_phone_keeps_and_whoever_is_left_keeps_after_that(tables, circle):
    tables.circles.join(tables.circles.link(circle, ADA, "belongs", "ada"), BO)
    refused(lambda: tables.circles.link(circle, BO, "keeps", "bo"), "not-the-keeper")
    tables.circles.leave(circle, ADA)
    assert tables.circles.at(circle, BO).keeps
    assert tables.circles.join(tables.circles.link(circle, BO, "keeps", "bo"), ADA).keeps


def test_who_only_reads_changes_nothing_and_a_stranger_finds_nothing(tables, circle):
    table = kept(tables, circle)
    tables.circles.join(tables.circles.link(circle, ADA, "reads", "ada"), EVE)
    person, theirs = named(tables, circle, "Ada"), plays(tables, EVE)
    work = tables.circles
    changes = [
        lambda who: work.add(circle, theirs, who),
        lambda who: work.remove(circle, table, who),
        lambda who: work.tell(circle, table, who, {}),
        lambda who: work.merge(circle, who, person, person),
        lambda who: work.part(circle, who, person),
        lambda who: work.tell_apart(circle, who, table, "blue"),
        lambda who: work.forget(circle, who, person),
        lambda who: work.link(circle, who, "reads", "x"),
        lambda who: work.rename(circle, who, "Ours"),
        lambda who: work.renew(circle, who, "reads"),
        lambda who: work.delete(circle, who),
    ]
    reads = [
        lambda who: work.at(circle, who),
        lambda who: work.history(circle, who),
        lambda who: work.game(circle, table, who),
        lambda who: work.export(circle, who),
    ]
    for change in changes:
        refused(lambda change=change: change(EVE), "only-reading")
        refused(lambda change=change: change(BO), "no-circle")
    for look in reads:
        look(EVE)
        refused(lambda look=look: look(BO), "no-circle")


def test_only_the_maker_puts_a_game_into_a_circle(tables):
    ada = Phone.opens(tables, "blue")
    bo = ada.invites("red")
    theirs = tables.circles.make(bo.device, "Theirs")
    refused(lambda: tables.circles.add(theirs, ada.table, bo.device), "not-the-maker")


def test_summaries_are_a_cache_that_may_be_dropped_at_any_time(tables, circle):
    for seed in range(4):
        kept(tables, circle, seed=seed)
    before = history(tables, circle).figures
    with tables.store.engine.begin() as connection:
        connection.execute(RESULTS.delete())
        connection.execute(FINISHED.update().values(summary=None))
    assert history(Tables(tables.store, tables.boards), circle).figures == before
    with tables.store.engine.begin() as connection:
        connection.execute(FINISHED.delete())
    assert history(Tables(tables.store, tables.boards), circle).figures == before


def test_summaries_are_made_while_there_is_patience_and_the_next_reader_goes_on(tables, circle):
    for seed in range(3):
        kept(tables, circle, seed=seed)
    fresh = Tables(Store(tables.store.engine), tables.boards)
    assert fresh.circles._histories.of(circle, patience=-1).missing == 3
    assert history(fresh, circle).missing == 0
    assert Tables(Store(tables.store.engine), tables.boards).circles._histories.of(circle, patience=-1).missing == 0


def test_a_circle_is_deleted_with_its_games_but_for_those_that_run_or_are_in_another(tables, circle):
    gone, shared, running = kept(tables, circle), kept(tables, circle, seed=4), Phone.opens(tables, "blue")
    other = tables.circles.make(ADA, "Others")
    tables.circles.add(other, shared, ADA)
    mine = tables.circles.join(tables.circles.link(circle, ADA, "belongs", "ada"), running.device)
    tables.circles.add(mine.id, running.table, running.device)
    tables.circles.delete(circle, ADA)
    assert set(tables.store.all_games()) == {shared, running.table}
    assert gone not in tables.store.all_games()
    assert [one.name for one in tables.circles.of(ADA)] == ["Others"]


def test_a_game_in_a_circle_is_kept_as_long_as_the_circle(tables, circle):
    game, alone = kept(tables, circle), plays(tables, seed=9)
    assert tables.store.delete_untouched_since(2**40) == 1
    assert tables.store.all_games() == [game] != [alone]
    assert tables.store.delete_circles_unopened_since(0) == 0
    assert tables.store.delete_circles_unopened_since(2**40) == 1
    assert tables.store.all_games() == []


def test_people_of_a_table_that_is_deleted_are_forgotten(tables, circle):
    table = kept(tables, circle)
    kept(tables, circle, names=("Ada", "Dee"), seed=4)
    tables.delete(table, ADA)
    with tables.store.engine.connect() as connection:
        assert set(connection.execute(sa.select(PEOPLE.c.name)).scalars()) == {"Ada", "Dee"}


def test_a_phone_that_is_given_away_is_taken_out_of_its_circles(tables, circle):
    tables.leaving.everywhere(ADA)
    refused(lambda: tables.circles.at(circle, ADA), "no-circle")


def test_a_circle_is_taken_along_as_one_document(tables, circle):
    table = kept(tables, circle)
    tables.circles.tell(circle, table, ADA, {"place": "home"})
    document = tables.circles.export(circle, ADA)
    (game,) = document["games"]
    assert (document["name"], game["place"], game["record"]["map"]) == ("Friday people", "home", "usa")
    assert [one["name"] for one in document["people"]] == [*NAMES]
    assert replace(history(tables, circle).evenings[0], game="").people == game["people"]
