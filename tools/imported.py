"""Finds names at the top of a module that nothing uses: neither the module itself, nor any that imports them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

# Names that are looked up in whichever module has them: by Python, by Alembic, by the web app (`attach`, and
# `create_blueprint` of a page's routes), and by the package of bonuses.
FOUND_BY_NAME = {
    *("__getattr__", "__all__", "revision", "down_revision", "upgrade", "downgrade"),
    *("attach", "create_blueprint", "BONUS", "BONUSES"),
}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = Function | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass
class Module:
    """A module: the names it defines at its top, with their lines; where the names it imports come from; and the full
    names of everything it uses, such as `companion.i18n.quoted`.
    """

    name: str
    file: Path
    is_package: bool
    defined: dict[str, int] = field(default_factory=dict)
    imported: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)


class Unused(NamedTuple):
    """A name that nothing uses, and where it is defined."""

    file: Path
    line: int
    name: str


def unused_names(root: Path, files: list[Path]) -> list[Unused]:
    """Each name at the top of one of these files that none of them uses; their paths are relative to the root."""
    modules = {module.name: module for module in (_read(root, file) for file in files)}
    used = {_origin(modules, name) for module in modules.values() for name in module.used}
    return [
        Unused(module.file, line, name)
        for module in modules.values()
        for name, line in module.defined.items()
        if name not in FOUND_BY_NAME and f"{module.name}.{name}" not in used
    ]


def _origin(modules: dict[str, Module], name: str) -> str:
    """The full name under which something is defined, if the module of this full name only imports it."""
    module, __, last = name.rpartition(".")
    imported_from = modules[module].imported.get(last, name) if module in modules else name
    return name if imported_from == name else _origin(modules, imported_from)


def _read(root: Path, file: Path) -> Module:
    """What a file defines, imports and uses."""
    place = file.relative_to(root)
    parts = place.with_suffix("").parts
    is_package = parts[-1] == "__init__"
    module = Module(".".join(parts[:-1] if is_package else parts), place, is_package)
    tree = ast.parse(file.read_text())
    for node in ast.walk(tree):
        _note_imports(module, node)
    for statement in _statements(tree.body):
        names = _names_defined_by(statement)
        full_names = {f"{module.name}.{name}" for name in names}
        module.defined |= {name: statement.lineno for name in names if name not in module.imported}
        if _is_called_by_its_decorator(statement):
            module.used |= full_names
        used = set(_uses(statement, module, frozenset()))
        if isinstance(statement, Function | ast.ClassDef):
            used -= full_names  # a function that calls itself is not used by that
        module.used |= used
    return module


def _note_imports(module: Module, node: ast.AST) -> None:
    """Adds what a node of the module's tree imports, if it is an import, to what is imported and used."""
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for each in node.names:
            module.imported[each.asname or each.name] = f"{node.module}.{each.name}"
            # A package may import names only to hand them on. In other modules ruff finds imports that are not used.
            if not module.is_package:
                module.used.add(f"{node.module}.{each.name}")
    elif isinstance(node, ast.Import):
        for each in node.names:
            top = each.name.split(".")[0]  # `import a.b` binds only `a`
            if each.asname:
                module.imported[each.asname] = each.name
            else:
                module.imported[top] = top


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements at the top of a module, with those inside of `if`, `try` and `with`."""
    for statement in body:
        if isinstance(statement, ast.If | ast.Try | ast.With):
            yield from _statements([each for each in ast.iter_child_nodes(statement) if isinstance(each, ast.stmt)])
        yield statement


def _names_defined_by(statement: ast.stmt) -> list[str]:
    """The names of a function, a class, or the variables that are assigned."""
    if isinstance(statement, Function | ast.ClassDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    named = (node for target in targets if target for node in ast.walk(target))
    return [node.id for node in named if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def _is_called_by_its_decorator(statement: ast.stmt) -> bool:
    """Whether a function has a decorator such as `@app.get(…)`, by which a library calls it."""
    decorators = getattr(statement, "decorator_list", [])
    return any(isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) for one in decorators)


def _uses(node: ast.AST, module: Module, hidden: frozenset[str]) -> Iterator[str]:
    """The full names of everything that a piece of code reads, except for the `hidden` names of local variables."""
    if isinstance(node, Function | ast.Lambda):
        for outside in (
            *getattr(node, "decorator_list", []),
            *node.args.defaults,
            *filter(None, node.args.kw_defaults),
        ):
            yield from _uses(outside, module, hidden)
        hidden |= _local_names(node)
    elif isinstance(node, ast.Attribute) and (name := _dotted(node)):
        first, __, rest = name.partition(".")
        if first not in hidden:
            yield f"{module.imported.get(first, f'{module.name}.{first}')}.{rest}"
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in hidden:
        yield module.imported.get(node.id, f"{module.name}.{node.id}")
    for child in ast.iter_child_nodes(node):
        yield from _uses(child, module, hidden)


def _dotted(node: ast.expr) -> str:
    """A chain of attributes as text, such as `a.b.c`; empty where it begins with anything but a name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := _dotted(node.value)):
        return f"{before}.{node.attr}"
    return ""


def _local_names(function: Function | ast.Lambda) -> set[str]:
    """The names of a function's arguments, of the variables it assigns and of the functions inside it."""
    arguments = function.args
    names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    names |= {each.arg for each in (arguments.vararg, arguments.kwarg) if each}
    inside = function.body if isinstance(function.body, list) else [function.body]
    for node in (found for statement in inside for found in ast.walk(statement)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, Function):
            names.add(node.name)
    global_statements = (node for statement in inside for node in ast.walk(statement) if isinstance(node, ast.Global))
    return names - {name for node in global_statements for name in node.names}
