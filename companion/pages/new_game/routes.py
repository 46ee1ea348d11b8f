"""A new game: the board, who sits where, and how it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.boards.model import Board
from companion.languages import LANGUAGES
from companion.pages.new_game.view import people_known, starts, with_person
from companion.pages.parts import Parts
from companion.pages.shared import draft as drafts
from companion.pages.shared import seat_form, shelf
from companion.pages.shared.draft import Draft, Seat
from companion.pages.shared.seat_form import Form
from companion.play import View
from companion.play.tables import Tables
from companion.play.view import Options
from companion.prose import records
from companion.record.read import RecordWrong
from companion.rules.mechanics import options_of
from companion.web.devices import known_device, this_device
from companion.web.private import private

REMEMBERED: Final = 20  # games whose people are offered
AT_ONCE: Final = 4  # boards that are there without looking for them
COMMON: Final = ("usa", "europe")  # the boxes that most tables have


def pages(parts: Parts) -> Blueprint:
    """The form, and what becomes of it."""
    boards, tables = parts.boards, parts.tables
    blueprint = private(Blueprint("new_game", __name__, url_prefix="/new"))

    def page(draft: Draft, games: Sequence[View], sentence: str = "", status: int = 200, alike: str = "") -> Response:
        shown = seat_form.shown(draft, boards)
        context: dict[str, Any] = {
            **shown,
            "boards": shelf.cards(boards, [draft.map, *(game.setup.map for game in games), *COMMON]),
            "at_once": AT_ONCE,
            "people": people_known(games),
            "starts": starts(len(shown["rows"])),
            "table_language": request.form.get("language", games[0].options.language if games else ""),
            "sentence": sentence,
            "wrong": status >= 400,
            "alike": alike,
        }
        return make_response(render_template("new_game/new_game.html", **context), status)

    @blueprint.get("")
    def form() -> Response:
        games = remembered(tables)
        return page(_as_last_time(games, boards), games)

    @blueprint.post("")
    def start() -> Response:
        draft, games = _read(request.form, boards), remembered(tables)
        if "add" in request.form:
            known = (row.seat for row in people_known(games) if row.seat.name == request.form["add"])
            return page(_with(draft, next(known, None), boards), games)
        draft, sentence = seat_form.put_in_order(draft, request.form)
        if sentence is not None:
            return page(draft, games, sentence)
        if sentence := drafts.complaint(draft, boards):
            return page(draft, games, sentence, 422)
        alike = drafts.same_names(draft)
        if alike and request.form.get("alike") != alike:
            return page(draft, games, alike, alike=alike)
        try:
            record = drafts.read(draft, boards)
        except RecordWrong as wrong:
            return page(draft, games, records.sentence(wrong.complaints[0]), 422)
        return redirect(url_for("table.page", table=tables.open(record, this_device(), _shown()).table), 303)

    return blueprint


def remembered(tables: Tables) -> list[View]:
    """The newest games of this device."""
    device = known_device()
    return list(islice(tables.of(device), REMEMBERED)) if device else []


def _as_last_time(games: Sequence[View], boards: Mapping[str, Board]) -> Draft:
    """Most tables play the same box again; the names are left to who comes."""
    if games:
        last = games[0].setup
        return Draft(last.map, last.variant, last.tracking, (), one_token=last.one_token)
    first = next(iter(boards.values()))
    return Draft(first.id, next(iter(first.variants)), "live", ())


def _with(draft: Draft, person: Seat | None, boards: Mapping[str, Board]) -> Draft:
    """The draft with somebody in it, or as it was where nobody is called so."""
    added = with_person(draft, person) if person else draft
    if draft.map not in boards:
        return added
    return replace(added, seats=drafts.in_colours_of(boards[draft.map], added.seats, seat_form.all_looks(boards)))


def _shown() -> Options:
    """What the table is opened with beside its game: a language of its own, where one was chosen."""
    spoken = request.form.get("language", "")
    return Options(language=spoken if spoken in LANGUAGES else "")


def _options(form: Form, board: Board) -> dict[str, Any]:
    """What the board leaves to the table, where it is not as usual."""
    found: dict[str, Any] = {}
    for name, option in options_of(board).items():
        chosen = form.getlist(f"option-{board.id}-{name}")
        if option.several:
            found[name] = chosen
        elif chosen and chosen[0] != option.default:
            found[name] = chosen[0]
    return found


def _read(form: Form, boards: Mapping[str, Board]) -> Draft:
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
        options=_options(form, boards[board]) if board in boards else {},
    )
