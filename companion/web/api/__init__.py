"""The HTTP interface: JSON for programs, by the same use-cases as the pages."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response

from companion.host.streams import Live
from companion.i18n import gettext as _
from companion.play import Kind, Refused
from companion.play.keys import ProgramDevice
from companion.play.tables import Tables
from companion.sheet.pool import Printer
from companion.web import errors, problems
from companion.web.api import boards, events, joining, log, openapi, seats, sheets, tables
from companion.web.api.calls import Services, respond
from companion.web.devices import known_device

CALLS = [*tables.calls, *joining.calls, *seats.calls, *log.calls, *events.calls, *sheets.calls, *boards.calls]


def calls(use_cases: Tables, live: Live, printer: Printer) -> Blueprint:
    """The blueprint with every call of the interface."""
    services = Services(use_cases, live, printer)
    blueprint = Blueprint("api", __name__, url_prefix=problems.API.rstrip("/"))
    for call in [*CALLS, *openapi.calls_for(CALLS)]:
        blueprint.add_url_rule(call.path, call.name, partial(respond, call, services), methods=[call.method])

    @blueprint.errorhandler(Refused)
    def refused(refusal: Refused) -> Response:
        """Answers 401 instead of 404 to a token that is at no table at all."""
        device = known_device()
        not_found = refusal.kind is Kind.NOT_FOUND
        if not_found and isinstance(device, ProgramDevice) and not use_cases.knows(device):
            return problems.problem_json(401, "unknown-token", _("We don't know this token."))
        return errors.refused(refusal)

    return blueprint
