"""Whatever is done at a table, by whom and in whatever order: nobody else learns what is in a hand before the end.

The same thirty acts are done at two tables that differ in one player's tickets, and in what else that player counts
in secret, on four boards in turn; all that anybody else gets is compared byte for byte. The phone of that player may
go from hand to hand, or have a PIN: then whoever picks it up while its tickets are closed is somebody else, too.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any, Final

import pytest

from companion.app import create_app
from companion.boards import files
from companion.host.allowances import AN_HOUR
from companion.play import keys
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import open_store
from tests.secrecy.evening import AS_TOKEN, HAND, PAGES, PIN, Act, Clock, Did, Evening
from tests.secrecy.still import NOW, Counted, stand_still

ACTS: Final = 30
WHOLE: Final = 2000
BLOCK: Final = 100
FEW: Final = 2  # of each block in `make test`
COLORS: Final = ("blue", "red", "green")


def keeps_own(at: Evening) -> Did:
    ticket = at.own_ticket()
    return at.mine(lambda: ticket and at.posts("owner", f"/tickets/{HAND}/keep", ticket=ticket))


def strikes_own(at: Evening) -> Did:
    place = at.of_the_hand()
    alike = not at.owner_would_differ
    return at.mine(lambda: alike and at.posts("owner", f"/tickets/{HAND}/back", entry=place))


def amends_own(at: Evening) -> Did:
    ticket, place = at.own_ticket(), at.of_the_hand()
    instead = {"type": "keep", "player": HAND, "ticket": ticket}
    alike = ticket and not at.owner_would_differ
    return at.mine(lambda: alike and at.reports("owner", {"type": "amend", "entry": place, "with": instead}))


def confirms_own(at: Evening) -> Did:
    return at.mine(lambda: at.posts("owner", f"/tickets/{HAND}/done", sure="1"))


def claims(at: Evening) -> Did:
    entry = {"type": "claim", "player": at.rng.choice(COLORS), "route": at.rng.choice(at.routes)}
    return "claim", at.reports(at.anybody(), entry)


def keeps_for_anybody(at: Evening) -> Did:
    """Of all things a ticket of that hand, for that player or another."""
    name, color, ticket = at.anybody(), at.rng.choice([HAND, *COLORS]), at.guess()
    entries = len(at.game.log)
    if name == "program" or at.rng.random() < 0.5:
        label, answer = f"{name} keeps", at.reports(name, {"type": "keep", "player": color, "ticket": ticket})
    else:
        label, answer = f"{name} keeps on the page", at.posts(name, f"/tickets/{color}/keep", ticket=ticket)
    if color == HAND and len(at.game.log) > entries:
        at.guessed_well.add(ticket)
    return label, answer


def strikes(at: Evening) -> Did:
    name, place = at.anybody(), at.rng.choice([at.place(), at.of_the_hand()])
    if name == "program" or at.rng.random() < 0.4:
        return f"{name} strikes", at.reports(name, {"type": "strike", "entry": place})
    if at.rng.random() < 0.5:
        return f"{name} takes back", at.posts(name, f"/tickets/{HAND}/back", entry=place)
    return f"{name} strikes in the log", at.posts(name, "/log", entry=place, about=place)


def amends(at: Evening) -> Did:
    name, place, ticket = at.anybody(), at.rng.choice([at.place(), at.of_the_hand()]), at.guess()
    instead = {"type": "keep", "player": at.rng.choice([HAND, "red"]), "ticket": ticket}
    if name != "program" and at.rng.random() < 0.4:
        return f"{name} amends in the log", at.posts(name, f"/log/{place}", what=ticket, who=HAND, ticket=ticket)
    if at.rng.random() < 0.3:
        instead = {"type": "draw", "player": HAND}
    return f"{name} amends", at.reports(name, {"type": "amend", "entry": place, "with": instead})


def frees(at: Evening) -> Did:
    name, color = at.anybody(), at.rng.choice([HAND, HAND, *COLORS])
    if name == "program":
        return "program frees", at.asks(name, "DELETE", f"/api/tables/{at.table}/seats/{color}")
    return f"{name} frees", at.posts(name, f"/seats/{color}/leave")


def takes(at: Evening) -> Did:
    """That seat not while all tickets lie open: whoever takes it then has seen them, and keeps them in sight."""
    name, color = at.anybody(), at.rng.choice([HAND, HAND, *COLORS])
    pin = at.rng.choice(["", "", "", "1234"])
    if color == HAND and at.game.table.finished:
        return "", None
    if name == "program":
        return "program takes", at.asks(name, "POST", f"/api/tables/{at.table}/seats", json={"color": color})
    return f"{name} takes", at.posts(name, "/seats", color=color, pin=pin)


def takes_over(at: Evening) -> Did:
    """Frees that seat, where nobody says no for half a minute, and sits down there: what was entered is covered."""
    name = at.rng.choice(["bo", "maker"])
    if at.game.table.finished:
        return "", None
    for _ in range(2):
        at.posts(name, f"/seats/{HAND}/leave")
        Clock.now += 31
    return f"{name} takes over", at.posts(name, "/seats", color=HAND, pin="")


def owner_takes_again(at: Evening) -> Did:
    return at.mine(lambda: at.posts("owner", "/seats", color=HAND, pin=PIN if at.pin else ""))


def answers(at: Evening) -> Did:
    """To what is asked: but nobody says yes to tickets being shown, for they would be."""
    name = at.rng.choice(["bo", "maker", "owner"])
    about, agree = at.rng.choice(
        [("free", "yes"), ("free", "no"), ("finish", "yes"), ("finish", "no"), ("show", "no")]
    )
    color = "" if about == "finish" else HAND
    answer = at.posts(name, "/asked", about=about, color=color, agree=agree)
    return f"{name} answers", answer if name != "owner" or at.is_strange else None


def asks_to_be_shown(at: Evening) -> Did:
    """Whoever took that seat over, or else anybody who may not."""
    name, game = at.somebody(), at.game
    name = next((one for one in ("bo", "maker") if HAND in game.viewer(browser_with(one)).covered_entries), name)
    return f"{name} asks to be shown", at.posts(name, f"/seats/{HAND}/show")


def goes_along(at: Evening) -> Did:
    """Whoever took that seat over takes it to another phone, to which the same is covered; anybody else may not."""
    label, taken = takes_over(at)
    if taken is not None:
        at.hears(label, taken)
    game = at.game
    held = (one for one in ("bo", "maker") if HAND in game.viewer(browser_with(one)).covered_entries)
    holder = next((one for one in held if not game.table.finished and game.snapshot.seats[HAND].pin is None), "")
    name = holder or at.rng.choice(["bo", "maker"])
    answer = at.posts(name, f"/seats/{HAND}/along", pin=at.rng.choice(["", "1111"]))
    if not holder:
        return f"{name} offers", answer
    at.hears("offers", answer)
    other = "maker" if holder == "bo" else "bo"
    secret = at.tables.moving.offer(at.table, browser_with(holder), HAND)
    place = str(at.hears("scans", at.asks(other, "POST", "/join/seat", data={"secret": secret})).location)
    at.hears("looks", at.asks(holder, "GET", f"/t/{at.table}/asked"))
    agree = at.rng.choice(["yes", "yes", "no"])
    at.hears("says", at.posts(holder, "/asked", about="move", color=HAND, agree=agree))
    at.hears("comes", at.asks(other, "GET", f"/join/{place.rpartition('/')[2]}"))
    return "looks at it", at.asks(other, "GET", f"/t/{at.table}/tickets/{HAND}")


def closes(at: Evening) -> Did:
    at._puts_down()
    return "", None


def waits(at: Evening) -> Did:
    """Half a minute for a no, a minute until tickets close, a quarter of an hour until forms are too old."""
    open_before = Clock.now < at.open_until
    Clock.now += at.rng.choice([31, 31, 62, 700, 16 * 60])
    at.done["expired"] += open_before and Clock.now >= at.open_until
    return "", None


def looks_under_the_cover(at: Evening) -> Did:
    name = at.somebody()
    ways = ["find", "done", "stay", "close", "open"]
    way = at.rng.choice(ways)
    form = {"find": "New York", "pin": at.rng.choice(["", "1111"])}
    if way == "open" and not at.pin:  # without a PIN whoever has the phone may open it
        way = "find"
    return f"{name} {way}", at.posts(name, f"/tickets/{HAND}/{way}", **form)


def finishes(at: Evening) -> Did:
    name = at.anybody()
    if at.rng.random() < 0.6:  # nobody says no to the maker, who may while seats have not confirmed
        at.reports("maker", {"type": "finish", "anyway": True})
        Clock.now += 31
        name = "maker"
    if name == "program" or at.rng.random() < 0.5:
        return f"{name} finishes", at.reports(name, {"type": "finish", "anyway": True})
    return f"{name} finishes on the page", at.posts(name, "/end", anyway="1")


def reopens(at: Evening) -> Did:
    ends = [place for place, entry in enumerate(at.game.log, 1) if entry.type == "finish"]
    place = ends[-1] if ends else at.place()
    return "reopens", at.reports(at.anybody(), {"type": "strike", "entry": place})


def sets_up(at: Evening) -> Did:
    name = at.anybody()
    told = at.rng.choice(
        [
            {"players": [{"color": color, "name": color.title()} for color in at.rng.sample(COLORS, 3)]},
            {"players": [{"color": color, "name": color} for color in ("red", "green")]},
            {"options": {"ticket_hint": at.rng.random() < 0.5, "points_hidden": at.rng.random() < 0.5}},
        ]
    )
    return f"{name} sets up {sorted(told)}", at.asks(name, "PATCH", f"/api/tables/{at.table}", json=told)


def changes_the_variant(at: Evening) -> Did:
    """Not while all tickets lie open: whether they are in another variant is no secret then, and differs."""
    name, variant = at.anybody(), at.rng.choice([*at.board.variants, "no-such-game"])
    if at.game.table.finished:
        return "", None
    return f"{name} changes the variant", at.asks(name, "PATCH", f"/api/tables/{at.table}", json={"variant": variant})


def counts_own(at: Evening) -> Did:
    """What else lies behind that player's screen, another number at each table."""
    things = [name for name, counter in at.game.table.counters.items() if counter.hidden]
    numbers = at.rng.sample(range(1, 9), 2)
    if not things:
        return "", None
    entry = {"type": "count", "player": HAND, "what": at.rng.choice(things), "n": numbers[at.other]}
    return at.mine(lambda: at.reports("owner", entry))


