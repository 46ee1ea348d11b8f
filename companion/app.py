"""The web app: what every request needs, and the pages."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Flask

from companion import data, i18n
from companion.boards.model import Board
from companion.host.streams import Live
from companion.pages.about import routes as about
from companion.pages.board_pictures import routes as board_pictures
from companion.pages.boards import routes as shelf
from companion.pages.counted import routes as counted
from companion.pages.downloads import routes as downloads
from companion.pages.end import routes as end
from companion.pages.gallery import routes as gallery
from companion.pages.health import routes as health
from companion.pages.help import routes as help
from companion.pages.home import routes as home
from companion.pages.import_game import routes as import_game
from companion.pages.join import routes as join
from companion.pages.language import routes as language
from companion.pages.log import routes as log
from companion.pages.manifest import routes as manifest
from companion.pages.new_game import routes as new_game
from companion.pages.people import routes as people
from companion.pages.phone import routes as phone
from companion.pages.recount import routes as recount
from companion.pages.reveal import routes as reveal
from companion.pages.route_list import routes as routes
from companion.pages.rulebook import routes as rulebook
from companion.pages.service_worker import routes as service_worker
from companion.pages.setup import routes as setup
from companion.pages.speech import routes as speech
from companion.pages.table import routes as table
from companion.pages.tally import routes as tally
from companion.pages.television import routes as television
from companion.pages.tickets import routes as tickets
from companion.pages.trust import routes as trust
from companion.pages.whereabouts import routes as along
from companion.play import Tables
from companion.prose.sentences import in_full
from companion.sheet.pool import Printer
from companion.web import api, csrf, devices, errors, headers, left_hand, nudges, refusals, request_log
from companion.web.assets import Assets
from companion.web.hosting import Hosting
from companion.web.language import Spoken
from companion.web.limits import Limits
from companion.web.proxies import Proxies
from companion.web.versions import Versions

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
        live = app.extensions["live"] = Live(tables.store, streams)
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
    Spoken(tables, hosting.language).attach(app)
    if hosting.secure is not None:
        trust.attach(app)
    limited = Limits(limits or {}, tables.store.engine if tables else None)
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
