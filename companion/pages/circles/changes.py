"""What is changed on the pages of circles: every form there, answered by the page that it leads to."""

from __future__ import annotations

import json

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.pages.parts import Parts
from companion.play import Refused
from companion.web.addresses import local_path
from companion.web.this_device import this_device


def add_changes(blueprint: Blueprint, parts: Parts) -> None:
    """Answers the forms of circles."""
    circles = parts.tables.circles

    @blueprint.post("")
    def make() -> BaseResponse:
        """Makes a circle, and keeps a game in it where it was made after one."""
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
        """The circle as one file."""
        document = json.dumps(circles.export(circle, this_device()), ensure_ascii=False, indent=1)
        headers = {"Content-Disposition": "attachment; filename=trackside-circle.json"}
        return Response(document, headers=headers, content_type="application/json")

    _of_games(blueprint, parts)
    _of_people(blueprint, parts)


def _of_games(blueprint: Blueprint, parts: Parts) -> None:
    """Keeping a game, saying something about it, and taking it out again."""
    circles = parts.tables.circles

    @blueprint.post("/<circle>/games")
    def keep(circle: str) -> BaseResponse:
        circles.add(circle, request.form.get("table", ""), this_device())
        return _back(circle)

    @blueprint.post("/<circle>/games/<game>")
    def tell(circle: str, game: str) -> BaseResponse:
        """When and where it was, a note, and whether it counts; a skipped form changes none of it."""
        told = {} if "skip" in request.form else {name: request.form.get(name, "") for name in ("place", "note")}
        if "skip" not in request.form:
            told |= {"day": request.form.get("day", ""), "counts": request.form.get("counts", "")}
        circles.tell(circle, game, this_device(), told)
        return _back(circle)

    @blueprint.post("/<circle>/games/<game>/remove")
    def remove(circle: str, game: str) -> BaseResponse:
        circles.remove(circle, game, this_device())
        return redirect(url_for("circles.page", circle=circle), 303)

    @blueprint.post("/<circle>/games/<game>/apart")
    def apart(circle: str, game: str) -> BaseResponse:
        circles.tell_apart(circle, this_device(), game, request.form.get("color", ""))
        return redirect(url_for("circles.game", circle=circle, game=game), 303)


def _of_people(blueprint: Blueprint, parts: Parts) -> None:
    """Merging, parting and forgetting people."""
    circles = parts.tables.circles

    @blueprint.post("/<circle>/people/<person>/merge")
    def merge(circle: str, person: str) -> BaseResponse:
        circles.merge(circle, this_device(), person, request.form.get("into", ""))
        return redirect(url_for("circles.people", circle=circle), 303)

    @blueprint.post("/<circle>/people/<person>/part")
    def part(circle: str, person: str) -> BaseResponse:
        circles.part(circle, this_device(), person)
        return redirect(url_for("circles.people", circle=circle), 303)

    @blueprint.post("/<circle>/people/<person>/forget")
    def forget(circle: str, person: str) -> BaseResponse:
        circles.forget(circle, this_device(), person)
        return redirect(url_for("circles.people", circle=circle), 303)


def _back(circle: str) -> BaseResponse:
    """The page on which a form was, else the circle's."""
    return redirect(local_path(request.form.get("from", "")) or url_for("circles.page", circle=circle), 303)
