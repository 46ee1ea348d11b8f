"""A second way to score a game record: plain and slow, written from the contract alone.

It shares no line with companion.rules; a Board is read as data. What both say of the same game must agree.
"""

from tests.slow.count import figures
from tests.slow.log import Position, Refused, in_force, judged

__all__ = ["Position", "Refused", "figures", "in_force", "judged"]
