"""`make audit`: what is known of the packages we ship, and the list of all that we ship."""

from __future__ import annotations

import json
import subprocess

import pytest
from cyclonedx.model.bom import Bom

from tests.project.test_ground import pinned
from tools import audit


@pytest.fixture(scope="module")
def listed():
    return audit.bill_of_materials()


def test_the_list_names_every_locked_package_and_what_lies_in_the_project(listed):
    """Another program reads it; every locked package is there, and what lies in the project itself."""
    bom = Bom.from_json(json.loads(json.dumps(listed)))
    assert len(bom.components) == len(listed["components"])
    named = {(part["name"], part.get("version")) for part in listed["components"]}
    assert pinned("requirements-run.lock") <= named
    assert {"htmx.org", "League Gothic", "Barlow Semi Condensed", "Old Standard"} <= {name for name, _ in named}


def test_what_runs_is_told_apart_from_what_only_puts_it_into_place(listed):
    scope = {part["name"]: part["scope"] for part in listed["components"]}
    for name in ("flask", "werkzeug", "weasyprint", "sqlalchemy", "psycopg-binary", "uvicorn", "htmx.org"):
        assert scope[name] == "required"
    assert scope["hatchling"] == "excluded"


def test_who_leans_on_whom_is_closed(listed):
    known = {part["bom-ref"] for part in listed["components"]} | {"trackside"}
    leaning = [part for part in listed["dependencies"] if part["dependsOn"]]
    assert leaning
    for part in leaning:
        assert {part["ref"], *part["dependsOn"]} <= known


def test_the_same_parts_give_the_same_list(listed):
    assert audit.bill_of_materials() == listed


def looked(*parts):
    return [{"name": name, "version": "1", **more} for name, more in parts]


def test_a_known_fault_is_told_with_what_mends_it(capsys):
    fault = {"id": "PYSEC-1", "fix_versions": ["2"]}
    assert audit.report(looked(("a", {"vulns": [fault]}), ("b", {"vulns": []}))) == 1
    said = capsys.readouterr().out
    assert "a 1: PYSEC-1, mended in 2" in said
    assert "2 of 2 packages were looked up; 1 have known faults." in said


def test_nothing_known_is_well(capsys):
    assert audit.report(looked(("a", {"vulns": []}), ("b", {"skip_reason": "not there"}))) == 0
    assert "1 of 2 packages were looked up; 0 have known faults." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("out", "err"),
    [
        ("", "ConnectionError: no route to host"),
        (json.dumps({"dependencies": looked(("a", {"skip_reason": "x"}))}), ""),
    ],
)
def test_a_service_that_cannot_be_reached_is_said_so(monkeypatch, capsys, out, err):
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 1, out, err))
    assert audit.report_vulnerabilities() == 0
    assert "can't be reached from here, so nothing was looked up" in capsys.readouterr().out
