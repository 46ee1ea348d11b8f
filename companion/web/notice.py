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
        """The line; empty where there is nothing to say."""
        if self._file is not None and time.monotonic() - self._read >= AGAIN:
            self._text, self._read = _first_line(self._file), time.monotonic()
        return self._text

    def attach(self, app: Flask) -> None:
        """Gives it to the templates."""
        app.jinja_env.globals["host_notice"] = self  # `notice` is what pages tell themselves


def _first_line(file: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return file.read_text().strip().partition("\n")[0].strip()[:MOST]
    return ""
