"""The HTTP interface: JSON in and out, for programs. By the same use-cases as the pages."""

from __future__ import annotations

from flask import Blueprint

from companion.play import Tables
from companion.web.api import events
from companion.web.live import Live


def calls(tables: Tables, live: Live) -> Blueprint:
    """Every call of the interface."""
    family = Blueprint("api", __name__, url_prefix="/api")
    events.add(family, tables, live)
    return family
