"""The use-cases: open a table, take a seat, report an entry, correct one, finish. They use store and rules, not
Flask.

Pages and programs call the same functions. What a device may do is decided here; what it may see is decided in
`view`. `Tables` (in `tables`) gives access to all of it; only code that needs a database imports it.
"""

from companion.play.refusals import Kind, Refused
from companion.play.view import View

__all__ = ["Kind", "Refused", "View"]
