"""What a tunnel takes besides."""

from __future__ import annotations

import pytest

from companion.rules.tunnels import extra_cards


@pytest.mark.parametrize(
    ("shown", "only_locomotives", "more"),
    [
        (["other", "other", "other"], False, 0),
        (["same", "other", "other"], False, 1),
        (["same", "locomotive", "same"], False, 3),
        (["same", "same", "other"], True, 0),
        (["same", "locomotive", "locomotive"], True, 2),
        ([], False, 0),
    ],
)
def test_a_card_more_for_the_colour_and_for_each_locomotive(shown, only_locomotives, more):
    assert extra_cards(shown, only_locomotives) == more
