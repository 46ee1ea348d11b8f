"""The pages about Trackside: what it is, whose work is in it, and what it stores about people who play."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion import __version__
from companion.pages.parts import Parts


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the pages about Trackside, which say for how many days untouched games are kept."""
    with_tables = parts.tables_if_any is not None
    blueprint = Blueprint("about", __name__)

    @blueprint.get("/about")
    def about() -> str:
        return render_template("about/about.html", version=__version__)

    @blueprint.get("/privacy")
    def privacy() -> str:
        return render_template(
            "about/privacy.html",
            days=parts.hosting.keep_days,
            circle_days=parts.hosting.keep_circles,
            with_tables=with_tables,
        )

    @blueprint.get("/accessibility")
    def accessibility() -> str:
        return render_template("about/accessibility.html")

    return blueprint
