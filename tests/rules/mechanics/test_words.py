"""Every rule of a board brings its words: for the rulebook, for its refusals, for its entries."""

from __future__ import annotations

import pytest

from companion.prose.rulebook import rulebook
from companion.rules.mechanics import all_mechanics, entry_reader, mechanic, mechanics_of
from tests.support.board_games import ROOT, board

NAMES = sorted(file.stem for file in (ROOT / "maps").glob("*.toml"))


@pytest.mark.parametrize("name", NAMES)
def test_the_rulebook_has_every_rule_of_the_board(name):
    sections = rulebook(board(name)).sections
    assert len({section.id for section in sections}) == len(sections)
    told = {rule.sentence for section in sections for rule in section.rules}
    for own in mechanics_of(board(name)):
        assert {*own.rules(board(name)), *(kind.rule for kind in own.broken_rules)} <= told
        assert own.heading or not own.broken_rules
        assert {*own.names(board(name)).values()} == {*filter(None, own.names(board(name)).values())}


@pytest.mark.parametrize("name", all_mechanics())
def test_every_refusal_and_entry_has_its_words(name):
    rule = mechanic(name)
    assert all(kind.wording and kind.rule and kind.code for kind in rule.broken_rules)
    common = {"claim", "station", "draw", "keep", "strike", "amend", "catch-up", "finish", "hidden"}
    assert all(kind.wording for kind in rule.entries if kind.kind() not in common)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("world", {"type": "exchange", "player": "blue", "n": 1, "to": "balloon"}),
        ("world", {"type": "harbour", "player": "blue", "city": "atlantis"}),
        ("uk", {"type": "buy", "player": "blue", "card": "dragons"}),
    ],
)
def test_without_a_game_only_the_shape_of_an_entry_is_checked(name, told):
    assert entry_reader(board(name)).validate_python(told).type == told["type"]


def test_only_what_few_boards_end_by_is_told_of_their_end():
    ends = {name: next(s for s in rulebook(board(name)).sections if s.id == "end").rules[0] for name in NAMES}
    assert ends["world"].sentence.startswith("When a player ends a turn with 6 pieces or fewer, trains and ships")
    assert ends["japan"].sentence.startswith("When someone has 2 trains or fewer and 2 bullet trains or fewer")
    assert ends["usa"].sentence.startswith("When a player ends a turn with 2 trains or fewer")


def test_what_nothing_says_otherwise_is_plain():
    draw, finish = (entry_reader(board("uk")).validate_python({"type": "finish"}) for _ in range(2))
    assert finish.why_not_replacing(draw) == "other-kind"
    assert dict(mechanics_of(board("japan"))[0].kinds()) == {}
    assert dict(mechanics_of(board("japan"))[0].names(board("japan"))) == {}
