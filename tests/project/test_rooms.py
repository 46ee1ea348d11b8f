"""Who may import whom. It is tried in a fresh interpreter, by looking at what came along."""

from __future__ import annotations

import ast
import inspect
import json
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import companion
from companion import pages
from companion.play.tables import Tables
from companion.store import open_store

PURE = [
    "companion.i18n",
    "companion.data",
    "companion.boards",
    "companion.picture.looks",
    "companion.picture",
    "companion.rules",
]
SHELL = {"flask", "jinja2", "click", "uvicorn", "sqlalchemy", "weasyprint", "segno", "companion.web"}
PACKAGE = Path(companion.__file__).parent
RULES = [f"companion.rules.{m.name}" for m in pkgutil.walk_packages([str(PACKAGE / "rules")])]


def brought_along(*modules: str) -> set[str]:
    """All that is loaded after importing the modules and nothing else."""
    script = f"import sys, {', '.join(modules)}; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def imported_by(file: Path) -> set[str]:
    """What a file imports anywhere in it, by full name."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_the_core_brings_nothing_of_the_shell():
    """What all of it together does not bring, none of it does."""
    assert not brought_along(*PURE, *RULES) & SHELL


@pytest.mark.parametrize("module", ["companion.boards.files", "companion.cli"])
def test_a_command_that_only_prints_does_not_wait_for_a_web_framework(module):
    assert not brought_along(module) & {"flask", "uvicorn", "weasyprint", "companion.web"}


SHOWING = [
    module.name
    for module in pkgutil.walk_packages([str(PACKAGE / "pages")], "companion.pages.")
    if not module.name.endswith((".routes", ".parts"))
]


def test_what_is_shown_is_made_without_the_web_and_the_database():
    assert not brought_along("companion.play.view", *SHOWING) & {"sqlalchemy", "companion.store", "flask"}


@pytest.mark.parametrize("page", pages.every_page())
def test_a_page_imports_no_other_page(page):
    own = (f"companion.pages.{page}", "companion.pages.shared", "companion.pages.parts")
    for file in (PACKAGE / "pages" / page).glob("*.py"):
        foreign = {
            name for name in imported_by(file) if name.startswith("companion.pages.") and not name.startswith(own)
        }
        assert not foreign, file


def test_what_pages_share_imports_no_page():
    for file in (PACKAGE / "pages" / "shared").glob("*.py"):
        names = {name for name in imported_by(file) if name.startswith("companion.pages.")}
        assert all(name.startswith("companion.pages.shared") for name in names), file


SCORED = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from companion.cli import main
main(["score", "--json", sys.argv[1]])
print(*(file for file in opened if file.endswith(".toml")), file=sys.stderr)
print(*sys.modules, file=sys.stderr)
"""


def test_scoring_a_record_loads_no_geometry_and_only_the_board_that_it_names(tmp_path):
    game = json.loads((PACKAGE.parent / "tests" / "games" / "strike.json").read_text())["record"]
    (record := tmp_path / "game.json").write_text(json.dumps(game))
    command = [sys.executable, "-c", SCORED, str(record)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=PACKAGE.parent)
    assert done.returncode == 0, done.stderr
    boards, loaded = done.stderr.splitlines()
    assert [Path(file).stem for file in boards.split()] == [game["map"]]
    assert not {"companion.boards.geometry", "companion.boards.layout", "sqlalchemy", "flask"} & set(loaded.split())


OF_THE_WHOLE = {"must_match", "must_not_be_shut_out"}  # beside all of `Games`


def test_nobody_but_the_use_cases_reaches_the_whole_log():
    """All that shows something is given a View. Who may have which is decided in play, and nowhere else."""
    inside = PACKAGE / "play"
    for file in PACKAGE.rglob("*.py"):
        if inside in file.parents:
            continue
        assert not {"companion.play.game.Game", "companion.play.cache"} & imported_by(file), file
        named = {node.attr for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Attribute)}
        assert not named & OF_THE_WHOLE, file
        assert "tables.games" not in file.read_text(), file


