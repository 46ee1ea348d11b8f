"""Every number by which a server process is tuned, each with what was measured."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# Two workers hold 5,000 phones, also where one of them got the larger share.
STREAMS: Final = 3_500
CONNECTIONS: Final = 2 * STREAMS + 1_000  # a phone has one for its stream and one for its requests
FILES_BESIDE: Final = 200  # what a process has open that is no connection; 16 at rest
# With 5,000 phones, two processes and 16 threads each: tap to others 23.7 / 46.4 / 71.5 ms (p50 / p95 / p99).
THREADS: Final = 16
# Seconds that a thread computes while others want to. A tap waits for several turns: every step of a transaction lets
# others run. On a busy machine, beside four threads that computed, one that had slept for a millisecond had its turn
# after 3 to 6 ms (median); with 1 ms here after 8 to 28, with Python's own 5 ms after 79 to 147. With a tenth of a
# millisecond it was 3 to 7 again.
SWITCH: Final = 0.0005
# New objects until the young, the older and all are looked at. A look among all the games that were kept stopped
# everybody for a third of a second; what comes and goes with a request is found among the young.
GARBAGE: Final = (10_000, 20, 50)


@contextmanager
def starting() -> Iterator[None]:
    """While all is loaded, which stays: looking for garbage in it took a sixth of the way to the first answer."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def tune() -> None:
    """Once in each process that serves, after everything that stays is loaded."""
    gc.freeze()  # what is there from the start is never looked at
    gc.set_threshold(*GARBAGE)
    gc.enable()
    sys.setswitchinterval(SWITCH)
