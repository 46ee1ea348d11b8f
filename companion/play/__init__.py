"""The use-cases: open a table, sit down, report an entry, put right, finish. Store and rules, and no Flask.

Pages and programs go through the same functions; what a device may see and do is decided here.
"""

from companion.play.game import Game, Viewer
from companion.play.refusals import Kind, Refused
from companion.play.tables import Tables

__all__ = ["Game", "Kind", "Refused", "Tables", "Viewer"]
