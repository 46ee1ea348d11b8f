"""A second, slow way to count what a circle remembers: from exported JSON alone, asking each question anew.

A game is `{"id", "day", "counts", "people": {colour: person}, "tally": what `companion score --json` prints, "log":
the entries of its record, "tracking"}`; a board is what `companion boards --json` prints. Nothing of the program is
imported here.
"""

from __future__ import annotations

from typing import Any

Game = dict[str, Any]
ENOUGH = 3


def in_order(games: list[Game]) -> list[Game]:
    return sorted((game for game in games if game["counts"]), key=lambda game: (game["day"], game["id"]))


def parts(games: list[Game], person: str) -> list[tuple[Game, dict[str, Any]]]:
    """Every game that somebody played, with their part of its tally."""
    return [
        (game, player)
        for game in in_order(games)
        for player in game["tally"]["players"]
        if game["people"][player["color"]] == person
    ]


def people(games: list[Game]) -> list[str]:
    return sorted({person for game in in_order(games) for person in game["people"].values()})


def worth(boards: dict[str, Any], game: Game, ticket: str) -> int:
    """What a ticket is worth in the set that its variant is played with."""
    board, tally = boards[game["tally"]["map"]], game["tally"]
    sets = board["variants"][tally["variant"]]["ticket_sets"]
    return next(one["points"] for one in board["tickets"] if one["id"] == ticket and set(one["sets"]) & set(sets))


def shortest(board: dict[str, Any], start: str, goal: str) -> int:
    """The fewest trains from one city to another: by widening what is reached until nothing changes."""
    reached = {start: 0}
    while True:
        closer = {}
        for route in board["routes"]:
            for here, there in ((route["a"], route["b"]), (route["b"], route["a"])):
                if here in reached:
                    length = reached[here] + route["length"]
                    if length < min(reached.get(there, 10**6), closer.get(there, 10**6)):
                        closer[there] = length
        if not closer:
            return reached[goal]
        reached |= closer


def person(boards: dict[str, Any], games: list[Game], who: str) -> dict[str, Any]:
    """The figures of one person."""
    played = parts(games, who)
    done = [(game, player, ticket) for game, player in played for ticket in player["tickets"]["completed"]]
    lost = [(game, player, ticket) for game, player in played for ticket in player["tickets"]["failed"]]
    settings: dict[tuple[str, int], list[int]] = {}
    for game, player in played:
        setting = game["tally"]["map"], len(game["tally"]["players"])
        settings.setdefault(setting, []).append(player["total"])
    return {
        "games": len(played),
        "wins": sum(player["rank"] == 1 for _, player in played),
        "places": {rank: sum(p["rank"] == rank for _, p in played) for rank in {p["rank"] for _, p in played}},
        "settings": {name: of_totals(totals) for name, totals in settings.items()},
        "points": first_most([(player["total"], game["id"]) for game, player in played]),
        "longest": first_most([(player["longest_path"]["length"], game["id"]) for game, player in played]),
        "made": first_most([(worth(boards, game, ticket), game["id"]) for game, _, ticket in done]),
        "lost": first_most([(worth(boards, game, ticket), game["id"]) for game, _, ticket in lost]),
        "tickets": len(done) + len(lost),
        "completed": len(done),
        "detours": sum(detour(boards, game, player, ticket) for game, player, ticket in done),
        "saved": sum(saved(player, ticket) for _, player, ticket in done),
    }


def of_totals(totals: list[int]) -> dict[str, int]:
    mean = sum(totals) / len(totals)
    half_up = next(n for n in range(min(totals), max(totals) + 2) if n - 0.5 <= mean < n + 0.5)
    return {"games": len(totals), "average": half_up, "best": max(totals), "worst": min(totals)}


def first_most(found: list[tuple[int, str]]) -> tuple[int, str] | None:
    """The most, and the game that had it first."""
    most = max((value for value, _ in found), default=None)
    return next(((value, game) for value, game in found if value == most), None)


def detour(boards: dict[str, Any], game: Game, player: dict[str, Any], ticket: str) -> int:
    board = boards[game["tally"]["map"]]
    ends = next(one for one in board["tickets"] if one["id"] == ticket)
    return int(player["tickets"]["journeys"][ticket]["trains"]) - shortest(board, ends["a"], ends["b"])


def saved(player: dict[str, Any], ticket: str) -> bool:
    stations = player.get("stations") or {"saved": {}}
    return any(ticket in tickets for tickets in stations["saved"].values())


