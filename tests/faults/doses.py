"""How much of a fault, and by which seed; what came of it is printed, and kept for the report.

`SOAK=10` makes the whole dose ten times as large, `SEED=7` does it again as it was. Times are judged in the whole
dose alone: a machine that is busy with other tests must not fail one.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

SMALL_SEED = 8


@dataclass
class Fault:
    """One fault in one dose, and what was seen of it."""

    name: str
    dose: int
    seed: int
    whole: bool
    unit: str = ""
    held: bool = False
    seconds: float = 0.0
    figures: dict[str, str] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)

    @property
    def rng(self) -> random.Random:
        """Dice of this seed, new ones each time."""
        return random.Random(self.seed)

    def tells(self, what: str, figure: object) -> None:
        """A figure for the report."""
        self.figures[what] = f"{figure:.3g}" if isinstance(figure, float) else str(figure)

    def within(self, what: str, figure: float, most: float, unit: str = "s") -> None:
        """A figure with a limit, which the whole dose must keep."""
        self.tells(f"{what} (at most {most:g} {unit})", f"{figure:.3g} {unit}")
        if figure > most:
            self.missed.append(f"{what}: {figure:.3g} {unit}, at most {most:g}")


def factor() -> float:
    """How many times the whole dose."""
    return float(os.environ.get("SOAK") or 1)


@contextmanager
def fault(name: str, small: int, whole: int | None = None, unit: str = "") -> Iterator[Fault]:
    """A fault in its small dose, or, where one is given, in the whole."""
    given = os.environ.get("SEED")
    seed = int(given) if given else random.SystemRandom().randrange(10**6) if whole else SMALL_SEED
    dose = max(1, round(whole * factor())) if whole else small
    run = Fault(name, dose, seed, whole is not None, unit)
    _says(f"{name}: dose {dose} {unit}, SEED={seed}")
    started = time.monotonic()
    try:
        yield run
        run.held = not run.missed
    finally:
        run.seconds = round(time.monotonic() - started, 1)
        _says(*(f"  {what}: {figure}" for what, figure in run.figures.items()))
        _keep(run)
    assert run.held or not run.whole, "; ".join(run.missed)


def _keep(run: Fault) -> None:
    kept = os.environ.get("SOAK_REPORT")
    if kept and run.whole:
        with Path(kept).open("a") as file:
            file.write(json.dumps(asdict(run), ensure_ascii=False) + "\n")


def _says(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()
