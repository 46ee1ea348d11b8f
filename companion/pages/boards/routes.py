"""The boards: the shelf of all of them, and each board's own page."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template
from werkzeug.wrappers import Response as BaseResponse

from companion.pages.parts import Parts
from companion.pages.shared import shelf
from companion.prose.undecided_readings import in_full
from companion.web import htmx, sheets


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the list of boards, for each board's page and for its blank sheet."""
    boards = parts.boards
    blueprint = Blueprint("boards", __name__)

    @blueprint.get("/boards")
    def every() -> str:
        return render_template("boards/boards.html", boards=shelf.board_cards(boards))

    @blueprint.get("/boards/<board_id>")
    def board(board_id: str) -> Response:
        """A board's page with what its first variant has."""
        chosen = boards.get(board_id) or abort(404)
        return variant(board_id, next(iter(chosen.variants)))

    @blueprint.get("/boards/<board_id>/<variant_id>")
    def variant(board_id: str, variant_id: str) -> Response:
        """A board's page with what this variant has."""
        chosen = boards.get(board_id) or abort(404)
        if variant_id not in chosen.variants:
            abort(404)
        context = {
            "board": shelf.board_card(chosen),
            "variant": shelf.variant_line(chosen, variant_id),
            "tickets": shelf.ticket_lines(chosen, variant_id),
            "points": shelf.point_lines(chosen),
            "undecided": list(in_full(chosen)),
            "plain": chosen.only_trains,
        }
        return htmx.answer("boards/board.html", "boards/_variant.html", context)

    @blueprint.get("/boards/<board_id>/sheet.pdf")
    def blank(board_id: str) -> BaseResponse:
        return sheets.blank(parts.printer, boards.get(board_id) or abort(404))

    return blueprint
