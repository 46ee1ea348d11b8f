"""The page about Trackside: what it is, whose work is in it, and what it keeps of people who play."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion import __version__


def pages(keep_days: int = 0, *, with_tables: bool = True) -> Blueprint:
    """The pages about the program itself; untouched games are kept so many days, or for good."""
    blueprint = Blueprint("about", __name__)

    @blueprint.get("/about")
    def about() -> str:
        return render_template("about/about.html", version=__version__)

    @blueprint.get("/privacy")
    def privacy() -> str:
        return render_template("about/privacy.html", days=keep_days, with_tables=with_tables)

    @blueprint.get("/accessibility")
    def accessibility() -> str:
        return render_template("about/accessibility.html")

    return blueprint
