"""Cards that pay at the end: bonus cards (Northern Lights) and technologies (United Kingdom)."""

from __future__ import annotations

from typing import Any

from tests.slow.boards.game import Game
from tests.slow.boards.nets import longest_path

CAPITALS = {"stockholm", "oslo", "helsinki", "kobenhavn"}


def bonus_cards(game: Game, figures: dict[str, dict[str, Any]], card: str) -> dict[str, int]:
    """The points of one card for everybody: all who have the most of its measure, if that is more than nothing."""
    measures = {color: measure(game, figures, card, color) for color in game.colors}
    most = max(measures.values())
    points = next(each["points"] for each in game.sheet.scoring["bonus-cards"]["cards"] if each["id"] == card)
    return {color: points if measures[color] == most and most > 0 else 0 for color in game.colors}


def measure(game: Game, figures: dict[str, dict[str, Any]], card: str, color: str) -> int:
    places, own = game.sheet.places, game.own(color)
    by_id = game.sheet.tickets_of(game.variant)
    done = [by_id[name] for name in figures[color]["completed"]]
    match card:
        case "call-of-the-wild":
            return game.number(color, "locomotives")
        case "capital-investment" if game.options.get("capital-counts") == "routes":
            return len([track for track in own if CAPITALS & set(track.ends)])
        case "capital-investment":
            return len([ticket for ticket in done if CAPITALS & ticket.ends])
        case "cost-efficiency":
            return sum(game.stock(color).values())
        case "small-steps":
            return len([track for track in own if track.length == 1])
        case "nordic-express":
            return longest_path(game.sheet, own)
        case "local-network":
            return len([ticket for ticket in done if ticket.goals[0][2] <= 5])
        case "international-tycoon":
            return len({places[place].country for track in own for place in track.ends} - {""})
        case "polar-express":
            return len([ticket for ticket in done if any(places[end].polar for end in ticket.ends)])
        case "snowplow":
            return len([track for track in own if any(places[end].polar for end in track.ends)])
        case "ferry-master":
            return len([track for track in own if track.ferry])
        case "wild-west":
            return len([track for track in own if any(places[end].country == "norway" for end in track.ends)])
    raise KeyError(card)


def technologies(game: Game, figures: dict[str, dict[str, Any]]) -> dict[str, int]:
    """The points of all cards of each player together."""
    cards = {card["id"]: card for card in game.sheet.scoring["technologies"]["cards"]}
    done = {color: len(figures[color]["completed"]) for color in game.colors}
    paths = {color: longest_path(game.sheet, game.own(color)) for color in game.colors}
    paid = {}
    for color in game.colors:
        held: set[str] = set()
        points = 0
        for _place, entry in game.entries:
            if entry.get("player") != color:
                continue
            if entry["type"] == "buy":
                held.add(entry["card"])
            elif entry["type"] == "claim":
                points += cards["boiler-lagging"]["points"] if "boiler-lagging" in held else 0
                ferry = game.sheet.tracks[entry["route"]].ferry
                points += cards["steam-turbines"]["points"] if ferry and "steam-turbines" in held else 0
        points += cards["double-heading"]["points"] * done[color] if "double-heading" in held else 0
        for card, numbers in (("risky-contracts", done), ("equalising-beam", paths)):
            if card in held:
                wins = numbers[color] == max(numbers.values()) > 0
                points += cards[card]["points"] if wins else cards[card]["else"]
        paid[color] = points
    return paid
