"""What this is, and whose work is in it."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion import __version__


def pages() -> Blueprint:
    """The page about the program itself."""
    family = Blueprint("about", __name__)

    @family.get("/about")
    def about() -> str:
        return render_template("about/about.html", version=__version__)

    return family
