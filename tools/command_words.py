"""Texts of the command line for translators: Babel's own, and the help of commands and options beside them."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from typing import Any, BinaryIO

from babel.messages.extract import extract_python

from companion.cli.language_option import help_of


def extract(file: BinaryIO, *asked: Any, **more: Any) -> Iterator[tuple[int, str | None, Any, list[str]]]:
    """The texts of one module, in the form that Babel expects: line, function, text, comments."""
    source = file.read()
    yield from extract_python(io.BytesIO(source), *asked, **more)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and any(_is_command(by) for by in node.decorator_list):
            yield node.lineno, None, help_of(ast.get_docstring(node)), []
        elif isinstance(node, ast.keyword) and node.arg == "help" and isinstance(node.value, ast.Constant):
            yield node.value.lineno, None, help_of(node.value.value), []


def _is_command(decorator: ast.expr) -> bool:
    """Whether a decorator makes a function a command or a group of commands."""
    call = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(call, ast.Attribute) and call.attr in ("command", "group")