def test_the_use_cases_that_reach_the_whole_log_are_those_that_are_named(tmp_path):
    """By what their signatures say: whoever takes or gives a Game has all of it in hand."""
    tables = Tables(open_store(f"sqlite:///{tmp_path / 'games.sqlite3'}"), {})
    objects = [tables, *(one for name, one in vars(tables).items() if name not in ("store", "boards", "games"))]
    there = {
        name: work
        for one in objects
        for name, work in inspect.getmembers(type(one), inspect.isfunction)
        if not name.startswith("_")
    }
    speaks_of = {name: set(re.findall(r"\w+", str(inspect.signature(work)))) for name, work in there.items()}
    assert {name for name, words in speaks_of.items() if {"Game", "Snapshot"} & words} == OF_THE_WHOLE


def test_the_web_reaches_no_store():
    """Pages and programs' calls have the use-cases, which are given it."""
    for file in (PACKAGE / "web").rglob("*.py"):
        named = {node.attr for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Attribute)}
        assert "store" not in named, file
        assert not any(name.startswith("companion.store") for name in imported_by(file)), file


def test_nothing_imports_the_app_but_the_command_line():
    of_app = [file for file in PACKAGE.rglob("*.py") if "companion.app" in imported_by(file)]
    assert of_app == [PACKAGE / "cli" / "__init__.py"]


def test_the_rules_read_no_file_no_clock_and_no_dice():
    banned = {"os", "io", "pathlib", "time", "datetime", "random", "secrets", "socket", "subprocess"}
    for room in ("boards", "rules"):
        pure = [file for file in (PACKAGE / room).rglob("*.py") if file.name != "files.py"]
        assert pure, room
        for file in pure:
            assert not imported_by(file) & banned, file


def test_htmx_is_spoken_in_one_place_only():
    speakers = [file.name for file in PACKAGE.rglob("*.py") if "HX-" in file.read_text()]
    assert speakers == ["htmx.py"]


def test_one_module_knows_where_the_data_lies():
    knowing = {file.name for file in PACKAGE.rglob("*.py") if '_data"' in file.read_text()}
    assert knowing == {"data.py"}


def test_the_overview_of_the_code_is_complete_and_true():
    text = (PACKAGE.parent / "docs/architecture.md").read_text()
    rooms = {f"companion/{room.parent.name}/" for room in PACKAGE.glob("*/__init__.py")}
    single = {f"companion/{file.name}" for file in PACKAGE.glob("*.py") if not file.name.startswith("__")}
    assert rooms | single <= set(re.findall(r"`(companion/[a-z0-9_/.]+)`", text))
    named = set(re.findall(r"`((?:\w+/)+\w+\.(?:py|js))`", text))
    assert [
        name for name in named if not any((PACKAGE.parent / top / name).exists() for top in ("", "companion"))
    ] == []


def test_no_module_eats_all():
    for file in PACKAGE.rglob("*.py"):
        assert len(file.read_text().splitlines()) <= 400, file


def test_modules_that_a_docstring_or_a_comment_names_exist():
    rooms = "|".join(sorted({file.parent.name for file in PACKAGE.rglob("*.py")} - {"companion", "pages", "shared"}))
    named = re.compile(rf"`(?:companion[./])?((?:{rooms})[./][a-z_./]+)`")
    missing = [
        f"{file.relative_to(PACKAGE)}: {name}"
        for file in PACKAGE.rglob("*.py")
        for name in named.findall(file.read_text())
        if not _is_module(file.parent, re.split("[./]", name.removesuffix(".py").strip("/")))
    ]
    assert missing == []


def _is_module(beside: Path, parts: list[str]) -> bool:
    """Whether there is such a module or package, or a module with such a part, in one of the rooms around."""
    return any(
        place.joinpath(*parts).with_suffix(".py").exists()
        or place.joinpath(*parts).is_dir()
        or place.joinpath(*parts[:-1]).with_suffix(".py").exists()
        or hasattr(import_module(".".join(["companion", *place.relative_to(PACKAGE).parts, *parts[:-1]])), parts[-1])
        for place in (PACKAGE, *(room for room in beside.parents if room.is_relative_to(PACKAGE)), beside)
        if place.joinpath(*parts[:-1]).is_dir() or place.joinpath(*parts[:-1]).with_suffix(".py").exists()
    )
