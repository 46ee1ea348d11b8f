"""What only Unix has: `companion.host.unix` is None elsewhere, and whoever asks it does without.

Above all several processes at one socket: begun together, replaced one by one, ended together. Not uvicorn's own: it
starts each anew (0.7 s and 85 MB, before any board), and after a `kill -9` of the parent its workers live on and hold
the port. Here they are forked with every board read, and each holds the end of a pipe that closes when its parent is
gone, however it went.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

STOPS: Final = frozenset({signal.SIGINT, signal.SIGTERM})
PATIENCE: Final = 5.0  # seconds that workers get to stop; they need two at most
SHORT_LIFE: Final = 1.0  # seconds; one that ended sooner is not replaced sooner

Work = Callable[[int, int], None]


def run(count: int, work: Work) -> None:
    """`work(place, parent)` in so many processes, until this one is told to stop. It must have no threads yet.

    `place` is a number that no other has at the time; `parent` is readable, and at its end, when this one is gone.
    """
    heard = STOPS | {signal.SIGCHLD}
    signal.pthread_sigmask(signal.SIG_BLOCK, heard)  # heard below, and in a worker as soon as it knows what to do
    signal.signal(signal.SIGCHLD, lambda *_told: None)  # else some systems drop it unheard
    parent, held = os.pipe()

    def forked(place: int) -> int:
        sys.stdout.flush()
        return os.fork() or _begin(place, work, parent, held)

    places = {forked(place): (place, time.monotonic()) for place in range(count)}
    while signal.sigwait(heard) == signal.SIGCHLD:
        for ended in _ended():
            place, began = places.pop(ended)
            time.sleep(max(0.0, SHORT_LIFE - (time.monotonic() - began)))
            places[forked(place)] = place, time.monotonic()
    _stop(set(places))


def may_stop() -> None:
    """A worker knows what to do when it is told to stop."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS | {signal.SIGCHLD})


def _begin(place: int, work: Work, parent: int, held: int) -> NoReturn:
    """A worker's whole life. It leaves nothing to do, and does none of what its parent would do next."""
    status = 1
    try:
        os.close(held)
        work(place, parent)
        status = 0
    except BaseException as problem:
        sys.excepthook(type(problem), problem, problem.__traceback__)
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _ended() -> list[int]:
    found = []
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG)[0]) > 0:
            found.append(ended)
    return found


def _stop(workers: set[int]) -> None:
    until = time.monotonic() + PATIENCE
    for worker in workers:
        os.kill(worker, signal.SIGTERM)
    while workers and time.monotonic() < until:
        workers.difference_update(_ended())
        time.sleep(0.01)
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)


def most_files(wanted: int) -> int:
    """How many files a process may have open, after asking for so many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def stand_back(places: int) -> None:
    """This process stands so far behind all others in line."""
    with contextlib.suppress(OSError):
        os.nice(places)


def sync_folder(folder: Path) -> None:
    """Waits until a folder knows on the disk what is in it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
