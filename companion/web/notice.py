"""A line that whoever runs this server shows on every page, such as when it will be away."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from flask import Flask

AGAIN: Final = 5.0  # seconds after which the file is read again
MOST: Final = 200  # characters


class Notice:
    """The first line of a file, which may come, change and go while the server runs."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._text, self._read = "", -AGAIN

    def __call__(self) -> str:
        """The line as it is now, or was a few seconds ago; empty without a file or where it can't be read."""
        if self._file is not None and time.monotonic() - self._read >= AGAIN:
            self._text, self._read = _first_line(self._file), time.monotonic()
        return self._text

    def attach(self, app: Flask) -> None:
        """Lets every template show the line, as `host_notice()`."""
        app.jinja_env.globals["host_notice"] = self


def _first_line(file: Path) -> str:
    """The first line of a file that has text, shortened; empty where the file can't be read."""
    with suppress(OSError, UnicodeDecodeError):
        return file.read_text().strip().partition("\n")[0].strip()[:MOST]
    return ""
