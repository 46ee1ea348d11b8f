"""What all tests share: how hard hypothesis looks, the boards, and the app over them."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterator, Mapping

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache

from companion.boards import files
from companion.boards.model import Board

# A machine that is busy must not fail a test, so there is no deadline; what is timed is timed in bench/.
settings.register_profile("default", max_examples=60, deadline=None)
settings.register_profile(
    "soak",
    max_examples=1500,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Known here, since only the outermost of these files is read before the command line is."""
    parser.addoption("--without-apis", action="store_true", help="a browser with less: see tests/browser/poorer.py")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: whoever drives a browser waits for it."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The heavier doses take as long as they are told to."""
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.timeout(0))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What failed, each with the command that runs it alone; and what `make test` ran, and how long it took."""
    told = terminalreporter.stats
    failed = {report.nodeid: report for kind in ("failed", "error") for report in told.get(kind, [])}
    if failed:
        terminalreporter.section("to run one of them alone")
    for name, report in failed.items():
        # A file that could not be read is no test, and has no marks.
        more = ["-m", "soak"] if "soak" in getattr(report, "keywords", ()) else []
        more += ["--without-apis"] if config.getoption("--without-apis") else []
        terminalreporter.write_line(shlex.join([".venv/bin/python", "-m", "pytest", *more, name]))
    if begun := os.environ.get("MAKE_TEST_BEGUN"):
        ran = sum(len(told.get(kind, [])) for kind in ("passed", "failed", "xfailed", "xpassed"))
        minutes, seconds = divmod(round(time.time() - float(begun)), 60)
        line = f"make test: style, types, every branch of the rules, and {ran:,} tests"
        terminalreporter.write_line(f"\n{line} in {minutes}:{seconds:02} minutes; {len(failed) or 'nothing'} failed")


@pytest.fixture(scope="session", autouse=True)
def _games_of_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever a test starts keeps its games in a folder of the tests, never in the user's, and speaks English."""
    os.environ.pop("COMPANION_LANGUAGE", None)  # whoever runs them may speak another
    os.environ["DATABASE_URL"] = f"sqlite:///{tmp_path_factory.mktemp('games') / 'games.sqlite3'}"


@pytest.fixture(scope="session", autouse=True)
def _compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A template is compiled once, and not again for each of the thousand apps that tests make."""
    kept = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", Flask.jinja_options | {"bytecode_cache": kept})
        yield


@pytest.fixture(scope="session")
def boards() -> Mapping[str, Board]:
    """The built-in boards."""
    return files.boards()
