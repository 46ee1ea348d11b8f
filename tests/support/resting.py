"""Putting away what a test opened in the browser, so that one page that hangs holds up nobody else."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Error

TRIES, PATIENCE = 2, 5_000  # ms


def put_away(context: BrowserContext) -> None:
    """Closes a context once its pages are at rest; one that does not come to rest stays open, and disturbs nobody.

    Chromium may forget to close a page that is just arriving somewhere, and closing has no time limit.
    See https://issues.chromium.org/issues/536385539.
    """
    for _ in range(TRIES):  # a page that is led elsewhere meanwhile breaks off the way to rest
        try:
            for page in context.pages:
                page.goto("about:blank", timeout=PATIENCE)
        except Error:
            continue
        context.close()
        return
