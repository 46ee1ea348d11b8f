"""The set-up of a table, which can be corrected at any time, and deleting the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Literal

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.languages import LANGUAGES, sort_key
from companion.pages.parts import Parts
from companion.pages.shared import draft as drafts
from companion.pages.shared import seat_form, shelf
from companion.pages.shared.draft import Draft
from companion.pages.shared.head import head
from companion.play import Refused, View
from companion.play.game import must_play
from companion.play.keys import new_id
from companion.play.view import Options
from companion.prose.display_names import board_name, thing_name
from companion.rules.log import CatchUp, in_force
from companion.rules.mechanics import options_of, supplies
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.this_device import this_device


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the set-up of a table, and for deleting the table."""
    boards, tables = parts.boards, parts.tables
    blueprint = private(Blueprint("setup", __name__, url_prefix="/t/<table>"))

    def playing(table: str) -> View:
        """The game, for a device that plays in it; refused to watchers."""
        game = tables.on_table(table, this_device())
        must_play(game)
        return game

    def page(
        table: str, draft: Draft, options: Options, text: str = "", status: int = 200, leaves: bool = False
    ) -> Response:
        """The page with the set-up and options as typed, and a message. `leaves` says that it is about a player whom
        the log has, so that it offers to let them stop playing.
        """
        game = playing(table)
        context: dict[str, Any] = {
            **head(game),
            **seat_form.seat_rows_context(draft, {game.board.id: game.board}),
            "board": shelf.board_card(game.board),
            "options": options,
            "table_language": options.language,
            "stopped": bool(_places_of_stops(game)),
            "kinds": _kinds(game),
            "others": _other_boards(game, boards),
            "sentence": text,
            "wrong": status >= 400,
            "leaves": leaves,
        }
        return make_response(render_template("setup/setup.html", **context), status)

    @blueprint.get("/setup")
    def setup(table: str) -> Response:
        game = playing(table)
        text = _("Settings saved.") if "done" in request.args else ""
        return page(table, _current_draft(game), game.options, text)

    @blueprint.post("/setup")
    def change(table: str) -> Response:
        """Changes the set-up and the options as the form says."""
        game = playing(table)
        draft, options = _read(game), _table_options(game)
        draft, text = seat_form.after_row_button(draft, request.form)
        if text is not None:
            return page(table, draft, options, text)
        if text := drafts.complaint(draft, boards):
            return page(table, draft, options, text, 422)
        try:
            tables.settings.change(table, this_device(), _changes(game, draft, options))
            if draft.tracking == "live":
                for place in _places_of_stops(game):
                    strike = {"type": "strike", "entry": place, "id": new_id()}
                    tables.log.report(table, this_device(), strike, reopen=True)
        except Refused as no:
            return page(table, draft, options, sentence(no), STATUS[no.kind], no.code == "player-in-log")
        return redirect(url_for("setup.setup", table=table, done=1), 303)

    @blueprint.post("/board")
    def on_board(table: str) -> Response:
        """Opens another table for the same people, on another board."""
        game = playing(table)
        try:
            following = tables.series.on_board(table, this_device(), request.form.get("map", ""))
        except Refused as no:
            return page(table, _current_draft(game), game.options, sentence(no), STATUS[no.kind])
        return redirect(url_for("table.page", table=following), 303)

    @blueprint.post("/delete")
    def delete(table: str) -> Response:
        tables.delete(table, this_device())
        return redirect(url_for("home.home"), 303)

    return blueprint


def _current_draft(game: View) -> Draft:
    """The set-up as it is, as a draft."""
    setup = game.setup
    seats = seat_form.seats_of_players(setup.players)
    starts = next((seat.row for seat in seats if seat.color == setup.starts), "")
    return Draft(
        setup.map, setup.variant, _tracking(game), seats, starts, setup.title, setup.one_token, setup.options
    )


def _other_boards(game: View, boards: Mapping[str, Board]) -> list[tuple[str, str]]:
    """The boards that as many people can play instead: their ids and names, sorted by name. None after the end."""
    if game.table.finished:
        return []
    fit = (b for b in boards.values() if b.id != game.board.id and len(game.setup.players) <= b.players.most)
    return sorted(((board.id, board_name(board)) for board in fit), key=lambda one: sort_key(one[1]))


def _kinds(game: View) -> dict[str, tuple[str, int]]:
    """The kinds of pieces that everybody takes some of, each with its name and its usual number."""
    return {kind: (thing_name(game.board, kind), n.usual) for kind, n in supplies(game.board).items()}


def _tracking(game: View) -> Literal["live", "tally"]:
    """How routes are entered now: player by player once turns are no longer tracked."""
    return "live" if game.setup.tracking == "live" and not _places_of_stops(game) else "tally"


def _places_of_stops(game: View) -> list[int]:
    """The places in the log where tracking turns was stopped."""
    return [place for place, entry in in_force(game.log) if isinstance(entry, CatchUp)]


def _read(game: View) -> Draft:
    """The set-up in the form, as a draft."""
    form = request.form
    return Draft(
        game.board.id,
        form.get("variant", game.setup.variant),
        "tally" if form.get("tracking") == "tally" else "live",
        seat_form.read_seats(form),
        form.get("starts", ""),
        drafts.tidy(form.get("title", "")),
        "one_token" in form,
        _board_options(game),
    )


def _table_options(game: View) -> Options:
    """The options in the form. The table's language stays as it is if the form has none."""
    form = request.form
    language = form.get("language", game.options.language)
    return replace(
        game.options,
        points_hidden="points_hidden" in form,
        ticket_hint="ticket_hint" in form,
        moving_totals="moving_totals" in form,
        language=language if language in LANGUAGES else "",
    )


def _board_options(game: View) -> dict[str, Any]:
    """What the board leaves to the table to choose: as in the form, or else as it was."""
    options: dict[str, Any] = {}
    for name, option in options_of(game.board).items():
        given = request.form.getlist(f"option-{game.board.id}-{name}")
        chosen = given if option.several else next(iter(given), None)
        options[name] = chosen or game.setup.options.get(name, option.default)
    return options


def _changes(game: View, draft: Draft, options: Options) -> dict[str, Any]:
    """What the form asks to change of the set-up and of the options, by name.

    It has only what differs from now, so that two people who change different things don't undo each other's changes.
    """
    first = draft.people[0].color  # who starts where nobody was chosen
    wanted = {"title": "", "starts": first, "one_token": False, **draft.setup()}
    del wanted["map"]
    wanted.pop("options", None)
    if draft.tracking == _tracking(game):
        del wanted["tracking"]
    now = {"starts": first, **game.setup.model_dump(exclude_none=True)}
    changes: dict[str, Any] = {name: value for name, value in wanted.items() if value != now.get(name)}

    board_options = {name: option.default for name, option in options_of(game.board).items()} | game.setup.options
    changed_options = {name: value for name, value in draft.options.items() if value != board_options[name]}
    if options != game.options:
        changed_options = asdict(options) | changed_options
    if changed_options:
        changes["options"] = changed_options
    return changes
