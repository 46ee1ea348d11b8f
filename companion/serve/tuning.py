"""Every number by which a server process is tuned, each with what was measured."""

from __future__ import annotations

import gc
import sys
from typing import Final

# Two workers hold 5,000 phones, also where one of them got the larger share.
STREAMS: Final = 3_500
CONNECTIONS: Final = 2 * STREAMS + 1_000  # a phone has one for its stream and one for its requests
FILES_BESIDE: Final = 200  # what a process has open that is no connection
THREADS: Final = 16
SWITCH: Final = 0.0005
GARBAGE: Final = (10_000, 20, 50)


def tune() -> None:
    """Once in each process that serves, after everything that stays is loaded."""
    # A look for garbage among all the games that are kept stops everybody for a third of a second. What comes and
    # goes with a request is found among the young; what is there from the start is never looked at.
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH)
