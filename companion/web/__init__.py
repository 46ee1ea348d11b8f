"""The web app. Everything in here may know Flask; nothing outside may know this but the command line."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Flask

from companion import data, i18n
from companion.boards.model import Board
from companion.play.tables import Tables
from companion.prose.sentences import in_full
from companion.sheet.pool import Printer
from companion.web import (
    about,
    along,
    api,
    board_pictures,
    counted,
    downloads,
    end,
    gallery,
    health,
    help,
    home,
    import_game,
    join,
    language,
    log,
    manifest,
    new_game,
    people,
    phone,
    recount,
    reveal,
    routes,
    rulebook,
    service_worker,
    setup,
    speech,
    table,
    tally,
    television,
    tickets,
    trust,
)
from companion.web import boards as shelf
from companion.web.hosting import Hosting, Secure
from companion.web.http import csrf, devices, errors, headers, left_hand, moment, nudges, refusals, request_log
from companion.web.http.assets import Assets
from companion.web.http.language import Spoken
from companion.web.http.limits import Limits
from companion.web.http.proxies import Proxies
from companion.web.http.versions import Versions

__all__ = ["Hosting", "Secure", "create_app"]

LARGEST = 64 * 1024
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
    """The app with these boards on its shelf; without tables only the shelf is shown.

    `streams` may be open at a time; `limits` says how often an hour one address may do what costs others. The
    gallery is for whoever works on the pictures, `hosting` is what only a host has.
    """
    app = Flask("companion", template_folder=str(data.templates()), static_folder=None)
    app.url_map.strict_slashes = False
    app.config["MAX_CONTENT_LENGTH"] = LARGEST  # a form; records and calls have limits of their own
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(i18n.for_templates())
    app.jinja_env.filters["in_full"] = in_full
    hosting = hosting or Hosting()
    app.wsgi_app = app.extensions["proxies"] = Proxies(app.wsgi_app, hosting.proxies)  # type: ignore[assignment, method-assign]
    assets = Assets.read(data.static(), boards)
    assets.attach(app)
    printer = printer or (Printer() if tables else None)
    blueprints = [
        home.pages(tables),
        shelf.pages(boards, printer),
        board_pictures.pages(boards),
        rulebook.pages(boards),
        about.pages(hosting.keep_days, with_tables=tables is not None),
        language.pages(),
        help.pages(),
        health.pages(tables),
        service_worker.pages(assets, data.static()),
        manifest.pages(assets, with_tables=tables is not None),
    ]
    if tables is not None and printer is not None:
        printer.told = hosting.measures.add
        live = app.extensions["live"] = tables.live(streams)
        live.told = hosting.measures.put
        blueprints += [*_of_tables(boards, tables, printer), api.calls(tables, live, printer)]
    if hosting.secure is not None:
        app.extensions["secure"] = hosting.secure
        blueprints.insert(0, trust.pages(hosting.secure))
    if with_gallery:
        blueprints.append(gallery.pages(boards))
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    request_log.attach(app, hosting.measures, hosting.lines)
    if tables is not None:
        moment.attach(app, tables)
    Spoken(tables, hosting.language).attach(app)
    if hosting.secure is not None:
        trust.attach(app)
    limited = Limits(limits or {}, tables)
    own = (devices, left_hand, nudges)  # what a browser keeps of its own
    for part in (errors, refusals, csrf, limited, *own, headers, Versions(assets.version)):
        part.attach(app)
    return app


def _of_tables(boards: Mapping[str, Board], tables: Tables, printer: Printer) -> list[Blueprint]:
    """The pages that need tables, in the order in which people meet them."""
    return [
        new_game.pages(boards, tables),
        import_game.pages(boards, tables),
        join.pages(tables),
        table.pages(tables),
        along.pages(tables),
        people.pages(tables),
        phone.pages(tables),
        setup.pages(boards, tables),
        log.pages(tables),
        tickets.pages(tables),
        routes.pages(tables),
        speech.pages(tables),
        television.pages(tables),
        recount.pages(tables),
        counted.pages(tables),
        end.pages(tables),
        reveal.pages(tables),
        tally.pages(tables),
        downloads.pages(tables, printer),
    ]
