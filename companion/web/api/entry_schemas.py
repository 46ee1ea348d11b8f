"""The types of log entries, and of entries that may be reported, for the models in `schemas`."""

from __future__ import annotations

from typing import Final

from companion.rules.mechanics import any_entry

ANY_ENTRY: Final = any_entry()
TO_REPORT: Final = any_entry("hidden")
