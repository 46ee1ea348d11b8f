"""Names at the top of a module that nothing uses: neither the module itself, nor any that imports them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

# What is asked for by its name in whichever module has it: by Python, by Alembic, by the web app (`attach`, and
# `create_blueprint` of a page's routes), by the package of bonuses.
FOUND_BY_NAME = {
    *("__getattr__", "__all__", "revision", "down_revision", "upgrade", "downgrade"),
    *("attach", "create_blueprint", "BONUS", "BONUSES"),
}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = Function | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass
class Module:
    """What stands at its top, by line; what it brings in from where; and every use of a name of anybody's."""

    name: str
    file: Path
    is_package: bool
    own: dict[str, int] = field(default_factory=dict)
    brought: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)


def nowhere(root: Path, files: list[Path]) -> list[tuple[Path, int, str]]:
    """Each name that is used nowhere, with its file and line."""
    modules = {(module := _read(root, file)).name: module for file in files}
    used = {_origin(modules, name) for module in modules.values() for name in module.used}
    return [
        (module.file, line, name)
        for module in modules.values()
        for name, line in module.own.items()
        if name not in FOUND_BY_NAME and f"{module.name}.{name}" not in used
    ]


def _origin(modules: dict[str, Module], name: str) -> str:
    """Where a name comes from that a package hands on."""
    module, __, last = name.rpartition(".")
    before = modules[module].brought.get(last, name) if module in modules else name
    return name if before == name else _origin(modules, before)


def _read(root: Path, file: Path) -> Module:
    place = file.relative_to(root)
    parts = place.with_suffix("").parts
    is_package = parts[-1] == "__init__"
    module = Module(".".join(parts[:-1] if is_package else parts), place, is_package)
    tree = ast.parse(file.read_text())
    for node in ast.walk(tree):
        _bring(module, node)
    for statement in _statements(tree.body):
        names = _defined(statement)
        module.own |= {name: statement.lineno for name in names if name not in module.brought}
        # A function that calls itself, or a decorated one that whoever decorates it calls.
        own = set(names) if isinstance(statement, Function | ast.ClassDef) else set()
        module.used |= {f"{module.name}.{name}" for name in names if _is_called_by_its_mark(statement)}
        module.used |= {name for name in _uses(statement, module, frozenset()) if name not in _full(module, own)}
    return module


def _bring(module: Module, node: ast.AST) -> None:
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for each in node.names:
            module.brought[each.asname or each.name] = f"{node.module}.{each.name}"
            # Elsewhere an import that is not used is ruff's to find; a package may hand on what nobody asks it for.
            if not module.is_package:
                module.used.add(f"{node.module}.{each.name}")
    elif isinstance(node, ast.Import):
        for each in node.names:
            module.brought[each.asname or each.name.split(".")[0]] = (
                each.name if each.asname else each.name.split(".")[0]
            )


def _full(module: Module, names: set[str]) -> set[str]:
    return {f"{module.name}.{name}" for name in names}


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Those at the top, also where they stand under a condition."""
    for statement in body:
        if isinstance(statement, ast.If | ast.Try | ast.With):
            yield from _statements([each for each in ast.iter_child_nodes(statement) if isinstance(each, ast.stmt)])
        yield statement


def _defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, Function | ast.ClassDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    named = (node for target in targets if target for node in ast.walk(target))
    return [node.id for node in named if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def _is_called_by_its_mark(statement: ast.stmt) -> bool:
    """Whether a library calls a function for its decorator, such as `@app.get(…)`."""
    marks = getattr(statement, "decorator_list", [])
    return any(isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) for mark in marks)


def _uses(node: ast.AST, module: Module, hidden: frozenset[str]) -> Iterator[str]:
    """Every name that is read in a piece of code, in full; those of its own arguments and variables are hidden."""
    if isinstance(node, Function | ast.Lambda):
        for outside in (
            *getattr(node, "decorator_list", []),
            *node.args.defaults,
            *filter(None, node.args.kw_defaults),
        ):
            yield from _uses(outside, module, hidden)
        hidden |= _local(node)
    elif isinstance(node, ast.Attribute) and (name := _dotted(node)):
        first, __, rest = name.partition(".")
        if first not in hidden:
            yield f"{module.brought.get(first, f'{module.name}.{first}')}.{rest}"
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in hidden:
        yield module.brought.get(node.id, f"{module.name}.{node.id}")
    for child in ast.iter_child_nodes(node):
        yield from _uses(child, module, hidden)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := _dotted(node.value)):
        return f"{before}.{node.attr}"
    return ""


def _local(function: Function | ast.Lambda) -> set[str]:
    """What a function binds itself: its arguments, and what it assigns."""
    every = function.args
    names = {each.arg for each in (*every.posonlyargs, *every.args, *every.kwonlyargs)}
    names |= {each.arg for each in (every.vararg, every.kwarg) if each}
    inside = function.body if isinstance(function.body, list) else [function.body]
    for node in (found for statement in inside for found in ast.walk(statement)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, Function):
            names.add(node.name)
    shared = (node for statement in inside for node in ast.walk(statement) if isinstance(node, ast.Global))
    return names - {name for node in shared for name in node.names}
