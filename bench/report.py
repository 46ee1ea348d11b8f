"""How a measurement is taken and shown: best of five, beside a loop that tells how fast this machine is today."""

import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Row:
    """A figure, what it must reach, and whether it does; `reached` is None for what is only told."""

    what: str
    figure: str
    must: str = ""
    reached: bool | None = None


def at_most(what: str, figure: float, most: float, unit: str = "ms") -> Row:
    """A figure that must not be above a limit."""
    return Row(what, f"{figure:.3g} {unit}".strip(), f"at most {most:g} {unit}".strip(), figure <= most)


def at_least(what: str, figure: float, least: float, unit: str = "") -> Row:
    """A figure that must not be below a limit."""
    return Row(what, f"{figure:.4g}{unit}", f"at least {least:g}{unit}", figure >= least)


def told(what: str, figure: str) -> Row:
    """A figure without a limit."""
    return Row(what, figure)


def exact(what: str, right: int, of: int) -> Row:
    """A count of right answers, all of which must be."""
    return Row(what, f"{right} of {of}", "all", right == of)


def best_ms(work: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs, in milliseconds."""
    runs = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        runs.append(time.perf_counter() - start)
    return min(runs) * 1000


def timed_ms(work: Callable[[], T]) -> tuple[float, T]:
    """One run in milliseconds, and what it gave."""
    start = time.perf_counter()
    given = work()
    return (time.perf_counter() - start) * 1000, given


def calibration() -> Row:
    """A loop that always does the same work, to compare machines and days by."""

    def loop() -> int:
        number = 1
        for step in range(1_000_000):
            number = number * 31 + step & 0xFFFF
        return number

    return told("calibrating loop, a million steps", f"{best_ms(loop):.1f} ms")


def as_table(rows: Iterable[Row]) -> str:
    """Rows for a terminal."""
    marks = {True: "yes", False: "NO", None: ""}
    lines = [(row.what, row.figure, row.must, marks[row.reached]) for row in rows]
    widths = [max(len(line[n]) for line in lines) for n in range(3)]
    return "\n".join("  ".join([*(line[n].ljust(widths[n]) for n in range(3)), line[3]]).rstrip() for line in lines)


def as_json(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Rows for a program."""
    return [asdict(row) for row in rows]
