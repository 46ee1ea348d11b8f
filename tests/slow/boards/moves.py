"""What a player of a made-up game does next: looks for ways to finish tickets, keeps the network together."""

from __future__ import annotations

import heapq
from random import Random
from typing import Any

from tests.slow.boards.game import OTHER, Entry, Game
from tests.slow.boards.nets import worth
from tests.slow.boards.sheet import Track, named


def cheapest_way(game: Game, player: str, starts: set[str], goals: set[str]) -> list[Track]:
    """The tracks still to be claimed on the way that takes the fewest pieces."""
    at: dict[str, list[tuple[str, Track]]] = {}
    for track in game.sheet.tracks.values():
        at.setdefault(track.a, []).append((track.b, track))
        at.setdefault(track.b, []).append((track.a, track))
    owner = {claim.track.id: claim.player for claim in game.claims}
    todo: list[tuple[int, str, list[str]]] = [(0, start, []) for start in sorted(starts)]
    seen: set[str] = set()
    while todo:
        far, here, way = heapq.heappop(todo)
        if here in goals:
            return [game.sheet.tracks[name] for name in way]
        if here in seen or (game.sheet.kind(here) == "border" and here not in starts):
            continue
        seen.add(here)
        for there, track in at.get(here, []):
            if owner.get(track.id) == player:
                heapq.heappush(todo, (far, there, way))
            elif track.id not in owner:
                heapq.heappush(todo, (far + track.length, there, [*way, track.id]))
    return []


def wished(game: Game, player: str, rng: Random) -> list[Track]:
    """Tracks in the order in which the player would like them."""
    tickets, used = game.sheet.tickets_of(game.variant), game.used_for_tickets(player)
    kept = [tickets[named(entry)] for entry in game.of_type("keep", player)]
    open_ones = [ticket for ticket in kept if worth(game.sheet, ticket, used) is None]
    first: list[Track] = []
    if open_ones and rng.random() < 0.85:
        ticket = rng.choice(open_ones[:2])
        a, b = ticket.stops[:2] if ticket.stops else rng.choice(ticket.goals)[:2]
        if len(ticket.stops) > 2 and rng.random() < 0.8:
            n = rng.randrange(len(ticket.stops) - 1)
            a, b = ticket.stops[n : n + 2]
        first = cheapest_way(game, player, set(game.sheet.ends(a)), set(game.sheet.ends(b)))
        rng.shuffle(first)
    own = {place for track in game.own(player) for place in track.ends if game.sheet.kind(place) != "border"}
    rest = list(game.sheet.tracks.values())
    rng.shuffle(rest)
    near = [track for track in rest if own & set(track.ends)] if rng.random() < 0.85 else []
    return [*first, *near, *rest]


def a_claim(game: Game, player: str, rng: Random) -> Entry | None:
    """A claim that the rules allow, with what the board lets it carry."""
    for track in wished(game, player, rng)[:60]:
        entry = {"type": "claim", "player": player, "route": track.id, **carried(game, player, track, rng)}
        if game.refusal(entry) is None:
            return entry
        bare = {"type": "claim", "player": player, "route": track.id}
        if game.refusal(bare) is None:
            return bare
    return None


def carried(game: Game, player: str, track: Track, rng: Random) -> dict[str, Any]:
    """What a claim carries on boards that know more than a route."""
    has = game.sheet.scoring
    if "terrain" in has and rng.random() < 0.25:
        return {"doubled": True}
    if "provinces" in has and rng.random() < 0.35:
        return {"line": True}
    if "city-control" in has and rng.random() < 0.3:
        return {"marker": rng.choice(track.ends)}
    if "technologies" in has and game.owners(track):
        return {"shared": True}
    if "passengers" in has and rng.random() < 0.6:
        kinds = has["passengers"]["colors"]
        return {"takes": [f"passengers-{rng.choice(kinds)}" for _ in range(rng.randint(1, 2))]}
    if "shares" in has and track.shares and rng.random() < 0.8:
        return {"takes": [rng.choice(track.shares)]}
    stacks = [stack for stack in has.get("festival", {}).get("stacks", {}) if stack in stacks_at(track)]
    if stacks and rng.random() < 0.7:
        return {"takes": [f"festival-{rng.choice(stacks)}"] * rng.randint(1, 3)}
    return {}


def stacks_at(track: Track) -> set[str]:
    """The festival stacks at the ends of a track; Porto and Coimbra have one together."""
    return {"porto-coimbra" if place in ("porto", "coimbra") else place for place in track.ends}


def a_shared_claim(game: Game, player: str, rng: Random) -> Entry | None:
    """A track of somebody else, claimed a second time."""
    taken = [claim.track.id for claim in game.claims if claim.player != player]
    rng.shuffle(taken)
    for name in taken[:8]:
        entry = {"type": "claim", "player": player, "route": name, "shared": True}
        if game.refusal(entry) is None:
            return entry
    return None


def a_card(game: Game, player: str, rng: Random) -> Entry | None:
    known = game.sheet.scoring["technologies"]["cards"]
    cards = [card["id"] for card in known if game.variant == "advanced" or not card.get("advanced")]
    worthy = [
        "boiler-lagging",
        "steam-turbines",
        "double-heading",
        "right-of-way",
        "risky-contracts",
        "equalising-beam",
    ]
    card = rng.choice(worthy if rng.random() < 0.7 else cards)
    entry = {"type": "buy", "player": player, "card": card}
    return entry if card in cards and not game.holds(player, card) else None


def a_harbour(game: Game, player: str, rng: Random) -> Entry | None:
    places = sorted({place for track in game.own(player) for place in track.ends})
    free = [place for place in places if game.sheet.places[place].port]
    tickets = game.sheet.tickets_of(game.variant)
    named = {end for entry in game.of_type("keep", player) for end in tickets[entry["ticket"]].ends}
    free = [place for place in free if place in named] or free if rng.random() < 0.9 else free
    rng.shuffle(free)
    for city in free:
        entry = {"type": "harbour", "player": player, "city": city}
        if game.refusal(entry) is None:
            return entry
    return None


def an_exchange(game: Game, player: str, rng: Random) -> Entry | None:
    to = rng.choice(sorted(OTHER))
    entry = {"type": "exchange", "player": player, "n": rng.randint(1, 5), "to": to}
    return entry if game.refusal(entry) is None else None


def a_turn(game: Game, player: str, rng: Random) -> Entry:
    """One turn: mostly a claim."""
    entry = None
    if "harbours" in game.sheet.scoring:
        roll = rng.random()
        entry = (
            a_harbour(game, player, rng) if roll < 0.14 else an_exchange(game, player, rng) if roll < 0.2 else None
        )
    if "technologies" in game.sheet.scoring and rng.random() < 0.06:
        entry = a_shared_claim(game, player, rng)
    if entry is None and rng.random() < 0.93:
        entry = a_claim(game, player, rng)
    return entry or {"type": "draw", "player": player}
