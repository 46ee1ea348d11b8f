"""Makes every small change to a module's syntax tree, one at a time.

The functions below yield a `Change` while the tree has it; when they are asked for the next one, they undo it first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

# What each comparison, arithmetic operator and function is replaced by.
COMPARED: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.Gt],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.Lt],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "iter"}
OUTSIDE = ()  # the path of code that is in no function
# Names of types, which are not read at run time, so that no test could notice a change.
TYPING = {"Literal", "Callable", "Mapping", "Sequence", "tuple", "dict", "list", "Final", "ClassVar"}


@dataclass(frozen=True)
class Change:
    """A change: its line, its path, and what it is in words.

    The path is the names of the classes around the outermost function and its own name; it is empty outside of
    functions.
    """

    line: int
    path: tuple[str, ...]
    what: str


def changes(tree: ast.Module) -> Iterator[Change]:
    """Every change, one at a time, in the order of the file."""
    yield from _Walk().block(tree.body, OUTSIDE)


class _Walk:
    """Goes through a module and yields every change. `path` is that of a `Change`."""

    def __init__(self) -> None:
        self.classes: list[str] = []

    def block(self, body: list[ast.stmt], path: tuple[str, ...]) -> Iterator[Change]:
        """Changes each statement of a block, and what is inside it; imports and docstrings stay."""
        for place, statement in enumerate(body):
            if isinstance(statement, ast.Import | ast.ImportFrom) or _is_text(statement):
                continue
            for other in _instead_of_statement(statement) if path else ():
                body[place] = ast.copy_location(other, statement)
                ast.fix_missing_locations(body[place])
                yield Change(statement.lineno, path, f"{_shown(statement)} → {_shown(other)}")
            body[place] = statement
            yield from self.inside(statement, path)

    def inside(self, node: ast.AST, path: tuple[str, ...]) -> Iterator[Change]:
        """Changes the parts of a node; names of types, and the fields of dataclasses, stay."""
        if isinstance(node, ast.ClassDef):
            self.classes.append(node.name)
            is_dataclass = any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)
            for statement in node.body:
                if not (is_dataclass and isinstance(statement, ast.AnnAssign)):
                    yield from self.block([statement], path)
            self.classes.pop()
        elif isinstance(node, ast.FunctionDef):
            yield from self.fields(node.args, ("defaults", "kw_defaults"), OUTSIDE)
            yield from self.block(node.body, path or (*self.classes, node.name))
        elif isinstance(node, ast.AnnAssign):
            # In the body of a class pydantic reads annotations too, so those are changed as well.
            is_member = bool(self.classes) and not path
            yield from self.fields(node, ("annotation", "value") if is_member else ("value",), path)
        elif isinstance(node, ast.Assign) and not path and _is_typing(node.value):
            return
        else:
            yield from self.fields(node, node._fields, path)

    def fields(self, node: ast.AST, names: tuple[str, ...], path: tuple[str, ...]) -> Iterator[Change]:
        """Changes what is in these fields of a node."""
        for name in names:
            value = getattr(node, name, None)
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield from self.block(value, path)
            elif isinstance(value, list):
                for place, part in enumerate(value):
                    yield from self.slot(value, place, part, path)
            elif isinstance(value, ast.AST):
                yield from self.slot(node, name, value, path)

    def slot(self, holder: object, key: str | int, node: object, path: tuple[str, ...]) -> Iterator[Change]:
        """Changes a node, which is the field or list item `key` of its holder; first all of it, then its parts."""
        if not isinstance(node, ast.AST):
            return
        if isinstance(node, ast.expr):
            is_union_of_types = not path and isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)
            for other in () if is_union_of_types else _instead_of(node, holder, key):
                _put(holder, key, ast.fix_missing_locations(ast.copy_location(other, node)))
                yield Change(node.lineno, path, f"{_shown(node)} → {_shown(other)}")
            _put(holder, key, node)
        if isinstance(node, ast.Call):
            for place, keyword in enumerate(node.keywords):
                if keyword.arg != "strict":
                    del node.keywords[place]
                    yield Change(keyword.value.lineno, path, f"{_shown(keyword.value)}: {keyword.arg}=… left out")
                    node.keywords.insert(place, keyword)
        if not (isinstance(node, ast.keyword) and node.arg == "strict" and path):
            yield from self.inside(node, path)


def _put(holder: object, key: str | int, node: ast.AST) -> None:
    """Puts a node into a field of its holder, or into an item of a list."""
    if isinstance(key, str):
        setattr(holder, key, node)
    else:
        holder[key] = node  # type: ignore[index]


def _instead_of_statement(statement: ast.stmt) -> Iterator[ast.stmt]:
    """The statements by which a statement is replaced."""
    match statement:
        case ast.Expr() | ast.Raise() | ast.AugAssign() | ast.Delete():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Name()], value=value) if not _is_none(value):
            yield ast.Assign(targets=statement.targets, value=ast.Constant(None))
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Return():
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()
    if isinstance(statement, ast.AugAssign):
        other = COUNTED[type(statement.op)]()
        yield ast.AugAssign(target=statement.target, op=other, value=statement.value)


def _instead_of(node: ast.expr, holder: object, key: str | int) -> Iterator[ast.expr]:
    """The expressions by which an expression is replaced; its holder says whether it is a condition."""
    is_test = key == "test" and isinstance(holder, ast.If | ast.IfExp | ast.While)
    if is_test:
        yield ast.Constant(False)
        if not isinstance(holder, ast.While):
            yield ast.Constant(True)
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            for place, op in enumerate(ops):
                for other in COMPARED[type(op)]:
                    yield ast.Compare(left, [*ops[:place], other(), *ops[place + 1 :]], others)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for place in range(len(values)):
                rest = [*values[:place], *values[place + 1 :]]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right):
            yield ast.BinOp(left, COUNTED[type(op)](), right)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in CALLED:
            yield ast.Call(ast.Name(CALLED[name], ast.Load()), args, [] if name == "sorted" else keywords)
        case ast.Slice(lower=lower, upper=upper):
            if lower is not None:
                yield ast.Slice(None, upper)
            if upper is not None:
                yield ast.Slice(lower, None)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Constant(value=str(value)):
            yield ast.Constant(f"XX{value}")
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from _without_conditions(node)


def _without_conditions(node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Iterator[ast.expr]:
    """A comprehension without each of its conditions in turn."""
    for place, loop in enumerate(node.generators):
        for skipped in loop.ifs:
            ifs = [condition for condition in loop.ifs if condition is not skipped]
            freed = ast.comprehension(loop.target, loop.iter, ifs, loop.is_async)
            loops = [*node.generators[:place], freed, *node.generators[place + 1 :]]
            parts = {name: getattr(node, name) for name in node._fields if name != "generators"}
            yield type(node)(**parts, generators=loops)


def _is_text(statement: ast.stmt) -> bool:
    """Whether a statement is nothing but a constant, such as a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_typing(node: ast.expr) -> bool:
    """Whether a value is the name of a type, which nothing reads at run time."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return node.value.id in TYPING
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def _shown(node: ast.AST) -> str:
    """A piece of code on one line, shortened."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:59]}…"
