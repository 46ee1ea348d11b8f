"""Choosing the language of this phone, by the name that each language has for itself."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.web import preferences
from companion.web.addresses import local_path
from companion.web.headers import private


def pages(_parts: Parts) -> Blueprint:
    """The page, and the tap that chooses; both lead back to where one came from."""
    blueprint = private(Blueprint("language", __name__, url_prefix="/language"))

    @blueprint.get("")
    def page() -> str:
        return render_template("language/language.html", back=_back(request.args.get("back", "")))

    @blueprint.post("")
    def choose() -> Response:
        answer = redirect(_back(request.form.get("back", "")), 303)
        preferences.keep_language(answer, request.form.get("language", ""))
        return answer

    return blueprint


def _back(told: str) -> str:
    """The page to go back to: one of ours, whatever the address says."""
    return local_path(told) or url_for("home.home")
