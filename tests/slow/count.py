"""The figures of a tally, from the position that a record amounts to."""

from __future__ import annotations

from typing import Any

from companion.boards.model import Board
from tests.slow.graph import best_loans, borders, card, longest_walk, worth
from tests.slow.log import Position, judged


def figures(board: Board, record: dict[str, Any]) -> dict[str, Any]:
    """What a right tally of this record says. Raises Refused where the rules do not allow an entry."""
    position = judged(board, record)
    players = {color: player_figures(position, color) for color in position.colors}
    pay_bonuses(position, players)
    rank(position, players)
    best = [color for color in position.colors if players[color]["rank"] == 1]
    final = position.final_round()
    waiting = [color for color in position.colors if final and color not in final["had"]]
    return {
        "phase": position.phase(),
        "final_round": final and {"triggered_by": final["triggered_by"], "waiting_for": waiting},
        "winners": best,
        "decided_by": decided_by(position, players),
        "players": players,
        "warnings": warnings(position, any(entry["type"] == "hidden" for entry in record["log"])),
    }


def player_figures(position: Position, color: str) -> dict[str, Any]:
    board = position.board
    own = [board.route[entry["route"]] for entry in position.of_type("claim", color)]
    others = [board.route[e["route"]] for e in position.of_type("claim") if e["player"] != color]
    built = [entry["city"] for entry in position.of_type("station", color)]
    tickets = [entry["ticket"] for entry in position.of_type("keep", color)]
    cards = [card(board, position.variant, ticket) for ticket in tickets]
    if built:
        points, done, borrowed = best_loans(board, built, cards, own, others)
    else:
        (points, done), borrowed = worth(board, cards, own), 0
    return {
        "route_points": sum(board.route_points[str(route.length)] for route in own),
        "routes": [route.id for route in own],
        "trains_left": position.trains_left(color),
        "ticket_points": points,
        "tickets_completed": done,
        "tickets": sorted(tickets),
        "borrowed": -borrowed,
        "stations": built,
        "station_points": (board.stations.count - len(built)) * board.stations.unused_points if board.stations else 0,
        "longest_path": longest_walk([(route.a, route.b, route.length) for route in own], borders(board)),
    }


def pay_bonuses(position: Position, players: dict[str, dict[str, Any]]) -> None:
    """Every bonus goes to all who have the most of its measure, if that is more than nothing."""
    for player in players.values():
        player["bonuses"] = {}
    for bonus, points in position.board.variants[position.variant].bonuses.items():
        measure = {"longest-path": "longest_path", "globetrotter": "tickets_completed"}[bonus]
        most = max(player[measure] for player in players.values())
        for player in players.values():
            player["bonuses"][bonus] = points if player[measure] == most and most > 0 else 0
    for player in players.values():
        own = player["route_points"] + player["ticket_points"] + player["station_points"]
        player["total"] = own + sum(player["bonuses"].values())


def compared(position: Position, players: dict[str, dict[str, Any]], color: str) -> list[int]:
    """What a player is compared by, in the board's order, more being better."""
    longest = max(player["longest_path"] for player in players.values())
    own = players[color]
    by = {
        "points": own["total"],
        "tickets": own["tickets_completed"],
        "stations": -len(own["stations"]),
        "longest-path": 1 if own["longest_path"] == longest and longest > 0 else 0,
    }
    return [by[name] for name in position.board.tie_break]


def rank(position: Position, players: dict[str, dict[str, Any]]) -> None:
    keys = {color: compared(position, players, color) for color in players}
    for color in players:
        players[color]["rank"] = 1 + len([other for other in players if keys[other] > keys[color]])


def decided_by(position: Position, players: dict[str, dict[str, Any]]) -> str:
    keys = sorted((compared(position, players, color) for color in players), reverse=True)
    for name, first, second in zip(position.board.tie_break, keys[0], keys[1], strict=True):
        if first != second:
            return name
    return "shared"


def warnings(position: Position, hidden: bool) -> list[tuple[Any, ...]]:
    """Everything the table must settle, sorted: code, players, tickets, entry."""
    found: list[tuple[Any, ...]] = []
    board = position.board
    variant = board.variants[position.variant]
    tickets = board.tickets_of(position.variant)
    cards = {ticket: card(board, position.variant, ticket) for ticket in tickets}
    for about in board.tickets:
        ids = [ticket for ticket in tickets if cards[ticket] is about]
        holders = [c for c in position.colors for e in position.of_type("keep", c) if e["ticket"] in ids]
        if len(holders) > about.copies and ids:
            theirs = sorted({e["ticket"] for e in position.of_type("keep") if e["ticket"] in ids})
            players = [color for color in position.colors if color in holders]
            found.append(("ticket-held-twice", players, theirs, 0))
    few = [color for color in position.colors if len(position.of_type("keep", color)) < variant.keep]
    if few and position.of_type("finish") and not hidden:
        found.append(("too-few-tickets", few, [], 0))
    long_sets = [name for name in variant.ticket_sets if name in position.board.long_sets]
    long = [e for e in position.of_type("keep") if any(name in long_sets for name in tickets[e["ticket"]].sets)]
    most = variant.deal.long if variant.keep_long_max is None else variant.keep_long_max
    most = 999 if variant.deal.mixed else most
    many = [c for c in position.colors if len([entry for entry in long if entry["player"] == c]) > most]
    if many:
        theirs = sorted({entry["ticket"] for entry in long if entry["player"] in many})
        found.append(("too-many-long-tickets", many, theirs, 0))
    final = position.final_round() or {"too_many": []}
    found += [("turn-too-many", [player], [], place) for place, player in final["too_many"]]
    return sorted(found)
