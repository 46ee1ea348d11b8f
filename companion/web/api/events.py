"""The live stream of a table: the number of its version, whenever it changes."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.play import Tables
from companion.web.device import this_device
from companion.web.live import Live

HEADERS = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}


def add(family: Blueprint, tables: Tables, live: Live) -> None:
    """The call for a stream."""

    @family.get("/tables/<table>/events")
    def events(table: str) -> Response:
        device = this_device()
        tables.game(table, device)
        stream = live.open(device, table, request.environ)
        if stream is None:
            return Response(status=503, headers={"Retry-After": "15"})
        answer = Response(iter(stream), content_type="text/event-stream", headers=HEADERS)
        answer.call_on_close(stream.close)
        return answer
