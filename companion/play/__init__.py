"""The use-cases: open a table, sit down, report an entry, put right, finish. Store and rules, and no Flask.

Pages and programs go through the same functions; what a device may do is decided here, and in `view` what it sees.
"""

from typing import TYPE_CHECKING, Any

from companion.play.refusals import Kind, Refused
from companion.play.view import View

if TYPE_CHECKING:
    from companion.play.tables import Tables

__all__ = ["Kind", "Refused", "Tables", "View"]


def __getattr__(name: str) -> Any:
    """Loads the use-cases with all that they need, such as the database, only where they are asked for."""
    if name == "Tables":
        from companion.play.tables import Tables

        return Tables
    raise AttributeError(name)
