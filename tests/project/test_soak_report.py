"""The report of a soak: what held and what did not is told in both, and a part that is not there by its names."""

from __future__ import annotations

import json

import pytest

from tools.soak import __main__ as soak
from tools.soak import report
from tools.soak.parts import PARTS

ROW = {
    "name": "power cut",
    "dose": 50,
    "unit": "cuts",
    "seed": 7,
    "held": True,
    "seconds": 31.0,
    "date": "2026-11-18",
}
ROWS = [ROW | {"figures": {"entries kept": "12"}}, ROW | {"name": "disk full", "held": False, "figures": {}}]


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "KEPT", tmp_path / "build" / "soak.json")
    monkeypatch.setattr(report, "PAGE", tmp_path / "soak.md")
    return tmp_path


def test_the_page_tells_of_each_part_whether_it_held(elsewhere):
    report.keep({"power": ROWS[:1]}, ["Linux 6.1", "2 processors"])
    report.keep({"disk": ROWS[1:]}, ["Linux 6.1", "2 processors"])
    assert soak.main(["--page"]) == 0
    page = (elsewhere / "soak.md").read_text()
    assert "The runs below were made on this system: Linux 6.1, 2 processors." in page
    assert "| power cut | 50 cuts | 7 | yes | 0.5 | 2026-11-18 |" in page
    assert "| disk full | 50 cuts | 7 | **no** |" in page
    assert "- **power cut**: entries kept: 12." in page


def test_a_terminal_sees_what_did_not_hold():
    assert report.as_table(ROWS).splitlines() == [
        "held      power cut: 50 cuts, seed 7, 31 s",
        "          entries kept: 12",
        "NOT HELD  disk full: 50 cuts, seed 7, 31 s",
    ]


def test_a_part_that_is_not_there_is_told_with_those_that_are(capsys):
    assert soak.main(["earthquake"]) == 2
    assert "no part earthquake; there are tests, poorer, hostile" in capsys.readouterr().err
    assert soak.main(["--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(PARTS)


@pytest.mark.parametrize(("status", "held"), [(0, True), (1, False)])
def test_a_part_tells_what_its_tests_told_and_a_failure_is_none_that_held(elsewhere, monkeypatch, status, held):
    monkeypatch.setattr(soak, "LOGS", elsewhere)
    told = json.dumps({**ROWS[0], "date": ""})

    def run(command, stdout, env, **_):
        stdout.write("1 passed in 2 s\n")
        (elsewhere / "power.jsonl").write_text(told + "\n")
        return type("Done", (), {"returncode": status})

    monkeypatch.setattr(soak.subprocess, "run", run)
    assert [row["held"] for row in soak._run(PARTS["power"])] == [True] + [False] * (not held)


@pytest.mark.parametrize(("last", "count"), [("7 passed, 2 skipped in 3.1s", 7), ("7 passed in 61.2s (0:01:01)", 7)])
def test_a_part_that_tells_nothing_is_told_by_how_many_of_its_tests_passed(elsewhere, monkeypatch, last, count):
    monkeypatch.setattr(soak, "LOGS", elsewhere)

    def run(command, stdout, env, **_):
        stdout.write(last + "\n")
        return type("Done", (), {"returncode": 0})

    monkeypatch.setattr(soak.subprocess, "run", run)
    assert [(row["dose"], row["held"]) for row in soak._run(PARTS["tests"])] == [(count, True)]
