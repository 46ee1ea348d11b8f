"""Code that nothing uses, in three kinds, of which each is found as exactly as it can be.

What stands at the top of a module is followed by who imports it, so that a namesake elsewhere does not count; members
of classes are found by vulture, less those that a template asks for; and hooks of a board's rules by whether any rule
takes them up. Only the product itself is looked at, so that what only its own test calls is found as well.
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
from tools.imported import nowhere

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
        for file, line, name in nowhere(ROOT, looked_in)
        if file.parts[0] == "companion" and not (file.parent.name == "mechanics" and name in MECHANICS)
    ]
    return at_the_top + _members(looked_in, _asked_for(ROOT / "templates")) + _hooks()


def _members(files: list[Path], in_templates: set[str]) -> list[str]:
    vulture = Vulture(ignore_names=LIBRARIES, ignore_decorators=DECORATORS)
    vulture.scavenge([str(file) for file in files])
    found = (item for item in vulture.get_unused_code(min_confidence=60) if "companion" in Path(item.filename).parts)
    # What the interface gives and takes is read by programs: the schemas' members are used by being there.
    found = (item for item in found if item.name not in in_templates and Path(item.filename).name not in FOR_PROGRAMS)
    found = (item for item in found if item.name not in MECHANICS)
    return [f"{Path(item.filename).relative_to(ROOT)}:{item.first_lineno}: {item.message}" for item in found]


def _asked_for(folder: Path) -> set[str]:
    """Every member that some template asks for: `player.name`, `player["name"]`."""
    reader = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    trees = [
        reader.parse(page.read_text()) for page in folder.rglob("*.*") if page.suffix in (".html", ".svg", ".js")
    ]
    asked = {node.attr for tree in trees for node in tree.find_all(nodes.Getattr)}
    keys = (node.arg for tree in trees for node in tree.find_all(nodes.Getitem))
    return asked | {key.value for key in keys if isinstance(key, nodes.Const) and isinstance(key.value, str)}


def _hooks() -> list[str]:
    """What a rule of a board may change, and no rule there is does."""
    hooks = [(name, hook) for name, hook in vars(Mechanic).items() if inspect.isfunction(hook) and name[0] != "_"]
    file = Path(inspect.getfile(Mechanic)).relative_to(ROOT)
    return [
        f"{file}:{hook.__code__.co_firstlineno}: hook '{name}' that no rule takes up"
        for name, hook in hooks
        if not any(name in vars(rule) for rule in RULES)
    ]


def _below(kind: type) -> list[type]:
    return [each for below in kind.__subclasses__() for each in (below, *_below(below))]


for found in iter_modules(mechanics.__path__, f"{mechanics.__name__}."):
    import_module(found.name)
RULES: Final = _below(Mechanic)
MECHANICS: Final = {rule.__name__ for rule in RULES}

if __name__ == "__main__":
    lines = unused()
    print("\n".join(lines) if lines else "no unused code")
    sys.exit(1 if lines else 0)
