"""Which pages and calls lead to a use-case, read out of the code itself."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from inspect import getsource, unwrap
from pathlib import Path
from textwrap import dedent
from types import FunctionType
from typing import Any

from flask import Flask

PLAY = Path(__file__).parents[2] / "companion/play"


def methods_that_do(*things: str) -> set[str]:
    """The functions of the use-cases that name one of these, such as `seat_changes.append`, or call one that does."""
    known = {
        node.name: node
        for file in PLAY.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef)
    }
    doing = {name for name, node in known.items() if any(_ends_in(node, thing) for thing in things)}
    while more := {name for name, node in known.items() if doing & _called(node)} - doing:
        doing |= more
    return doing


def endpoints_that_call(app: Flask, methods: set[str]) -> set[str]:
    """The endpoints whose view calls one of these use-cases, itself or by a function of the web room."""
    return {endpoint for endpoint, view in app.view_functions.items() if methods & {*_use_cases(unwrap(view), set())}}


def _ends_in(node: ast.AST, name: str) -> bool:
    attributes = (found for found in ast.walk(node) if isinstance(found, ast.Attribute))
    return any(ast.unparse(found).endswith(f".{name}") for found in attributes)


def _called(node: ast.AST) -> set[str]:
    """The functions of this room, and the use-cases of `self`, that a function calls."""
    called = (found.func for found in ast.walk(node) if isinstance(found, ast.Call))
    names = (each for each in called if isinstance(each, ast.Name) or ast.unparse(each).startswith("self."))
    return {each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in names}


def _use_cases(view: Callable[..., Any], seen: set[int]) -> Iterator[str]:
    """What is called of `tables` in a function, in those of its closure, and in those beside it that it names."""
    if id(view) in seen or not isinstance(view, FunctionType):
        return
    seen.add(id(view))
    for found in ast.walk(ast.parse(dedent(getsource(view)))):
        if isinstance(found, ast.Attribute) and ast.unparse(found.value).endswith("tables"):
            yield found.attr
    inside = [cell.cell_contents for cell in view.__closure__ or ()]
    beside = [view.__globals__.get(name) for name in view.__code__.co_names]
    for other in (*inside, *beside):
        if str(getattr(other, "__module__", "")).startswith("companion.web"):
            yield from _use_cases(other, seen)
