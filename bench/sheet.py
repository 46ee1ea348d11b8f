"""A score sheet from record to PDF: warm, as a server makes them, and how large it is."""

import json
from collections.abc import Iterator, Mapping
from functools import partial

from bench.report import Row, at_most, best_ms, timed_ms, told
from companion.boards.model import Board
from companion.record.read import Record, record_json
from companion.sheet.pool import Printer
from tests.support.evenings import evening, fullest

FIRST = ("europe", "usa")
SEEDS = {2: 3, 5: 4}
ADDRESS = "https://trackside.example/t/abcd-efgh"
LIMITS = {2: 350.0, 5: 600.0}
# A sixth player has a part of the sheet like the others: a fifth more of what five may have.
SIXTH, KB = 1.2, 120


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """Two and five players on the first boards, and a golden game on each other."""
    printer = Printer()
    first, _pdf = timed_ms(lambda: printer.blank("usa"))
    yield told("the first sheet, for which the printer starts", f"{first:.0f} ms")
    for board in FIRST:
        for players, most in LIMITS.items():
            record = evening(SEEDS[players], board, players)
            yield from _sheet(printer, f"{boards[board].name}, {players} players", record, most)
    for board in sorted(boards.keys() - {*FIRST}):
        record = fullest(board)
        players = len(record.setup.players)
        times = SIXTH if players > 5 else 1
        yield from _sheet(printer, f"{boards[board].name}, {players} players", record, LIMITS[5], times)
    printer.close()


def _sheet(printer: Printer, of: str, record: Record, most: float, times: float = 1) -> Iterator[Row]:
    written = json.dumps(record_json(record)).encode()
    made = partial(printer, written, "a4", ADDRESS)
    size = len(made()) / 1000
    yield at_most(f"{of}: sheet, warm", best_ms(made), most * times)
    yield at_most(f"{of}: size of the sheet", size, KB * times, "KB")
