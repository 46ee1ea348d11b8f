"""Finds code that nothing uses, in three ways.

Names at the top of a module count as unused if no module imports and uses them, even if others use the same name for
something else (`tools.imported`). Members of classes are found by vulture, except those that a template uses. Hooks
for boards' rules are unused if no rule overrides them. Tests are not looked at, so that code that only a test calls
counts as unused too.
"""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Final

from jinja2 import Environment, nodes
from vulture import Vulture

from companion.rules import mechanics
from companion.rules.mechanics.mechanic import Mechanic
from tools.imported import unused_names

ROOT: Final = Path(__file__).resolve().parent.parent
# What Flask, click, pytest and the HTTP interface call by its decorator.
DECORATORS: Final = [
    "@*.get",
    "@*.post",
    "@*.patch",
    "@*.delete",
    "@*.before_request",
    "@*.command",
    "@*.group",
    "@calls.add",
    "@model_validator",
    "@field_validator",
]
# Models of which other programs read every member.
FOR_PROGRAMS: Final = ("schemas.py", "tally_json.py")
# Names that a library, or Python itself, looks for: pydantic, asyncio, http.server, Alembic, logging, Flask, Jinja,
# SQLAlchemy, click.
LIBRARIES: Final = [
    *("model_config", "do_GET", "log_message", "daemon_threads", "allow_reuse_address", "revision", "down_revision"),
    *("handlers", "log_exception", "max_content_length", "max_form_memory_size", "strict_slashes", "lstrip_blocks"),
    # What `flask.g` keeps of a request is asked for by its name; a tuple is sorted by its first member.
    *("__getattr__", "new_device", "sheet_for", "start_hidden", "distance"),
    # The ways to pay a bonus that no board has yet.
    *("BY_RANK", "BY_NUMBER", "FOR_EACH"),
    *("trim_blocks", "isolation_level", "formatter_class"),
    *("impl", "cache_ok", "process_bind_param", "process_result_value"),
    *("connection_made", "data_received", "eof_received", "connection_lost", "pause_writing", "resume_writing"),
    # What SQLAlchemy asks of a type of column.
    *("impl", "cache_ok", "process_bind_param", "process_result_value"),
]


def unused() -> list[str]:
    """Each unused thing as a line `file:line: what`."""
    looked_in = [file for room in ("companion", "tools", "bench") for file in sorted((ROOT / room).rglob("*.py"))]
    # A mechanic is found by the name of its file, which a board gives.
    at_the_top = [
        f"{file}:{line}: '{name}' at the top of a module"
        for file, line, name in unused_names(ROOT, looked_in)
        if file.parts[0] == "companion" and not (file.parent.name == "mechanics" and name in MECHANICS)
    ]
    return at_the_top + _members(looked_in, _used_by_templates(ROOT / "templates")) + _hooks()


def _members(files: list[Path], in_templates: set[str]) -> list[str]:
    """A line for each member of a class that is used neither in these files nor in templates."""
    vulture = Vulture(ignore_names=LIBRARIES, ignore_decorators=DECORATORS)
    vulture.scavenge([str(file) for file in files])
    found = []
    for item in vulture.get_unused_code(min_confidence=60):
        file = Path(item.filename)
        is_ours = "companion" in file.parts
        is_used = item.name in in_templates or item.name in MECHANICS or file.name in FOR_PROGRAMS
        if is_ours and not is_used:
            found.append(f"{file.relative_to(ROOT)}:{item.first_lineno}: {item.message}")
    return found


def _used_by_templates(folder: Path) -> set[str]:
    """Every member that a template uses, as in `player.name` or `player["name"]`."""
    reader = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    trees = [
        reader.parse(page.read_text()) for page in folder.rglob("*.*") if page.suffix in (".html", ".svg", ".js")
    ]
    attributes = {node.attr for tree in trees for node in tree.find_all(nodes.Getattr)}
    keys = (node.arg for tree in trees for node in tree.find_all(nodes.Getitem))
    return attributes | {key.value for key in keys if isinstance(key, nodes.Const) and isinstance(key.value, str)}


def _hooks() -> list[str]:
    """A line for each hook of `Mechanic` that no board's rule overrides."""
    hooks = [(name, hook) for name, hook in vars(Mechanic).items() if inspect.isfunction(hook) and name[0] != "_"]
    file = Path(inspect.getfile(Mechanic)).relative_to(ROOT)
    return [
        f"{file}:{hook.__code__.co_firstlineno}: hook '{name}' that no rule takes up"
        for name, hook in hooks
        if not any(name in vars(rule) for rule in RULES)
    ]


def _subclasses(kind: type) -> list[type]:
    """All subclasses of a class, those of its subclasses too."""
    return [each for subclass in kind.__subclasses__() for each in (subclass, *_subclasses(subclass))]


for found in iter_modules(mechanics.__path__, f"{mechanics.__name__}."):
    import_module(found.name)
RULES: Final = _subclasses(Mechanic)
MECHANICS: Final = {rule.__name__ for rule in RULES}

if __name__ == "__main__":
    lines = unused()
    print("\n".join(lines) if lines else "no unused code")
    sys.exit(1 if lines else 0)