def pairs(games: list[Game]) -> dict[tuple[str, str], tuple[int, int, int]]:
    """For each two people how often they played together, and how often each came before the other."""
    found = {}
    for one in people(games):
        for other in people(games):
            ranks = []
            for game in in_order(games):
                rank = {game["people"][player["color"]]: player["rank"] for player in game["tally"]["players"]}
                if one in rank and other in rank and one < other:
                    ranks.append((rank[one], rank[other]))
            if ranks:
                found[one, other] = len(ranks), sum(a < b for a, b in ranks), sum(b < a for a, b in ranks)
    return found


def board(boards: dict[str, Any], games: list[Game], name: str) -> dict[str, Any]:
    """The figures of one board."""
    here = [game for game in in_order(games) if game["tally"]["map"] == name]
    players = [(game, player) for game in here for player in game["tally"]["players"]]
    sizes = {len(game["tally"]["players"]) for game in here}
    routes = [route for _, player in players for route in player["routes"]["claimed"]]
    held = [(p, ticket) for _, p in players for ticket in p["tickets"]["completed"] + p["tickets"]["failed"]]
    made = [ticket for _, player in players for ticket in player["tickets"]["completed"]]
    won = [ticket for player, ticket in held if player["rank"] == 1]
    first = [entry for game in here for entry in first_claims(game)]
    return {
        "games": len(here),
        "totals": {n: of_totals([p["total"] for g, p in players if len(g["people"]) == n]) for n in sizes},
        "winning": {
            n: of_totals([p["total"] for g, p in players if len(g["people"]) == n and p["rank"] == 1]) for n in sizes
        },
        "claimed": counted(routes),
        "first": counted(first),
        "kept": counted([ticket for _, ticket in held]),
        "completed": counted(made),
        "won": counted(won),
        "records": records(boards, here),
    }


def first_claims(game: Game) -> list[str]:
    """The first route of everybody, in a game that follows turns; its log has no corrections."""
    if game["tracking"] != "live":
        return []
    found: dict[str, str] = {}
    for entry in game["log"]:
        if entry["type"] == "claim":
            found.setdefault(entry["player"], entry["route"])
    return list(found.values())


def counted(names: list[str]) -> dict[str, int]:
    return {name: names.count(name) for name in set(names)}


def records(boards: dict[str, Any], games: list[Game]) -> dict[str, tuple[int, str]]:
    """The most of everything, and the game that had it first."""
    players = [(game, player) for game in in_order(games) for player in game["tally"]["players"]]
    done = [(game, player) for game, player in players if player["tickets"]["completed"]]
    found = {
        "points": first_most([(player["total"], game["id"]) for game, player in players]),
        "longest": first_most([(player["longest_path"]["length"], game["id"]) for game, player in players]),
        "ticket": first_most(
            [(w, g["id"]) for g, p in done for t in p["tickets"]["completed"] for w in [worth(boards, g, t)]]
        ),
        "tickets": first_most([(len(player["tickets"]["completed"]), game["id"]) for game, player in done]),
    }
    return {kind: most for kind, most in found.items() if most}


def values(boards: dict[str, Any], game: Game, player: dict[str, Any]) -> dict[str, int]:
    """What of a player's game may be a record."""
    done = player["tickets"]["completed"]
    most = {"points": player["total"], "longest": player["longest_path"]["length"]}
    if done:
        most |= {"ticket": max(worth(boards, game, ticket) for ticket in done), "tickets": len(done)}
    return most


def broken(boards: dict[str, Any], games: list[Game], name: str) -> set[tuple[str, str, bool]]:
    """The records that a game broke: which, whose, and whether of the whole circle."""
    ordered = in_order(games)
    at = [game["id"] for game in ordered].index(name)
    earlier, now = ordered[:at], ordered[at]
    found = set()
    for player in now["tally"]["players"]:
        who = now["people"][player["color"]]
        for kind, value in values(boards, now, player).items():
            before = {
                person: [
                    values(boards, g, p)[kind] for g, p in parts(earlier, person) if kind in values(boards, g, p)
                ]
                for person in people(earlier)
            }
            everybody = [v for some in before.values() for v in some]
            here = [values(boards, now, p).get(kind, 0) for p in now["tally"]["players"]]
            whole = bool(everybody) and len(earlier) >= 2 and value > max(everybody) and value == max(here)
            mine = before.get(who, [])
            own = bool(mine) and len(parts(earlier, who)) >= 2 and value > max(mine)
            if whole or own:
                found.add((kind, who, whole))
    return found
