"""The set-up of an evening on a board, by touch on one phone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlparse

from playwright.sync_api import Page, expect

from companion.boards.model import Board


@dataclass
class BoardSetUp:
    """The page of a new game, and what is set up as in this record."""

    page: Page
    home: str
    board: Board
    record: dict[str, Any]

    def __post_init__(self) -> None:
        self.names = {player["color"]: player["name"] for player in self.record["players"]}

    def opens(self) -> str:
        """Names and colours, the board with its ways to play, and who starts; gives the table's path."""
        page = self.page
        page.goto(f"{self.home}/new")
        for seat, player in enumerate(self.record["players"], 1):
            page.get_by_label(f"Seat {seat}: name").fill(player["name"])
        self._board()
        for seat, player in enumerate(self.record["players"], 1):
            self._colour(seat, player["color"])
        if starts := self.record.get("starts"):
            page.get_by_label("Who starts?").select_option(label=self.names[starts])
        page.locator(".depart button").tap()
        page.wait_for_url(re.compile("/t/[0-9a-f]+$"))
        table = urlparse(page.url).path
        if any("pieces" in player for player in self.record["players"]):
            self._pieces(table)
        return table

    def _board(self) -> None:
        radio = self.page.locator(f'input[name="map"][value="{self.board.id}"]')
        if not radio.is_visible():
            self.page.locator("[data-shelf] summary").tap()
        search = self.page.get_by_role("searchbox", name="Find a board")
        if search.is_visible():
            search.fill(self.board.name)
        radio.locator("xpath=..").tap()
        expect(radio).to_be_checked()
        self._pill(f"variant-{self.board.id}", [self.record.get("variant", "base")])
        for option, value in self.record.get("options", {}).items():
            self._pill(f"option-{self.board.id}-{option}", value if isinstance(value, list) else [value])

    def _pill(self, name: str, wanted: list[str]) -> None:
        """Chooses what is wanted of some pills, and nothing else."""
        for pill in self.page.locator(f'input[name="{name}"]:not([type=hidden])').all():
            chosen = pill.get_attribute("value") in wanted
            if pill.is_checked() != chosen and (chosen or pill.get_attribute("type") == "checkbox"):
                pill.locator("xpath=..").tap()
        for value in wanted:
            pill = self.page.locator(f'input[name="{name}"][value="{value}"]')
            if pill.get_attribute("type") != "hidden":
                expect(pill).to_be_checked()

    def _colour(self, seat: int, color: str) -> None:
        row = self.page.locator("[data-seat]").nth(seat - 1)
        number = row.locator("input[name=row]").input_value()
        swatch = row.locator(f'[name="color-{number}"][value="{color}"]')
        if not swatch.is_checked():
            row.locator(".seat-look").tap()
            swatch.locator("xpath=..").tap()
            row.get_by_role("button", name="Done").tap()

    def _pieces(self, table: str) -> None:
        """Who took other pieces than the most do: on the page of the set-up."""
        self.page.goto(f"{self.home}{table}/setup")
        for seat, player in enumerate(self.record["players"]):
            for kind, n in player.get("pieces", {}).items():
                field_of = self.page.locator(f'input[name$="-{kind}"][name^="pieces-"]').nth(seat)
                field_of.fill(str(n))
        self.page.get_by_role("button", name="Save settings").tap()
        self.page.wait_for_url("**/setup?done=1")
