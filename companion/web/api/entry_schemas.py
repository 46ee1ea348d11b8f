"""The entries of a log, and those that may be reported, for the description of the interface."""

from __future__ import annotations

from typing import Any, Final

from pydantic import TypeAdapter

from companion.rules.mechanics import every_entry

ANY_ENTRY: Final = every_entry()
REPORTED: Final[TypeAdapter[Any]] = TypeAdapter(every_entry("hidden"))
BESIDE: Final = ("anyway", "reopen")
