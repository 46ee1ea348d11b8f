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
from companion.web.api import (
    board_calls,
    circle_calls,
    joining_calls,
    log_calls,
    openapi,
    seat_calls,
    sheet_calls,
    stream_calls,
    table_calls,
)
from companion.web.api.calls import Services, respond
from companion.web.this_device import known_device

CALLS = [
    *table_calls.calls,
    *joining_calls.calls,
    *seat_calls.calls,
    *log_calls.calls,
    *stream_calls.calls,
    *sheet_calls.calls,
    *board_calls.calls,
    *circle_calls.calls,
]


def create_blueprint(use_cases: Tables, live: Live, printer: Printer) -> Blueprint:
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
