"""The live stream of a table: the number of its version, whenever it changes."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response, request

from companion.host.streams import GOES_ON, Live
from companion.i18n import gettext as _
from companion.play.tables import Tables
from companion.web.api.calls import PRIVATE, Call, asking
from companion.web.limits import other_address
from companion.web.problems import Problem

STREAM = "text/event-stream"
HEADERS = {**PRIVATE, "X-Accel-Buffering": "no"}
LATER = 15  # seconds until a stream may be free; until then the state can be asked for


def calls(tables: Tables, live: Live) -> Iterator[Call]:
    """The call for a stream."""

    def events(table: str) -> Response:
        device = asking()
        tables.must_be_at(table, device)
        stream = live.open(device, table, other_address())
        if stream is None:
            raise Problem(
                503,
                "too-many-streams",
                _("Too many programs are listening right now; fetch the state instead."),
                LATER,
            )
        goes_on = request.environ.get(GOES_ON) if request.method == "GET" else None
        answer = Response(iter([stream.first()]), content_type=STREAM, headers=HEADERS)
        if goes_on:
            goes_on(stream)
        else:
            answer.call_on_close(stream.close)
        return answer

    about = "A stream whose id and data are the version, on connecting and after each change; nothing else."
    yield Call("events", "GET", "/tables/<table>/events", about, events, kind=STREAM)
