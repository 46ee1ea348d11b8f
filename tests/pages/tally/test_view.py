"""What a figure of the tally comes from, shown on the board part by part."""

from __future__ import annotations

import pytest

from companion.pages.shared.final_round import final_round_begun
from companion.pages.tally.view import reason
from companion.picture import Walk
from companion.play.game import Viewer
from tests.support.golden import FOLDER, games_in


@pytest.fixture
def finished(game):
    """A golden game as the phone of its first player sees it."""

    def make(board: str, name: str):
        (golden,) = (one for one in games_in(FOLDER / "boards" / board) if one.name == name)
        record = golden.record
        told = [("blue", entry) for entry in record["log"]]
        return game(*told, board=board, players=record["players"], seats=False).seen_by(Viewer("watcher"))

    return make


def parts_of(seen, line: str):
    """Everybody's parts that show something, each with the board that it shows."""
    for color in seen.setup.colors:
        for part in reason(seen, color, line).parts:
            if part.key:
                shown = reason(seen, color, line, part.key)
                assert shown.key == part.key
                yield part, shown.scene


def test_both_ways_of_a_mandala_are_told_apart(finished):
    shown = [*parts_of(finished("india", "mandala"), "mandala")]
    assert shown
    for part, scene in shown:
        assert part.key.startswith("mandala-")
        assert isinstance(scene.longest, Walk)
        assert isinstance(scene.journey, Walk)
        assert not {*scene.longest.routes} & {*scene.journey.routes}
        assert {scene.longest.cities[0], scene.longest.cities[-1]} == {
            scene.journey.cities[0],
            scene.journey.cities[-1],
        }


def test_a_network_is_shown_with_the_cities_of_its_regions(finished):
    shown = [*parts_of(finished("italy", "whole-region"), "regions")]
    assert shown
    for _part, scene in shown:
        assert scene.longest.routes
        assert scene.journey.cities


@pytest.mark.parametrize(
    ("board", "line"), [("germany", "passengers"), ("pennsylvania", "shares"), ("iberia", "festivals")]
)
def test_what_was_taken_is_shown_by_the_routes_it_came_with(finished, board, line):
    seen = finished(board, "whole-game")
    shown = [*parts_of(seen, line)]
    assert len(shown) > len(seen.setup.colors)
    took = {claim.route: claim.takes for claim in (made.claim for made in seen.table.claims.values())}
    for part, scene in shown:
        for route in scene.longest.routes if scene.longest else ():
            assert part.key.removeprefix(f"{line}-") in took[route]


def test_a_part_that_is_not_there_shows_the_whole_figure(finished):
    seen = finished("india", "mandala")
    color = seen.setup.colors[0]
    assert reason(seen, color, "mandala", "mandala-nowhere") == reason(seen, color, "mandala")


def test_points_that_are_lost_have_the_sign_of_the_figures(finished):
    seen = finished("great-lakes", "whole-game")
    lost = [reason(seen, color, "exchange").summary for color in seen.setup.colors]
    assert "−5 points" in lost
    assert not any("-" in summary for summary in lost)


def test_the_last_round_on_a_board_of_taxis_counts_taxis(finished):
    assert final_round_begun(finished("new-york", "whole-game")) == "Final round: Bo has no taxis left."
