"""The rules of a board, and a counter for the extra cards that a tunnel takes."""

from __future__ import annotations

import re
from typing import Any, Final, cast

from flask import Blueprint, Response, abort, request

from companion.pages.parts import Parts
from companion.prose.rulebook import rulebook
from companion.prose.rules_of_play import Section
from companion.rules.tunnels import TURNED_OVER, TurnedCard, extra_cards
from companion.web import htmx

TABLE: Final = re.compile(r"[0-9a-z-]{1,64}")
CARDS: Final = ("other", "same", "locomotive")


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the rules of each board; `at` is the table to go back to."""
    boards = parts.boards
    blueprint = Blueprint("rulebook", __name__)

    @blueprint.get("/boards/<board_id>/rules")
    def rules(board_id: str) -> Response:
        """The rules of a board; or the section that `part` names by itself or by one of its rules, or the counter."""
        board = boards.get(board_id) or abort(404)
        at, part = request.args.get("at", ""), request.args.get("part")
        book = rulebook(board)
        section = next((one for one in book.sections if part == one.id or part in _codes(one)), None)
        cards = [_card(request.args.get(f"card-{n}", "")) for n in range(1, TURNED_OVER + 1)]
        paid_with_locomotives = request.args.get("paid") == "locomotives"
        context: dict[str, Any] = {
            "book": book,
            "section": section,
            "plain": board.only_trains,
            "at": at if TABLE.fullmatch(at) else "",
            "cards": cards,
            "locomotives": paid_with_locomotives,
            "counted": "card-1" in request.args,
            "extra": extra_cards(cards, paid_with_locomotives),
        }
        fragment = "rulebook/_section.html" if section else "rulebook/_tunnel.html"
        return htmx.answer("rulebook/rulebook.html", fragment, context)

    return blueprint


def _codes(section: Section) -> list[str]:
    """The codes of the rules in a section, as refusals have them."""
    return [rule.code for rule in section.rules if rule.code]


def _card(text: str) -> TurnedCard:
    """A card that was turned over, as the form has it; one of another colour if it names none."""
    return cast(TurnedCard, text if text in CARDS else "other")
