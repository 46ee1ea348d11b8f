"""The results of the stress tests: stored as JSON, as a table for the terminal, and as a page for docs/."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

KEPT: Final = Path("build/soak.json")
PAGE: Final = Path("docs/soak.md")
Row = dict[str, Any]

ABOUT: Final = """# Stress tests

`make soak` injects faults on purpose: it kills processes, cuts connections, fills disks, changes the clock and floods
the server. For each fault it reports whether everything held: no acknowledged entry was lost or stored twice, every
phone saw the same game, the tables matched a full replay and a second implementation, and nothing exceeded the time
limits given with the figures.

`make soak ARGS="clients power"` runs only those parts (`ARGS=--list` lists them), `SEED=7` repeats a run exactly, and
`SOAK=10` makes everything ten times as large. `make soak ARGS=--page` writes this page from the last runs. A small
dose of each part is included in `make test`.
"""


def kept() -> dict[str, Any]:
    """The stored results of earlier runs."""
    return dict(json.loads(KEPT.read_text())) if KEPT.exists() else {"rows": {}}


def keep(rows: Mapping[str, list[Row]], machine: list[str]) -> None:
    """Stores the rows of each part that was run in place of its older ones."""
    results = {"machine": machine, "rows": {**kept()["rows"], **rows}}
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")


def as_table(rows: list[Row]) -> str:
    """The rows for a terminal: a line for each fault, with its figures below."""
    lines = []
    for row in rows:
        held = "held" if row["held"] else "NOT HELD"
        dose = f"{row['dose']} {row['unit']}".strip()
        lines.append(f"{held:8}  {row['name']}: {dose}, seed {row['seed']}, {row['seconds']:.0f} s")
        lines += [f"{'':10}{what}: {figure}" for what, figure in row["figures"].items()]
    return "\n".join(lines)


def as_page(known: Mapping[str, Any], order: list[str]) -> str:
    """The page for docs/: the machine, a table of all faults in this order of parts, and their figures."""
    rows = [row for name in order for row in known["rows"].get(name, [])]
    system = f"The runs below were made on this system: {', '.join(known['machine'])}."
    lines = [ABOUT, system, "Every figure includes the load generator's own work.", ""]
    lines += ["| fault | dose | seed | held | minutes | date |", "|---|--:|--:|---|--:|---|"]
    for row in rows:
        held, dose = "yes" if row["held"] else "**no**", f"{row['dose']:,} {row['unit']}".strip()
        minutes = f"{row['seconds'] / 60:.1f}"
        lines.append(f"| {row['name']} | {dose} | {row['seed']} | {held} | {minutes} | {row['date']} |")
    missing = [name for name in order if not known["rows"].get(name)]
    if missing:
        lines += ["", f"Not run in full for this page: {', '.join(missing)}."]
    lines += ["", "## Figures", ""]
    for row in rows:
        figures = "; ".join(f"{what}: {figure}" for what, figure in row["figures"].items())
        lines.append(f"- **{row['name']}**: {figures or 'none'}.")
    return "\n".join(lines) + "\n"
