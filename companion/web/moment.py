"""Reads each table's version only once per request, so that one answer is about one state and saves queries."""

from __future__ import annotations

from contextlib import ExitStack

from flask import Flask, g

from companion.play.tables import Tables


def attach(app: Flask, tables: Tables) -> None:
    """Makes each request one moment. To be attached before anything that reads a table."""

    @app.before_request
    def begin() -> None:
        """Begins the moment of this request, in which each version is read only once."""
        g.moment = ExitStack()
        g.moment.enter_context(tables.one_moment())

    @app.teardown_request
    def end(_error: BaseException | None) -> None:
        g.pop("moment", ExitStack()).close()
