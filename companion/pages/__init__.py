"""One package per page: `routes.py` answers requests, `view.py` prepares what the template shows, without HTTP.

The only function of `routes.py` that others call is `create_blueprint(parts)`: it returns a blueprint with the page's
name.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final

from companion import packages

NO_PAGES: Final = frozenset({"parts", "shared"})  # what pages are given, and what several of them use


def every_page() -> list[str]:
    """The names of the packages here that are pages."""
    return [name for name in packages.inside(__path__) if name not in NO_PAGES]


def routes(page: str) -> ModuleType:
    """The module that answers a page's requests."""
    return import_module(f"{__name__}.{page}.routes")
