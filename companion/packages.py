"""Lists the modules of a package, so that new files (pages, bonuses, mechanics) need no registration."""

from __future__ import annotations

from collections.abc import Iterable
from pkgutil import iter_modules


def inside(path: Iterable[str]) -> list[str]:
    """The names of the modules and packages in the package with this `__path__`, in alphabetical order."""
    return sorted(module.name for module in iter_modules(path))
