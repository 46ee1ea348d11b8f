"""`companion circles`: the circles on this machine, a link to one, a copy of it, and its end."""

from __future__ import annotations

import json

import pytest

from companion.boards import files
from companion.cli import main
from companion.play.keys import program_with
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.evenings import evening

ADA = program_with("ada")


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture
def tables(url):
    return Tables(open_store(url), files.boards())


@pytest.fixture
def circle(tables):
    circle = tables.circles.make(ADA, "Friday people")
    tables.circles.add(circle, tables.open(evening(3, "usa", 3), ADA).table, ADA)
    return circle


def test_without_any_it_says_so(url, capsys):
    assert main(["circles", "--database", url]) == 0
    assert capsys.readouterr().out == "There are no circles yet.\n"


def test_circles_are_listed_and_a_wrong_one_is_refused(url, circle, capsys):
    assert main(["circles", "--database", url]) == 0
    out = capsys.readouterr().out
    assert out.startswith(circle)
    assert out.endswith("Friday people: 1 game\n")
    assert main(["circles", "none", "--database", url]) == 2
    assert main(["circles", "--delete", "--database", url]) == 2
    assert "`companion circles` lists them" in capsys.readouterr().err


def test_a_fresh_link_makes_a_keeper(url, tables, circle, capsys):
    assert main(["circles", circle, "--link", "--database", url, "--address", "https://games.example/"]) == 0
    address, __, secret = capsys.readouterr().out.strip().partition("#")
    assert address == "https://games.example/circles/join"
    assert tables.circles.join(secret, program_with("x")).keeps


def test_it_is_saved_once_and_deleted(url, tables, circle, tmp_path, capsys):
    file = tmp_path / "circle.json"
    assert main(["circles", circle, "--export", str(file), "--database", url]) == 0
    assert len(json.loads(file.read_text())["games"]) == 1
    assert main(["circles", circle, "--export", str(file), "--database", url]) == 2
    assert main(["circles", circle, "--export", str(tmp_path / "no" / "x"), "--database", url]) == 2
    assert main(["circles", circle, "--delete", "--database", url]) == 0
    assert tables.store.all_games() == []
