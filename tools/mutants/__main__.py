"""python -m tools.mutants [MODULE[:LINE] …] [--sample N] [--seed N] [--workers N]: what the tests do not notice."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random

from tools.mutants.run import Mutant, mutants, try_all

LEAST = 0.9  # of all changes so many must be noticed


def main() -> int:
    wanted = argparse.ArgumentParser(prog="make mutants", description="Breaks the rules on purpose.")
    wanted.add_argument("places", nargs="*", help="such as trail or trail:58; all where none is given")
    wanted.add_argument("--sample", type=int, help="only so many changes, chosen by the seed")
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--workers", type=int, default=2)
    asked = wanted.parse_args()
    found = [m for m in mutants() if not asked.places or any(_is_at(m, place) for place in asked.places)]
    if asked.sample and asked.sample < len(found):
        found = sorted(Random(asked.seed).sample(found, asked.sample), key=found.index)
    began = time.monotonic()
    survived: list[Mutant] = []

    def told(mutant: Mutant, noticed: bool) -> None:
        if not noticed:
            survived.append(mutant)
            print(f"{mutant.file}:{mutant.change.line}: {mutant.change.what}", flush=True)

    try_all(found, asked.workers, told)
    print(_table(found, survived))
    print(f"{time.monotonic() - began:.0f} s for {len(found)} changes")
    return 0 if len(found) - len(survived) >= LEAST * len(found) else 1


def _is_at(mutant: Mutant, place: str) -> bool:
    module, __, line = place.partition(":")
    return module in mutant.module and line in ("", str(mutant.change.line))


def _table(found: list[Mutant], survived: list[Mutant]) -> str:
    made, left = Counter(m.module for m in found), Counter(m.module for m in survived)
    lines = ["", f"{'module':<42} {'noticed':>8} {'survived':>9}"]
    lines += [f"{module:<42} {made[module] - left[module]:>8} {left[module]:>9}" for module in made]
    share = 100 * (len(found) - len(survived)) / max(len(found), 1)
    total = f"{'all':<42} {len(found) - len(survived):>8} {len(survived):>9}   {share:.1f} % noticed"
    return "\n".join([*lines, total])


if __name__ == "__main__":
    sys.exit(main())
