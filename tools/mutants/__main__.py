"""Prints the changes to the rules that no test notices.

python -m tools.mutants [MODULE[:LINE] …] [--sample N] [--seed N] [--workers N]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random

from tools.mutants.run import Mutant, mutants, try_all

LEAST = 0.9  # the share of changes that must be noticed


def main() -> int:
    """Tries the changes that the command line asks for; 1 if the tests notice too few of them."""
    parser = argparse.ArgumentParser(prog="make mutants", description="Breaks the rules on purpose.")
    parser.add_argument("places", nargs="*", help="such as trail or trail:58; all where none is given")
    parser.add_argument("--sample", type=int, help="only so many changes, chosen by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    found = mutants()
    if options.places:
        found = [mutant for mutant in found if any(_is_at(mutant, place) for place in options.places)]
    if options.sample and options.sample < len(found):
        found = sorted(Random(options.seed).sample(found, options.sample), key=found.index)
    began = time.monotonic()
    survived: list[Mutant] = []

    def report(mutant: Mutant, is_noticed: bool) -> None:
        if not is_noticed:
            survived.append(mutant)
            print(f"{mutant.file}:{mutant.change.line}: {mutant.change.what}", flush=True)

    try_all(found, options.workers, report)
    print(_table(found, survived))
    print(f"{time.monotonic() - began:.0f} s for {len(found)} changes")
    return 0 if len(found) - len(survived) >= LEAST * len(found) else 1


def _is_at(mutant: Mutant, place: str) -> bool:
    """Whether a change is at a place such as `trail` or `trail:58`."""
    module, __, line = place.partition(":")
    return module in mutant.module and line in ("", str(mutant.change.line))


def _table(found: list[Mutant], survived: list[Mutant]) -> str:
    """How many changes were noticed and how many survived, by module and in all."""
    made = Counter(mutant.module for mutant in found)
    left = Counter(mutant.module for mutant in survived)
    lines = ["", f"{'module':<42} {'noticed':>8} {'survived':>9}"]
    lines += [f"{module:<42} {made[module] - left[module]:>8} {left[module]:>9}" for module in made]
    share = 100 * (len(found) - len(survived)) / max(len(found), 1)
    total = f"{'all':<42} {len(found) - len(survived):>8} {len(survived):>9}   {share:.1f} % noticed"
    return "\n".join([*lines, total])


if __name__ == "__main__":
    sys.exit(main())
