"""What only Unix has. On other systems `companion.host.unix` is None, and callers do without it.

Mainly this runs several worker processes on one socket and replaces those that end. Uvicorn's own workers each start
from scratch (0.7 s and 85 MB, before any board is read), and after a `kill -9` of the parent they live on and keep
the port. Here workers are forked once all boards are read, and each has one end of a pipe that closes when the parent
ends in whatever way.
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
SHORT_LIFE: Final = 1.0  # seconds after its start before which a worker that ended is not replaced

Work = Callable[[int, int], None]  # what a worker does; see `run` for the two numbers


def run(count: int, work: Work) -> None:
    """Runs `work(place, parent)` in several processes until this one is told to stop. It must have no threads yet.

    `place` is a number that no other running worker has. `parent` is a file descriptor that becomes readable when
    this process has ended.
    """
    heard = STOPS | {signal.SIGCHLD}
    signal.pthread_sigmask(signal.SIG_BLOCK, heard)  # waited for below; workers unblock them in `accept_signals`
    signal.signal(signal.SIGCHLD, lambda *_args: None)  # without a handler some systems discard it
    parent, parents_end = os.pipe()  # only this process holds the other end open, so its death closes it

    def forked(place: int) -> int:
        """Forks a worker, and gives its process id; the worker itself never returns from here."""
        sys.stdout.flush()
        return os.fork() or _run_worker(place, work, parent, parents_end)

    places = {forked(place): (place, time.monotonic()) for place in range(count)}
    while signal.sigwait(heard) == signal.SIGCHLD:
        for ended in _reaped():
            place, began = places.pop(ended)
            time.sleep(max(0.0, SHORT_LIFE - (time.monotonic() - began)))
            places[forked(place)] = place, time.monotonic()
    _stop(set(places))


def accept_signals() -> None:
    """Unblocks the signals in a worker, once it can handle them."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS | {signal.SIGCHLD})


def _run_worker(place: int, work: Work, parent: int, parents_end: int) -> NoReturn:
    """Runs a worker and ends its process, so that it never returns into the code of its parent.

    The worker closes its copy of the parent's end of the pipe: as long as it held one, it would
    not notice that the parent is gone.
    """
    status = 1
    try:
        os.close(parents_end)
        work(place, parent)
        status = 0
    except BaseException as problem:
        sys.excepthook(type(problem), problem, problem.__traceback__)
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _reaped() -> list[int]:
    """The processes that have ended since the last call."""
    processes = []
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG)[0]) > 0:
            processes.append(ended)
    return processes


def _stop(workers: set[int]) -> None:
    """Asks the workers to end, and ends by force those that have not after PATIENCE."""
    until = time.monotonic() + PATIENCE
    for worker in workers:
        os.kill(worker, signal.SIGTERM)
    while workers and time.monotonic() < until:
        workers.difference_update(_reaped())
        time.sleep(0.01)
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)


def most_files(wanted: int) -> int:
    """Raises this process's limit of open files as far as allowed, up to `wanted`; gives the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def stand_back(places: int) -> None:
    """Lowers the priority of this process by so many steps."""
    with contextlib.suppress(OSError):
        os.nice(places)


def sync_folder(folder: Path) -> None:
    """Waits until the entries of a folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
