"""What holds of every test: its name says what it shows."""

from __future__ import annotations

import ast
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
# Names that would fit any test.
NAMELESS = {"test_it_works", "test_works", "test_it", "test_ok", "test_basic", "test_simple"}


def found_in(source: str) -> list[ast.FunctionDef]:
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    return [function for function in functions if function.name.startswith("test_")]


def nameless(source: str) -> list[str]:
    return [f"line {test.lineno}: {test.name}" for test in found_in(source) if test.name in NAMELESS]


def test_every_test_is_named_for_what_it_shows():
    sources = {str(file.relative_to(TESTS)): file.read_text() for file in TESTS.rglob("*.py")}
    assert sum(len(found_in(source)) for source in sources.values()) > 2000
    assert {file: found for file, source in sources.items() if (found := nameless(source))} == {}


def test_a_name_that_shows_nothing_is_found():
    assert nameless("def test_a_train_leaves(): ...\n\ndef test_it_works(): ...") == ["line 3: test_it_works"]
