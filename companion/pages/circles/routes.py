"""The pages of circles: what a group's games add up to, its people, its links; and every form there."""

from __future__ import annotations

import json
from typing import Any, Final

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.pages.circles import view
from companion.pages.parts import Parts
from companion.pages.shared.board_picture import BoardPictures
from companion.pages.shared.head import board_and_variant
from companion.pages.shared.stage import highlighted, networks_of
from companion.picture import Scene
from companion.picture.game_scene import scene_of
from companion.play import Refused, View
from companion.rules.score import Item
from companion.web import htmx
from companion.web.addresses import circle_url, local_path
from companion.web.errors import STATUS, sentence
from companion.web.headers import private
from companion.web.invitation import qr
from companion.web.this_device import known_device, this_device, this_token

# For each kind of record, the kind of item in the tally that it is about.
ITEM_OF_RECORD: Final = {"longest": "longest-path", "ticket": "won", "tickets": "won"}


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the pages of circles."""
    circles = parts.tables.circles
    blueprint = private(Blueprint("circles", __name__, url_prefix="/circles"))

    @blueprint.get("")
    def every() -> str:
        device = known_device()
        known = circles.of(device) if device else []
        return render_template("circles/circles.html", circles=known, days=parts.hosting.keep_circles)

    @blueprint.get("/join")
    def join() -> str:
        return render_template("circles/join.html", sentence="")

    @blueprint.post("/join")
    def let_in() -> BaseResponse:
        try:
            circle = circles.join(request.form.get("secret", ""), this_device())
        except Refused as no:
            return make_response(render_template("circles/join.html", sentence=sentence(no)), STATUS[no.kind])
        return redirect(url_for("circles.page", circle=circle.id), 303)

    _add_figures(blueprint, parts)
    _add_people(blueprint, parts)
    _add_links(blueprint, parts)
    _add_game(blueprint, parts)
    _add_forms(blueprint, parts)
    return blueprint


def _add_figures(blueprint: Blueprint, parts: Parts) -> None:
    """Adds the page of a circle, and the page of a board in it."""
    circles = parts.tables.circles

    @blueprint.get("/<circle>")
    def page(circle: str) -> Response:
        """The games, people and records. While games are still being counted, the page asks for a fragment again."""
        here = circles.at(circle, this_device())
        history = circles.history(circle, this_device())
        skip = request.args.get("from", 0, int)
        older = skip + view.AT_ONCE
        context = {
            "circle": here,
            "missing": history.missing,
            "games": view.game_lines(history, parts.boards, max(0, skip)),
            "count": len(history.evenings),
            "older": older if older < len(history.evenings) else None,
            "people": view.people_lines(history),
            "records": view.record_lines(history.figures.records, history, parts.boards),
            "boards": [(name, view.name_of(parts.boards, name)) for name in history.figures.boards],
            "alike": here.belongs and bool(view.alike(history)),
        }
        return htmx.answer("circles/circle.html", "circles/_circle.html", context)

    @blueprint.get("/<circle>/boards/<board>")
    def board(circle: str, board: str) -> str:
        """What the circle's games on one board add up to."""
        here = circles.at(circle, this_device())
        history = circles.history(circle, this_device())
        figures = history.figures.boards.get(board)
        if figures is None or board not in parts.boards:
            abort(404)
        played = parts.boards[board]
        return render_template(
            "circles/board.html",
            circle=here,
            name=view.name_of(parts.boards, board),
            figures=figures,
            records=view.record_lines(figures.records, history, parts.boards),
            totals=view.totals_lines(figures),
            claimed=view.route_lines(played, figures.claimed),
            first=view.route_lines(played, figures.first),
            tickets=view.ticket_lines(played, figures),
        )


