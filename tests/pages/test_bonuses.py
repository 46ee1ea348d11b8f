"""Every bonus of the list, on every way out: its points and its own sentence, which follows what it is for.

A bonus is one file and one line. The proof is one that is written here and put in the list.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import pypdfium2
import pytest
from pydantic import TypeAdapter, ValidationError

from companion import sheet
from companion.boards import files
from companion.export.chat import chat_text
from companion.export.csv import csv_text
from companion.export.tally_json import tally_json
from companion.export.tally_text import tally_text
from companion.prose import reasons
from companion.record.read import read_record
from companion.rules import bonuses
from companion.rules.bonuses import BONUSES
from companion.rules.tally import Tally, tally
from tests.pages.finishing import game_at, lit, over
from tests.pages.visiting import text

PLAYERS = [{"color": "blue", "name": "Ada"}, {"color": "red", "name": "Bo"}, {"color": "green", "name": "Cy"}]
ROUTES = ("calgary--winnipeg", "duluth--winnipeg", "duluth--helena", "duluth--omaha--1")
MORE = ("helena--seattle", "portland--seattle--1", "seattle--vancouver--1")

# What Ada is paid for with these routes and one ticket, and with more of them and two.
SENTENCES = {
    "longest-path": (
        "16 trains: Calgary – Winnipeg – Duluth – Helena",
        "23 trains: Calgary – Winnipeg – Duluth – Helena – Seattle – Vancouver",
    ),
    "globetrotter": ("1 ticket completed", "2 tickets completed"),
    "long-haul": (
        "2 routes of 6 trains: Calgary – Winnipeg and Duluth – Helena",
        "3 routes of 6 trains: Calgary – Winnipeg, Duluth – Helena and Helena – Seattle",
    ),
}

# Those that a board pays for whatever its rules are; those of one board are tried on it, in tests/rules/bonuses.
ANYWHERE = ("longest-path", "globetrotter")

LONG_HAUL = '''
"""The long haul: a bonus for the most routes of six trains."""

from companion.i18n import N_, NN_
from companion.rules.bonuses import pay
from companion.rules.bonuses.bonus import Bonus
from companion.rules.score import Item


def measure(table, player):
    routes = tuple(name for name in player.routes if table.board.route[name].length == 6)
    return Item("long-haul", len(routes), routes=routes)


BONUS = Bonus(
    id="long-haul",
    name=N_("Long haul"),
    measure=measure,
    pay=pay.PAY,
    note=NN_("{n} long route", "{n} long routes"),
    reason=NN_("{n} route of 6 trains: {routes}", "{n} routes of 6 trains: {routes}"),
    rules=lambda board: [N_("It is for the most routes of 6 trains.")],
)
'''
# Each way to pay, with what it may be worth and what Ada then gets for two and for three.
PAID = {
    "TO_THE_MOST": (7, (7, 7)),
    "BY_RANK": ([12, 5], (12, 12)),
    "BY_NUMBER": ({"1": 4, "2": -3, "3": 9}, (-3, 9)),
    "FOR_EACH": (-4, (-8, -12)),
}


def some_worth(kind: Any) -> Any:
    """What a bonus may be worth on a board."""
    for worth in (7, [7, 3], {"1": 7}):
        try:
            return TypeAdapter(kind).validate_python(worth, strict=True)
        except ValidationError:
            continue
    raise AssertionError(f"{kind} takes neither a number, nor a list, nor a table")


@pytest.fixture
def long_haul(request, tmp_path, monkeypatch) -> Iterator[dict[str, Any]]:
    """The further bonus in a file and in the list, paid in the way the test asks for: what it is worth."""
    way = getattr(request, "param", "TO_THE_MOST")
    (tmp_path / "long_haul.py").write_text(LONG_HAUL.replace("pay.PAY", f"pay.{way}"))
    monkeypatch.setattr(bonuses, "__path__", [*bonuses.__path__, str(tmp_path)])
    for name, bonus in bonuses.all_bonuses().items():
        monkeypatch.setitem(BONUSES, name, bonus)
    yield {"long-haul": PAID[way][0]}
    del sys.modules["companion.rules.bonuses.long_haul"], bonuses.long_haul


@pytest.fixture
def worth(request) -> dict[str, Any]:
    """What each bonus is worth on the board of these tests."""
    further = request.getfixturevalue("long_haul") if "long_haul" in request.fixturenames else {}
    return {
        name: further.get(name) or some_worth(bonus.pay.worth) for name, bonus in BONUSES.items() if name in SENTENCES
    }


@pytest.fixture
def boards(worth):
    """A board with a variant that pays every bonus there is."""
    usa = files.boards()["usa"]
    variant = usa.variants["mega"].model_copy(update={"bonuses": worth})
    return {"usa": usa.model_copy(update={"variants": {**usa.variants, "mega": variant}})}


@pytest.fixture
def url(empty_sqlite, tmp_path) -> str:
    """What is shown does not depend on the database, so one kind is enough."""
    return f"sqlite:///{shutil.copy(empty_sqlite, tmp_path / 'games.sqlite3')}"


def played(boards: Any, more: bool) -> Any:
    """A game in which Ada is ahead in everything."""
    claims = [("blue", route) for route in ROUTES + (MORE if more else ())] + [("red", "el-paso--houston")]
    keeps = [("blue", ticket) for ticket in ["omaha--winnipeg"] + ["portland--vancouver"] * more]
    log = [{"type": "claim", "player": player, "route": route} for player, route in claims]
    log += [{"type": "keep", "player": player, "ticket": ticket} for player, ticket in keeps]
    head = {"format": "companion/game", "version": 1, "map": "usa", "variant": "mega", "tracking": "tally"}
    record = {**head, "players": PLAYERS, "log": [*log, {"type": "finish"}]}
    return read_record(json.dumps(record).encode(), boards)


def one_line(words: str) -> str:
    return " ".join(words.split())


def printed(result: Tally) -> str:
    """The whole sheet as text."""
    pages = pypdfium2.PdfDocument(sheet.sheet_pdf(result))
    return one_line(" ".join(page.get_textpage().get_text_bounded() for page in pages)).replace("\ufffe", "")


def ways_out(client: Any, tables: Any, boards: Any, bonus: str, more: bool) -> dict[str, tuple[Any, str]]:
    """What each way out says of Ada's part of a bonus: the points, and the words they stand in."""
    address = over(tables, client, played(boards, more))
    game = game_at(tables, client, address)
    result, board = game.result, game.board
    name = reasons.bonus_name(board, bonus)
    tally_page = client.get(f"{address}/tally?player=blue&line={bonus}")
    figure = re.search(rf'id="f-{bonus}-blue"[^>]*><b>([^<]+)</b>', tally_page.text)
    step = next(n for n, s in enumerate(game.reveal) if s.items and s.items[0].kind == bonus and "blue" in s.players)
    reveal_page = client.get(f"{address}/reveal?step={step}")
    gain = re.search(rf'id="gain-{step}-blue">([^<]+)<', reveal_page.text)
    paper = printed(result)
    terminal = tally_text(result)
    paid = re.search(rf"^  {name} +(-?\d+)(?:  |$)", terminal, re.M)
    ada = tally_json(result)["players"][0]
    heads, *lines = csv.reader(io.StringIO(csv_text(result).removeprefix("\ufeff"), newline=""))
    row = next(line for line in lines if "Ada" in line)
    chat = next(line for line in chat_text(result).split("\n") if line.startswith(f"{name}: "))
    return {
        "web": (number(figure[1]), one_line(text(tally_page).split('id="why"')[1].split("</section>")[0])),
        "reveal": (number(gain[1]), text(reveal_page)),
        "sheet": (number(re.search(rf"{name} ([−\d]+)", paper)[1]), paper),
        "terminal": (number(paid[1]), one_line(terminal)),
        "JSON": (ada["bonuses"][bonus], ada["reasons"][bonus]),
        "CSV": (number(row[heads.index(name)]), row[-1]),
        "chat": (number(re.search(r": Ada ([-\d]+) \(", chat)[1]), chat),
    }


