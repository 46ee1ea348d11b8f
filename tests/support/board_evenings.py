"""A whole evening on a board, played by touch on one phone: a golden game from the set-up to its sheet.

What was taken back or put right in the golden game is played as it stood in the end, so the tally is the golden one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from companion.boards import files
from companion.boards.model import Board
from companion.prose.display_names import place_name
from companion.record.read import read_record
from companion.rules.log import in_force
from tests.slow.boards.sheet import named
from tests.support.board_ends import BoardEnd
from tests.support.board_setup import BoardSetUp
from tests.support.golden import FOLDER, Game, games_in
from tests.support.tapping import Finger

Entry = dict[str, Any]
# What of a claim is told after it, by one tap each.
EXTRAS = ("doubled", "line", "marker", "takes")
UNPLAYED = {"hidden", "catch-up", "finish"}


def whole_game(board: str) -> Game:
    """The golden game of a board that is played from the first ticket to the end."""
    return next(game for game in games_in(FOLDER / "boards" / board) if game.name == "whole-game")


def played(game: Game) -> list[Entry]:
    """What stood in the end, in the order of play; whatever was late is told in its place."""
    record = read_record(game.text.encode(), files.boards())
    entries = [entry.model_dump(exclude_defaults=True, exclude={"id", "at"}) for _, entry in in_force(record.log)]
    return [entry for entry in entries if entry["type"] not in UNPLAYED]


def _with_few_hands(entries: list[Entry]) -> list[Entry]:
    """The same game, in which one player alone takes further tickets after the first turn."""
    first = next(n for n, entry in enumerate(entries) if entry["type"] != "keep")
    further = [entry for entry in entries[first:] if entry["type"] == "keep"]
    early = [entry for entry in further if entry["player"] != further[0]["player"]]
    begun = sorted([*entries[:first], *early], key=lambda entry: str(entry["player"]))
    return [*begun, *(entry for entry in entries[first:] if entry not in early)]


def _members(board: Board, ticket: str) -> Entry:
    """The members of an entry for a ticket by its id."""
    if not board.typed_tickets:
        return {"ticket": ticket}
    pair, _dashes, points = ticket.rpartition("--")
    return {"ticket": pair, "points": int(points)}


@dataclass
class BoardEvening:
    """A phone that is handed round."""

    page: Page
    home: str
    game: Game
    short: bool = False  # whether only what is special is tapped, and a program tells the rest
    finger: Finger = field(init=False)
    table: str = ""
    typed: list[str] = field(default_factory=list)  # routes that no tap offered
    seen: set[str] = field(default_factory=set)
    instead: dict[str, str] = field(default_factory=dict)  # golden track -> the like one played instead
    told: int = 0  # entries that a program told
    near: bool = False  # whether the board was zoomed in on

    def __post_init__(self) -> None:
        self.record = self.game.record
        self.board = files.boards()[self.record["map"]]
        self.names = {player["color"]: player["name"] for player in self.record["players"]}
        self.finger = Finger(self.page, self.board)

    def opens(self) -> None:
        """The set-up."""
        self.table = BoardSetUp(self.page, self.home, self.board, self.record).opens()

    # The play.

    def plays(self) -> None:
        """Every entry by touch; in a short evening whatever is tapped for the first time, and the end."""
        entries = _with_few_hands(played(self.game)) if self.short else played(self.game)
        first = next(n for n, entry in enumerate(entries) if entry["type"] != "keep")
        self._hands(entries[:first])
        self.page.goto(self.home + self.table)
        self.finger.tap(self.page.locator("#hide-start"))
        expect(self.page.locator("#start")).to_have_count(0)
        for kind, some in groupby(entries[first:], lambda entry: (entry["type"], self._told(entry))):
            (self._told_all if kind[1] else self._tapped)(kind[0], list(some))

    def _told(self, entry: Entry) -> bool:
        """Whether a short evening leaves an entry to a program: nothing of it is new, and it is no secret."""
        if entry["type"] in ("keep", "count"):
            return False
        kinds = {entry["type"], *(member for member in EXTRAS if member in entry), *({"shared"} & entry.keys())}
        known = kinds <= self.seen
        self.seen |= kinds
        return known and self.short

    def _told_all(self, _kind: str, entries: list[Entry]) -> None:
        """As a program tells it, but for cards drawn; what comes after its turn is an earlier one."""
        for entry in entries:
            self.told += 1
            if entry["type"] == "draw":
                continue
            if "route" in entry:
                entry = entry | {"route": self._track(entry)}
            self._tells(entry)
        self.page.goto(self.home + self.table)

    def _tells(self, entry: Entry) -> None:
        address = f"{self.home}/api/tables/{self.table.rpartition('/')[2]}/entries"
        for late in ({}, {"late": True}):
            data = {**entry, **late, "id": f"told-{self.told}{len(late)}"}
            answer = self.page.request.post(address, data=data, headers={"Origin": self.home})
            if answer.ok or "final-turn-had" not in answer.text():
                break
        assert answer.ok, answer.text()

    def _tapped(self, kind: str, entries: list[Entry]) -> None:
        if kind == "count":
            self._counts(entries)
        elif kind == "keep":
            self._hands(entries)
            self.page.goto(self.home + self.table)
        else:
            for entry in entries:
                {"claim": self._claim, "draw": self._draw, "harbour": self._at_city, "home": self._at_city}.get(
                    kind, self._on_card
                )(entry)

    def _for(self, player: str) -> None:
        """Whatever is tapped next is this player's."""
        self.finger.tap(self.finger.label(player))
        expect(self.page.locator("#choice")).to_contain_text(self.names[player])

    def _claim(self, entry: Entry) -> None:
        player, shared = entry["player"], bool(entry.get("shared"))
        row, route = self._row(player, self._track(entry), shared)
        self._swap(entry["route"], route)
        if shared:
            self.finger.tap(row)
            deed = self.page.locator("form.deed").filter(has_text="with Right of Way")
            deed.wait_for()
            self._answers_doubt(deed.locator("details.doubt:not([open]) summary"))
            self.finger.tap(deed.get_by_role("button"))
            expect(self.page.locator("#choice[data-empty]")).to_be_attached()
        else:
            self._taps(row, self.page.locator(f'[data-route="{route}"][data-owner="{player}"]'))
        if self.near:
            self._zooms("Zoom out")
            self.near = False
        for extra in EXTRAS:
            values = entry.get(extra, [])
            for value in values if isinstance(values, list) else [values]:
                self._chip(f"{extra}:{'' if value is True else value}")

    def _track(self, entry: Entry) -> str:
        """The track of a claim as it is played here, where like tracks changed places."""
        return self.instead.get(entry["route"], entry["route"])

    def _swap(self, golden: str, track: str) -> None:
        """Of like tracks that are all free the page offers one: whoever comes next has the other."""
        if self.instead.get(golden, golden) != track:
            other = next((name for name, here in self.instead.items() if here == track), track)
            self.instead[other], self.instead[golden] = self.instead.get(golden, golden), track

    def _alike(self, route: str) -> Locator:
        """The row of a track or of one that is like it."""
        track = self.board.route[route]
        like = [name for name in track.beside if self._looks(name) == self._looks(route)]
        plain = [f'button.take[value="{name}"], button#claim-{name}' for name in (route, *like)]
        return self.page.locator(", ".join(plain)).first

    def _doubted(self, route: str) -> Locator:
        return self.page.locator(f"details.doubt:not([open]) summary#take-{route}")

    def _answers_doubt(self, doubted: Locator) -> None:
        """What the board's rules doubt opens with its question."""
        if doubted.count():
            self.finger.tap(doubted)

    def _looks(self, route: str) -> tuple[object, ...]:
        track = self.board.route[route]
        return track.length, track.color, track.ferry, track.tunnel, track.pieces, track.marks, track.tags

    def _row(self, player: str, route: str, shared: bool) -> tuple[Locator, str]:
        """A route's row for a player after a tap on it; from nearer by, and at last by name, where no tap offers it.

        And which track it is, where another one like it is offered.
        """
        row = self.page.locator(f"a#take-{route}") if shared else self._alike(route)
        for nearer in (False, True):
            if nearer:
                self._zooms("Zoom in")
            self.finger.choose(route)
            self._whose(player)
            self._answers_doubt(self._doubted(route))
            if row.count():
                break
        else:
            self.typed.append(route)
            self._closes()
            ends = [self.board.city[end].name for end in self.board.route[route].ends if end in self.board.city]
            self.page.locator("#find-text").fill(" ".join(ends))
            self._whose(player)
            self._answers_doubt(self._doubted(route))
        if nearer:
            self.near = True
        row.wait_for()
        return row, (route if shared else row.get_attribute("value") or route)

    def _whose(self, player: str) -> None:
        """The rows are of whoever's turn it is; that may be somebody who has not trains enough for them."""
        self.page.locator("#choice:not([data-empty]) .rows").wait_for()
        of = self.page.locator("#choice form input[name=player]").first
        if of.input_value() != player:
            self._for(player)
            expect(of).to_have_value(player)

    def _closes(self) -> None:
        """Puts away the rows, where there are any."""
        if self.page.locator("#choice:not([data-empty]) .close").count():
            self.finger.tap(self.page.locator("#choice .close"))
            self.page.locator("#choice[data-empty]").wait_for(state="attached")

    def _zooms(self, way: str) -> None:
        """Twice nearer, or back; what covers the buttons is closed before."""
        self._closes()
        for _ in range(2):
            self.finger.tap(self.page.get_by_role("button", name=way))

    def _taps(self, button: Locator, shown: Locator) -> None:
        """Taps until an entry shows; one that comes after its turn is said to be an earlier one."""
        earlier = self.page.get_by_role("button", name="This was an earlier turn")
        self._until(shown.or_(earlier).first, button)
        if earlier.count():
            self.finger.tap(earlier)
            shown.wait_for(state="attached")
        self.page.locator("#choice[data-empty]").wait_for(state="attached")

    def _until(self, came: Locator, button: Locator) -> None:
        """Taps, and again where a busy machine took the tap for a long one, which does nothing."""
        for patience in (8_000, 20_000):
            self.finger.tap(button)
            try:
                came.wait_for(state="attached", timeout=patience)
                return
            except Late:
                continue
        came.wait_for(state="attached")

    def _chip(self, value: str) -> None:
        chips = self.page.locator(f'.chips button[name="more"][value="{value}"]')
        chosen = self.page.locator(f'.chips button[name="less"][value="{value}"]')
        before = chosen.count()
        self.finger.tap(chips.first)
        expect(chosen).to_have_count(before + 1)

    def _draw(self, entry: Entry) -> None:
        """Cards are drawn by whoever's turn it is; another's tells nothing that counts."""
        if self.page.locator("#nothing").count() and self.names[entry["player"]] in self.finger.turn.inner_text():
            known = self.page.locator("#state").get_attribute("data-version")
            told = self.page.locator(f'#state:not([data-version="{known}"])')
            self._until(told, self.page.locator("#nothing"))

    def _at_city(self, entry: Entry) -> None:
        self.finger.city(entry["city"])
        self.page.locator("#choice:not([data-empty])").wait_for()
        deed = self.page.locator(f'form.deed[data-entry="{entry["type"]}"]').filter(
            has=self.page.locator(f'input[name="player"][value="{entry["player"]}"]')
        )
        if not deed.count():
            self._for(entry["player"])
        self._does(deed)

    def _on_card(self, entry: Entry) -> None:
        """A technology, an exchange: on the player's card."""
        self._for(entry["player"])
        what, value = next((name, entry[name]) for name in ("card", "to") if name in entry)
        deed = self.page.locator("form.deed").filter(has=self.page.locator(f'input[name="{what}"][value="{value}"]'))
        if "n" in entry:
            deed.locator("input[name=n]").fill(str(entry["n"]))
        self._does(deed)

    def _does(self, deed: Locator) -> None:
        self._answers_doubt(deed.locator("details.doubt:not([open]) summary"))
        before = self.page.locator("#state").get_attribute("data-version")
        self._taps(deed.get_by_role("button"), self.page.locator(f'#state:not([data-version="{before}"])'))

    def _counts(self, entries: list[Entry]) -> None:
        self.page.goto(f"{self.home}{self.table}/counted")
        told = [entry for entry in entries if self._asked(entry).count()]
        for entry in told:
            self._asked(entry).fill(str(entry["n"]))
        if told:
            self.page.get_by_role("button", name="Save").tap()
            self.page.wait_for_url("**/counted?done=1")
        for entry in entries:
            if entry not in told:
                self._secret(entry)
        self.page.goto(self.home + self.table)

    def _asked(self, entry: Entry) -> Locator:
        return self.page.locator(f'input[name="{entry["player"]}:{entry["what"]}"]')

    def _secret(self, entry: Entry) -> None:
        """What nobody else sees is typed beside the tickets of whose it is."""
        self._opens_hand(entry["player"])
        self._asked(entry).fill(str(entry["n"]))
        with self.page.expect_response(re.compile("/counted$")):
            self.finger.tap(self.page.locator("#secrets button"))
        # The page that was left closes the tickets, so the one that comes is covered.
        self.page.locator(".cover").wait_for()

    # The tickets.

    def _hands(self, entries: list[Entry]) -> None:
        """Everybody's tickets, the phone going round."""
        for player, tickets in groupby(entries, lambda entry: entry["player"]):
            self._hand(player, [named(entry) for entry in tickets])

    def _hand(self, player: str, tickets: list[str]) -> None:
        page = self.page
        self._opens_hand(player)
        if page.locator("#add:not([open])").count():
            self.finger.tap(page.locator("#add > summary"))
        for ticket in filter(self._new, tickets) if self.short else tickets:
            held = page.locator("#hand .ticket").count()
            self.finger.tap(self._offered(ticket))
            expect(page.locator("#hand .ticket")).to_have_count(held + 1)
            tickets = [other for other in tickets if other != ticket]
        for ticket in tickets if self.short else ():
            self.told += 1
            self._tells({"type": "keep", "player": player, **_members(self.board, ticket)})

    def _new(self, ticket: str) -> bool:
        """Whether no ticket like this one was tapped before."""
        card = self.board.ticket[ticket]
        kind = f"{card.form} of {sorted(end in self.board.city for end in card.ends)}"
        new = kind not in self.seen
        self.seen.add(kind)
        return new

    def _opens_hand(self, player: str) -> None:
        self.page.goto(f"{self.home}{self.table}/tickets/{player}")
        cover = self.page.locator(".cover .button-large")
        if cover.count():
            self.finger.tap(cover)
        self.page.locator("#hand").wait_for()

    def _offered(self, ticket: str) -> Locator:
        """A ticket by its cities; what several tickets share by the list of all."""
        # The server finds it by the beginnings of names, the phone itself by whole ones.
        read = ticket.rpartition("--")[0] if self.board.typed_tickets else ticket
        found = f"#found-{ticket}, #found-0-{read}"
        page, offer = self.page, self.page.locator(found)
        card = self.board.ticket[ticket]
        typed = " ".join(place_name(self.board, end) for end in card.ends[:2])
        if self.board.typed_tickets:
            typed = f"{' '.join(self.board.end_name(end) for end in card.ends)} {card.points}"
        page.locator("#find-text").fill(typed)
        page.locator(f"{found}, #found .quiet").first.wait_for()
        if not offer.count():
            self.typed.append(ticket)
            if page.locator("#every:not([open])").count():
                self.finger.tap(page.locator("#every > summary"))
            offer = page.locator(f"#list-{ticket}")
        return offer

    def ended(self) -> BoardEnd:
        """Nothing more is played: the same phone, at the end."""
        return BoardEnd(self.page, self.home + self.table, self.game, self.finger, self.short)
