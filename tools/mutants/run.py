"""Runs the tests against each change, in a child process that ends at the first test that fails.

A change inside a function is applied to the function itself, in a child forked after all tests were collected.
A change outside of functions (constants, class bodies, defaults) is applied while the child imports the module.
"""

from __future__ import annotations

import ast
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

from tools.mutants.changes import Change, changes

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "companion" / "rules"
TESTS = "tests/rules"
# What a child may use: so many times the processor seconds of all tests without a change, and so much memory. A child
# that needs more is ended, and the change counts as noticed.
TIMES, BYTES = 3, 4 * 1024**3
ARGUMENTS = [TESTS, "-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--no-summary"]
ARGUMENTS += ["--assert=plain", "--tb=no"]  # nobody reads why a test failed
FAILING = "the tests fail as it is; mend that first"


@dataclass(frozen=True)
class Mutant:
    """A module with one change in it."""

    module: str
    file: str
    change: Change
    code: CodeType
    at_import: bool


Report = Callable[[Mutant, bool], None]  # is called with each mutant, and whether the tests noticed it


def mutants() -> list[Mutant]:
    """Every change to every module of the rules."""
    found: list[Mutant] = []
    for file in sorted(RULES.rglob("*.py")):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        tree = ast.parse(file.read_text())
        early = _called_at_import(tree)
        for change in changes(tree):
            code = compile(tree, str(file), "exec", dont_inherit=True)
            at_import = not change.path or change.path[0] in early
            found.append(Mutant(name, str(file.relative_to(ROOT)), change, code, at_import))
    return found


def _called_at_import(tree: ast.Module) -> set[str]:
    """The functions that run while the module is imported: changing them afterwards would have no effect."""
    outside = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
    calls = [call for node in outside for call in ast.walk(node) if isinstance(call, ast.Call)]
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def try_all(found: Sequence[Mutant], workers: int, report: Report) -> None:
    """Tries each mutant, `workers` at a time, and reports whether the tests noticed it."""
    os.chdir(ROOT)
    os.environ["HYPOTHESIS_PROFILE"] = "mutants"
    every = list(HealthCheck)
    plain: dict[str, Any] = {"derandomize": True, "deadline": None, "database": None, "phases": [Phase.generate]}
    settings.register_profile("mutants", max_examples=12, suppress_health_check=every, **plain)
    seconds = TIMES * _seconds_of_all()
    early = [mutant for mutant in found if mutant.at_import]
    _forked(early, workers, seconds, _run_from_import, report)
    late = [mutant for mutant in found if not mutant.at_import]
    if pytest.main(ARGUMENTS, plugins=[_Loop(late, workers, seconds, report)]) != 0:
        sys.exit(FAILING)


def _seconds_of_all() -> int:
    """The processor seconds of all tests without a change. Exits if a test fails, since nothing would be shown."""
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os._exit(pytest.main(ARGUMENTS))
    __, status, used = os.wait4(child, 0)
    if status:
        sys.exit(FAILING)
    return ceil(used.ru_utime + used.ru_stime)


def _forked(
    found: Sequence[Mutant], workers: int, seconds: int, run: Callable[[Mutant], bool], report: Report
) -> None:
    """Runs each mutant in a child, `workers` at a time, and reports whether its child failed."""
    running: dict[int, Mutant] = {}
    for number, mutant in enumerate(found, 1):
        sys.stderr.write(f"\r{number}/{len(found)} ")
        sys.stderr.flush()
        running[_child(mutant, seconds, run)] = mutant
        if len(running) >= workers:
            report(*_ended(running))
    while running:
        report(*_ended(running))
    sys.stderr.write("\n")


def _child(mutant: Mutant, seconds: int, run: Callable[[Mutant], bool]) -> int:
    """The process id of a new child, which runs a mutant within the limits and exits with 0 if all tests passed."""
    child = os.fork()
    if child:
        return child
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        if "MUTANTS_SPEAK" not in os.environ:
            os.dup2(nowhere, 2)
        os._exit(0 if run(mutant) else 1)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def _ended(running: dict[int, Mutant]) -> tuple[Mutant, bool]:
    """Waits until one of these children ends; returns its mutant, and whether a test failed."""
    while True:
        child, status = os.wait()
        if child in running:
            return running.pop(child), status != 0


def _run_from_import(mutant: Mutant) -> bool:
    """Whether all tests pass with a module that is changed when it is imported."""
    sys.meta_path.insert(0, _Finder(mutant))
    return pytest.main([*ARGUMENTS, "-x"], plugins=[_Order(mutant.module)]) == 0


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the changed module instead of the one in the file."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, _path: Any, _target: ModuleType | None = None) -> Any:
        if name != self.mutant.module:
            return None
        file = str(ROOT / self.mutant.file)
        loader = _Loader(name, file)
        loader.changed = self.mutant.code
        return importlib.util.spec_from_file_location(name, file, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads changed code instead of the file's."""

    changed: CodeType

    def get_code(self, _name: str) -> CodeType:
        return self.changed


class _Order:
    """Makes pytest run the module's own tests first, then the quick ones, and whole games last."""

    def __init__(self, module: str) -> None:
        self.module = module

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: _order(item, self.module))


def _order(item: pytest.Item, module: str) -> int:
    """A sort key for tests: those likely to notice a change in this module first, the slow ones last."""
    file = item.path.stem.removeprefix("test_")
    if file == module.rpartition(".")[2]:
        return 0
    return {"agreement": 2, "properties": 3}.get(file, 1)


class _Loop:
    """Replaces pytest's loop over the tests by one that runs them for each mutant, each time in a child."""

    def __init__(self, found: list[Mutant], workers: int, seconds: int, report: Report) -> None:
        self.found, self.workers, self.seconds, self.report = found, workers, seconds, report

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _check_without_change(session)
        gc.freeze()  # so that children share this memory
        _forked(self.found, self.workers, self.seconds, lambda mutant: _run_collected(session, mutant), self.report)
        return True


def _check_without_change(session: pytest.Session) -> None:
    """Runs all tests without a change, and ends everything if one fails, since nothing could be shown then."""
    if session.testsfailed or not _all_pass(session.items):
        pytest.exit("the tests fail as it is", 2)


def _run_collected(session: pytest.Session, mutant: Mutant) -> bool:
    """Whether all tests pass with the changed function in place of its own."""
    _apply(mutant)
    return _all_pass(sorted(session.items, key=lambda item: _order(item, mutant.module)))


def _all_pass(items: Sequence[pytest.Item]) -> bool:
    """Runs these tests up to the first that fails; whether none did."""
    following = [*items[1:], None]
    for item, after in zip(items, following, strict=True):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return False
    return True


def _apply(mutant: Mutant) -> None:
    """Gives the changed function its new code, so that every reference to the function runs it."""
    found: Any = sys.modules[mutant.module]
    code = mutant.code
    for name in mutant.change.path:
        found = vars(found)[name]
        code = next(part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name)
    # The function may be wrapped in a property or a cached property.
    function = getattr(found, "fget", None) or getattr(found, "func", None) or found
    assert isinstance(function, FunctionType), mutant.change
    function.__code__ = code
