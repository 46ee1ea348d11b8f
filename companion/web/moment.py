"""A request is about one moment: a table is asked for once, whatever of it the answer needs."""

from __future__ import annotations

from contextlib import ExitStack

from flask import Flask, g

from companion.play.tables import Tables


def attach(app: Flask, tables: Tables) -> None:
    """Before all else that may look at a table."""

    @app.before_request
    def begin() -> None:
        g.moment = ExitStack()
        g.moment.enter_context(tables.one_moment())

    @app.teardown_request
    def end(_error: BaseException | None) -> None:
        g.pop("moment", ExitStack()).close()
