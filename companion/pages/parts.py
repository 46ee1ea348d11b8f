"""The parts of the app that a page may use, and how a page leaves itself out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.boards.model import Board
from companion.play.tables import Tables
from companion.sheet.pool import Printer
from companion.web.assets import Assets
from companion.web.hosting import Hosting, Secure


class NotHere(Exception):
    """This app has no such page."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an app. A page that asks for tables or certificates is left out of an app without them."""

    boards: Mapping[str, Board]
    assets: Assets
    hosting: Hosting
    printer: Printer
    tables_if_any: Tables | None = None
    with_gallery: bool = False

    @property
    def tables(self) -> Tables:
        """The tables. Raises NotHere in an app without games, which only shows the boards."""
        if self.tables_if_any is None:
            raise NotHere
        return self.tables_if_any

    @property
    def secure(self) -> Secure:
        """The machine's own certificates. Raises NotHere where it has none."""
        if self.hosting.secure is None:
            raise NotHere
        return self.hosting.secure
