"""What a run of the tests says of itself, and that one test that hangs fails alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = """
import time, pytest

@pytest.mark.timeout(1)
def test_that_hangs():
    time.sleep(100)

@pytest.mark.parametrize("n", range(3))
def test_beside_it(n):
    pass
"""


def test_a_test_that_hangs_fails_alone_and_is_named_with_its_command(tmp_path):
    file = tmp_path / "test_two.py"
    file.write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-n", "1", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run(
        [*command, "-c", ROOT / "pyproject.toml", "--rootdir", tmp_path, file],
        cwd=ROOT,
        env=own | {"MAKE_TEST_BEGUN": str(round(time.time()))},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ran.returncode == 1, ran.stdout
    assert "1 failed, 3 passed" in ran.stdout.splitlines()[-1]
    assert re.search(r"^\.venv/bin/python -m pytest test_two\.py::test_that_hangs$", ran.stdout, re.MULTILINE)
    assert re.search(r"^make test: .* and 4 tests in \d+:\d\d minutes; 1 failed$", ran.stdout, re.MULTILINE)
