"""Several phones at the same moment: one has it, the others are told who was first."""

from __future__ import annotations

import multiprocessing
import threading

import pytest

from companion.play import Refused
from companion.play.tables import Tables
from companion.store import Store
from companion.store.engine import open_engine
from tests.support.phones import Phone

ROUTES = 20
COLORS = ["blue", "red", "green", "yellow", "black"]


def raced(phones, routes):
    """All phones tap each route at the same moment, from threads of one process; what each was told."""
    barrier = threading.Barrier(len(phones))
    told: dict[str, list[str]] = {route: [] for route in routes}

    def taps(phone, color):
        for route in routes:
            barrier.wait(30)
            try:
                phone.claims(color, route)
                told[route].append("mine")
            except Refused as no:
                told[route].append(no.code)

    threads = [threading.Thread(target=taps, args=each) for each in zip(phones, COLORS, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return told


def singles(tables):
    """Short routes without a second track."""
    return [route.id for route in tables.boards["usa"].route.values() if not route.twins and route.length < 4]


def five(tables):
    ada = Phone.opens(tables, players=5)
    return [ada, *(ada.invites() for _ in range(4))]


def test_of_five_who_claim_one_route_one_has_it_and_four_are_refused(tables):
    phones = five(tables)
    routes = singles(tables)[:ROUTES]
    told = raced(phones, routes)
    for route in routes:
        assert sorted(told[route]) == ["mine", *["route-taken"] * 4]
    assert len(phones[0].game.log) == len(routes)
    assert set(phones[0].game.table.owners) == set(routes)


def test_between_processes_too(tables, url):
    """As it is with several workers."""
    phones, routes, fork = five(tables), singles(tables)[:10], multiprocessing.get_context("fork")
    barrier, told = fork.Barrier(5), fork.SimpleQueue()
    tables.store.engine.dispose()  # a connection belongs to one process

    def race(phone, color):
        own = Phone(Tables(Store(open_engine(url)), tables.boards), phone.table, phone.device)
        for route in routes:
            barrier.wait(30)
            try:
                own.claims(color, route, id=f"{color}-{route}")
                told.put((route, "mine"))
            except Refused as no:
                told.put((route, no.code))

    racers = [fork.Process(target=race, args=each) for each in zip(phones, COLORS, strict=True)]
    for racer in racers:
        racer.start()
    answers = [told.get() for _ in range(5 * len(routes))]
    for racer in racers:
        racer.join(10)
    for route in routes:
        assert sorted(told for tapped, told in answers if tapped == route) == ["mine", *["route-taken"] * 4]
    assert len(phones[0].game.log) == 10


@pytest.mark.soak
def test_a_thousand_times(tables):
    routes = singles(tables)[:ROUTES]
    assert len(routes) == ROUTES
    for _ in range(50):
        told = raced(five(tables), routes)
        assert all(sorted(told[route]) == ["mine", *["route-taken"] * 4] for route in routes)
