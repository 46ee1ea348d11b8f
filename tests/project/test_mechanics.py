"""A rule that only some boards have is one file: nothing outside its room names it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import companion
from companion.rules.mechanics import all_mechanics

PACKAGE = Path(companion.__file__).parent
# Where rules are named: in their own room, and in that of the bonuses, which pay for what a rule counts.
ROOMS = (PACKAGE / "rules" / "mechanics", PACKAGE / "rules" / "bonuses")
# Words that mean something else as well: markers are a table's own, whichever rule sets them; a bend has shares.
OTHER_WORDS = {"markers", "shares"}
NAMES = {form for name in all_mechanics() for form in (name, name.replace("-", "_"))}


def outside() -> dict[str, ast.AST]:
    """Every module that is in neither room."""
    files = [file for file in PACKAGE.rglob("*.py") if file.parent not in ROOMS]
    assert len(files) > 200
    return {str(file.relative_to(PACKAGE)): ast.parse(file.read_text()) for file in files}


def named_in(tree: ast.AST) -> Iterator[str]:
    """Every name that stands in a module: of variables, members and imports, and texts that are one name."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                yield name.rpartition(".")[2]
            case ast.keyword(arg=str(name)) | ast.Constant(value=str(name)):
                yield name
            case ast.ImportFrom(module=str(name)):
                yield name.rpartition(".")[2]
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def test_nothing_outside_its_room_names_a_mechanic() -> None:
    named = [(file, name) for file, tree in outside().items() for name in named_in(tree)]
    assert sorted({(file, name) for file, name in named if name in NAMES - OTHER_WORDS}) == []


def test_nothing_outside_its_room_imports_a_mechanic() -> None:
    brought = [(file, node.module) for file, tree in outside().items() for node in ast.walk(tree)
               if isinstance(node, ast.ImportFrom)]  # fmt: skip
    rules = {f"companion.rules.mechanics.{name}" for name in NAMES}
    assert sorted((file, module) for file, module in brought if module in rules) == []
