"""The data of the page of a seat's tickets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from markupsafe import Markup

from companion.i18n import gettext as _
from companion.pages.shared.board_picture import BoardPictures
from companion.pages.shared.counted_things import secret_numbers
from companion.pages.shared.ticket_cards import held_cards
from companion.pages.tickets import typed
from companion.pages.tickets import view as tickets
from companion.pages.tickets.names import names_to_read, reading_words
from companion.pages.tickets.view import Query
from companion.picture.game_scene import scene_of
from companion.picture.ground import MARGIN
from companion.play.view import View

# The picture's widths in pixels on the kinds of screens: without script, a tap is sent as pixels of one of them.
WIDTHS: Final = (288, 328, 560)
TAP: Final = re.compile(r"at([0-9]{3})\.x")  # the field of a tap, with the width
LONGEST_SEARCH: Final = 60  # characters of a search that are used
PICTURES: Final = BoardPictures()


@dataclass(frozen=True, slots=True)
class PageState:
    """The state of the page besides the tickets: the search, a message, questions to answer."""

    fields: Mapping[str, str] = field(default_factory=dict)  # of the form or address
    notice: str = ""
    announcement: str = ""  # for screen readers alone
    doubts: tuple[str, ...] = ()
    adding: bool = False  # whether the part of the page where tickets are added is open
    just_kept: bool = False  # the newest ticket was entered just now, so that it may be asked about


def page_state(fields: Mapping[str, str]) -> PageState:
    """The page's state as a form or an address has it. Addresses have no search, since nothing secret is in them."""
    return PageState(fields, adding="add" in fields or "find" in fields, just_kept="kept" in fields)


def seat_page(game: View, color: str, state: PageState) -> dict[str, Any]:
    """Everything the page's templates may ask for."""
    query = _query(game, state.fields)
    held = held_cards(game, color)
    by_value = state.fields.get("sort") == "value"
    long, regular = tickets.all_tickets(game, color, by_value)
    results = tickets.search_results(game, color, query)
    asked = tickets.question_about_newest(game, held) if state.just_kept else ""
    variant = game.board.variants[game.setup.variant]
    return {
        "cards": held,
        "summary": tickets.summary(held),
        "ends": typed.ends_by_name(game.board) if game.board.typed_tickets else (),
        "long": long,
        "regular": regular,
        "by_value": by_value,
        "query": query,
        "results": results,
        "spot": _spot(game, results.city),
        "adding": state.adding or len(held) < variant.keep,
        "notice": state.notice,
        "asked": asked,
        "announcement": _("Kept. Check the number on the card.") if asked else state.announcement,
        "doubts": state.doubts,
        "cards_to_read": lambda: names_to_read(game.board, game.setup.variant),
        "reading_words": reading_words,
        "secrets": secret_numbers(game, color),
        "board": game.board,
        "box": _box(game),
        "box_framed": _box(game, MARGIN),
        "widths": WIDTHS,
    }


def board_as_it_stands(game: View) -> Markup:
    """The picture of the board as it stands."""
    return Markup(PICTURES.of_scene(game, scene_of(game.table)))  # noqa: S704  (drawn by us, every text in it escaped)


def _query(game: View, fields: Mapping[str, str]) -> Query:
    """The search that a form asks for."""
    ends = game.board.typed_ends if game.board.typed_tickets else game.board.city
    first = fields.get("first")
    first = first if first in ends else None
    tapped = _tapped(game, fields)
    if tapped is not None:
        return Query(cities=tickets.near(game.board, *tapped), first=first)
    if game.board.typed_tickets and "pair" in fields:  # without its number yet
        a, _dashes, b = fields["pair"].partition("--")
        return Query(cities=(b,), first=a) if game.board.may_join(a, b) else Query()
    city = fields.get("city", "")
    if city in ends:
        return Query(cities=(city,), first=first)
    return Query(find=fields.get("find", "").strip()[:LONGEST_SEARCH], first=first)


def _tapped(game: View, fields: Mapping[str, str]) -> tuple[float, float] | None:
    """Where the picture was tapped, in its own units; None if it was not."""
    layout = game.board.layout
    tap = next((match for match in map(TAP.fullmatch, fields) if match), None)
    if tap is None or layout is None:
        return None
    field_of_x, width = tap[0], tap[1]
    try:
        x, y = float(fields[field_of_x]), float(fields.get(f"at{width}.y", ""))
    except ValueError:
        return None
    units_per_pixel = (layout.width + 2 * MARGIN) / int(width)
    return x * units_per_pixel - MARGIN, y * units_per_pixel - MARGIN


def _spot(game: View, city: str | None) -> tuple[float, float] | None:
    """Where on the picture the found city is; of a country, the first of its places."""
    if city is None or game.board.layout is None:
        return None
    place = game.board.layout.place[game.board.places(city)[0]]
    return place.x, place.y


def _box(game: View, frame: float = 0) -> str:
    """The view box of a picture of the whole board, with a frame of this width around it; empty without a layout."""
    layout = game.board.layout
    if layout is None:
        return ""
    return f"{-frame:g} {-frame:g} {layout.width + 2 * frame:g} {layout.height + 2 * frame:g}"
