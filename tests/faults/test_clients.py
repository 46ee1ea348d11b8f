"""Phones that repeat (30 %), drop (20 %), reorder (20 %), and lose answers (20 %)."""

from __future__ import annotations

from random import Random

import pytest

from companion.app import create_app
from tests.faults.doses import fault
from tests.faults.phones import Ask, Entry, Phone, by_client
from tests.faults.tables import FREE, finished, opened, proven, whole

REPEAT, DROP, REORDER, LOSE = 0.3, 0.2, 0.2, 0.2
TAPS = 40  # a game


class Air:
    """What lies between phones and the server. What is held back arrives later, in any order."""

    def __init__(self, ask: Ask, rng: Random) -> None:
        self.ask, self.rng = ask, rng
        self.later: list[tuple[Phone, Entry]] = []
        self.done = {"sent": 0, "dropped": 0, "repeated": 0, "out of order": 0, "answers lost": 0}

    def carries(self, phone: Phone, entry: Entry) -> None:
        self.done["sent"] += 1
        if self._happens(DROP, "dropped"):
            return
        if self._happens(REORDER, "out of order"):
            self.later.append((phone, entry))
            return
        self._arrives(phone, entry)
        if self._happens(REPEAT, "repeated"):
            self.later.append((phone, entry))

    def passes(self) -> None:
        """Some of what was held back arrives."""
        while self.later and self.rng.random() < 0.6:
            self._arrives(*self.later.pop(self.rng.randrange(len(self.later))))

    def _arrives(self, phone: Phone, entry: Entry) -> None:
        answer = self.ask("POST", f"/api/tables/{phone.table}/entries", phone.token, entry)
        if not self._happens(LOSE, "answers lost"):
            phone.hears(entry, *answer)

    def _happens(self, share: float, what: str) -> bool:
        happens = self.rng.random() < share
        self.done[what] += happens
        return happens


def play(air: Air, phones: list[Phone], rng: Random) -> None:
    """Everybody taps, sends what is unsent in any order, and looks now and then."""
    for _ in range(TAPS):
        phone = rng.choice(phones)
        if rng.random() < 0.3:
            phone.fetches(air.ask)
        phone.taps()
        for entry in rng.sample(phone.unsent, min(2, len(phone.unsent))):
            air.carries(phone, entry)
        air.passes()
    while air.later or any(phone.unsent for phone in phones):
        air.passes()
        for phone in phones:
            for entry in list(phone.unsent):
                air.carries(phone, entry)


def games(name, small, count, url, store, boards):
    with fault(name, small, count, "games") as run:
        rng = run.rng
        ask = by_client(create_app(boards, _tables(store, boards), limits=FREE).test_client())
        entries, air = 0, Air(ask, rng)
        for n in range(run.dose):
            phones = opened(store, f"{n:032}", rng)
            play(air, phones, rng)
            finished(ask, phones)
            entries += proven(url, phones, ask)
        whole(url)
        run.tells("entries kept", entries)
        run.tells("on the way", ", ".join(f"{count} {what}" for what, count in air.done.items()))


def _tables(store, boards):
    from companion.play.tables import Tables

    return Tables(store, boards)


def test_games_of_a_few_unreliable_phones_are_whole(url, store, boards):
    games(f"unreliable phones, {store.engine.dialect.name}", 6, None, url, store, boards)


@pytest.mark.soak
def test_the_whole_dose(url, store, boards):
    games(f"unreliable phones, {store.engine.dialect.name}", 6, 500, url, store, boards)
