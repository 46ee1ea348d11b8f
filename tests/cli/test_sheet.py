"""`companion sheet` and `companion blank`: what they write, and what they refuse in one sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.boards import files
from companion.cli import main
from companion.sheet import html_to_pdf
from tests.sheet.test_sheet import pages, words
from tests.support.evenings import Evening
from tests.support.markup import parsed


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    record = Evening(3, "usa", 2).record(title="Friday night")
    record["log"][0]["at"] = "2026-11-18T19:04:11Z"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    return file


def test_a_sheet_is_written_beside_its_game_with_title_and_date(game, capsys):
    assert main(["sheet", str(game)]) == 0
    assert capsys.readouterr().out == "game.pdf\n"
    first = words(Path("game.pdf").read_bytes())[0]
    assert "FRIDAY NIGHT" in first
    assert "18 November 2026" in first


def test_on_letter_with_an_address(game):
    assert main(["sheet", str(game), "-o", "x.pdf", "--paper", "letter", "--address", "https://a.example/t/x"]) == 0
    made = Path("x.pdf").read_bytes()
    assert round(pages(made)[0].get_height()) == 792
    assert "https://a.example/t/x" in words(made)[0]


@pytest.mark.parametrize("options", [["--html"], ["-o", "game.html"]])
def test_as_html(game, options):
    assert main(["sheet", str(game), *options]) == 0
    html = Path("game.html").read_text()
    parsed(html)
    assert "Friday night" in html


def test_a_blank_sheet(game):
    assert main(["blank", "europe"]) == 0
    assert "EUROPE" in words(Path("europe-blank.pdf").read_bytes())[0]
    assert main(["blank", "usa", "--html", "-o", "b.html", "--paper", "letter"]) == 0
    assert "Ticket 8" in Path("b.html").read_text()


@pytest.mark.parametrize(("command", "file"), [(["sheet", "game.json"], "game"), (["blank", "usa"], "usa-blank")])
def test_without_pango_the_same_pages_come_as_html_with_a_sentence(game, capsys, monkeypatch, command, file):
    def missing() -> None:
        raise html_to_pdf.CannotPrint("PDF needs Pango: apt install it")

    monkeypatch.setattr(html_to_pdf, "_weasyprint", missing)
    assert main(command) == 1
    assert not Path(f"{file}.pdf").exists()
    assert "PDF needs Pango: apt install it" in Path(f"{file}.html").read_text()
    told = capsys.readouterr().err
    assert (
        told
        == f"PDF needs Pango: apt install it\n{file}.html has the same pages; open it in a browser to print them.\n"
    )


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["sheet", "none.json"], "none.json can't be read: no such file or directory"),
        (["sheet", "game.json", "--address", "javascript:a()"], "--address must begin with https:// or http://."),
        (
            ["sheet", "game.json", "-o", "/nowhere/x.pdf"],
            "/nowhere/x.pdf can't be written: no such file or directory",
        ),
        (["blank", "atlantis"], f"There's no board called atlantis. Choose one of {', '.join(files.boards())}."),
    ],
)
def test_refusals(game, capsys, args, says):
    assert main(args) == 2
    assert capsys.readouterr().err.strip() == says


def test_from_standard_input_and_nothing_is_left_to_say(game):
    command = [sys.executable, "-m", "companion", "sheet", "-"]
    done = subprocess.run(command, input=game.read_bytes(), capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"sheet.pdf\n", b"")