def number(figure: str) -> int:
    return int(figure.replace("−", "-").replace("+", ""))


def shown_in_chat(boards: Any, bonus: str, more: bool) -> str:
    """The chat says in a few words what others say in a sentence."""
    result = tally(played(boards, more).replayed())
    item = next(item for item in result.line("blue").bonuses if item.kind == bonus)
    return reasons.note(result.table.board, item)


def check(client: Any, tables: Any, boards: Any, bonus: str, points: tuple[int, int]) -> None:
    """Both games on every way out: the points, the exact sentence, and no longer that of the other game."""
    sentences = SENTENCES[bonus]
    for more in (False, True):
        shown = ways_out(client, tables, boards, bonus, more)
        assert {way: paid for way, (paid, _words) in shown.items()} == dict.fromkeys(shown, points[more])
        short = [shown_in_chat(boards, bonus, there) for there in (False, True)]
        assert short[0] != short[1]
        for way, (_paid, words) in shown.items():
            own, other = (
                (short if way == "chat" else sentences)[more],
                (short if way == "chat" else sentences)[not more],
            )
            assert own in words, way
            assert other not in words, way


def test_every_bonus_of_any_board_has_its_sentences_here():
    assert set(ANYWHERE) == set(SENTENCES) - {"long-haul"}