def counts_for_anybody(at: Evening) -> Did:
    """Their own things, or of all things those of that hand."""
    name, color = at.rng.choice([("bo", "red"), ("program", "green"), (at.anybody(), HAND)])
    what = at.rng.choice([*at.game.table.counters] or ["no-such-thing"])
    entry = {"type": "count", "player": color, "what": what, "n": at.rng.randint(1, 9)}
    return f"{name} counts", at.reports(name, entry)


def plays_again(at: Evening) -> Did:
    """The game that follows; looked at while this one goes on, for how a finished one ended is no secret."""
    name = at.anybody()
    if name == "program" or at.rng.random() < 0.5:
        answer = at.asks(name, "POST", f"/api/tables/{at.table}/again")
    else:
        answer = at.posts(name, "/again")
    at.following = at.game.snapshot.following or ""
    if at.following:
        page = at.rng.choice(PAGES)
        at.looks(name if name != "program" else "maker", f"/t/{at.following}{page}")
        at.looks("program", f"/api/tables/{at.following}")
    return f"{name} plays again", answer


def joins_by_code(at: Evening) -> Did:
    """Somebody types the code, somebody at the table says yes or no, and who was let in looks around."""
    code, role = at.game.snapshot.code, at.rng.choice(["player", "watcher"])
    by_page, admit = at.rng.random() < 0.5, at.rng.random() < 0.7
    if by_page:
        answer = at.hears("knocks", at.asks("guest", "POST", "/join", data={"code": code, "as": role, "name": "Gil"}))
        place = str(answer.location).rpartition("/")[2]
        at.hears("waits", at.asks("guest", "GET", f"/join/{place}"))
    else:
        answer = at.hears("calls", at.asks("guest", "POST", "/api/join", json={"code": code, "as": role}))
        place = str((answer.json or {}).get("waiting"))
    at.hears("says", at.posts(at.rng.choice(["bo", "maker"]), f"/waiting/{place}", admit="yes" if admit else "no"))
    taken = at.hears("is taken", at.asks("guest", "GET", f"/api/join/{place}"))
    if by_page:
        assert taken.status_code == 404, "a place that a browser asked for is no program's"
        at.hears("collects", at.asks("guest", "GET", f"/join/{place}"))
    name = "guest" if by_page else AS_TOKEN + str((taken.json or {}).get("token"))
    at.looks(name, f"/api/tables/{at.table}/record")
    return "looks in", at.asks(name, "GET", f"/t/{at.table}{at.rng.choice(PAGES)}")


