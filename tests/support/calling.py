"""Which pages and calls lead to a use-case, read out of the code itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import partial
from inspect import getsource, unwrap
from pathlib import Path
from textwrap import dedent
from types import FunctionType
from typing import Any

from flask import Flask

PLAY = Path(__file__).parents[2] / "companion/play"
OBJECTS = {  # such as `seats.` for the class Seats
    made: f"{name}."
    for name, made in re.findall(r"^        self\.(\w+) = (\w+)\(", (PLAY / "tables.py").read_text(), re.M)
}


def methods_that_do(*things: str) -> set[str]:
    """The use-cases that name one of these, such as `seat_changes.append`, or call one that does.

    They are named as `tables` has them: `open`, `seats.take`; the functions beside them by their names alone.
    """
    known = {name: node for file in PLAY.glob("*.py") for name, node in _functions(ast.parse(file.read_text()))}
    doing = {name for name, node in known.items() if any(_ends_in(node, thing) for thing in things)}
    while more := {name for name, node in known.items() if doing & _called(name, node)} - doing:
        doing |= more
    return doing


def _functions(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module, and the methods of its classes."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            methods = (part for part in node.body if isinstance(part, ast.FunctionDef))
            of = "" if node.name == "Tables" else OBJECTS.get(node.name, f"{node.name}.")
            yield from ((of + method.name, method) for method in methods)


def endpoints_that_call(app: Flask, methods: set[str]) -> set[str]:
    """The endpoints whose view calls one of these use-cases, itself or by a function of the web room."""
    return {endpoint for endpoint, view in app.view_functions.items() if methods & {*_use_cases(unwrap(view), set())}}


def _ends_in(node: ast.AST, name: str) -> bool:
    attributes = (found for found in ast.walk(node) if isinstance(found, ast.Attribute))
    return any(ast.unparse(found).endswith(f".{name}") for found in attributes)


def _called(name: str, node: ast.AST) -> set[str]:
    """The functions of this room, and the use-cases of `self` and of what it was given, that a function calls."""
    of, called = name.rpartition(".")[0], set()
    for found in ast.walk(node):
        if isinstance(found, ast.Call):
            words = ast.unparse(found.func).split(".")
            if words[0] == "self":
                words = [of, *words[1:]] if len(words) == 2 else [word.removeprefix("_") for word in words[1:]]
            called.add(".".join(filter(None, words)))
    return called


def _use_cases(view: Callable[..., Any], seen: set[int]) -> Iterator[str]:
    """What is called of `tables` in a function, in those of its closure, and in those beside it that it names."""
    if isinstance(view, partial):  # a call of the interface, answered by what all calls share
        view = view.args[0].function
    if id(view) in seen or not isinstance(view, FunctionType):
        return
    seen.add(id(view))
    for found in ast.walk(ast.parse(dedent(getsource(view)))):
        if isinstance(found, ast.Attribute) and (name := re.search(r"tables\.([a-z_.]+)$", ast.unparse(found))):
            yield name[1]
    inside = [cell.cell_contents for cell in view.__closure__ or ()]
    beside = [view.__globals__.get(name) for name in view.__code__.co_names]
    for other in (*inside, *beside):
        if str(getattr(other, "__module__", "")).startswith(("companion.web", "companion.pages")):
            yield from _use_cases(other, seen)
