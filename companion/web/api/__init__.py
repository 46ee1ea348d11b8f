"""The HTTP interface: JSON in and out, for programs. By the same use-cases as the pages."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.host.streams import Live
from companion.i18n import gettext as _
from companion.play import Kind, Refused
from companion.play.keys import ProgramDevice
from companion.play.tables import Tables
from companion.sheet.pool import Printer
from companion.web import problems, refusals
from companion.web.api import boards, events, log, openapi, people, sheets
from companion.web.api import tables as whole
from companion.web.devices import known_device


def calls(tables: Tables, live: Live, printer: Printer) -> Blueprint:
    """Every call of the interface."""
    blueprint = Blueprint("api", __name__, url_prefix=problems.API.rstrip("/"))
    known = [
        *whole.calls(tables),
        *people.calls(tables),
        *log.calls(tables),
        *events.calls(tables, live),
        *sheets.calls(tables, printer),
        *boards.calls(tables.boards),
    ]
    known.append(openapi.call(known))
    for call in known:
        blueprint.add_url_rule(call.path, call.name, call.does, methods=[call.method])

    @blueprint.errorhandler(Refused)
    def refused(no: Refused) -> Response:
        """A token that is good for nothing is told apart from one that is good for another table."""
        device = known_device()
        if no.kind is Kind.NOT_FOUND and isinstance(device, ProgramDevice) and not tables.knows(device):
            return problems.as_json(401, "unknown-token", _("We don't know this token."))
        return refusals.refused(no)

    return blueprint