def sends_a_cookie_as_token(at: Evening) -> Did:
    """Anybody's, the owner's first of all, for whatever there is to ask or to do: it names nobody."""
    name = AS_TOKEN + at.rng.choice(["owner", "owner", "bo", "maker", "guest"])
    ways = [
        lambda: at.asks(name, "GET", f"/t/{at.table}{at.rng.choice(PAGES)}"),
        lambda: at.asks(name, "GET", f"/api/tables/{at.table}{at.rng.choice(['', '/record', '/tally'])}"),
        lambda: at.posts(name, f"/tickets/{HAND}/{at.rng.choice(['open', 'pin', 'find', 'done'])}", pin=PIN),
        lambda: at.posts(name, f"/tickets/{HAND}/back", entry=at.of_the_hand()),
        lambda: at.reports(name, {"type": "strike", "entry": at.of_the_hand()}),
        lambda: at.asks(name, "POST", f"/api/tables/{at.table}/again"),
        lambda: at.asks(name, "DELETE", f"/api/tables/{at.table}/seats/{HAND}"),
    ]
    answer = at.rng.choice(ways)()
    assert answer.status_code in (401, 404), (name, answer.status_code)
    return name, answer


ALL_ACTS: Final[tuple[Act, ...]] = (
    *(keeps_own, keeps_own, keeps_own, keeps_own, strikes_own, amends_own, confirms_own, owner_takes_again),
    *(claims, claims, keeps_for_anybody, keeps_for_anybody, strikes, strikes, amends, amends),
    *(frees, takes_over, takes, takes, answers, asks_to_be_shown, closes, waits, waits, waits),
    *(goes_along, looks_under_the_cover, finishes, reopens, sets_up, changes_the_variant),
    *(counts_own, counts_own, counts_for_anybody, plays_again, joins_by_code, sends_a_cookie_as_token),
)


