"""What the members of entries are."""

from __future__ import annotations

import pytest

from companion.rules.mechanics import entry_types
from companion.rules.members import members_of
from tests.support.board_games import board


@pytest.mark.parametrize(
    ("name", "kind", "members"),
    [
        ("usa", "claim", {"player": "player", "route": "route", "late": "flag"}),
        ("europe", "station", {"player": "player", "city": "place", "late": "flag"}),
        ("usa", "keep", {"player": "player", "ticket": "ticket"}),
        ("usa", "strike", {"entry": "number"}),
        ("old-west", "claim", {"player": "player", "route": "route", "late": "flag", "marker": "place"}),
        ("germany", "claim", {"player": "player", "route": "route", "late": "flag", "takes": "thing"}),
        ("germany", "count", {"player": "player", "what": "thing", "n": "number"}),
        ("world", "harbour", {"player": "player", "city": "place", "late": "flag"}),
        ("world", "exchange", {"player": "player", "n": "number", "to": "thing", "late": "flag"}),
        ("uk", "buy", {"player": "player", "card": "thing"}),
    ],
)
def test_each_says_by_its_type_what_it_is(name, kind, members):
    assert {member: is_a for member, is_a in members_of(entry_types(board(name))[kind]).items() if is_a} == members
