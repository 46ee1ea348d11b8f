"""An evening of taps over a bad network, drawn from a seed, and what the table must have heard of it in the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Page

from companion.boards.model import Board
from companion.play.game import Game
from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.record.read import Record
from companion.rules.game_setup import Setup
from companion.rules.log import in_force
from tests.support.housing import until
from tests.support.modules import using
from tests.support.wire import MOODS, Wire

MAKER, OTHER = "evening-maker", "evening-other"
SEATS = [{"color": c, "name": n} for c, n in [("blue", "Ada"), ("red", "Bo"), ("green", "Cy")]]
# A test has no five seconds, and a page that was killed no nine.
HURRY = using(
    "outbox: outbox, settings",
    "{ settings.patience = 600; setInterval(async () => (await outbox.all()).length && outbox.drain(), 120); }",
)
# How many taps the page has not answered or put off yet; from the tap on, for it is kept only a moment later.
COUNTED = """() => {
  window.tapped = 0;
  document.addEventListener("entry:answered", () => { tapped -= 1; });
}"""
POINT = using(
    "offline: page",
    """route => {
  const view = document.querySelector("[data-board]"), [x, y] = page.server.board.routes[route].tag;
  const { x: clientX, y: clientY } = new DOMPoint(x, y).matrixTransform(view.querySelector("svg").getScreenCTM());
  view.dispatchEvent(new CustomEvent("board:tap", { detail: { clientX, clientY, timeStamp: performance.now() } }));
}""",
)
PRESS = """route => {
  const button = document.querySelector(`button.take[value="${route}"]`);
  if (!button || button.disabled) return null;
  const player = button.form.elements.player.value;
  tapped += 1;
  button.click();
  return player;
}"""
DRAW = """() => {
  const form = document.querySelector(".turn form"), player = form.elements.player.value;
  tapped += 1;
  form.querySelector("button").click();
  return player;
}"""
UNDO = """() => {
  const button = document.querySelector(".last form button");
  if (!button) return false;
  tapped += 1;
  button.click();
  return true;
}"""
# The page has read what it keeps, the tap was answered or put off, and all of it is shown: before that nobody sees
# what Undo would take back.
QUIET = using(
    "offline: show, page",
    """{
  if (tapped || document.querySelector(".htmx-request") || !page.drawn) return false;
  await show();
  return true;
}""",
)
DRAIN = using("outbox: outbox", "{ outbox.drain(); }")
LOOK = using("sync: live", "live.look()")
KEPT = using("outbox: outbox", "outbox.all()")
SENT = using("outbox: outbox", '(await outbox.all()).every(({ state }) => state === "refused") && !outbox.busy')
SHOWN = using(
    "sync: live",
    """({
  version: live.version,
  turn: document.querySelector(".turn-whose").textContent,
  last: document.querySelector(".last-words").textContent.trim(),
  owners: [...document.querySelectorAll("[data-owner]")].map(({ dataset: d }) => `${d.route} ${d.owner}`).sort(),
  trains: [...document.querySelectorAll(".panel-trains b")].map((b) => b.textContent),
  unsent: document.querySelectorAll("[data-unsent]").length,
})""",
)

Told = tuple[str, str, str]


@dataclass
class Evening:
    """A table, the phone behind the wire, and what its owner saw it take."""

    tables: Tables
    board: Board
    wire: Wire
    page: Page
    rng: Random
    table: str = ""
    told: list[Told] = field(default_factory=list)

    def opens(self) -> None:
        played = Setup.model_validate({"map": self.board.id, "players": SEATS})
        self.table = self.tables.open(Record(self.board, played, ()), browser_with(MAKER)).table
        secret = self.tables.door.invite(self.table, browser_with(MAKER))
        self.tables.door.join_by_secret(secret, browser_with(OTHER), "player")
        self.comes()

    def comes(self) -> None:
        """The page, which without a network would not come at all."""
        self.wire.turn("up")
        self.page.goto(f"http://127.0.0.1:{self.wire.port}/t/{self.table}", wait_until="domcontentloaded")
        self.page.evaluate(HURRY)
        self.page.evaluate(COUNTED)
        until(self.page, QUIET)

    def plays(self, taps: int) -> None:
        pairs = {route.pair: route.id for route in reversed(self.board.route.values())}
        routes = iter(self.rng.sample(sorted(pairs.values()), taps))
        for _ in range(taps):
            self.wire.turn(self.rng.choice(MOODS))
            self._tap(next(routes), hasty=self.rng.random() < 0.15)
        self.wire.turn("up")
        until(self.page, SENT, seconds=40)

    def _tap(self, route: str, hasty: bool) -> None:
        kind = self.rng.choices(["claim", "draw", "undo"], [6, 2, 2])[0]
        before = list(self.told)
        if kind == "claim":
            self.page.evaluate(POINT, route)
            until(self.page, "route => Boolean(document.querySelector(`button.take[value='${route}']`))", route)
            if player := self.page.evaluate(PRESS, route):
                self.told.append(("claim", player, route))
        elif kind == "draw":
            self.told.append(("draw", self.page.evaluate(DRAW), ""))
        elif self.told and self.page.evaluate(UNDO):
            self.told.pop()
        if hasty:
            self._dies(before)
            return
        until(self.page, QUIET)
        if self.rng.random() < 0.1:
            self._dies(self.told)

    def _dies(self, before: list[Told]) -> None:
        """The page is loaded anew, or killed and opened again. What it had not kept yet was never told."""
        context = self.page.context
        if self.rng.random() < 0.5:
            self.page.close()
            self.page = context.new_page()
        self.comes()
        if before != self.told:
            kept = len(self.page.evaluate(KEPT))
            heard = self.heard()
            until(self.page, SENT, seconds=40)
            self.told = self.heard() if kept or heard == self.told else before

    @property
    def game(self) -> Game:
        return self.tables.games.at(self.table, browser_with(MAKER))[0]

    def heard(self) -> list[Told]:
        """What the server has, in its order."""
        return [
            (entry.type, entry.player, getattr(entry, "route", ""))  # type: ignore[union-attr]
            for _, entry in in_force(self.game.log)
        ]

    def refused(self) -> list[Any]:
        return [entry for entry in self.page.evaluate(KEPT) if entry.get("why")]
