"""Whatever several phones do, in whatever order: every copy replays, numbers stay, and no secret gets out."""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.boards import files
from companion.export.tally_json import tally_json
from companion.play import Refused
from companion.play.game import Game
from companion.play.keys import program_with
from companion.play.tables import Tables
from companion.record.read import record_json
from companion.record.record_checks import Members, read_shape
from companion.rules.log import Amend, Keep, Strike
from companion.rules.replay import replay
from companion.store import Store, open_store
from companion.store.engine import open_engine
from companion.web.api.state import state
from tests.support.phones import Phone, a_record

BOARDS = files.boards()
BOARD = BOARDS["usa"]
COLORS = ["blue", "red", "green"]
# Few names, so that much is about the same things.
ROUTES = ["dallas--houston--1", "dallas--houston--2", "denver--omaha", "el-paso--houston", "calgary--helena"]
TICKETS = ["denver--el-paso", "dallas--new-york", "calgary--phoenix"]
color, route, ticket = st.sampled_from(COLORS), st.sampled_from(ROUTES), st.sampled_from(TICKETS)
who, place = st.integers(0, 4), st.integers(1, 30)
name = st.sampled_from([f"id-{n}" for n in range(40)])


class Evening(RuleBasedStateMachine):
    """Three seats, five phones: one opened the table, two play, one watches, one is a stranger."""

    empty: Path

    @initialize()
    def opens(self):
        self.folder = Path(tempfile.mkdtemp(prefix="companion-evening-"))
        shutil.copy(self.empty, self.folder / "games.sqlite3")
        self.tables = Tables(Store(open_engine(f"sqlite:///{self.folder / 'games.sqlite3'}")), BOARDS)
        devices = [program_with(f"device {n}") for n in range(5)]
        table = self.tables.open(a_record(players=3), devices[0]).table
        self.phones = [Phone(self.tables, table, device) for device in devices]
        secret = self.tables.door.invite(table, devices[0])
        for device, role in zip(devices[1:4], ("player", "player", "watcher"), strict=True):
            self.tables.door.join_by_secret(secret, device, role)
        self.versions = [self.phones[0].version]
        self.answers = {}

    def teardown(self):
        if hasattr(self, "folder"):
            self.tables.store.engine.dispose()
            shutil.rmtree(self.folder)

    def tells(self, n, name, **entry):
        """A repeat of what was taken is answered as it was; a refusal stores nothing."""
        reopen = entry.pop("reopen", False)
        key = n, name, json.dumps(entry)
        before = self.phones[0].version
        try:
            taken = self.tables.log.report(
                self.phones[n].table, self.phones[n].device, {"id": name, **entry}, reopen=reopen
            )
        except Refused:
            assert key not in self.answers
            assert self.phones[0].version == before
            return
        assert self.answers.setdefault(key, taken) == taken
        assert taken.version <= self.phones[0].version
        assert self.phones[0].game.log[taken.entry - 1].id == name

    @rule(n=who, name=name, player=color, route=route, late=st.booleans())
    def claims(self, n, name, player, route, late):
        self.tells(n, name, type="claim", player=player, route=route, **({"late": True} if late else {}))

    @rule(n=who, name=name, player=color, ticket=ticket)
    def keeps(self, n, name, player, ticket):
        self.tells(n, name, type="keep", player=player, ticket=ticket)

    @rule(n=who, name=name, place=place, reopen=st.booleans())
    def strikes(self, n, name, place, reopen):
        self.tells(n, name, type="strike", entry=place, reopen=reopen)

    @rule(n=who, name=name, place=place, player=color, ticket=ticket)
    def amends_a_ticket(self, n, name, place, player, ticket):
        self.tells(
            n, name, type="amend", entry=place, **{"with": {"type": "keep", "player": player, "ticket": ticket}}
        )

    @rule(n=who, name=name, place=place, player=color, route=route)
    def amends_a_turn(self, n, name, place, player, route):
        self.tells(
            n, name, type="amend", entry=place, **{"with": {"type": "claim", "player": player, "route": route}}
        )

    @rule(n=who, name=name, kind=st.sampled_from(["finish", "catch-up"]))
    def ends(self, n, name, kind):
        self.tells(n, name, type=kind)

    @rule(n=who, player=color, does=st.sampled_from(["take", "free", "confirm", "confirm"]))
    def sits(self, n, player, does):
        with suppress(Refused):
            getattr(self.tables.seats, does)(self.phones[n].table, self.phones[n].device, player)

    @rule(n=who, starts=color, variant=st.sampled_from(["base", "1910"]), seats=st.permutations(COLORS))
    def sets(self, n, starts, variant, seats):
        told = {"starts": starts, "variant": variant, "players": [{"color": c, "name": c} for c in seats]}
        with suppress(Refused):
            self.tables.settings.change(self.phones[n].table, self.phones[n].device, told)

    @invariant()
    def versions_only_grow(self):
        self.versions.append(self.phones[0].version)
        assert self.versions[-1] >= self.versions[-2]

    @invariant()
    def what_is_kept_replays_from_nothing(self):
        game = self.phones[0].game
        fresh = Game(Store(self.tables.store.engine).snapshot(game.snapshot.id), BOARD)
        assert fresh.log == game.log
        assert replay(BOARD, fresh.setup, fresh.log) == game.table
        device = self.phones[1].device
        assert state(fresh.seen_by(fresh.viewer(device)), 1) == state(game.seen_by(game.viewer(device)), 1)

    @invariant()
    def every_copy_replays_and_keeps_its_numbers(self):
        game = self.phones[0].game
        for phone in self.phones[:4]:
            viewer = game.viewer(phone.device)
            document = json.loads(json.dumps(record_json(game.seen_by(viewer).record)), object_pairs_hook=Members)
            setup, log, found = read_shape(document, BOARDS)
            assert not found
            assert len(log) == len(game.log)
            assert replay(BOARD, setup, log).owners == game.table.owners

    @invariant()
    def no_ticket_of_another_seat_gets_out(self):
        game = self.phones[0].game
        if game.table.finished:
            return
        for phone in self.phones[:4]:
            viewer = game.viewer(phone.device)
            view = game.seen_by(viewer)
            shown = state(view, 1).model_dump(exclude_defaults=True)
            seen = json.dumps([shown, record_json(view.record), tally_json(view.result)])
            for told, secret in _ticket_entries(game.log):
                if secret not in viewer.seats:
                    assert f'"{told.id}"' not in seen
            own = {
                e.ticket for e, keeper in _ticket_entries(game.log) if keeper in viewer.seats and isinstance(e, Keep)
            }
            own |= {
                e.instead.ticket
                for e, keeper in _ticket_entries(game.log)
                if keeper in viewer.seats and isinstance(e, Amend)
            }
            for ticket in set(TICKETS) - own:
                assert ticket not in seen

    @invariant()
    def a_stranger_sees_nothing(self):
        with pytest.raises(Refused):
            self.tables.games.at(self.phones[4].table, self.phones[4].device)


def _ticket_entries(log):
    """Followed by hand, from each entry back to its beginning."""
    for entry in log:
        first = entry
        while isinstance(first, Strike | Amend):
            first = log[first.entry - 1]
        if isinstance(first, Keep):
            yield entry, first.player


@pytest.fixture(scope="module", autouse=True)
def _empty(tmp_path_factory):
    Evening.empty = tmp_path_factory.mktemp("evening") / "games.sqlite3"
    open_store(f"sqlite:///{Evening.empty}").engine.dispose()


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=min(settings.default.max_examples // 3, 200), stateful_step_count=25, deadline=None
)