@pytest.mark.parametrize("bonus", ANYWHERE)
def test_a_bonus_is_right_on_every_way_out(client, tables, boards, worth, bonus):
    check(client, tables, boards, bonus, (worth[bonus], worth[bonus]))


def rulebook_sections(client: Any, *anchors: str) -> list[str]:
    """The sections of the board's rules under these anchors."""
    page = text(client.get("/boards/usa/rules"))
    return [page.split(f'id="{anchor}"')[1].split("</section>")[0] for anchor in anchors]


@pytest.mark.parametrize("bonus", ANYWHERE)
def test_a_bonus_has_its_rules_and_its_worth_in_the_rulebook(client, boards, worth, bonus):
    own, paid = rulebook_sections(client, bonus, "bonuses")
    for rule in BONUSES[bonus].rules(boards["usa"]):
        assert rule in own
    assert f"{reasons.bonus_name(boards['usa'], bonus)} ({worth[bonus]}" in paid


@pytest.mark.parametrize("bonus", ANYWHERE)
def test_its_reason_leads_to_its_rules(client, tables, boards, bonus):
    address = over(tables, client, played(boards, True))
    page = client.get(f"{address}/tally?player=blue&line={bonus}").text
    assert re.search(rf'href="/boards/usa/rules\?at=[^"#]+#{bonus}"', page)


@pytest.mark.parametrize("long_haul", PAID, indirect=True)
def test_one_file_and_one_line_make_a_bonus(request, client, long_haul, boards, tables):
    way = request.node.callspec.params["long_haul"]
    check(client, tables, boards, "long-haul", PAID[way][1])


@pytest.mark.parametrize(
    ("long_haul", "worth_of_it"),
    [
        ("TO_THE_MOST", "Long haul (7 points)."),
        ("BY_RANK", "Long haul (12 / 5)."),
        ("BY_NUMBER", "Long haul (1: 4, 2: −3, 3: 9)."),
        ("FOR_EACH", "Long haul (−4 points)."),
    ],
    indirect=["long_haul"],
)
def test_the_rulebook_has_it_too(client, long_haul, boards, worth_of_it):
    own, paid = rulebook_sections(client, "long-haul", "bonuses")
    assert "Long haul" in own
    assert "It is for the most routes of 6 trains." in own
    assert worth_of_it in paid
    equal = "Players tied for a place each get its full prize, and the next place is skipped."
    assert (equal in paid) == ("12 / 5" in worth_of_it)


def test_what_it_is_for_lights_up(client, long_haul, tables, boards):
    address = over(tables, client, played(boards, False))
    game = game_at(tables, client, address)
    step = next(n for n, s in enumerate(game.reveal) if s.items and s.items[0].kind == "long-haul")
    for asked in ("tally?player=blue&line=long-haul", f"reveal?step={step}"):
        shown = lit(client.get(f"{address}/{asked}"))
        assert shown['[data-layer="longest"]']["d"].count("M") == 2
        assert '[data-layer="arrows"]' not in shown


def test_who_did_not_get_it_reads_who_did(client, long_haul, tables, boards):
    address = over(tables, client, played(boards, False))
    page = text(client.get(f"{address}/tally?player=red&line=long-haul"))
    assert "won by Ada" in page
    assert "1 route of 6 trains: El Paso – Houston" in page
    assert "0 long routes" in text(client.get(f"{address}/tally?player=green&line=long-haul"))


@pytest.mark.parametrize("long_haul", ["BY_RANK"], indirect=True)
def test_a_place_behind_the_first_is_named(client, long_haul, tables, boards):
    address = over(tables, client, played(boards, False))
    assert "place 2" in text(client.get(f"{address}/tally?player=red&line=long-haul"))
    assert "Long haul: Ada 12 (2 long routes), Bo 5 (1 long route)" in text(client.get(f"{address}/tally"))
