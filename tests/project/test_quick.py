"""Which tests `make quick` runs for a change."""

from __future__ import annotations

import pytest

from tools import quick


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("companion/rules/trail.py", "tests/rules/test_trail.py"),
        ("companion/rules/bonuses/regions.py", "tests/rules/bonuses"),
        ("companion/rules/replay.py", "tests/rules"),
        ("companion/i18n.py", "tests/test_i18n.py"),
        ("maps/usa.toml", "tests/boards"),
        ("docs/security.md", "tests/project/test_security.py"),
        ("docs/architecture.md", "tests/project"),
        ("languages/de/LC_MESSAGES/trackside.po", "tests/project/test_catalogues.py"),
        ("tests/rules/test_log.py", "tests/rules/test_log.py"),
    ],
)
def test_a_change_is_tried_by_the_tests_that_are_called_like_it(changed, tests):
    assert (quick.ROOT / tests).exists()
    assert quick.tests_of([changed]) == {tests}


def test_neither_what_takes_a_browser_nor_what_is_no_test_is_run():
    assert quick.tests_of(["tests/browser/test_pages.py", "tests/faults/test_kills.py", "tests/conftest.py"]) == set()
