"""Small pictures of the boards to choose from.

Each is drawn once. Its address has a digest of its content, so browsers may keep it for ever.
"""

from __future__ import annotations

import hashlib
from functools import cache

from flask import Blueprint, Response, abort, url_for

from companion.pages.parts import Parts
from companion.picture import PALETTES
from companion.picture.thumbnail import thumbnail
from companion.web.assets import FOREVER


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for pictures of the boards; templates get their addresses from `thumbnail`."""
    boards = parts.boards
    blueprint = Blueprint("board_pictures", __name__, url_prefix="/drawings")

    @cache
    def drawn(board: str, palette: str) -> tuple[str, str]:
        """A board's picture as SVG, and the digest of it that is part of its address."""
        svg = thumbnail(boards[board], PALETTES[palette])
        return svg, hashlib.sha256(svg.encode()).hexdigest()[:12]

    @blueprint.get("/<board>-<palette>-<digest>.svg")
    def picture(board: str, palette: str, digest: str) -> Response:
        """A picture of a board; 404 where the address has the digest of an older one."""
        if board not in boards or palette not in PALETTES or boards[board].layout is None:
            abort(404)
        svg, newest = drawn(board, palette)
        if digest != newest:
            abort(404)
        return Response(svg, content_type="image/svg+xml; charset=utf-8", headers={"Cache-Control": FOREVER})

    @blueprint.app_template_global("thumbnail")
    def address(board: str, palette: str) -> str | None:
        """The address of a board's picture; None for a board that has no layout."""
        if boards[board].layout is None:
            return None
        return url_for("board_pictures.picture", board=board, palette=palette, digest=drawn(board, palette)[1])

    return blueprint
