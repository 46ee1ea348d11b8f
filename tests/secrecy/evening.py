"""One of two tables that differ in one player's tickets: its phones, and everything that anybody else gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from werkzeug.test import TestResponse

from companion.boards import files
from companion.play.keys import browser_with, program_with
from companion.play.tables import Tables
from tests.secrecy.crawl import PIECE
from tests.secrecy.still import NOW
from tests.support.phones import a_record

HAND: Final = "blue"
PIN: Final = "4711"
MAKER: Final = browser_with("maker")
OWNER: Final = browser_with("owner")
PROGRAM: Final = program_with("program")
PAGES: Final = (
    *(
        "",
        "/now",
        "/log",
        "/people",
        "/setup",
        "/end",
        "/routes",
        "/aloud",
        "/tickets",
        "/tally",
        "/reveal",
        "/screen",
    ),
    *("/recount", "/asked", "/tickets/blue", "/tickets/red", "/log/1", "/log/2", "/log/3", "/log/5", "/now?since=1"),
)
CALLS: Final = ("", "?since=1", "/record", "/tally")

# Two that everybody knows, and two on which something besides tickets is counted in secret.
BOARDS: Final[dict[str, dict[str, Any]]] = {
    "usa": {},
    "europe": {},
    "nederland": {},
    "northern-lights": {"options": {"bonus-cards": ["small-steps", "snowplow", "wild-west", "ferry-master"]}},
}
AS_TOKEN: Final = "token "  # before the name of a phone whose cookie is sent as a token

Did = tuple[str, TestResponse | None]


class Clock:
    """Moved by hand."""

    now = float(NOW)


class Evening:
    """One of the two tables: the same acts by the same dice, with its own tickets in the one hand."""

    def __init__(self, tables: Tables, app: Any, seed: int, other: bool) -> None:
        self.tables, self.app, self.seed = tables, app, seed
        self.rng = Random(seed)
        self.board = files.boards()[[*BOARDS][seed % len(BOARDS)]]
        known = list(self.board.tickets_of("base"))
        self.routes = self.rng.sample(sorted(self.board.route), 5)
        one, two = self.rng.sample(known, 8), self.rng.sample(known, 8)
        self.hands = list(zip(one, two, strict=True))
        self.other = other
        self.guesses = [*one, *two]
        self.guessed: set[str] = set()
        self.guessed_well: set[str] = set()
        self.told_by_owner: set[str] = set()
        self.phones = {name: self._client(name) for name in ("owner", "bo", "maker", "guest")}
        self.following = ""
        self.shared, self.pin = seed % 3 == 1, seed % 3 == 2
        self.open_until = 0.0
        self.got: list[tuple[str, Any]] = []
        self.done: Counter[str] = Counter()
        self._read: Any = None
        self._opens()

    def _client(self, name: str) -> Any:
        client = self.app.test_client()
        client.set_cookie("trackside", name)
        return client

    def _opens(self) -> None:
        self.table = self.tables.open(a_record(players=3, board=self.board.id, **BOARDS[self.board.id]), MAKER).table
        for device in (OWNER, browser_with("bo"), PROGRAM):
            self.tables.door.join_by_secret(self.tables.door.invite(self.table, MAKER), device, "player")
        self.tables.seats.take(self.table, OWNER, HAND, PIN if self.pin else None)
        self.tables.seats.take(self.table, browser_with("owner" if self.shared else "bo"), "red")
        self.tables.seats.take(self.table, PROGRAM, "green")

    @property
    def game(self) -> Any:
        """As it stands, read again after each request."""
        if self._read is None:
            self._read = self.tables.games.at(self.table, MAKER)[0]
        return self._read

    def goes_on(self, acts: Sequence[Act]) -> None:
        """One of these acts, and what others see of it."""
        act = self.rng.choice(acts)
        before, version = self.game.table.finished, self.game.version
        self.done[act.__name__] += 1
        label, answer = act(self)
        self.done[f"{act.__name__}, taken in"] += self.game.version > version
        self.done["reopened"] += before and not self.game.table.finished
        if answer is not None and not before and not self.game.table.finished:
            self.got.append((label, told(answer)))
        self.looks("program", f"/api/tables/{self.table}{self.rng.choice(CALLS)}")
        if self.rng.random() < 0.2:
            self.looks(self.somebody(), f"/t/{self.table}{self.rng.choice(PAGES)}")
        self.done["finished"] += self.game.table.finished
        self.done["covered"] += bool(self.game.consents.covered)

    def looks(self, name: str, address: str) -> None:
        if not self.game.table.finished and (name != "owner" or self.is_strange):
            self.got.append((f"{name} {address}", told(self.asks(name, "GET", address))))

    def hears(self, label: str, answer: TestResponse) -> TestResponse:
        """One answer more of an act that has several."""
        if not self.game.table.finished:
            self.got.append((label, told(answer)))
        return answer

    def looks_around(self) -> None:
        """Everybody, at the end, at some of what there is."""
        for name in ("bo", "maker", "owner"):
            for page in self.rng.sample(PAGES, 4):
                self.looks(name, f"/t/{self.table}{page}")
        for call in CALLS:
            self.looks("program", f"/api/tables/{self.table}{call}")

    def asks(self, name: str, method: str, address: str, **sent: Any) -> TestResponse:
        if name == "program" or name.startswith(AS_TOKEN):
            token = name.removeprefix(AS_TOKEN)
            client, headers = self.app.test_client(), {"Authorization": f"Bearer {token}"}
        else:
            client, headers = self.phones[name], PIECE if self.rng.random() < 0.5 else {}
        self._read = None
        answer: TestResponse = client.open(address, method=method, headers=headers, **sent)
        assert answer.status_code < 500, answer.text
        return answer

    @property
    def is_strange(self) -> bool:
        """Whether whoever holds the owner's phone just now is to learn nothing: it is no phone of their own."""
        game = self.game
        viewer = game.viewer(OWNER)
        covered = HAND in game.shared(viewer) or HAND not in viewer.seats
        return (self.shared or self.pin) and covered and Clock.now > self.open_until

    def somebody(self) -> str:
        """Anybody who is not to know that hand."""
        return self.rng.choice(["bo", "maker", "owner", "owner"] if self.is_strange else ["bo", "maker"])

    def anybody(self) -> str:
        return self.rng.choice([self.somebody(), "program"])

    def reports(self, name: str, entry: dict[str, Any]) -> TestResponse:
        """By the interface, whose call a browser may send as well."""
        entry = {"id": f"said-{self.rng.randrange(10**9)}", **entry}
        return self.asks(name, "POST", f"/api/tables/{self.table}/entries", json=entry)

    def posts(self, name: str, path: str, **form: Any) -> TestResponse:
        form = {"id": f"form-{self.rng.randrange(10**9)}", **form}
        return self.asks(name, "POST", f"/t/{self.table}{path}", data=form)

    def place(self) -> int:
        return self.rng.randint(1, len(self.game.log) + 1)

    def of_the_hand(self) -> int:
        """An entry about the one hand, where there is one."""
        game = self.game
        own = [place for place in range(1, len(game.log) + 1) if game.secret_owner(place) == HAND]
        return self.rng.choice(own) if own else self.place()

    def own_ticket(self) -> str | None:
        """One that the owner may enter at both tables: whether it is taken shows in how many there are."""
        allowed = set(self.game.board.tickets_of(self.game.setup.variant)) - self.guessed
        both = self.rng.choice(self.hands)
        if not allowed.issuperset(both):
            return None
        self.told_by_owner.update(both)
        return both[self.other]

    @property
    def owner_would_differ(self) -> bool:
        """Whether somebody added a ticket, unseen, that the owner has, or had, at one of the tables alone.

        The owner sees that and does something else here than there: what they take back or change then is their own
        doing. A ticket of theirs cannot come back beside the same, for instance, and can beside another.
        """
        return bool(self.guessed_well & self.told_by_owner)

    def guess(self) -> str:
        """A ticket that may be in that hand, as somebody else names it."""
        ticket = self.rng.choice(self.guesses)
        self.guessed.add(ticket)
        return ticket

    def mine(self, act: Callable[[], object]) -> tuple[str, None]:
        """The owner's own doing, with their tickets open; the phone is put down closed, or as it is."""
        if self.shared or self.pin:
            opens = {"pin": PIN, "seconds": "60"}
            self.asks("owner", "POST", f"/t/{self.table}/tickets/{HAND}/open", data=opens)
            self.open_until = Clock.now + 61
            act()
            if self.rng.random() < 0.6:
                self._puts_down()
        else:
            act()
        return "", None

    def _puts_down(self) -> None:
        self.asks("owner", "POST", f"/t/{self.table}/tickets/{HAND}/close")
        self.open_until = 0.0


def told(answer: TestResponse) -> tuple[int, tuple[Any, ...], bytes]:
    """Every byte of it."""
    return answer.status_code, tuple(sorted(answer.headers)), answer.data


Act = Callable[[Evening], Did]
