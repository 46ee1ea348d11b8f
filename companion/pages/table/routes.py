"""The table's page: board and strip, the answer to a tap, reported entries, and what is new since a version."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response as BaseResponse

from companion.pages.parts import Parts
from companion.pages.shared import announcements
from companion.pages.shared.board_picture import BoardPictures
from companion.pages.shared.entry_forms import entry_from_form, entry_id, is_already_taken_back, must_be_open
from companion.pages.shared.player_marks import series_in_words
from companion.pages.shared.strip import strip
from companion.pages.shared.table_model import played_by, table_model
from companion.pages.shared.unsent import hints, table_words
from companion.pages.shared.version_field import version_in
from companion.pages.table import painting
from companion.pages.table.choice import Query, choice_sheet, query_from, result_in_words, sample_search
from companion.picture.space_marks import MARKS
from companion.picture.tap_targets import Picker
from companion.picture.track_shapes import Shapes
from companion.play import Refused, View
from companion.play.keys import new_token
from companion.play.tables import Tables
from companion.prose.display_names import board_name
from companion.prose.rulebook import rulebook
from companion.web import htmx
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.invitation import invitation
from companion.web.preferences import amount_read_aloud
from companion.web.receipts import VERSION, with_reason, with_receipt
from companion.web.this_device import YEARS, this_device

PAGE = "table/table.html"
CHOICE = "table/_choice.html"
ANSWER = "table/_answer.html"
NEWS = "table/_news.html"

START = "trackside-start"  # the cookie of a phone that has hidden the card on the empty board
ONE_TIME = 12  # characters of a page's one-time id: with the button's fields it must fit an entry's id


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the page of a table, its taps and its news."""
    tables = parts.tables
    blueprint = private(Blueprint("table", __name__, url_prefix="/t/<table>"))
    answers = _Answers(tables)

    @blueprint.get("")
    def page(table: str) -> Response:
        """The table's page, or what a tap on the board asks for."""
        game = tables.on_table(table, this_device())
        query = query_from(_last_values(request.args), game)
        # Who is chosen where there are no turns is shown in the strip as well.
        fragment = ANSWER if query.player and not game.table.turns_followed else CHOICE
        return htmx.answer(PAGE, fragment, answers.context(game, query))

    @blueprint.get("/now")
    def now(table: str) -> BaseResponse:
        """What is new since the version that the phone has; 204 if that is nothing."""
        game = tables.on_table(table, this_device())
        since = version_in(request.args.get("since"))
        if since == game.version:
            return make_response("", 204)
        return answers.news(game, since)

    @blueprint.post("/start/hide")
    def hide_start(table: str) -> BaseResponse:
        """Hides the card that is shown at the start of a game, on this phone."""
        game = tables.on_table(table, this_device())
        g.start_hidden = True
        here = url_for("table.page", table=table)
        answer = answers.news(game, game.version) if htmx.wants_fragment() else redirect(here, 303)
        cookie = dump_cookie(START, "hidden", max_age=YEARS, httponly=True, samesite="Lax", path=here)
        answer.headers.add("Set-Cookie", cookie)
        return answer

    blueprint.app_template_global("start_hidden")(_start_hidden)
    blueprint.after_request(_add_version_header)

    @blueprint.post("/entries")
    def entries(table: str) -> BaseResponse:
        """Reports the entry of the form, unless it has come before, and answers with the page as it is then."""
        device, form = this_device(), request.form
        game = tables.on_table(table, device)
        place = tables.log.place_of(table, device, entry_id(game, form), form.get("type", ""))
        try:
            if place is None:
                entry = entry_from_form(game, form)
                place = entry.get("entry", 0)
                if not is_already_taken_back(game, entry):
                    must_be_open(game, entry)
                    since = version_in(form.get("since"), game.version)
                    place = tables.log.report(
                        table, device, entry, anyway="anyway" in form, whole="whole" in form, since=since
                    ).entry
        except Refused as no:
            game = tables.on_table(table, device)
            return with_reason(answers.refused(game, no), sentence(no))
        game = tables.on_table(table, device)
        if not htmx.wants_fragment():
            query = urlencode(_next_entering_player(game))
            return redirect(url_for("table.page", table=table) + (query and f"?{query}"), 303)
        return with_receipt(answers.taken(game), place, game.version)

    return blueprint


