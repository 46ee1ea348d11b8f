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
    hand,
    headers,
    health,
    home,
    manifest,
    measuring,
    origin,
    refusals,
    rulebook,
    shelf,
    table,
    trusting,
    worker,
)
from companion.web.assets import Assets
from companion.web.hosting import Hosting
from companion.web.limits import Limits
from companion.web.live import Live
from companion.web.proxies import Proxies

__all__ = ["Hosting", "create_app"]

LARGEST = 64 * 1024
STREAMS = 100  # open at a time, unless the server says how many threads it has


def create_app(
    boards: Mapping[str, Board],
    tables: Tables | None = None,
    *,
    streams: int = STREAMS,
    limits: Mapping[str, int] | None = None,
    press: Press | None = None,
    with_gallery: bool = False,
    hosting: Hosting | None = None,
) -> Flask:
    """The app with these boards on its shelf; without tables only the shelf is shown.

    `streams` may be open at a time; `limits` says how often an hour one address may do what costs others. The
    gallery is for whoever works on the pictures, `hosting` is what only a host has.
    """
    app = Flask("companion", template_folder=str(data.templates()), static_folder=None)
    app.url_map.strict_slashes = False
    app.config["MAX_CONTENT_LENGTH"] = LARGEST  # a form; records and calls have limits of their own
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(words.gettext, words.ngettext, newstyle=True)  # type: ignore[attr-defined]
    hosting = hosting or Hosting()
    app.wsgi_app = Proxies(app.wsgi_app, hosting.proxies)  # type: ignore[assignment, method-assign]
    assets = Assets.read(data.static())
    assets.attach(app)
    families = [
        home.pages(tables),
        shelf.pages(boards),
        rulebook.pages(boards),
        about.pages(hosting.keep_days),
        health.pages(tables),
        worker.pages(assets, data.static()),
        manifest.pages(assets, with_tables=tables is not None),
    ]
    if tables is not None:
        press = press or Press()
        press.told = hosting.measures.add
        live = app.extensions["live"] = Live(tables.store, streams)
        live.told = hosting.measures.put
        families += [*around.families(boards, tables, press), table.pages(tables), api.calls(tables, live, press)]
    if hosting.certificates is not None:
        families.insert(0, trusting.pages(hosting.certificates))
    if with_gallery:
        families.append(gallery.pages(boards))
    for family in families:
        app.register_blueprint(family)
    measuring.attach(app, hosting.measures, hosting.lines)
    if hosting.certificates is not None:
        trusting.attach(app)
    for part in (errors, refusals, origin, Limits(limits or {}), device, hand, headers):
        part.attach(app)
    return app
