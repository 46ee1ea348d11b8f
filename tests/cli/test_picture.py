"""`companion picture`: what it writes, and what it refuses in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.boards import files
from companion.cli import main
from companion.picture import DARK, PRINT
from companion.picture.looks import LOOKS, SHAPES

GAME = {
    "format": "companion/game",
    "version": 1,
    "map": "usa",
    "players": [{"color": "red", "name": "Ada", "shape": "moon"}, {"color": "blue", "name": "Bo"}],
    "log": [
        {"type": "claim", "player": "red", "route": "duluth--helena"},
        {"type": "claim", "player": "blue", "route": "denver--helena"},
        {"type": "claim", "player": "red", "route": "helena--seattle"},
        {"type": "claim", "player": "blue", "route": "denver--santa-fe"},
        {"type": "claim", "player": "red", "route": "calgary--helena"},
        {"type": "claim", "player": "blue", "route": "el-paso--santa-fe"},
        {"type": "keep", "player": "blue", "ticket": "denver--el-paso"},
    ],
}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.svg"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAME))
    return file


def owners(file: Path) -> dict[str, str]:
    found = ElementTree.parse(file).iter()
    return {e.attrib["data-route"]: e.attrib["data-owner"] for e in found if "data-owner" in e.attrib}


@pytest.mark.parametrize("board", ["usa", "europe"])
def test_a_board_is_drawn_into_a_file_with_its_size_and_its_title(board: str, out: Path) -> None:
    assert main(["picture", board, "-o", str(out)]) == 0
    root = ElementTree.parse(out).getroot()
    assert root.attrib["width"] == "1280"
    assert root[0].text


@pytest.mark.parametrize(("kind", "begins"), [("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_it_writes_what_the_name_says(kind: str, begins: bytes, out: Path) -> None:
    file = out.with_suffix(f".{kind}")
    assert main(["picture", "usa", "--width", "300", "-o", str(file)]) == 0
    assert file.read_bytes().startswith(begins)


@pytest.mark.parametrize(("option", "palette"), [("--dark", DARK), ("--print", PRINT)])
def test_other_colours(option: str, palette: object, out: Path) -> None:
    assert main(["picture", "usa", option, "-o", str(out)]) == 0
    assert palette.sea in out.read_text()


def test_a_game_is_shown_with_its_players_own_shapes(game: Path, out: Path) -> None:
    assert main(["picture", "usa", "--game", str(game), "-o", str(out)]) == 0
    claims = [entry for entry in GAME["log"] if entry["type"] == "claim"]
    assert owners(out) == {claim["route"]: claim["player"] for claim in claims}
    assert 'data-layer="last" d="M' in out.read_text()
    assert SHAPES["moon"].path in out.read_text()
    assert SHAPES[LOOKS["red"].shape].path not in out.read_text()


def test_a_longest_path_is_shown(game: Path, out: Path) -> None:
    assert main(["picture", "usa", "--game", str(game), "--highlight", "longest:red", "-o", str(out)]) == 0
    assert 'data-layer="arrows" d="M' in out.read_text()


def test_a_completed_ticket_and_a_longest_path_are_shown_together(game: Path, out: Path) -> None:
    both = ["--highlight", "ticket:denver--el-paso", "--highlight", "longest:red"]
    assert main(["picture", "usa", "--game", str(game), *both, "-o", str(out)]) == 0
    text = out.read_text()
    assert 'data-layer="thread" d="M' in text
    assert 'data-layer="arrows" d="M' in text


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (
            ["atlantis", "-o", "x.svg"],
            f"There's no board called atlantis. Choose one of {', '.join(files.boards())}.",
        ),
        (["usa", "-o", "x.gif"], "x.gif: the name must end in one of .svg, .png, .pdf."),
        (["usa", "--dark", "--print", "-o", "x.svg"], "Choose --dark or --print, not both."),
        (["usa", "--highlight", "longest:red", "-o", "x.svg"], "--highlight needs --game."),
        (["europe", "--game", "GAME", "-o", "x.svg"], "The game in GAME was played on usa, not on europe."),
        (
            ["usa", "--game", "GAME", "--highlight", "longest:pink", "-o", "x.svg"],
            "--highlight needs longest:COLOR (red, blue) or ticket:ID, not longest:pink.",
        ),
        (
            ["usa", "--game", "GAME", "--highlight", "ticket:duluth--el-paso", "-o", "x.svg"],
            "Nobody has completed the ticket duluth--el-paso.",
        ),
        (["usa", "-o", "/nowhere/x.svg"], "/nowhere/x.svg can't be written: no such file or directory"),
    ],
)
def test_refusals(
    args: list[str], says: str, game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game.parent)
    assert main(["picture", *(arg.replace("GAME", str(game)) for arg in args)]) == 2
    assert capsys.readouterr().err.strip() == says.replace("GAME", str(game))
