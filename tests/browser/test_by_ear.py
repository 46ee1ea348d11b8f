"""Games by what is read out: by role and name alone, with everything that is said on the way.

The last turns and the end in the tests, from the first turn on in `make soak ARGS=tests`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.boards.model import Board
from companion.prose import counts
from companion.prose.display_names import pair_name, way_name
from companion.prose.sentences import in_full
from tests.browser.table.conftest import at, tables
from tests.support.hearing import Ear
from tests.support.tapping import Seated
from tests.support.twosomes import Twosome

__all__ = ["at", "tables"]

NAMES = {"blue": "Ada", "red": "Bo"}


def trains(n: int) -> str:
    return f"{n} train" if n == 1 else f"{n} trains"


def points(n: int) -> str:
    return f"{n} point" if n == 1 else f"{n} points"


def plays(ear: Ear, game: Twosome, told: int) -> None:
    """Every turn that was not told before; after each it was said once what was done, and whose turn it is."""
    left = dict.fromkeys(NAMES, ear.board.trains_per_player)
    stations = dict.fromkeys(NAMES, ear.board.stations.count if ear.board.stations else 0)
    for turn in game.turns[:told]:
        left[turn["player"]] -= ear.board.route[turn["route"]].length if turn["type"] == "claim" else 0
        stations[turn["player"]] -= turn["type"] == "station"
    for turn in game.turns[told:]:
        color = turn["player"]
        name = NAMES[color]
        if turn["type"] == "claim":
            route = ear.board.route[turn["route"]]
            left[color] -= route.length
            ear.claims(route.id, name)
            says = f"{name} claimed {claimed(ear.board, route.id)}, {trains(route.length)}, "
            says += (
                f"{points(ear.board.points_for[route.length])}. {in_full(counts.pieces_left('train', left[color]))}"
            )
        elif turn["type"] == "station":
            stations[color] -= 1
            ear.builds(turn["city"], name)
            still = in_full(counts.stations_left(stations[color]))
            says = f"{name} built a station in {ear.board.city[turn['city']].name}. {still}"
        else:
            ear.page.wait_for_timeout(400)  # the second tap of a double tap does nothing
            ear.uses("button", "Drew cards")
            says = f"{name} drew cards."
        expect(ear.spoken.filter(has_text=says)).to_have_count(1)


def claimed(board: Board, route_id: str) -> str:
    route = board.route[route_id]
    name = pair_name(board, route_id)
    others = any(board.route[twin].color != route.color for twin in route.twins)
    return f"{name} ({route.color})" if others else name


def keeps_tickets(ear: Ear, color: str, tickets: list[str]) -> None:
    name = NAMES[color]
    ear.uses("button", f"I'm {name} – show my tickets")
    ear.page.wait_for_load_state("load")
    for number, ticket in enumerate(tickets, 1):
        ear.there("textbox", "Type either city, or both").fill(ticket.replace("-", " "))
        ear.uses("button", re.compile(rf"^{re.escape(way_name(ear.board, ticket.split('--')))}\b"))
        ear.hears_last("Kept.")
        ear.there("button", f"Take back {way_name(ear.board, ticket.split('--'))}")
        ear.there("heading", re.compile(rf"^{number} tickets?\b"))
    ear.uses("button", "I have no more tickets")
    ear.page.wait_for_url(re.compile("/end$|/tickets/(?!blue)"))


def watches_the_end(ear: Ear) -> None:
    """Step by step; each is read out, as its words stand in a place that says them."""
    ear.page.wait_for_url(re.compile("/reveal"))
    told = ear.page.get_by_role("status").filter(has=ear.page.get_by_role("heading", level=1))
    heard: list[str] = []
    for _step in range(99):
        heard.append(" ".join((told.text_content() or "").split()))
        if re.search("wins!|share the win!", heard[-1]):
            break
        ear.uses("button", "Next")
        expect(told).not_to_have_text(heard[-1])
    else:
        raise AssertionError("nobody won")
    assert all(any(name in words for words in heard[:-1]) for name in NAMES.values())


def finishes(at: Callable[..., Seated], game: Twosome, told: int) -> None:
    """A game of which a program told so many turns, up to the tally."""
    ear = Ear.at(at(game.board.id, players=2, log=game.turns[:told]), "blue", "red")
    picture = ear.there("img")
    if not told:
        says = re.compile(r"^\w+ board: Ada has no routes, Bo has no routes; \d+ tracks unclaimed\.")
        expect(picture).to_have_accessible_name(says)
    plays(ear, game, told)
    claims = [turn["player"] for turn in game.turns if turn["type"] == "claim"]
    ada, bo = claims.count("blue"), claims.count("red")
    expect(picture).to_have_accessible_name(
        re.compile(rf"Ada has {ada} routes, Bo has {bo} routes; \d+ tracks unclaimed\.")
    )
    final = ear.page.locator("[aria-live=assertive] > p")
    expect(final).to_have_count(1)
    expect(final).to_have_text(re.compile(r"^Final round: \w+ has (no|\d) trains? left\. One more turn each\.$"))
    ear.there("heading", "The final round is over")
    ear.uses("link", "Finish and score")
    ear.uses("link", "Next: Ada")
    for color in NAMES:
        keeps_tickets(ear, color, game.tickets[color])
    ear.uses("button", "Reveal the tickets")
    watches_the_end(ear)
    ear.uses("link", "Tally")
    ear.there("table", "Everyone's points, line by line")
    ear.there("rowheader", "Total")


def test_a_game_with_stations_from_its_last_turns_to_the_tally(at):
    game = Twosome(36, "europe")
    finishes(at, game, game.last_of_each())


@pytest.mark.soak
@pytest.mark.parametrize(("board", "seed"), [("usa", 51), ("europe", 36)])
def test_a_whole_game(at, board, seed):
    finishes(at, Twosome(seed, board), 0)
