"""Somebody who hears the page: finds everything by its role and its name, and never looks at the picture."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from companion.boards.model import Board
from companion.boards.search import words_of
from companion.prose.display_names import COLOURS
from tests.support.tapping import PHONE, Seated

Named = str | re.Pattern[str]


class Ear:
    """What is there by role and name, what it does, and what was said."""

    def __init__(self, page: Page, board: Board) -> None:
        self.page, self.board = page, board

    @classmethod
    def at(cls, table: Seated, *seats: str, path: str = "", **options: object) -> Ear:
        page = table.phone(*seats, path=path, **{**PHONE, "has_touch": False, "is_mobile": False, **options}).page
        page.locator("form[data-htmx-powered]").first.wait_for(state="attached")
        return cls(page, table.board)

    def there(self, role: str, name: Named | None = None) -> Locator:
        found = self.page.get_by_role(role, name=name, exact=isinstance(name, str))  # type: ignore[arg-type]
        expect(found).to_have_count(1)
        return found

    def uses(self, role: str, name: Named) -> None:
        """Does what a double tap does where somebody is read to."""
        self.there(role, name).click()

    def hears(self, *sentences: str) -> None:
        """The last that was said, in this order and no more often than once."""
        expect(self.spoken).to_have_text(list(sentences))

    def hears_last(self, sentence: str) -> None:
        expect(self.spoken.last).to_have_text(sentence)

    @property
    def spoken(self) -> Locator:
        return self.page.locator("[role=status]#spoken > p")

    def finds(self, text: str) -> None:
        self.there("searchbox", "Find a route or a city by name").fill(text)

    def claims(self, route_id: str, name: str) -> None:
        """Writes the two cities, and takes the one button that has their names and the colour."""
        route = self.board.route[route_id]
        ends = [self.board.city[end].name for end in route.ends]
        self.finds(" ".join(word for end in ends for word in words_of(end)))
        between = re.escape(" – ".join(ends))
        colour = COLOURS[route.color][1]
        self.uses("button", re.compile(rf"^{between}\b.*\b{colour}\b.*Claim for {name}$", re.DOTALL))

    def builds(self, city: str, name: str) -> None:
        town = self.board.city[city].name
        self.finds(" ".join(words_of(town)))
        build = f"Build a station for {name} in {town}"
        several = self.page.get_by_role("link", name=f"All of {town}", exact=True)  # others are called so, too
        expect(several.or_(self.page.get_by_role("button", name=build))).to_have_count(1)
        if several.count():
            several.click()
        self.uses("button", build)
