"""A score sheet from record to PDF: warm, as a server makes them, and how large it is."""

import json
from collections.abc import Iterator, Mapping
from functools import partial

from bench.report import Row, at_most, best_ms, timed_ms, told
from companion import sheet
from companion.boards.model import Board
from companion.record.read import Record, record_json
from companion.rules.tally import tally
from companion.sheet.pool import Printer
from tests.support.evenings import evening, fullest

FIRST = ("europe", "usa")
SEEDS = {2: 3, 5: 4}
ADDRESS = "https://trackside.example/t/abcd-efgh"
LIMITS = {2: 350.0, 5: 600.0}
# A sixth player has a part of the sheet like the others: a fifth more of what five may have.
SIXTH, KB = 1.2, 120


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """Two and five players on the first boards, a golden game on each other, and one of them through the press."""
    for board in FIRST:
        for players, most in LIMITS.items():
            yield from _sheet(
                f"{boards[board].name}, {players} players", evening(SEEDS[players], board, players), most
            )
    for board in sorted(boards.keys() - {*FIRST}):
        record = fullest(board)
        players = len(record.setup.players)
        yield from _sheet(f"{boards[board].name}, {players} players", record, LIMITS[5], SIXTH if players > 5 else 1)
    yield from _press(evening(SEEDS[5], "europe", 5))


def _sheet(of: str, record: Record, most: float, times: float = 1) -> Iterator[Row]:
    made = partial(_made, record)
    size = len(made()) / 1000
    yield at_most(f"{of}: sheet, warm", best_ms(made), most * times)
    yield at_most(f"{of}: size of the sheet", size, KB * times, "KB")


def _made(record: Record) -> bytes:
    return sheet.sheet_pdf(tally(record.replayed()), address=ADDRESS)


def _press(record: Record) -> Iterator[Row]:
    """Through a process of its own: the first has to be started for it."""
    printer, written = Printer(), json.dumps(record_json(record)).encode()
    first, _pdf = timed_ms(lambda: printer(written))
    yield told("press: the first sheet", f"{first:.0f} ms")
    yield told("press: a further sheet of five", f"{best_ms(lambda: printer(written)):.0f} ms")
    printer.close()
