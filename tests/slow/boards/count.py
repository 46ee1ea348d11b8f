"""The figures of a tally, in the words of a golden game."""

from __future__ import annotations

from typing import Any

from tests.slow.boards.bonuses import bonuses
from tests.slow.boards.game import Claim, Game, judged
from tests.slow.boards.nets import cost, longest_path, worth
from tests.slow.boards.sheet import Sheet, named
from tests.slow.boards.warnings import warnings


def figures(sheet: Sheet, record: dict[str, Any]) -> dict[str, Any]:
    """What a right tally of this record says. Raises WrongName or Refused where there is none."""
    game = judged(sheet, record)
    players = {color: player_figures(game, color) for color in game.colors}
    for name, paid in bonuses(game, players).items():
        for color in game.colors:
            players[color]["bonuses"][name] = paid[color]
    for player in players.values():
        player["total"] = player["route_points"] + player["ticket_points"] + sum(player["bonuses"].values())
    keys = {color: compared(game, players, color) for color in game.colors}
    for color in game.colors:
        players[color]["rank"] = 1 + len([other for other in game.colors if keys[other] > keys[color]])
    final = game.final_round()
    return {
        "phase": game.phase(),
        "final_round": final and {"triggered_by": final["triggered_by"], "waiting_for": game.waiting_for()},
        "winners": [color for color in game.colors if players[color]["rank"] == 1],
        "decided_by": decided_by(sheet.tie_break, sorted(keys.values(), reverse=True)),
        "players": {color: written(sheet, player) for color, player in players.items()},
        "warnings": warnings(game, any(entry["type"] == "hidden" for entry in record["log"])),
    }


def player_figures(game: Game, color: str) -> dict[str, Any]:
    sheet, left = game.sheet, game.stock(color)
    tickets = sheet.tickets_of(game.variant)
    kept = [named(entry) for entry in game.of_type("keep", color)]
    met = {name: worth(sheet, tickets[name], game.used_for_tickets(color)) for name in kept}
    asked = "longest-path" in sheet.tie_break or "longest-path" in sheet.variants[game.variant].bonuses
    return {
        "route_points": route_points(game, color),
        "routes": len(game.own(color)),
        "left": left,
        "completed": [name for name in kept if met[name] is not None],
        "failed": [name for name in kept if met[name] is None],
        "ticket_points": sum(-cost(tickets[name]) if points is None else points for name, points in met.items()),
        "completed_points": sum(points or 0 for points in met.values()),
        "longest_path": longest_path(sheet, game.own(color)) if asked else None,
        "passengers": passengers(game, color),
        "mountain_routes": len([track for track in game.own(color) if track.mountain]),
        "bonuses": {},
    }


def passengers(game: Game, color: str) -> int:
    kinds = game.sheet.scoring.get("passengers", {}).get("colors", [])
    return sum(game.number(color, f"passengers-{kind}") for kind in kinds)


def value(game: Game, claim: Claim) -> int:
    """What a claim brings whom it pays, once."""
    track = claim.track
    if claim.free:
        return 0
    points = game.sheet.points[track.length] if track.fixed is None else track.fixed
    if claim.entry.get("doubled"):
        points *= 2
    return points + track.mountain * game.sheet.scoring.get("mountain", {}).get("points_per_x", 0)


def route_points(game: Game, color: str) -> int:
    typed = game.counted(color, "route-points")
    if typed is not None:
        return typed
    return sum(value(game, claim) * claim.pays.count(color) for claim in game.claims)


def compared(game: Game, players: dict[str, dict[str, Any]], color: str) -> list[int]:
    """What a player is compared by, in the board's order, more being better."""
    own = players[color]
    longest = max(player["longest_path"] or 0 for player in players.values())
    by = {
        "points": own["total"],
        "tickets": len(own["completed"]),
        "longest-path": 1 if longest and own["longest_path"] == longest else 0,
        "passengers": own["passengers"],
        "merchandise": game.number(color, "merchandise"),
        "mountain-routes": own["mountain_routes"],
        "ticket-points": own["completed_points"],
        "bonus-cards": len([points for points in own["bonuses"].values() if points]),
    }
    return [by[name] for name in game.sheet.tie_break]


def decided_by(names: tuple[str, ...], keys: list[list[int]]) -> str:
    for name, first, second in zip(names, keys[0], keys[1], strict=True):
        if first != second:
            return name
    return "shared"


def written(sheet: Sheet, player: dict[str, Any]) -> dict[str, Any]:
    """A player's figures as a golden game has them."""
    left = player["left"]
    routes = {"points": player["route_points"], "count": player["routes"], "trains_left": sum(left.values())}
    tickets = {name: player[name] for name in ("completed", "failed")}
    found = {
        "rank": player["rank"],
        "total": player["total"],
        "routes": routes | ({"pieces_left": left} if len(left) > 1 else {}),
        "tickets": {"points": player["ticket_points"], **tickets},
        "bonuses": player["bonuses"],
    }
    return found | ({} if player["longest_path"] is None else {"longest_path": {"length": player["longest_path"]}})
