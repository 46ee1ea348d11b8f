"""The page to choose this phone's language, each under its own name for itself."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.pages.parts import Parts
from companion.web import preferences
from companion.web.addresses import local_path
from companion.web.headers import private


def create_blueprint(_parts: Parts) -> Blueprint:
    """Answers requests for the page of languages. Both requests lead back to the page one came from."""
    blueprint = private(Blueprint("language", __name__, url_prefix="/language"))

    @blueprint.get("")
    def page() -> str:
        return render_template("language/language.html", back=_back(request.args.get("back", "")))

    @blueprint.post("")
    def choose() -> Response:
        answer = redirect(_back(request.form.get("back", "")), 303)
        preferences.store_language(answer, request.form.get("language", ""))
        return answer

    return blueprint


def _back(address: str) -> str:
    """The page to go back to. Addresses that are not our pages lead home."""
    return local_path(address) or url_for("home.home")
