"""A second way to count the further boards: plain, slow, and written from the rules alone.

It shares no line with the program: a board is read as data by `sheet`, a log by `game`, and points are counted by
`count`. `play` makes up games to count. What this and the program say of the same record must agree.
"""

from tests.slow.boards.count import figures
from tests.slow.boards.game import Game, judged
from tests.slow.boards.names import WrongName
from tests.slow.boards.sheet import Sheet, Track, from_toml
from tests.slow.log import Refused

__all__ = ["Game", "Refused", "Sheet", "Track", "WrongName", "figures", "from_toml", "judged"]
