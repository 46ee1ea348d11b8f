"""The server's log: a line of JSON for each request and each failure, for programs that look after servers.

No names, tickets, tokens, codes, and no address by which somebody could be found: what people sent is never in it.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

LOGGER: Final = logging.getLogger("trackside")
FIELDS: Final = "fields"


class Lines(logging.Formatter):
    """Formats a record as JSON. Of libraries' messages only the template is written, never its arguments."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
        }
        if record.name == LOGGER.name:
            line |= {"event": record.getMessage(), **getattr(record, FIELDS, {})}
        else:
            line |= {"event": "said", "by": record.name, "where": f"{Path(record.pathname).name}:{record.lineno}"}
            if record.args:  # the message is a form with gaps, and what would fill them stays out
                line["message"] = str(record.msg)
        if record.exc_info and record.exc_info[1] is not None:
            line |= fault(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def fault(error: BaseException) -> dict[str, Any]:
    """The kind of an error and the line it came from, without its message, which may hold what somebody typed."""
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "fault": type(error).__name__,
        "trace": [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames[-12:]],
    }


def write_lines() -> None:
    """Sends all logging to standard output in this form."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    LOGGER.setLevel(logging.INFO)


def tell(event: str, level: int = logging.INFO, **fields: Any) -> None:
    """Writes a line of the log, where lines are switched on."""
    LOGGER.log(level, event, extra={FIELDS: fields})


def neighbourhood(address: str) -> str:
    """The network of an address: enough to see that one network asks too much, too little to find a person."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((known, 24 if known.version == 4 else 48), strict=False))
