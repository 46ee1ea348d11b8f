"""Where Chromium is on this machine: `$CHROME`, then the usual names, then the usual places.

Measurements and pictures are made with the whole browser. Tests take its engine alone where there is one: pages are
the same in it, and a page costs a third less to open.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

ENGINE = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/snap/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "~/Applications/Chromium.app/Contents/MacOS/Chromium",
    "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
MISSING = "No Chromium found: set CHROME to its path, or run `make test` once, which says how to get it."


def find() -> str | None:
    """The path of Chromium or Chrome, or None if none is found."""
    named = os.environ.get("CHROME")
    if named:
        return shutil.which(named)
    on_path = (shutil.which(name) for name in NAMES)
    in_place = (shutil.which(Path(place).expanduser()) for place in PLACES)
    return next((str(found) for found in (*on_path, *in_place) if found), None)


def engine() -> str | None:
    """The path of Chromium's engine without the windows around it; else that of the whole browser, or None."""
    return find() if os.environ.get("CHROME") else shutil.which(ENGINE) or find()


if __name__ == "__main__":
    path = find()
    print(path or MISSING, file=sys.stdout if path else sys.stderr)
    sys.exit(0 if path else 1)
