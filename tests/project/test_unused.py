"""`tools.unused`: a name that nothing imports is found, though another of that name is used elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.imported import unused_names

FILES = {
    "house/__init__.py": "from house.tools import handed_on, kept\n__all__ = ['handed_on', 'kept']\n",
    "house/tools.py": """
from typing import Final

LIMIT: Final = 4
NOBODYS: Final = 5
Check = int

def mend(): ...
def handed_on(): ...
def kept(): ...
def itself(): return itself()
def shown(mend): return mend + LIMIT
""",
    "house/door.py": """
from house import handed_on, tools

Check = str

def opened(given: Check):
    mend = handed_on(given)
    return tools.shown(mend)

@app.get("/")
def page(): return opened("")
""",
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_what_is_used_nowhere_is_found_and_nothing_else(house: Path) -> None:
    found = unused_names(house, [house / name for name in FILES])
    assert {(str(file), name) for file, _line, name in found} == {
        ("house/tools.py", name) for name in ("NOBODYS", "Check", "mend", "kept", "itself")
    }


def test_a_use_that_comes_later_is_seen(house: Path) -> None:
    (house / "house/later.py").write_text("from house import kept\nfrom house.tools import NOBODYS as five\n")
    found = unused_names(house, [house / name for name in (*FILES, "house/later.py")])
    assert {name for _file, _line, name in found} == {"Check", "mend", "itself"}