def _add_people(blueprint: Blueprint, parts: Parts) -> None:
    """Adds the page of a person, and the page that says which names are one person."""
    circles = parts.tables.circles

    @blueprint.get("/<circle>/people/<person>")
    def person(circle: str, person: str) -> str:
        """A person's figures and records, and whom they played with."""
        here = circles.at(circle, this_device())
        history = circles.history(circle, this_device())
        if person not in view.marks(history):
            abort(404)
        own = view.figures_of(history, person)
        return render_template(
            "circles/person.html",
            circle=here,
            person=view.marks(history)[person],
            aliases=history.people.aliases(person),
            own=own,
            records=view.record_lines(view.records_of(own), history, parts.boards),
            lost=view.highest_lost(own, parts.boards),
            settings=view.setting_lines(own, parts.boards),
            pairs=view.pair_lines(history, person),
        )

    @blueprint.get("/<circle>/people")
    def people(circle: str) -> str:
        """Everybody in the circle, to say which names are one person."""
        here = circles.at(circle, this_device())
        history = circles.history(circle, this_device())
        return render_template(
            "circles/people.html",
            circle=here,
            alike=view.alike(history),
            people=view.people_lines(history),
            aliases={one.id: history.people.aliases(one.id) for one in history.people.roots()},
        )


def _add_links(blueprint: Blueprint, parts: Parts) -> None:
    """Adds the page of settings, which has the circle's links, and a page with one of them to print."""
    circles = parts.tables.circles

    @blueprint.get("/<circle>/settings")
    def settings(circle: str) -> str:
        """The links that this device may give to others, each with its QR code, and what can be changed."""
        here = circles.at(circle, this_device())
        kinds = ["belongs", "reads"] if here.belongs else []
        if here.keeps:
            kinds.append("keeps")
        links = []
        for kind in kinds:
            url = circle_url(circles.link(circle, this_device(), kind, this_token()))
            links.append((kind, url, qr(url)))
        days = parts.hosting.keep_circles
        return render_template("circles/settings.html", circle=here, links=links, days=days)

    @blueprint.get("/<circle>/paper")
    def paper(circle: str) -> str:
        """The keeper's link as a QR code to print."""
        link = circle_url(circles.link(circle, this_device(), "keeps", this_token()))
        return render_template("circles/paper.html", circle=circles.at(circle, this_device()), qr=qr(link))


def _add_game(blueprint: Blueprint, parts: Parts) -> None:
    """Adds the page of a game."""
    circles, pictures = parts.tables.circles, BoardPictures()

    @blueprint.get("/<circle>/games/<game>")
    def game(circle: str, game: str) -> str:
        """How a game ended, with the board; if the address names a player or a record, with that on the board."""
        here = circles.at(circle, this_device())
        history = circles.history(circle, this_device())
        played, evening = circles.game(circle, game, this_device()), history.evening(game)
        if evening is None:
            abort(404)
        everybody = view.marks(history)
        context: dict[str, Any] = {
            "circle": here,
            "line": view.game_line(evening, everybody, parts.boards),
            "evening": evening,
            "about": board_and_variant(played),
            "seats": [(everybody[person], color) for color, person in evening.people.items()],
            "proof": _asked_record(played),
        }
        if played.board.layout is not None:
            context["picture"] = lambda: Markup(pictures.of_scene(played, _scene(played)))  # noqa: S704  (drawn by us)
        return render_template("circles/game.html", **context)


def _asked_record(played: View) -> str:
    """The kind of record that the address asks to see on the board; empty if it asks for none that can be shown."""
    kind = request.args.get("of", "")
    return kind if kind in ITEM_OF_RECORD and request.args.get("color") in played.setup.colors else ""


def _scene(played: View) -> Scene:
    """The board with what the address asks for: a player's record, or else their routes; without a player, all."""
    color = request.args.get("color", "")
    if color not in played.setup.colors:
        return scene_of(played.table)
    record = _record_item(played, color)
    return highlighted(played, color, record) if record else networks_of(scene_of(played.table), {color})


def _record_item(played: View, color: str) -> Item | None:
    """The part of a player's tally that the record in the address is about; None if it asks for none."""
    kind = _asked_record(played)
    if not kind:
        return None
    own = played.result.line(color)
    item = next((item for item in (*own.items, own.longest) if item.kind == ITEM_OF_RECORD[kind]), None)
    if item is None or kind != "ticket":
        return item
    tickets = played.result.parts(own, item)
    return max(tickets, key=lambda ticket: ticket.points, default=item)


