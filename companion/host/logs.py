"""The server's log: a line of JSON for each request and failure, for monitoring.

Nothing that people sent is in it: no names, tickets, tokens or codes, and no full addresses.
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
FIELDS: Final = "fields"  # the attribute of a log record that has the fields of an event
INNERMOST: Final = 12  # frames of an error's trace that are logged
PREFIXES: Final = {4: 24, 6: 48}  # bits of an address that are logged, by the version of IP


class Lines(logging.Formatter):
    """Formats a record as JSON. Of libraries' messages only the template is written, never its arguments."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line of JSON; what players typed is left out of other libraries' messages."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
        }
        if record.name == LOGGER.name:
            line |= {"event": record.getMessage(), **getattr(record, FIELDS, {})}
        else:
            line |= {"event": "said", "by": record.name, "where": f"{Path(record.pathname).name}:{record.lineno}"}
            if record.args:  # then the message is a template, and its arguments are left out
                line["message"] = str(record.msg)
        if record.exc_info and record.exc_info[1] is not None:
            line |= fault(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def fault(error: BaseException) -> dict[str, Any]:
    """The kind of an error and the lines it came through, without its message, which may hold what somebody typed."""
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "fault": type(error).__name__,
        "trace": [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames[-INNERMOST:]],
    }


def write_lines() -> None:
    """Makes all logging go to standard output as lines of JSON."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    LOGGER.setLevel(logging.INFO)


def log_event(event: str, level: int = logging.INFO, **fields: Any) -> None:
    """Logs an event with these fields, if logging is switched on."""
    LOGGER.log(level, event, extra={FIELDS: fields})


def network_prefix(address: str) -> str:
    """The network of an address: enough to notice that one network sends too much, too little to find a person."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((parsed, PREFIXES[parsed.version]), strict=False))
