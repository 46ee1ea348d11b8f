"""The call for a table's live stream, which sends the number of each new version."""

from __future__ import annotations

from flask import Response, request

from companion.host.streams import GOES_ON
from companion.i18n import gettext as _
from companion.play.keys import Device
from companion.web.api.calls import PRIVATE, Calls, Services, Who
from companion.web.problems import Problem
from companion.web.rate_limits import other_address

calls = Calls()
STREAM = "text/event-stream"
HEADERS = {**PRIVATE, "X-Accel-Buffering": "no"}
LATER = 15  # seconds after which to try again


@calls.add(method="GET", path="/tables/<table>/events", who=Who.DEVICE, answers={200: None}, content_type=STREAM)
def events(services: Services, device: Device, table: str) -> Response:
    """A stream of events whose id and data are the table's version, sent on connecting and after each change."""
    services.tables.must_be_at(table, device)
    stream = services.live.open(device, table, other_address())
    if stream is None:
        message = _("Too many programs are listening right now; fetch the state instead.")
        raise Problem(503, "too-many-streams", message, LATER)
    response = Response(iter([stream.first()]), content_type=STREAM, headers=HEADERS)
    # Our own server sends the later versions itself, so it takes the stream over; any other gets the first alone.
    take_over = request.environ.get(GOES_ON) if request.method == "GET" else None
    if take_over:
        take_over(stream)
    else:
        response.call_on_close(stream.close)
    return response
