"""Every number by which a server process is tuned, each with what was measured."""

from __future__ import annotations

import gc
import sys
from typing import Final

# Two workers hold 5,000 phones, also where one of them got the larger share.
STREAMS: Final = 3_500
CONNECTIONS: Final = 2 * STREAMS + 1_000  # a phone has one for its stream and one for its requests
FILES_BESIDE: Final = 200  # what a process has open that is no connection
# With 5,000 phones, two processes and 16 threads each: tap to others 23.7 / 46.4 / 71.5 ms (p50 / p95 / p99).
THREADS: Final = 16
# Seconds that a thread computes while others want to; Python's own choice is ten times as much, and a tap waits for
# several turns: every step of a transaction lets other threads run.
SWITCH: Final = 0.0005
GARBAGE: Final = (10_000, 20, 50)  # new objects until the young, the older and all are looked at


def tune() -> None:
    """Once in each process that serves, after everything that stays is loaded."""
    # A look for garbage among all the games that are kept stops everybody for a third of a second. What comes and
    # goes with a request is found among the young; what is there from the start is never looked at.
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH)
