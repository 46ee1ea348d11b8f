"""The entries of a log, and those that may be reported, as the models of the interface name them."""

from __future__ import annotations

from typing import Final

from companion.rules.mechanics import every_entry

ANY_ENTRY: Final = every_entry()
TO_REPORT: Final = every_entry("hidden")
