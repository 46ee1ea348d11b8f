"""The printer: sheets as PDF, made by one process of its own at low priority, so that nothing else waits for them.

It is started with the first sheet, ended when one takes too long, and started again with the next. Whoever asks
while too many wait is told so at once.

Weighed against the pools of others. Those of Python itself cannot end a task that takes too long. Pebble's can, but
measures by the clock on the wall, so that a step of it ends a sheet; once its process is killed while it waits (for
memory, say) it takes nothing more; and three threads of it look around twenty times a second for ever.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from companion.host import unix
from companion.host.metrics import uncounted
from companion.i18n import gettext as _
from companion.i18n import language, speaking
from companion.languages import catalogue
from companion.sheet.pdf import CannotPrint

if TYPE_CHECKING:
    from collections.abc import Iterator

POLITE: Final = 10  # how far behind everything else it stands in line; at 19 a busy host makes no sheets
GRACE: Final = 1.0  # seconds to put its unpacked fonts away
START: Final = 30.0  # seconds that a new process may take to load what it needs, besides
IDLE: Final = 0.02  # seconds without a further sheet, and there is time to clear up
UNTIDY: Final = 4  # sheets after which it is done all the same
BLANKS: Final = 32  # blank sheets that are kept, some 90 KB each


class Busy(Exception):
    """Too many sheets are waiting; a sentence says to come back."""


class PrinterFailed(Exception):
    """A sheet could not be made; a sentence says so."""


class Printer:
    """`printer(record, paper)` gives a PDF, and so does `printer.blank(board, paper)`.

    May be called by many threads; sheets are made one after another, each in the language of whoever asks.
    """

    def __init__(self, boards: Sequence[Path] = (), queue: int = 8, seconds: float = 20.0) -> None:
        self._boards = [str(folder) for folder in boards]
        self._seconds = seconds
        self._places = threading.BoundedSemaphore(queue)
        self._turn = threading.Lock()
        self._process: Any = None
        self._line: Connection | None = None
        self._blanks: dict[tuple[str, str, str], bytes] = {}
        self.told: Callable[[str, float], None] = uncounted

    def __call__(self, record_json: bytes, size: str = "a4", address: str | None = None) -> bytes:
        """The sheet of a game record as PDF. Raises Busy, PrinterFailed, or CannotPrint where Pango is missing."""
        return self._printed(record_json, size, address)

    def blank(self, board: str, size: str = "a4") -> bytes:
        """A board's sheet for playing on paper as PDF. Raises the same.

        It is always the same one, and anybody may ask for it, so it is made once.
        """
        wanted = board, size, language()
        made = self._blanks.get(wanted)
        if made is None:
            made = self._blanks[wanted] = self._printed(board, size, None)
            for oldest in list(self._blanks)[:-BLANKS]:
                self._blanks.pop(oldest, None)
        return made

    def _printed(self, wanted: bytes | str, size: str, address: str | None) -> bytes:
        with self._place(), self._turn:
            kind, said = self._made((wanted, size, address, language()))
        if kind == "cannot":
            raise CannotPrint(said)
        if kind == "wrong":
            raise PrinterFailed(said)
        return bytes(said)

    def close(self) -> None:
        """Ends the process; a later sheet starts another."""
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.terminate()
            self._process.join(GRACE)
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._line = None

    @contextmanager
    def _place(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            raise Busy(_("Lots of sheets are being made right now. Try again in a minute."))
        self.told("sheets", 1)
        self.told("sheets_waiting", 1)
        try:
            yield
        finally:
            self.told("sheets_waiting", -1)
            self._places.release()

    def _made(self, wanted: tuple[bytes | str, str, str | None, str]) -> tuple[str, Any]:
        line = self._line if self._process is not None and self._process.is_alive() else None
        fresh = line is None
        line = line or self._started()
        until = monotonic() + self._seconds + (START if fresh else 0.0)
        try:
            line.send(wanted)
            if line.poll(max(0.0, until - monotonic())):
                answer: tuple[str, Any] = line.recv()
                return answer
        except (OSError, EOFError):
            self.close()
            raise PrinterFailed(_("The sheet couldn't be made. Try again.")) from None
        self.close()
        raise PrinterFailed(_("The sheet took too long. Try again."))

    def _started(self) -> Connection:
        self.close()
        context = get_context("spawn")  # a fork would take along every lock and socket of a server
        self._line, other = context.Pipe()
        self._process = context.Process(target=work, args=(other, self._boards), name="press", daemon=True)
        self._process.start()
        other.close()  # so that the process hears the end of the line when this side goes
        return self._line


def work(line: Connection, boards: Sequence[str]) -> None:
    """The loop of the printing process, until nobody needs it any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and that ends this
    signal.signal(signal.SIGTERM, lambda *_told: sys.exit())
    if unix:
        unix.stand_back(POLITE)
    from companion.record.checked_boards import boards as all_boards

    known = all_boards([Path(folder) for folder in boards])
    gc.disable()
    with suppress(OSError, EOFError):
        for number in count(1):
            wanted, size, address, spoken = line.recv()
            with speaking(catalogue(spoken)):
                line.send(_answer(known, wanted, size, address))
            if number % UNTIDY == 0 or not line.poll(IDLE):
                _tidy()


def _tidy() -> None:
    """Clears away what sheets left behind, which is much, while nobody waits for one."""
    gc.collect()
    if not gc.get_freeze_count():
        gc.freeze()  # what was loaded for the first stays, and is looked at no more


def _answer(known: Any, wanted: bytes | str, size: str, address: str | None) -> tuple[str, Any]:
    """The sheet of a record, or of a board that is named, with nothing on it."""
    from companion import sheet
    from companion.record import game_dates
    from companion.record.read import RecordWrong, read_record
    from companion.rules.tally import tally

    try:
        if isinstance(wanted, str):
            return "made", sheet.blank_pdf(known[wanted], size)
        record = read_record(wanted, known)
        result = tally(record.replayed())
        return "made", sheet.sheet_pdf(result, size, when=game_dates.day(record.log), address=address)
    except CannotPrint as missing:
        return "cannot", str(missing)
    except RecordWrong as wrong:
        return "wrong", str(wrong)
    except Exception as fault:  # whatever it is, it is told, and the next sheet is made
        return "wrong", f"{type(fault).__name__}: {fault}"
