"""`companion serve` to be killed and started again on the same port, and phones that keep it busy."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random

from tests.faults.phones import Ask, Away, Lost, Phone, over_http
from tests.support.serving import free_port

STARTS = 30.0  # seconds
ORPHANED = 20.0  # seconds; workers need two at most, on a machine that does nothing else
OPTIONS = ("--tables", "0", "--imports", "0", "--codes", "0", "--sheets", "0", "--seats", "0")


class Server:
    """A server of this machine; what it says is kept."""

    def __init__(
        self, url: str, workers: int = 2, env: Mapping[str, str] | None = None, host: str = "127.0.0.1"
    ) -> None:
        self.url, self.workers, self.port, self.host = url, workers, free_port(), host
        self._env = {**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})}
        self._said = Path(tempfile.mkstemp(prefix="companion-said-")[1])
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        where = ("--host", self.host, "--port", str(self.port), "--workers", str(self.workers))
        command = [sys.executable, "-m", "companion", "serve", *where, "--database", self.url, *OPTIONS]
        with self._said.open("ab") as said:
            self._process = subprocess.Popen(
                command, stdout=said, stderr=subprocess.STDOUT, env=self._env, start_new_session=True
            )
        until = time.monotonic() + STARTS
        while not serves(self.port):
            assert self._process.poll() is None, self.said
            assert time.monotonic() < until, "the server did not come up"
            time.sleep(0.01)

    @property
    def process(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def workers_now(self) -> list[int]:
        """Its worker processes; where there is one process, that is it."""
        return self._children or [self.process]

    @property
    def _children(self) -> list[int]:
        text = Path(f"/proc/{self.process}/task/{self.process}/children").read_text()
        return [int(number) for number in text.split()] if self.workers > 1 else []

    @property
    def said(self) -> str:
        return self._said.read_text()

    @property
    def spent(self) -> float:
        """Seconds of processor time of parent and workers."""
        fields = [
            Path(f"/proc/{n}/stat").read_text().rpartition(")")[2].split() for n in (self.process, *self._children)
        ]
        return sum(int(found[11]) + int(found[12]) for found in fields) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Kilobytes of parent and workers."""
        return sum(memory_of(number) for number in (self.process, *self._children))

    def kill(self) -> None:
        """Every process of it, at once, without a word."""
        workers = self._children
        os.killpg(self.process, signal.SIGKILL)
        self._are_gone(workers)

    def kill_the_parent(self) -> None:
        """The process that leads, without a word: no worker lives on, and nobody holds the port."""
        workers = self._children
        assert self._process is not None
        self._process.kill()
        self._are_gone(workers)

    def _are_gone(self, workers: Sequence[int]) -> None:
        """Waits until the process that leads and its workers have ended, and nobody holds the port."""
        assert self._process is not None
        self._process.wait(10)
        until = time.monotonic() + ORPHANED
        while any(map(memory_of, workers)) or answers(self.port):  # one that has ended has no memory
            assert time.monotonic() < until, "a worker outlives its parent"
            time.sleep(0.01)

    def kill_a_worker(self, rng: Random) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(self.workers_now), signal.SIGKILL)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """As a person or a machine ends it."""
        assert self._process is not None
        self._process.send_signal(how)
        assert self._process.wait(10) == 0

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(8)
            except subprocess.TimeoutExpired:
                self.kill()
        self._said.unlink(missing_ok=True)


def memory_of(process: int) -> int:
    """Kilobytes of it; none where it is gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def serves(port: int) -> bool:
    """Whether there is an answer: the port is there before boards are read and workers forked."""
    line = HTTPConnection("127.0.0.1", port, timeout=STARTS)
    with contextlib.suppress(OSError, HTTPException), contextlib.closing(line):
        line.request("GET", "/healthz")
        return line.getresponse().status == 200
    return False


def answers(port: int) -> bool:
    """Whether somebody takes connections there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running(
    url: str, workers: int = 2, env: Mapping[str, str] | None = None, host: str = "127.0.0.1"
) -> Iterator[Server]:
    """A server that is up; gone afterwards, and none of what it said was a traceback."""
    server = Server(url, workers, env, host)
    try:
        server.start()
        yield server
        assert "Traceback" not in server.said
    except BaseException as problem:
        problem.add_note(server.said[-5000:])
        raise
    finally:
        server.stop()


class Crew:
    """People who tap without end, each thread for some phones; what was lost is sent again until it is answered."""

    def __init__(
        self, phones: Sequence[Phone], port: Callable[[int], int], threads: int = 3, pause: float = 0
    ) -> None:
        self._shares = [list(phones[n::threads]) for n in range(threads)]
        self._port, self._pause = port, pause
        self._begun = [0.0] * threads  # when the request began that was answered last
        self._over = threading.Event()
        self.wrong: list[BaseException] = []
        self.slowest = 0.0
        self.lost = self.away = self.answered = 0
        self._threads = [threading.Thread(target=self._work, args=(n,), daemon=True) for n in range(threads)]

    def __enter__(self) -> Crew:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(30)
        if self.wrong:
            raise self.wrong[0]

    def back(self, since: float, most: float = 60) -> float:
        """Waits until everybody had an answer to something asked after that moment; in seconds since."""
        while not self.wrong and min(self._begun) < since and time.monotonic() - since < most:
            time.sleep(0.002)
        assert not self.wrong, self.wrong
        assert min(self._begun) >= since, f"not back after {most} s"
        return time.monotonic() - since

    def asks(self, n: int) -> Ask:
        """How a thread asks."""
        return over_http(lambda: self._port(n))

    def _work(self, n: int) -> None:
        ask, rng = self.asks(n), Random(n)
        while not self._over.is_set():
            phone = rng.choice(self._shares[n])
            begun = time.monotonic()
            try:
                if not phone.unsent:
                    phone.taps()
                phone.sends(ask, phone.unsent[0])
                if rng.random() < 0.2:
                    phone.fetches(ask)
                self._begun[n] = begun
                self.answered += 1
            except Lost:
                self.lost += 1
                time.sleep(0.02)
            except Away:
                self.away += 1
                time.sleep(0.02)
            except BaseException as error:  # told to whoever waits
                self.wrong.append(error)
                return
            finally:
                self.slowest = max(self.slowest, time.monotonic() - begun)
            if self._pause:
                self._over.wait(self._pause)
