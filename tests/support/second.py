"""The program's count of a game on a further board beside the slow one's, and where they differ."""

from __future__ import annotations

import io
import json
import re
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

from companion import cli
from tests.slow.boards import Refused, Sheet, figures, from_toml
from tests.slow.boards.tables import TIE_BREAKS
from tests.slow.boards.warnings import TOLD
from tests.support.golden import differences

MAPS = Path(__file__).parents[2] / "maps"
COUNTED_ELSEWHERE = {"usa", "europe"}  # by tests.slow itself
BOARDS = [path.stem for path in sorted(MAPS.glob("*.toml")) if path.stem not in COUNTED_ELSEWHERE]
REFUSAL = re.compile(r"log entry (\d+): .*\(([a-z-]+)\)\n")


@cache
def sheet(board: str) -> Sheet:
    """A built-in board as the slow program reads it."""
    assert board in TIE_BREAKS, f"the second program does not know {board}"
    return from_toml(tomllib.loads((MAPS / f"{board}.toml").read_text("utf-8")))


def scored(text: str, folder: Path) -> tuple[int, str, str]:
    """What `companion score --json` gives: how it ends, and what it prints."""
    (file := folder / "game.json").write_text(text, "utf-8")
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        status = cli.main(["score", str(file), "--json"])
    return status, out.getvalue(), err.getvalue()


def by_color(tally: dict[str, Any]) -> dict[str, Any]:
    """A printed tally as golden games write it, with those warnings that the slow program tells too."""
    told = [dict(warning) for warning in tally["warnings"] if warning["code"] in TOLD]
    for warning in told:
        if "tickets" in warning:
            warning["tickets"] = sorted(set(warning["tickets"]))
    told.sort(key=lambda each: (each["code"], each.get("players", []), each.get("entry", 0)))
    return {**tally, "players": {player["color"]: player for player in tally["players"]}, "warnings": told}


def disagreements(record: dict[str, Any], folder: Path) -> list[str]:
    """Where the program says something else of a record than the slow one does."""
    status, out, err = scored(json.dumps(record), folder)
    try:
        expected = figures(sheet(record["map"]), record)
    except Refused as refused:
        found = REFUSAL.fullmatch(err)
        place = (int(found[1]), found[2]) if found else (status, err or out)
        return (
            [] if place == (refused.place, refused.code) else [f"{(refused.place, refused.code)} is refused: {place}"]
        )
    if status:
        return [f"nothing is wrong: {err}"]
    given = by_color(json.loads(out))
    found = differences(expected, given)
    return found + [
        f"{color} bonuses: {given['players'][color]['bonuses']} is not {player['bonuses']}"
        for color, player in expected["players"].items()
        if given["players"][color]["bonuses"] != player["bonuses"]
    ]
