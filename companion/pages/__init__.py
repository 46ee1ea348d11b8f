"""A package a page: `routes.py` answers requests, `view.py` makes what the template shows, without HTTP.

A package in this folder is a page. Its `routes.py` has one function for others, `create_blueprint(parts)`,
which gives a blueprint with the page's name.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final

from companion import packages

NO_PAGES: Final = frozenset({"parts", "shared"})  # what a page may use, and what several show


def every_page() -> list[str]:
    """The names of all pages."""
    return [name for name in packages.inside(__path__) if name not in NO_PAGES]


def routes(page: str) -> ModuleType:
    """The module that answers a page's requests."""
    return import_module(f"{__name__}.{page}.routes")
