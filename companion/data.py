"""The only module that knows where templates/, static/, maps/ and languages/ are."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_IN_WHEEL = _PACKAGE / "_data"


def _root() -> Path:
    """The folder that these folders are in: inside the package in a wheel, beside it in a checkout."""
    return _IN_WHEEL if _IN_WHEEL.is_dir() else _PACKAGE.parent


def templates() -> Path:
    """The folder of page templates."""
    return _root() / "templates"


def static() -> Path:
    """The folder of style, script, fonts and icons."""
    return _root() / "static"


def maps() -> Path:
    """The folder of the built-in boards."""
    return _root() / "maps"


def languages() -> Path:
    """The folder of the catalogues, with a folder for each language."""
    return _root() / "languages"
