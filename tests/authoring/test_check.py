"""What checking a board file finds: marks that would count for nothing, and that a picture is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.authoring.check import check

GUIDE = (Path(__file__).parents[2] / "docs/own-board.md").read_text("utf-8")
[FOGLAND] = re.findall(r"```toml\n(id = .*?)```", GUIDE, re.S)


@pytest.fixture
def checked(tmp_path):
    def after(old="", new=""):
        assert old in FOGLAND
        (file := tmp_path / "fogland.toml").write_text(FOGLAND.replace(old, new, 1), "utf-8")
        return check(file)

    return after


def test_a_board_in_order_has_nothing_but_a_note_on_its_missing_picture(checked):
    found = checked()
    assert (found.lines, found.status) == ((), 0)
    assert found.notes[-1] == "Fogland has no layout yet, so it can't be drawn. Make one with `companion lay-out`."


def test_a_misspelt_mark_is_told_with_its_route(checked):
    found = checked("mountain = 1", "mountian = 1")
    assert found.lines == ("fogland.toml: routes 5 (ash – elm) marks: nothing here is called “mountian”",)
    assert found.status == 1


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("[mechanics.mountains]\npoints_each = 2\n", "", "mountains"),
        ("mountain = 1", "mountain = 1, toll = 2, terrain = 2", "toll-money"),
    ],
)
def test_a_mark_without_its_rule_is_told(checked, old, new, rule):
    found = checked(old, new)
    assert found.lines == (f"fogland.toml: mechanics: the member “{rule}” is missing",)
    assert found.usable


def test_what_is_wrong_with_the_file_comes_first(checked):
    found = checked('kind = "border"', 'kind = "bordr"')
    assert len(found.lines) == 1
    assert (found.usable, found.notes) == (False, ())
