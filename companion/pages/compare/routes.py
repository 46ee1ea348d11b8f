"""A board compared with one's own box, fact by fact. What somebody finds stays on their phone."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from markupsafe import Markup

from companion.boards.model import Board
from companion.pages.compare import view
from companion.pages.parts import Parts
from companion.pages.shared.board_picture import SCREEN
from companion.picture import picture
from companion.prose.display_names import board_name, variant_name


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page on which people compare a variant of a board with their own box."""
    boards = parts.boards
    blueprint = Blueprint("compare", __name__)

    @blueprint.get("/compare/<board_id>/<variant_id>")
    def compare(board_id: str, variant_id: str) -> str:
        board = boards.get(board_id) or abort(404)
        if variant_id not in board.variants:
            abort(404)
        return render_template(
            "compare/compare.html",
            board=board_id,
            name=board_name(board),
            variant=variant_name(board, variant_id),
            variant_id=variant_id,
            screens=view.screens(board, variant_id),
            picture=_drawn(board),
        )

    return blueprint


def _drawn(board: Board) -> Markup:
    """The picture of the board as printed; empty where it has no layout."""
    svg = picture(board, palette=SCREEN, labelled_by="compare-title") if board.layout else ""
    return Markup(svg)  # noqa: S704  (drawn by us, texts escaped)
