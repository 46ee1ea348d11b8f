"""docs/security.md names a test for every threat, and each of them is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs/security.md").read_text()
LINES = [line for line in TEXT.splitlines() if re.match(r"\| \d+ \|", line)]
ROWS = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in LINES]
CHAPTERS = {f"V{n}" for n in range(1, 17)} - {"V10"}  # no OAuth here; V17 is of WebRTC


@cache
def names_in(file: Path) -> frozenset[str]:
    return frozenset(node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_threat_has_its_defence_and_the_tests_it_names_are_there(row):
    number, chapter, threat, defence, shown = row
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", shown)
    assert named, number
    for file, test in named:
        assert test in names_in(ROOT / file), (number, file, test)
    assert re.match(r"V\d+ \w", chapter)
    assert len(threat) > 20
    assert len(defence) > 20


def test_there_are_about_thirty_one_after_the_other():
    assert [int(row[0]) for row in ROWS] == list(range(1, len(ROWS) + 1))
    assert len(ROWS) >= 30


def test_every_chapter_that_says_something_to_us_is_there():
    assert {row[1].split()[0] for row in ROWS} == CHAPTERS
    chapters = [int(row[1].split()[0][1:]) for row in ROWS]
    assert chapters == sorted(chapters)


def test_no_test_stands_for_two_threats():
    named = re.findall(r"`(tests/[\w/]+\.py::test_\w+)`", TEXT)
    assert len(named) == len(set(named))


def test_whoever_finds_something_is_told_what_to_do():
    told = (ROOT / "SECURITY.md").read_text()
    assert "docs/security.md" in told
    assert "Report a\n  vulnerability" in told
