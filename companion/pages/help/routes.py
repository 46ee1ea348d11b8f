"""The help page: how an evening goes, and what people ask."""

from __future__ import annotations

import re
from typing import Final

from flask import Blueprint, render_template, request

from companion.pages.parts import Parts

TABLE: Final = re.compile(r"[0-9a-z-]{1,64}")


def create_blueprint(_parts: Parts) -> Blueprint:
    """Answers requests for the help page; `at` is the table to go back to."""
    blueprint = Blueprint("help", __name__)

    @blueprint.get("/help")
    def page() -> str:
        at = request.args.get("at", "")
        return render_template("help/help.html", at=at if TABLE.fullmatch(at) else "")

    return blueprint
