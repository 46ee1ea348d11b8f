"""`make quick`: runs the tests of what changed, without browsers and without PostgreSQL.

What changed is what differs from the last commit, or if nothing does, what the last commit changed. For a module the
tests named like it or like its folder are run; if there are none, those of its whole package (here called a room).
`make quick ROOMS="rules web"` runs whole rooms instead.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TESTS: Final = ROOT / "tests"
SLOW: Final = {"browser", "faults", "secrecy"}
# Folders outside the package: the room whose tests are about them, and which of its tests are about the whole folder.
ELSEWHERE: Final = {
    "templates": ("pages", "templates"),
    "static": ("web", "assets"),
    "maps": ("boards",),
    "languages": ("project", "catalogues"),
    "hosting": ("project",),
    "docs": ("project",),
}


def changed_files() -> list[str]:
    """The paths of all files that changed, from the top of the project."""
    lines = _git("status", "--porcelain", "--untracked-files=all").splitlines()
    paths = [line[3:].rpartition(" -> ")[2] for line in lines]
    return paths or _git("diff", "--name-only", "HEAD~1").splitlines()


def tests_of(paths: Iterable[str]) -> set[str]:
    """The folders and files of tests that belong to these paths."""
    wanted: set[str] = set()
    for path in paths:
        top, *rest = Path(path).parts
        if top == "tests":
            wanted.add(path)
        elif top == "companion":
            wanted |= tests_in(*rest) if len(rest) > 1 else {f"tests/test_{rest[0]}"}
        elif top in ELSEWHERE:
            wanted |= tests_in(*ELSEWHERE[top], *rest)
        else:
            wanted.add("tests/project")
    there = {path for path in wanted if (ROOT / path).exists() and Path(path).name != "conftest.py"}
    tests = {path for path in there if (ROOT / path).is_dir() or Path(path).name.startswith("test_")}
    return {path for path in tests if Path(path).parts[1] not in SLOW}


def tests_in(room: str, *inside: str) -> set[str]:
    """The tests of a room that are named like a file inside it, else like the file's folder; else all of the room."""
    folder = TESTS / room
    for name in (Path(part).stem for part in reversed(inside)):
        if name and (folder / name).is_dir():
            return {f"tests/{room}/{name}"}
        if files := [*folder.glob(f"test_{name}.py"), *folder.glob(f"test_{name}_*.py")]:
            return {f"tests/{room}/{file.name}" for file in files}
    return {f"tests/{room}"}


def _git(*words: str) -> str:
    """What a git command prints."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def main(rooms: list[str]) -> int:
    """Runs the tests of these rooms, or else of what changed; 0 where all pass or there is nothing to run."""
    tests = {f"tests/{room}" for room in rooms} or tests_of(changed_files())
    if not tests:
        print("no tests belong to what changed")
        return 0
    print("tests of", *sorted(tests))
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--maxprocesses", "4", *sorted(tests)]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, "COMPANION_WITHOUT_POSTGRES": "1"}, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
