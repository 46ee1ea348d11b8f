"""A new game: the board, who sits where, and how it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.boards.model import Board
from companion.history.circle import Circle
from companion.languages import LANGUAGES
from companion.pages.new_game.view import known_people, seat_or_unseat, start_texts
from companion.pages.parts import Parts
from companion.pages.shared import draft as drafts
from companion.pages.shared import seat_form, shelf
from companion.pages.shared.draft import Draft, Seat
from companion.pages.shared.seat_form import Form, Row
from companion.play import View
from companion.play.tables import Tables
from companion.play.view import Options
from companion.prose import records
from companion.record.read import RecordWrong
from companion.rules.mechanics import options_of
from companion.web.headers import private
from companion.web.this_device import known_device, this_device

MOST_RECENT: Final = 20  # games whose people are offered
AT_ONCE: Final = 4  # boards that are there without looking for them
COMMON: Final = ("usa", "europe")  # the boxes that most tables have


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the form of a new game, and opens the game."""
    boards, tables = parts.boards, parts.tables
    blueprint = private(Blueprint("new_game", __name__, url_prefix="/new"))

    def page(draft: Draft, games: Sequence[View], sentence: str = "", status: int = 200, alike: str = "") -> Response:
        """The form as filled in so far, with a message. `alike` is the question about two similar names, if asked."""
        rows = seat_form.seat_rows_context(draft, boards)
        circles, circle = circles_here(), chosen_circle()
        context: dict[str, Any] = {
            **rows,
            "boards": shelf.board_cards(boards, [draft.map, *(game.setup.map for game in games), *COMMON]),
            "at_once": AT_ONCE,
            "people": people_of(games, circle),
            "circles": [one for one in circles if one.belongs],
            "circle": circle.id if circle else "",
            "start_texts": start_texts(len(rows["rows"])),
            "table_language": request.form.get("language", games[0].options.language if games else ""),
            "sentence": sentence,
            "wrong": status >= 400,
            "alike": alike,
        }
        return make_response(render_template("new_game/new_game.html", **context), status)

    def circles_here() -> list[Circle]:
        device = known_device()
        return tables.circles.of(device) if device else []

    def chosen_circle() -> Circle | None:
        """The circle that the game is to be kept in, where this device may add to it."""
        wanted = request.values.get("circle", "")
        return next((one for one in circles_here() if one.id == wanted and one.belongs), None)

    def people_of(games: Sequence[View], circle: Circle | None) -> list[Row]:
        """Whom one tap seats: the people of the circle, then those of this device's games."""
        people = tables.circles.history(circle.id, this_device()).people.roots() if circle else ()
        return known_people(games, people)

    @blueprint.get("")
    def form() -> Response:
        games = recent_games(tables)
        return page(_as_last_time(games, boards), games)

    @blueprint.post("")
    def start() -> Response:
        """Opens the game of the form; or shows the form again, after another button or with something to change."""
        draft, games = _read(request.form, boards), recent_games(tables)
        if "add" in request.form:
            known = (row.seat for row in people_of(games, chosen_circle()))
            person = next((seat for seat in known if seat.name == request.form["add"]), None)
            return page(_with_seat_toggled(draft, person, boards), games)
        draft, sentence = seat_form.after_row_button(draft, request.form)
        if sentence is not None:
            return page(draft, games, sentence)
        if sentence := drafts.complaint(draft, boards):
            return page(draft, games, sentence, 422)
        alike = drafts.same_names(draft)
        if alike and request.form.get("alike") != alike:
            return page(draft, games, alike, alike=alike)
        try:
            record = drafts.read_draft(draft, boards)
        except RecordWrong as wrong:
            return page(draft, games, records.sentence(wrong.complaints[0]), 422)
        table = tables.open(record, this_device(), _table_options()).table
        if circle := chosen_circle():
            tables.circles.add(circle.id, table, this_device())
        return redirect(url_for("table.page", table=table), 303)

    return blueprint


def recent_games(tables: Tables) -> list[View]:
    """The newest games of this device."""
    device = known_device()
    return list(islice(tables.of(device), MOST_RECENT)) if device else []


def _as_last_time(games: Sequence[View], boards: Mapping[str, Board]) -> Draft:
    """The board and way to play of this device's last game. Names are left empty, since others may play."""
    if games:
        last = games[0].setup
        return Draft(last.map, last.variant, last.tracking, (), one_token=last.one_token)
    first = next(iter(boards.values()))
    return Draft(first.id, next(iter(first.variants)), "live", ())


def _with_seat_toggled(draft: Draft, person: Seat | None, boards: Mapping[str, Board]) -> Draft:
    """The draft with this person seated, or taken out again if they were; colours as the board has them."""
    changed = seat_or_unseat(draft, person) if person else draft
    if draft.map not in boards:
        return changed
    return replace(changed, seats=drafts.in_colours_of(boards[draft.map], changed.seats, seat_form.all_looks(boards)))


def _table_options() -> Options:
    """The table's own language, if one was chosen."""
    spoken = request.form.get("language", "")
    return Options(language=spoken if spoken in LANGUAGES else "")


def _board_options(form: Form, board: Board) -> dict[str, Any]:
    """What the board leaves to the table to choose, where it differs from the default."""
    chosen_options: dict[str, Any] = {}
    for name, option in options_of(board).items():
        chosen = form.getlist(f"option-{board.id}-{name}")
        if option.several:
            chosen_options[name] = chosen
        elif chosen and chosen[0] != option.default:
            chosen_options[name] = chosen[0]
    return chosen_options


def _read(form: Form, boards: Mapping[str, Board]) -> Draft:
    """The form as a draft."""
    board = form.get("map", "")
    seats = seat_form.read_seats(form)
    if board in boards:
        seats = drafts.in_colours_of(boards[board], seats, seat_form.all_looks(boards))
    return Draft(
        board,
        form.get(f"variant-{board}", ""),
        "tally" if form.get("tracking") == "tally" else "live",
        seats,
        form.get("starts", ""),
        one_token="one_token" in form,
        options=_board_options(form, boards[board]) if board in boards else {},
    )
