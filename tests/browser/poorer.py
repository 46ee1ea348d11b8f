"""A browser that has less than ours: what plain http does not give, and what others never had."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext

WITHOUT: Final = """
const inNavigator = ["serviceWorker", "wakeLock", "clipboard", "vibrate", "locks", "share"];
for (const name of inNavigator) delete Navigator.prototype[name];
for (const name of ["BroadcastChannel", "SyncManager", "PushManager"]) delete window[name];
delete Crypto.prototype.randomUUID;
delete AbortSignal.timeout;
"""
# What remains of the tests is about what everybody has.
ABOUT_THEM: Final = ("test_worker.py", "test_install.py", "test_https.py")


def made(browser: Browser) -> Browser:
    """Whatever is opened with it from now on is poorer."""
    rich = browser.new_context

    def poor(**options: Any) -> BrowserContext:
        context = rich(**options)
        context.add_init_script(WITHOUT)
        return context

    browser.new_context = poor  # type: ignore[method-assign]
    return browser
