"""For people who work on the pictures: every board in every state, by day, by night and on paper.

Only with `companion serve --gallery`.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template

from companion.pages.parts import NotHere, Parts
from companion.picture import PALETTES, picture
from companion.picture.samples import SAMPLES


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the gallery and for each picture in it."""
    if not parts.with_gallery:
        raise NotHere
    boards = parts.boards
    blueprint = Blueprint("gallery", __name__, url_prefix="/gallery")

    @blueprint.get("/")
    def all_pictures() -> str:
        drawn = [board for board in boards.values() if board.layout]
        return render_template("gallery/gallery.html", boards=drawn, states=list(SAMPLES), palettes=list(PALETTES))

    @blueprint.get("/<board_id>/<state>/<palette>.svg")
    def one(board_id: str, state: str, palette: str) -> Response:
        """A sample picture of one board."""
        board = boards.get(board_id) or abort(404)
        if board.layout is None or state not in SAMPLES or palette not in PALETTES:
            abort(404)
        svg = picture(board, SAMPLES[state](board), PALETTES[palette], width=1280)
        return Response(svg, content_type="image/svg+xml; charset=utf-8")

    return blueprint