def _add_forms(blueprint: Blueprint, parts: Parts) -> None:
    """Adds everything that forms change, and the file of a circle."""
    circles = parts.tables.circles

    @blueprint.post("")
    def make() -> BaseResponse:
        """Makes a circle, and adds the game after which it was made, if any. If that is refused, so is the circle."""
        device, table = this_device(), request.form.get("table", "")
        circle = circles.make(device, request.form.get("name", ""))
        if not table:
            return redirect(url_for("circles.page", circle=circle), 303)
        try:
            circles.add(circle, table, device)
        except Refused:
            circles.delete(circle, device)
            raise
        return _back(circle)

    @blueprint.post("/<circle>/settings/name")
    def rename(circle: str) -> BaseResponse:
        circles.rename(circle, this_device(), request.form.get("name", ""))
        return redirect(url_for("circles.settings", circle=circle), 303)

    @blueprint.post("/<circle>/settings/renew")
    def renew(circle: str) -> BaseResponse:
        """Makes a new link of one kind; phones that came in by the old one are sent away."""
        circles.renew(circle, this_device(), request.form.get("kind", ""))
        return redirect(url_for("circles.settings", circle=circle), 303)

    @blueprint.post("/<circle>/leave")
    def leave(circle: str) -> BaseResponse:
        circles.leave(circle, this_device())
        return redirect(url_for("circles.every"), 303)

    @blueprint.post("/<circle>/delete")
    def delete(circle: str) -> BaseResponse:
        circles.delete(circle, this_device())
        return redirect(url_for("circles.every"), 303)

    @blueprint.get("/<circle>/file")
    def file(circle: str) -> Response:
        """The circle with its games as one JSON file."""
        document = json.dumps(circles.export(circle, this_device()), ensure_ascii=False, indent=1)
        headers = {"Content-Disposition": "attachment; filename=trackside-circle.json"}
        return Response(document, headers=headers, content_type="application/json")

    _add_forms_of_games(blueprint, parts)
    _add_forms_of_people(blueprint, parts)


def _add_forms_of_games(blueprint: Blueprint, parts: Parts) -> None:
    """Adds the forms that keep a game in a circle, say something about it, and remove it."""
    circles = parts.tables.circles

    @blueprint.post("/<circle>/games")
    def keep(circle: str) -> BaseResponse:
        circles.add(circle, request.form.get("table", ""), this_device())
        return _back(circle)

    @blueprint.post("/<circle>/games/<game>")
    def tell(circle: str, game: str) -> BaseResponse:
        """Stores when and where a game was, a note, and whether it counts; a skipped form changes none of these."""
        names = () if "skip" in request.form else ("place", "note", "day", "counts")
        circles.tell(circle, game, this_device(), {name: request.form.get(name, "") for name in names})
        return _back(circle)

    @blueprint.post("/<circle>/games/<game>/remove")
    def remove(circle: str, game: str) -> BaseResponse:
        circles.remove(circle, game, this_device())
        return redirect(url_for("circles.page", circle=circle), 303)

    @blueprint.post("/<circle>/games/<game>/apart")
    def apart(circle: str, game: str) -> BaseResponse:
        """Says that a player of this game is somebody else of the same name."""
        circles.tell_apart(circle, this_device(), game, request.form.get("color", ""))
        return redirect(url_for("circles.game", circle=circle, game=game), 303)


def _add_forms_of_people(blueprint: Blueprint, parts: Parts) -> None:
    """Adds the forms that say that two names are one person, undo that, and make a circle forget a name."""
    circles = parts.tables.circles

    @blueprint.post("/<circle>/people/<person>/merge")
    def merge(circle: str, person: str) -> BaseResponse:
        circles.merge(circle, this_device(), person, request.form.get("into", ""))
        return redirect(url_for("circles.people", circle=circle), 303)

    @blueprint.post("/<circle>/people/<person>/part")
    def part(circle: str, person: str) -> BaseResponse:
        """Undoes a merge: this name is a person of its own again."""
        circles.part(circle, this_device(), person)
        return redirect(url_for("circles.people", circle=circle), 303)

    @blueprint.post("/<circle>/people/<person>/forget")
    def forget(circle: str, person: str) -> BaseResponse:
        circles.forget(circle, this_device(), person)
        return redirect(url_for("circles.people", circle=circle), 303)


def _back(circle: str) -> BaseResponse:
    """Leads back to the page on which the form was, if it says so, or else to the circle's."""
    return redirect(local_path(request.form.get("from", "")) or url_for("circles.page", circle=circle), 303)
