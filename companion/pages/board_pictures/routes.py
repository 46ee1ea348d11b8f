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


def pages(parts: Parts) -> Blueprint:
    """The pictures of these boards; for templates, `thumbnail` gives the address of one, None without a layout."""
    boards = parts.boards
    blueprint = Blueprint("board_pictures", __name__, url_prefix="/drawings")

    @cache
    def drawn(board: str, palette: str) -> tuple[str, str]:
        svg = thumbnail(boards[board], PALETTES[palette])
        return svg, hashlib.sha256(svg.encode()).hexdigest()[:12]

    @blueprint.get("/<board>-<palette>-<digest>.svg")
    def one(board: str, palette: str, digest: str) -> Response:
        if board not in boards or palette not in PALETTES or boards[board].layout is None:
            abort(404)
        svg, name = drawn(board, palette)
        if name != digest:
            abort(404)
        return Response(svg, content_type="image/svg+xml; charset=utf-8", headers={"Cache-Control": FOREVER})

    @blueprint.app_template_global("thumbnail")
    def small(board: str, palette: str) -> str | None:
        if boards[board].layout is None:
            return None
        return url_for("board_pictures.one", board=board, palette=palette, digest=drawn(board, palette)[1])

    return blueprint
