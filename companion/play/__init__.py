"""The use-cases: open a table, sit down, report an entry, put right, finish. Store and rules, and no Flask.

Pages and programs go through the same functions; what a device may do is decided here, and in `view` what it sees.
`tables` has the object by which everything is done; it is imported by whoever needs a database.
"""

from companion.play.refusals import Kind, Refused
from companion.play.view import View

__all__ = ["Kind", "Refused", "View"]
