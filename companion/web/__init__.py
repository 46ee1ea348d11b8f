"""The web app. Everything in here may know Flask; nothing outside may know this but the command line."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask

from companion import data, words
from companion.board import Board
from companion.play import Tables
from companion.press import Press
from companion.web import (
    about,
    api,
    around,
    device,
    errors,
    gallery,
    headers,
    home,
    manifest,
    origin,
    refusals,
    shelf,
    table,
    worker,
)
from companion.web.assets import Assets
from companion.web.limits import Limits
from companion.web.live import Live

STREAMS = 100  # open at a time, unless the server says how many threads it has


def create_app(
    boards: Mapping[str, Board],
    tables: Tables | None = None,
    *,
    streams: int = STREAMS,
    limits: Mapping[str, int] | None = None,
    press: Press | None = None,
    with_gallery: bool = False,
) -> Flask:
    """The app with these boards on its shelf; without tables only the shelf is shown.

    `streams` may be open at a time; `limits` says how often an hour one address may do what costs others. The
    gallery is for whoever works on the pictures.
    """
    app = Flask("companion", template_folder=str(data.templates()), static_folder=None)
    app.url_map.strict_slashes = False
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(words.gettext, words.ngettext, newstyle=True)  # type: ignore[attr-defined]
    assets = Assets.read(data.static())
    assets.attach(app)
    families = [
        home.pages(tables),
        shelf.pages(boards),
        about.pages(),
        worker.pages(assets, data.static()),
        manifest.pages(assets, with_tables=tables is not None),
    ]
    if tables is not None:
        press = press or Press()
        live = app.extensions["live"] = Live(tables.store, streams)
        families += [*around.families(boards, tables, press), table.pages(tables), api.calls(tables, live, press)]
    if with_gallery:
        families.append(gallery.pages(boards))
    for family in families:
        app.register_blueprint(family)
    for part in (errors, refusals, origin, Limits(limits or {}), device, headers):
        part.attach(app)
    return app
