"""Puts the web app together: what every request needs, the pages, and the HTTP interface."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from flask import Flask

from companion import data, i18n, pages
from companion.boards.model import Board
from companion.pages.parts import NotHere, Parts
from companion.play.tables import Tables
from companion.prose.sentences import in_full
from companion.sheet.pool import Printer
from companion.web import (
    api,
    csrf,
    errors,
    headers,
    https_only,
    moment,
    preferences,
    request_log,
    this_device,
)
from companion.web.assets import Assets
from companion.web.headers import PageVersion
from companion.web.hosting import Hosting
from companion.web.proxies import Proxies
from companion.web.rate_limits import Limits
from companion.web.request_language import RequestLanguage

LARGEST_FORM = 64 * 1024  # bytes; records and API calls have their own limits
STREAMS = 100  # open at a time, unless the server says how many it can hold


def create_app(
    boards: Mapping[str, Board],
    tables: Tables | None = None,
    *,
    streams: int = STREAMS,
    limits: Mapping[str, int] | None = None,
    printer: Printer | None = None,
    with_gallery: bool = False,
    hosting: Hosting | None = None,
) -> Flask:
    """The web app with these boards; without tables it only shows the boards.

    `streams` is how many live streams may be open at a time, `limits` how often per hour one address may do what is
    costly for others, `with_gallery` adds a page for working on the pictures, and `hosting` has the settings of a
    public server.
    """
    app = Flask("companion", template_folder=str(data.templates()), static_folder=None)
    app.url_map.strict_slashes = False
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_FORM
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    # JSON in attributes is short, and its objects keep their order: some are in the order of the log.
    short = {"ensure_ascii": False, "separators": (",", ":"), "sort_keys": False}
    app.jinja_env.policies["json.dumps_kwargs"] = short
    app.jinja_env.globals.update(i18n.for_templates())
    app.jinja_env.filters["in_full"] = in_full
    hosting = hosting or Hosting()
    app.wsgi_app = app.extensions["proxies"] = Proxies(app.wsgi_app, hosting.proxies)  # type: ignore[assignment, method-assign]
    assets = Assets.read(data.static(), boards)
    assets.attach(app)
    printer = printer or Printer()
    printer.count = hosting.measures.add
    parts = Parts(boards, assets, hosting, printer, tables, with_gallery)
    for page in pages.every_page():
        with suppress(NotHere):
            app.register_blueprint(pages.routes(page).create_blueprint(parts))
    if tables is not None:
        live = app.extensions["live"] = tables.live(streams)
        live.measure = hosting.measures.put
        app.register_blueprint(api.create_blueprint(tables, live, printer))
    request_log.attach(app, hosting.measures, hosting.lines)
    if tables is not None:
        moment.attach(app, tables)
    RequestLanguage(tables, hosting.language).attach(app)
    if hosting.secure is not None:
        app.extensions["secure"] = hosting.secure
        https_only.attach(app)
    hosting.reach.attach(app)
    hosting.notice.attach(app)
    app.extensions["owner"] = hosting.owner
    limited = Limits(limits or {}, tables)
    for part in (errors, csrf, limited, this_device, preferences, headers, PageVersion(assets.version)):
        part.attach(app)
    return app