class _Answers:
    """The answers of the table's page, all rendered from the same data."""

    def __init__(self, tables: Tables) -> None:
        self._screens = BoardPictures()
        self._pickers: dict[str, Picker] = {}
        self._tables = tables

    def context(self, game: View, query: Query, since: int | None = None, **more: Any) -> dict[str, Any]:
        """Everything the page's templates may use. What costs much is a function, called only where it is shown."""
        g.version = game.version
        choice = choice_sheet(game, query, self._picker(game))
        table_strip = strip(game, query.player)
        return {
            "table": game.id,
            "game": game,
            "setup": game.setup,
            "board": game.board,
            "called": game.setup.title or board_name(game.board),
            "strip": table_strip,
            "news": announcements.news_for_setting(announcements.news(game, table_strip), amount_read_aloud()),
            "board_words": announcements.board_in_words(game),
            "route_marks": {**MARKS, "gray": ""},
            "sample": sample_search(game.board),
            "viewer": game,
            "choice": choice,
            "search_result": result_in_words(choice) if htmx.wants_fragment() else "",
            "id": new_token()[:ONE_TIME],
            "refusal": None,
            "broken": None,
            "late": None,
            "series": lambda: series_in_words(self._tables.series.wins(game.id)),
            "invitation": lambda: invitation(self._tables, game.id, game.facts.code),
            "picture": lambda: Markup(self._screens.picture(game)),  # noqa: S704  (drawn by us, texts escaped)
            "unsent": _offline_data(game),
            "unsent_hints": hints,
            "drawn": game.board.layout is not None,
            "played": played_by(game),
            "entered_here": lambda: painting.entered_here(game),
            "state": lambda: table_model(game, since),
            **more,
        }

    def news(self, game: View, since: int) -> Response:
        """What has changed since a version. If the game's settings have changed, the whole page is reloaded."""
        if game.facts.setup_version > since:
            return htmx.load_anew()
        # The page keeps its sheet of choices, so only the player who was chosen matters: the strip shows them.
        chosen_player = query_from(request.args, game).player
        context = self.context(game, Query(player=chosen_player), since)
        return make_response(render_template(NEWS, **context))

    def taken(self, game: View) -> Response:
        """After an entry was stored: the strip as it is now, with the sheet of choices closed."""
        since = _version_on_page()
        if game.facts.setup_version > since:
            return htmx.load_anew()
        query = query_from(_next_entering_player(game), game)
        return make_response(render_template(ANSWER, **self.context(game, query, since)))

    def refused(self, game: View, no: Refused) -> Response:
        """The reason for a refusal, over the same sheet of choices as before, at the newest version."""
        since = _version_on_page(game.version)
        query = query_from({**_query_fields(), "player": request.form.get("player", "")}, game)
        offered_as_late = request.form if no.code == "final-turn-had" else None  # it may be an earlier turn
        broken_rule = no.code if no.code in rulebook(game.board).codes else None
        more = {"refusal": sentence(no), "broken": broken_rule, "late": offered_as_late}
        return htmx.answer(PAGE, ANSWER, self.context(game, query, since, **more), STATUS[no.kind])

    def _picker(self, game: View) -> Picker | None:
        """Finds what lies under a finger on this board; None where the board has no picture."""
        board = game.board
        if board.layout is None:
            return None
        if board.id not in self._pickers:
            self._pickers[board.id] = Picker.of(Shapes(board, board.layout))
        return self._pickers[board.id]


def _start_hidden() -> bool:
    """Whether this browser has hidden the card on the empty board."""
    return "start_hidden" in g or START in request.cookies


def _last_values(args: MultiDict[str, str]) -> dict[str, str]:
    """The last value of each field: a button's own value comes after the one that the page carries."""
    return {name: values[-1] for name, values in args.lists()}


def _query_fields() -> dict[str, str]:
    """The query that the sheet of this form answered, so that a refusal can show the same sheet again."""
    names = ("x", "y", "city", "find", "route", "station", "all")
    return {name: request.form[f"asked-{name}"] for name in names if f"asked-{name}" in request.form}


def _next_entering_player(game: View) -> dict[str, str]:
    """The player to enter routes for next, as a field of an address; none where turns are tracked."""
    player = request.form.get("player", "")
    colors = game.setup.colors
    if game.table.turns_followed or game.table.finished or player not in colors:
        return {}
    if game.table.trains[player] or game.claims_for:
        return {"player": player}
    # All of this player's trains are entered, so the next one comes.
    left = [color for color in colors[colors.index(player) + 1 :] if game.table.trains[color]]
    return {"player": left[0] if left else player}


def _offline_data(game: View) -> dict[str, Any]:
    """The words and addresses with which the page works on while the server can't be reached."""
    here = url_for("table.page", table=game.id) if game.plays else False  # a watcher is offered nothing to claim
    return table_words(game) | {"here": here, "entries": url_for("table.entries", table=game.id)}


def _add_version_header(answer: Response) -> Response:
    """Adds the game's version to an answer, so that a page that knows a newer one can ignore it."""
    if "version" in g:
        answer.headers.setdefault(VERSION, str(g.version))
    return answer


def _version_on_page(otherwise: int = 0) -> int:
    """The version that the page shows. Of an entry that had to wait, `since` is the older one that it was made on."""
    return version_in(request.form.get("shown") or request.form.get("since"), otherwise)