TAKEN_IN: Final = tuple(
    f"{act.__name__}, taken in"
    for act in (
        *(keeps_own, strikes_own, amends_own, confirms_own, owner_takes_again, claims, keeps_for_anybody, strikes),
        *(frees, takes, takes_over, goes_along, answers, finishes, reopens, sets_up, changes_the_variant),
        *(counts_own, counts_for_anybody, plays_again, joins_by_code),
    )
)


@pytest.fixture(scope="session")
def one_app(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tables, Any]:
    """Templates are read once: the tables come and go."""
    folder = tmp_path_factory.mktemp("sequences")
    tables = Tables(open_store(f"sqlite:///{folder / 'games.sqlite3'}"), files.boards())
    return tables, create_app(files.boards(), tables, limits=dict.fromkeys(AN_HOUR, 0))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counted = stand_still(monkeypatch)
    monkeypatch.setattr(time, "time", lambda: Clock.now)
    monkeypatch.setattr(keys, "_slow", lambda pin, salt: keys.digest(pin + salt.hex()))
    return counted


def played(tables: Tables, app: Any, counted: Counted, seed: int, other: bool) -> Evening:
    counted.again()
    Clock.now = float(NOW)
    evening = Evening(tables, app, seed, other)
    for _ in range(ACTS):
        evening.goes_on(ALL_ACTS)
    evening.looks_around()
    for table in (evening.table, evening.following):
        tables.store.delete_game(table)
    tables.games._games.clear()
    return evening


def check(one_app: tuple[Tables, Any], counted: Counted, seed: int) -> Counter[str]:
    one, other = (played(*one_app, counted, seed, other) for other in (False, True))
    assert len(one.got) == len(other.got), seed
    for (label, here), (label_there, there) in zip(one.got, other.got, strict=True):
        assert (label, here) == (label_there, there), seed
    return one.done + Counter(compared=len(one.got))


@pytest.mark.parametrize("block", range(0, WHOLE, BLOCK))
def test_nobody_learns_of_a_hand_by_anything_that_is_done(block, one_app, counted):
    """A few of them, from everywhere among the whole dose."""
    for seed in range(block, block + FEW):
        check(one_app, counted, seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(0, WHOLE, BLOCK))
def test_nor_in_two_thousand_sequences(block, one_app, counted):
    for seed in range(block + FEW, block + BLOCK):
        check(one_app, counted, seed)


@pytest.mark.soak
def test_the_sequences_are_worth_something(one_app, counted):
    """All kinds of things come about in them, and are not only tried."""
    done: Counter[str] = Counter()
    for seed in range(100):
        done += check(one_app, counted, seed)
    assert {act.__name__ for act in ALL_ACTS} <= done.keys()
    for what in (*TAKEN_IN, "expired", "reopened", "finished", "covered"):
        assert done[what] > 0, what
    assert done["compared"] > 100 * ACTS
