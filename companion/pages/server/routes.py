"""The page about this server, for the browser of its own machine that used the link shown at the start."""

from __future__ import annotations

from codecs import BOM_UTF8
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.utils import secure_filename
from werkzeug.wrappers import Response as BaseResponse

from companion import __version__
from companion.boards.files import LARGEST_FILE
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.i18n import listed
from companion.pages.parts import NotHere, Parts
from companion.pages.server import boards
from companion.pages.shared.board_picture import SCREEN
from companion.picture import picture
from companion.prose import obstacles
from companion.prose.display_names import board_name
from companion.store.backup_file import back_up
from companion.store.engine import file_of
from companion.web import htmx
from companion.web.addresses import server_for_phones
from companion.web.headers import private
from companion.web.invitation import qr
from companion.web.problems import Problem
from companion.web.reach import Reach


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page. It is left out where nobody in particular runs this server."""
    owner, reach, tables, own = parts.hosting.owner, parts.hosting.reach, parts.tables, parts.hosting.own_boards
    if owner is None:
        raise NotHere
    blueprint = private(Blueprint("server", __name__, url_prefix="/server"))

    @blueprint.before_request
    def refuse_others() -> BaseResponse | None:
        """Lets the owner's browser in; to other machines there is no such page."""
        if not owner.is_here():
            abort(404)
        if request.method == "GET" and owner.lets_in(request.args.get("key", "")):
            return owner.remember(make_response(redirect(url_for("server.page"), 303)))
        if not owner.asks():
            raise Problem(
                403, "no-key", _("Start Trackside again and use the link it shows. Each link works only once.")
            )
        return None

    def answer(status: int = 200, **more: Any) -> Response:
        address = server_for_phones()
        context: dict[str, Any] = {
            "address": address,
            "qr": qr(f"{address}/"),
            "next": obstacles.NEXT,
            "phones": len(current_app.extensions["live"]),
            "file": file_of(tables.store.engine.url),
            "version": __version__,
            "own": own,
            "files": listed(sorted(path.name for path in own.glob("*.toml"))) if own else "",
        }
        context |= _reached(reach, address) | more
        return htmx.answer("server/server.html", "server/_phones.html", context, status)

    @blueprint.get("")
    def page() -> Response:
        """The QR code, whether phones come, and what to try where none has."""
        return answer()

    @blueprint.post("/next")
    def show_next() -> BaseResponse:
        """Puts this machine's next address on the QR codes."""
        reach.show_next()
        return redirect(url_for("server.page"), 303)

    @blueprint.post("")
    def add_board() -> Response:
        """Checks a board file and saves it, or says what is wrong with it."""
        if own is None:
            abort(404)
        request.max_content_length = (
            2 * LARGEST_FILE
        )  # with one a little larger, its complaint says how large it may be
        file = request.files.get("file")
        raw = file.read(LARGEST_FILE + 4).removeprefix(BOM_UTF8) if file and file.filename else b""
        if file is None or not raw:
            added = boards.Added(None, (_("Choose a board file."),))
        else:
            name = secure_filename(file.filename or "")[-80:] or "board.toml"
            added = boards.add(own, name, raw, parts.boards)
        name = board_name(added.board) if added.board else ""
        return answer(200 if added.board else 422, added=added, name=name, picture=_drawn(added.board))

    @blueprint.post("/copy")
    def copy() -> Response:
        """A file with all games as they are now; `companion restore` reads it."""
        with TemporaryDirectory() as folder:
            file = Path(folder) / "games.sqlite3"
            back_up(tables.store.engine.url.render_as_string(hide_password=False), file)
            answer = Response(file.read_bytes(), content_type="application/vnd.sqlite3")
        answer.headers["Content-Disposition"] = f'attachment; filename="trackside-{date.today()}.sqlite3"'
        return answer

    @blueprint.post("/stop")
    def stop() -> str:
        """Stops the server, after this answer."""
        owner.stopping.set()
        return render_template("server/stopped.html")

    return blueprint


def _drawn(board: Board | None) -> Markup:
    """A board that was added, as everybody will see it."""
    svg = picture(board, palette=SCREEN, labelled_by="added") if board else ""
    return Markup(svg)  # noqa: S704  (drawn by us, texts escaped)


def _reached(reach: Reach, address: str) -> dict[str, Any]:
    """Which of this machine's addresses is shown, and what may keep phones away: that is only looked for when one
    should have come.
    """
    known = reach.addresses()
    shown = (known[0].ip, known[0].interface) if known else ("", "")
    port = urlsplit(address).port or 80
    return {
        "interface": shown[1],
        "others": "" if reach.fixed else listed([at.interface for at in known[1:]]),
        "came": reach.phone_came,
        "tries": [obstacles.sentence(code, *shown, port) for code in reach.obstacles()] if reach.is_missed else [],
    }
