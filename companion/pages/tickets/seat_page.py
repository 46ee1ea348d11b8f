"""The data of the page of a seat's tickets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from markupsafe import Markup

from companion.pages.shared.board_picture import Screens
from companion.pages.shared.counted import secrets
from companion.pages.shared.ticket_cards import cards
from companion.pages.tickets import view as tickets
from companion.pages.tickets.view import Query
from companion.picture.game_scene import scene_of
from companion.picture.ground import MARGIN
from companion.play.view import View

# How broad the picture stands on screens of each kind, in pixels: without script a tap is told in these.
BREADTHS: Final = (288, 328, 560)
TAP: Final = re.compile(r"at([0-9]{3})\.x")
SCREENS: Final = Screens()


@dataclass(frozen=True, slots=True)
class Wanted:
    """The state of the page besides the tickets: the search, a notice, questions to answer."""

    fields: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""
    heard: str = ""  # for the ear alone
    doubts: tuple[str, ...] = ()
    adding: bool = False


def wanted(fields: Mapping[str, str]) -> Wanted:
    """By a form or an address; addresses carry nothing but how the list is sorted."""
    return Wanted(fields, adding="add" in fields or "find" in fields)


def seat_page(game: View, color: str, want: Wanted) -> dict[str, Any]:
    """Everything the page's templates may ask for."""
    query = query_of(game, want.fields)
    held = cards(game, color)
    by_value = want.fields.get("sort") == "value"
    long, regular = tickets.every(game, color, by_value)
    results = tickets.search_results(game, color, query)
    variant = game.board.variants[game.setup.variant]
    return {
        "cards": held,
        "summary": tickets.summary(held),
        "long": long,
        "regular": regular,
        "by_value": by_value,
        "asked": query,
        "found": results,
        "spot": _spot(game, results.city),
        "adding": want.adding or len(held) < variant.keep,
        "said": want.notice,
        "heard": want.heard,
        "doubts": want.doubts,
        "secrets": secrets(game, color),
        "board": game.board,
        "box": _box(game),
        "box_framed": _box(game, MARGIN),
        "breadths": BREADTHS,
    }


def board_now(game: View) -> Markup:
    """The picture of the board, as it lies on the table."""
    return Markup(SCREENS.shown(game, scene_of(game.table)))  # noqa: S704  (drawn by us, every text in it escaped)


def query_of(game: View, fields: Mapping[str, str]) -> Query:
    first = fields.get("first")
    first = first if first in game.board.city else None
    if (tapped := _tapped(game, fields)) is not None:
        return Query(cities=tickets.near(game.board, *tapped), first=first)
    if (city := fields.get("city")) in game.board.city:
        return Query(cities=(str(city),), first=first)
    return Query(find=fields.get("find", "").strip()[:60])


def _tapped(game: View, fields: Mapping[str, str]) -> tuple[float, float] | None:
    """The point where the picture was touched, in its own units."""
    layout = game.board.layout
    name = next((results for results in map(TAP.fullmatch, fields) if results), None)
    if name is None or layout is None:
        return None
    try:
        x, y = float(fields[name[0]]), float(fields.get(f"at{name[1]}.y", ""))
    except ValueError:
        return None
    unit = (layout.width + 2 * MARGIN) / int(name[1])
    return x * unit - MARGIN, y * unit - MARGIN


def _spot(game: View, city: str | None) -> tuple[float, float] | None:
    if city is None or game.board.layout is None:
        return None
    place = game.board.layout.place[city]
    return place.x, place.y


def _box(game: View, out: float = 0) -> str:
    """The part of the board that a picture shows, in the board's units, with its frame or without."""
    layout = game.board.layout
    return f"{-out:g} {-out:g} {layout.width + 2 * out:g} {layout.height + 2 * out:g}" if layout else ""
