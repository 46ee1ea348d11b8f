"""The printer: makes sheets as PDF in one separate process of low priority, so that nothing else waits for them.

The process starts with the first sheet, is ended when a sheet takes too long, and starts again with the next.
Whoever asks while too many wait is refused at once.

Why we don't use a library's pool: Python's own can't end a task that takes too long. Pebble's can, but it measures by
the wall clock, so that setting the clock ends a sheet; if its process is killed while idle (for memory, say), it
takes no further task; and three of its threads wake up twenty times a second for ever.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from companion.host import unix
from companion.host.metrics import no_measure
from companion.i18n import gettext as _
from companion.i18n import language, speaking
from companion.languages import catalogue
from companion.sheet.html_to_pdf import CannotPrint

if TYPE_CHECKING:
    from collections.abc import Iterator

NICENESS: Final = 10  # below everything else; at 19 a busy host would make no sheets
EXIT_SECONDS: Final = 1.0  # to remove its unpacked fonts
START_SECONDS: Final = 30.0  # added for a new process, which has to load its modules
IDLE_SECONDS: Final = 0.02  # without another sheet, after which it frees memory
SHEETS_BETWEEN_TIDYING: Final = 4  # after so many it frees memory even while others wait
CARD: Final = "card"  # asked for in place of a size of paper
MOST_BLANKS: Final = 32  # blank sheets that are stored, some 90 KB each


class Busy(Exception):
    """Too many sheets are waiting; the message says to come back."""


class PrinterFailed(Exception):
    """A sheet could not be made; the message says so."""


class Printer:
    """Makes PDFs: `printer(record, paper)` of a game, `printer.blank(board, paper)` of a blank sheet.

    Many threads may call it; sheets are made one after another, each in the language in use where it was called.
    """

    def __init__(self, boards: Sequence[Path] = (), queue: int = 8, seconds: float = 20.0) -> None:
        self._boards = [str(folder) for folder in boards]
        self._seconds = seconds
        self._queue = threading.BoundedSemaphore(queue)
        self._lock = threading.Lock()
        self._process: Any = None
        self._connection: Connection | None = None
        self._blanks: dict[tuple[str, str, str], bytes] = {}
        self.count: Callable[[str, float], None] = no_measure

    def __call__(self, record_json: bytes, size: str = "a4", **details: Any) -> bytes:
        """The sheet of a game record as PDF; `details` are those that `sheet_pdf` takes.

        Raises Busy, PrinterFailed, or CannotPrint where Pango is missing.
        """
        return self._print(record_json, size, details)

    def blank(self, board: str, size: str = "a4") -> bytes:
        """A board's sheet for playing on paper as PDF. Raises the same exceptions as a call.

        It is always the same, and anybody may ask for it, so it is stored once made.
        """
        wanted = board, size, language()
        made = self._blanks.get(wanted)
        if made is None:
            made = self._blanks[wanted] = self._print(board, size)
            for oldest in list(self._blanks)[:-MOST_BLANKS]:
                self._blanks.pop(oldest, None)
        return made

    def card(self, record_json: bytes) -> bytes:
        """The result of a game record as a picture (JPEG). Raises the same exceptions as a call."""
        return self._print(record_json, CARD)

    def _print(self, wanted: bytes | str, size: str, details: Mapping[str, Any] | None = None) -> bytes:
        """The sheet of a record (bytes) or of a board (its id). Raises an exception where it couldn't be made."""
        with self._queue_place(), self._lock:
            kind, answer = self._ask_process((wanted, size, details or {}, language()))
        if kind == "cannot":
            raise CannotPrint(answer)
        if kind == "wrong":
            raise PrinterFailed(answer)
        return bytes(answer)

    def close(self) -> None:
        """Ends the process; a later sheet starts another."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.terminate()
            self._process.join(EXIT_SECONDS)
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._connection = None

    @contextmanager
    def _queue_place(self) -> Iterator[None]:
        """A place in the queue while a sheet is made. Raises Busy where there is none."""
        if not self._queue.acquire(blocking=False):
            raise Busy(_("Lots of sheets are being made right now. Try again in a minute."))
        self.count("sheets", 1)
        self.count("sheets_waiting", 1)
        try:
            yield
        finally:
            self.count("sheets_waiting", -1)
            self._queue.release()

    def _ask_process(self, wanted: tuple[bytes | str, str, Mapping[str, Any], str]) -> tuple[str, Any]:
        """The answer of the printing process, as `_make` gives it.

        Where the process fails or takes too long, it is ended, and PrinterFailed is raised.
        """
        is_running = self._process is not None and self._process.is_alive()
        connection = self._connection if is_running else None
        seconds = self._seconds
        if connection is None:
            connection = self._start_process()
            seconds += START_SECONDS
        deadline = monotonic() + seconds
        try:
            connection.send(wanted)
            if connection.poll(max(0.0, deadline - monotonic())):
                answer: tuple[str, Any] = connection.recv()
                return answer
        except (OSError, EOFError):
            self.close()
            raise PrinterFailed(_("The sheet couldn't be made. Try again.")) from None
        self.close()
        raise PrinterFailed(_("The sheet took too long. Try again."))

    def _start_process(self) -> Connection:
        """The connection to a new printing process."""
        self.close()
        context = get_context("spawn")  # a fork would take along every lock and socket of a server
        self._connection, other = context.Pipe()
        self._process = context.Process(target=work, args=(other, self._boards), name="press", daemon=True)
        self._process.start()
        other.close()  # so that the process notices when this side closes
        return self._connection


def work(connection: Connection, boards: Sequence[str]) -> None:
    """What the printing process does: makes sheets and sends them, until its connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and that ends this
    signal.signal(signal.SIGTERM, lambda *_args: sys.exit())
    if unix:
        unix.stand_back(NICENESS)
    from companion.record.checked_boards import boards as all_boards

    board_by_id = all_boards([Path(folder) for folder in boards])
    gc.disable()
    with suppress(OSError, EOFError):
        for number in count(1):
            wanted, size, details, tag = connection.recv()
            with speaking(catalogue(tag)):
                connection.send(_make(board_by_id, wanted, size, details))
            if number % SHEETS_BETWEEN_TIDYING == 0 or not connection.poll(IDLE_SECONDS):
                _collect_garbage()


def _collect_garbage() -> None:
    """Frees the memory of finished sheets. Garbage is only collected here, so that no sheet has to wait for it."""
    gc.collect()
    if not gc.get_freeze_count():
        gc.freeze()  # modules loaded for the first sheet stay and need no checking


def _make(boards: Any, wanted: bytes | str, size: str, details: Mapping[str, Any]) -> tuple[str, Any]:
    """What the process answers: "made" and the sheet, or "cannot" or "wrong" and a sentence that says why.

    It is the sheet of a record, or the blank sheet of a board if `wanted` is a board's id.
    """
    from companion import sheet
    from companion.record import game_dates
    from companion.record.read import RecordWrong, read_record
    from companion.rules.tally import tally

    try:
        if isinstance(wanted, str):
            return "made", sheet.blank_pdf(boards[wanted], size)
        record = read_record(wanted, boards)
        result = tally(record.replayed())
        if size == CARD:
            return "made", sheet.card_jpeg(result)
        when = game_dates.day(record.log)
        return "made", sheet.sheet_pdf(result, size, when=when, **details)
    except CannotPrint as missing:
        return "cannot", str(missing)
    except RecordWrong as wrong:
        return "wrong", str(wrong)
    except Exception as fault:  # any fault is reported, and the next sheet is made
        return "wrong", f"{type(fault).__name__}: {fault}"
