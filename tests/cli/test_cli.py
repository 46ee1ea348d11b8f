"""The command line: what it prints, and that whatever is wrong is one clear sentence and status 2."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from companion import __version__, cli
from companion.boards import files
from tests.support.serving import free_port


@pytest.fixture
def run(capsys):
    """Runs a command and gives (status, standard output, standard error)."""

    def run(*args):
        status = cli.main([str(arg) for arg in args])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def house(tmp_path, boards):
    """A folder with a board of the house's own."""
    from companion.data import maps

    text = (maps() / "usa.toml").read_text()
    (tmp_path / "ours.toml").write_text(text.replace('id = "usa"', 'id = "ours"').replace('"USA"', '"Ours"'))
    return tmp_path


def test_every_board_is_listed_with_its_id(run):
    status, out, err = run("boards")
    assert (status, err) == (0, "")
    assert "usa  USA" in out
    assert "europe  Europe" in out
    assert "Globetrotter" not in out.splitlines()[0]


def test_alone_it_shows_its_help(run):
    status, out, err = run()
    assert (status, err) == (0, "")
    for command in ("serve", "boards", "check-boards", "board-schema"):
        assert command in out


def test_it_knows_its_version(run):
    assert run("--version")[:2] == (0, f"companion, version {__version__}\n")


def test_one_board(run):
    out = run("boards", "usa")[1]
    assert "USA" in out
    assert "Europe" not in out


def test_all_facts_of_a_board_as_json(run, boards):
    facts = json.loads(run("boards", "europe", "--json")[1])
    europe = boards["europe"]
    assert facts["id"] == "europe"
    assert {city["id"] for city in facts["cities"]} == set(europe.city)
    assert {route["id"] for route in facts["routes"]} == set(europe.route)
    assert set(facts["variants"]) == set(europe.variants)
    assert all({"id", "a", "b", "points", "sets"} <= set(ticket) for ticket in facts["tickets"])


def test_all_facts_of_all_boards_as_json(run, boards):
    assert [facts["id"] for facts in json.loads(run("boards", "--json")[1])] == list(boards)


def test_the_schema_is_one_that_an_editor_can_read(run):
    schema = json.loads(run("board-schema")[1])
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert {"cities", "routes", "tickets", "variants"} <= set(schema["properties"])


@pytest.mark.parametrize("where", ["before", "after"])
def test_a_house_has_boards_of_its_own(run, house, where):
    option = ["--boards", house]
    args = [*option, "boards", "ours"] if where == "before" else ["boards", "ours", *option]
    status, out, _ = run(*args)
    assert status == 0
    assert out.startswith("ours  Ours")


def test_the_environment_names_them_too(run, house, monkeypatch):
    monkeypatch.setenv("COMPANION_BOARDS", str(house))
    assert run("boards", "ours")[0] == 0


def test_boards_that_are_in_order(run, house):
    status, out, err = run("check-boards")
    assert (status, err) == (0, "")
    assert out.count("no problems found") == len(files.boards())
    assert run("check-boards", house / "ours.toml")[0] == 0
    assert run("check-boards", "--boards", house)[1].count("no problems found") == len(files.boards()) + 1


def test_a_board_that_is_not_is_named_with_what_is_wrong(run, house):
    wrong = house / "wrong.toml"
    wrong.write_text((house / "ours.toml").read_text().replace('b = "charleston"', 'b = "nowhere"', 1))
    status, out, err = run("check-boards", wrong, house / "ours.toml")
    assert status == 2
    assert "wrong.toml" in err
    assert "nowhere" in err
    assert "wrong.toml" not in out
    assert "ours.toml: no problems found" in out


def test_a_board_without_a_picture_is_not_served(run, house):
    text = (house / "ours.toml").read_text()
    (house / "ours.toml").write_text(text[: text.index("[layout]")])
    at = ("--host", "127.0.0.1", "--port", free_port(), "--database", f"sqlite:///{house}/games.db")
    status, out, err = run("serve", "--boards", house, *at)
    assert (status, out) == (2, "")
    assert "Ours has no layout yet" in err
    status, out, _err = run("check-boards", house / "ours.toml")
    assert status == 0
    assert "Ours has no layout yet" in out


def test_a_house_board_that_is_wrong_is_refused_by_every_command(run, house):
    (house / "ours.toml").write_text("id = 3")
    for command in ("boards", "check-boards", "serve"):
        status, out, err = run(command, "--boards", house)
        assert (status, out) == (2, "")
        assert "ours.toml" in err
        assert "Traceback" not in err


@pytest.mark.parametrize(
    ("args", "names"),
    [
        (["--nope"], "--nope"),
        (["nope"], "nope"),
        (["boards", "atlantis"], "atlantis"),
        (["boards", "usa", "europe"], "europe"),
        (["--boards", "/no/such/folder", "boards"], "/no/such/folder"),
        (["boards", "--boards", "/no/such/folder"], "/no/such/folder"),
        (["check-boards", "/no/such/file.toml"], "/no/such/file.toml"),
        (["check-boards", "/"], "/"),
        (["serve", "--port", "many"], "many"),
        (["serve", "--port", "0"], "0"),
        (["serve", "--port", "65536"], "65536"),
        (["serve", "--host", "no.such.host.invalid"], "no.such.host.invalid"),
    ],
)
def test_a_wrong_command_line_is_one_sentence_and_status_2(run, args, names):
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert names in err


def test_it_runs_as_a_module_from_anywhere(tmp_path):
    command = [sys.executable, "-m", "companion", "boards", "usa"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usa  USA")


def test_who_has_seen_enough_hears_no_complaint(tmp_path):
    script = f"{sys.executable} -m companion boards --json | head -c 10"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""


def test_a_person_who_gives_up_is_no_fault(run, monkeypatch):
    monkeypatch.setattr("companion.cli.options.boards", lambda extra: (_ for _ in ()).throw(KeyboardInterrupt))
    status, out, err = run("boards")
    assert (status, out) == (130, "")
    assert "Traceback" not in err


def test_an_environment_that_names_no_folder_is_said_to(run, monkeypatch):
    monkeypatch.setenv("COMPANION_BOARDS", "/no/such/folder")
    status, out, err = run("boards")
    assert (status, out) == (2, "")
    assert "/no/such/folder" in err
