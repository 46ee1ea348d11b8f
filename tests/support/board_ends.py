"""The end of an evening on a board, by touch on one phone: last tickets, the reveal, the tally with its reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.support.golden import Game
from tests.support.tapping import Finger


@dataclass
class BoardEnd:
    """The phone on which a game was played to its end."""

    page: Page
    address: str  # of the table
    game: Game
    finger: Finger
    short: bool = False  # whether only the winner's figures are opened

    def __post_init__(self) -> None:
        self.colors = [player["color"] for player in self.game.record["players"]]

    def finishes(self) -> None:
        """Everybody has no more tickets, and the game is over."""
        page = self.page
        page.goto(f"{self.address}/end")
        if page.locator("#next").count():
            self.finger.tap(page.locator("#next"))
            for _ in self.colors:
                self._confirms()
        self.finger.tap(page.locator("#finish"))
        page.wait_for_url("**/reveal")

    def _confirms(self) -> None:
        """Whose tickets are open has no more; a doubt is read and answered. The phone then asks for the next."""
        page, cover, done = self.page, self.page.locator(".cover .button-large"), self.page.locator("#done")
        cover.or_(done).first.wait_for()
        if cover.count():
            self.finger.tap(cover)
            done.wait_for()
        here = page.url
        with page.expect_response(re.compile("/done$")) as answered:
            self.finger.tap(done)
        if answered.value.status == 200:  # no way onward: a question came back
            page.locator("#all-entered .said-wrong").first.wait_for()
            self.finger.tap(done)
        page.wait_for_url(lambda url: url != here)

    def reveals(self) -> Iterator[int]:
        """Every step of the reveal."""
        page = self.page
        last = int(page.locator(".line progress").get_attribute("max") or 0)
        for step in range(last + 1):
            page.locator(f'#state[data-key="{step}"]').wait_for()
            yield step
            if step < last and self.short:
                page.locator("#next").dispatch_event("click")
            elif step < last:
                self.finger.tap(page.locator("#next"))

    def tallies(self) -> dict[str, dict[str, str]]:
        """The tally as it is shown: figures of everybody by line."""
        self.finger.tap(self.page.locator("#to-tally"))
        self.page.locator("#sums .figures").wait_for()
        cells = self.page.locator(".figures td a").evaluate_all(
            "all => all.map(a => [a.id, a.querySelector('b').textContent])"
        )
        shown: dict[str, dict[str, str]] = {color: {} for color in self.colors}
        for ident, text in cells:
            line, color = ident.removeprefix("f-").rsplit("-", 1)
            shown[color][line] = text.replace("−", "-").replace("–", "0")
        return shown

    def reasons(self) -> Iterator[str]:
        """Every figure of the tally, opened; in a short evening those of whoever won."""
        which = ".figures td:nth-child(2) a" if self.short else ".figures td a"
        for ident in self.page.locator(which).evaluate_all("all => all.map(a => a.id)"):
            self.finger.tap(self.page.locator(f"#{ident}"))
            expect(self.page.locator(f"#{ident}[aria-current]")).to_be_attached()
            yield ident


def wrong_in(game: Game, shown: dict[str, dict[str, str]]) -> list[str]:
    """Where the tally that is shown says something else than the golden one."""
    found = []
    assert game.expect
    for color, player in game.expect["players"].items():
        wanted = {"total": player["total"], "place": player["rank"], "routes": player["routes"]["points"]}
        for line, figure in {**wanted, **player["bonuses"]}.items():
            if shown[color].get(line, "0") != str(figure):
                found.append(f"{color} {line}: {shown[color].get(line)} is not {figure}")
    return found
