"""The numbers by which a server process is tuned, each with what was measured."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# So that two workers can hold 5,000 phones, even if one of them gets more than half.
STREAMS: Final = 3_500
CONNECTIONS: Final = 2 * STREAMS + 1_000  # a phone has one for its stream and one for its requests
FILES_BESIDE: Final = 200  # open files other than connections; an idle process has 16
# With 5,000 phones, two processes and 16 threads each: tap to others 23.7 / 46.4 / 71.5 ms (p50 / p95 / p99).
THREADS: Final = 16
# Seconds after which a computing thread lets others run. A tap has to wait for its turn several times, since every
# step of a transaction lets others run. Measured next to four computing threads: a thread that had slept for 1 ms
# ran again after 3 to 6 ms (median) with 0.5 ms here, after 8 to 28 with 1 ms, after 79 to 147 with Python's default
# of 5 ms, and after 3 to 7 with 0.1 ms.
SWITCH: Final = 0.0005
# The thresholds of Python's garbage collector. Collecting the oldest generation, with all cached games in it, stopped
# everything for a third of a second; the garbage of a request is found in the youngest.
GARBAGE: Final = (10_000, 20, 50)


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Turns garbage collection off during the start, where it took a sixth of the time until the first answer."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def tune() -> None:
    """Tunes this process. To be called once in each one that serves, after boards and code are loaded."""
    gc.freeze()  # objects from the start are never checked for garbage
    gc.set_threshold(*GARBAGE)
    gc.enable()
    sys.setswitchinterval(SWITCH)
