"""The printer: one process at low priority, that is waited for so long and not longer."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.i18n import speaking
from companion.languages import catalogue
from companion.sheet import pool as presses
from companion.sheet.pool import Busy, Printer, PrinterFailed
from tests.sheet.test_sheet import pages, words
from tests.support.evenings import Evening

RECORD = json.dumps(Evening(3, "usa", 2).record(title="Friday night")).encode()


@pytest.fixture(scope="module")
def printer():
    made = Printer()
    yield made
    made.close()


def test_it_works_again_and_again_in_one_process_behind_all_others(printer):
    pdf = printer(RECORD, address="https://trackside.example/t/x")
    assert "FRIDAY NIGHT" in words(pdf)[0]
    assert "https://trackside.example/t/x" in words(pdf)[0]
    process = printer._process.pid
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process) == min(19, own + presses.NICENESS)
    assert round(pages(printer(RECORD, "letter"))[0].get_width()) == 612
    assert printer._process.pid == process


def test_a_wrong_record_is_told_and_the_next_is_made(printer):
    with pytest.raises(PrinterFailed, match="not-json"):
        printer(b"{")
    with pytest.raises(PrinterFailed, match="KeyError"):
        printer(RECORD, "a0")
    assert printer(RECORD).startswith(b"%PDF")


def test_a_blank_sheet_is_made_once_in_each_language_and_size(printer, monkeypatch):
    first = printer.blank("usa")
    monkeypatch.setattr(presses, "MOST_BLANKS", 2)
    printer._process.kill()
    printer._process.join()
    assert printer.blank("usa") is first
    assert not printer._process.is_alive(), "nothing was made"
    other = printer.blank("usa", "letter")
    assert round(pages(other)[0].get_width()) == 612
    with speaking(catalogue("de")):
        assert words(printer.blank("usa")) != words(first)
    assert printer.blank("usa", "letter") is other
    assert printer.blank("usa") is not first, "the oldest made room"


def test_when_it_dies_it_is_started_again(printer):
    printer(RECORD)
    printer._process.kill()
    printer._process.join()
    assert printer(RECORD).startswith(b"%PDF")


def test_when_it_dies_at_work_that_is_told(printer):
    printer(RECORD)
    threading.Timer(0.05, printer._process.kill).start()
    with pytest.raises(PrinterFailed, match="Try again"):
        printer(RECORD)
    assert printer(RECORD).startswith(b"%PDF")


def test_what_takes_too_long_is_given_up(printer, monkeypatch):
    printer(RECORD)
    started = printer._process.pid
    printer._seconds = 0.01
    with pytest.raises(PrinterFailed, match="too long"):
        printer(RECORD)
    printer._seconds = 20.0
    assert printer(RECORD).startswith(b"%PDF")
    assert printer._process.pid != started


def test_where_too_many_wait_one_is_told_at_once():
    printer = Printer(queue=2)
    with ThreadPoolExecutor(4) as people:
        asked = [people.submit(printer, RECORD) for _ in range(4)]
        faults = [type(one.exception()) for one in asked]
    printer.close()
    assert faults.count(Busy) == 2
    assert faults.count(type(None)) == 2


def test_it_goes_with_whoever_started_it_and_leaves_nothing_behind(tmp_path: Path):
    import subprocess

    script = tmp_path / "served.py"
    script.write_text(
        "import os, sys\n"
        "from companion.sheet.pool import Printer\n"
        "if __name__ == '__main__':\n"
        "    press = Printer()\n"
        f"    press({RECORD!r})\n"
        "    print(press._process.pid, flush=True)\n"
        "    if sys.argv[1:]: os.kill(os.getpid(), 9)\n"
    )
    for how in ([], ["killed"]):
        place = tmp_path / f"tmp{len(how)}"
        place.mkdir()
        command, env = [sys.executable, str(script), *how], os.environ | {"TMPDIR": str(place)}
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=env)
        assert done.stderr == ""
        assert gone(int(done.stdout))
        assert not [left for left in place.iterdir() if left.name.startswith("weasyprint")]


def gone(process: int) -> bool:
    """Within a few seconds."""
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False
