"""Code that nothing uses: vulture's findings, less the names that templates use and those that libraries call.

Only the product itself is looked at, so that a function which only its own test calls is found as well.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from vulture import Vulture

ROOT: Final = Path(__file__).resolve().parent.parent
# What Flask, click and pytest call by its decorator.
DECORATORS: Final = [
    "@*.get",
    "@*.post",
    "@*.patch",
    "@*.delete",
    "@*.command",
    "@*.group",
    "@model_validator",
    "@field_validator",
]
# Names that a library, or Python itself, looks for: pydantic, asyncio, http.server, Alembic, logging, Flask, Jinja,
# SQLAlchemy, click.
LIBRARIES: Final = [
    *("model_config", "do_GET", "log_message", "daemon_threads", "allow_reuse_address", "revision", "down_revision"),
    *("handlers", "log_exception", "max_content_length", "max_form_memory_size", "strict_slashes", "lstrip_blocks"),
    # What `flask.g` keeps of a request is asked for by its name; a tuple is sorted by its first member.
    *("__getattr__", "new_device", "sheet_for", "distance"),
    # The ways to pay a bonus that no board has yet.
    *("BY_RANK", "BY_NUMBER", "FOR_EACH"),
    *("trim_blocks", "isolation_level", "formatter_class"),
    *("connection_made", "data_received", "eof_received", "connection_lost", "pause_writing", "resume_writing"),
]


def unused() -> list[str]:
    """Each unused thing as a line `file:line: what`."""
    vulture = Vulture(ignore_names=LIBRARIES, ignore_decorators=DECORATORS)
    vulture.scavenge([str(ROOT / "companion"), str(ROOT / "tools"), str(ROOT / "bench")])
    shown = "\n".join(page.read_text() for page in (ROOT / "templates").rglob("*.html"))
    in_templates = set(re.findall(r"\w+", shown))
    found = (item for item in vulture.get_unused_code(min_confidence=60) if "companion" in Path(item.filename).parts)
    # What the interface gives and takes is read by programs: the schemas' members are used by being there.
    found = (item for item in found if item.name not in in_templates and Path(item.filename).name != "schemas.py")
    # A mechanic is found by the name of its file, which a board gives.
    found = (item for item in found if item.typ != "class" or Path(item.filename).parent.name != "mechanics")
    return [f"{Path(item.filename).relative_to(ROOT)}:{item.first_lineno}: {item.message}" for item in found]


if __name__ == "__main__":
    lines = unused()
    print("\n".join(lines) if lines else "no unused code")
    sys.exit(1 if lines else 0)
