"""What each board pays beside routes and tickets: one function a scoring, each giving every player's points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.slow.boards.cards import bonus_cards, technologies
from tests.slow.boards.game import Game
from tests.slow.boards.nets import doubly_joined, networks

Figures = dict[str, dict[str, Any]]  # of each player: what has been counted of him so far
Paid = Mapping[str, int]
UNKNOWN = 10_000  # behind every number that is known


def to_all_with_most(measures: Mapping[str, int], points: int) -> Paid:
    """A bonus for all who have the most of something, if that is more than nothing."""
    most = max(measures.values())
    return {color: points if number == most and most > 0 else 0 for color, number in measures.items()}


def by_rank(keys: Mapping[str, Any], values: Sequence[int]) -> Paid:
    """The value of everybody's rank, the greater key first; equals share the better rank and the next is skipped."""
    ranks = {one: len([other for other in keys if keys[other] > keys[one]]) for one in keys}
    return {one: values[rank] if rank < len(values) else 0 for one, rank in ranks.items()}


def asian_explorer(game: Game, _figures: Figures) -> Paid:
    most = {
        color: max(
            [len([p for p in net if game.sheet.kind(p) == "city"]) for net in networks(game.sheet, game.own(color))],
            default=0,
        )
        for color in game.colors
    }
    return to_all_with_most(most, game.sheet.variants[game.variant].bonuses["asian-explorer"])


def longest(game: Game, figures: Figures) -> Paid:
    lengths = {color: figures[color]["longest_path"] for color in game.colors}
    return to_all_with_most(lengths, game.sheet.variants[game.variant].bonuses["longest-path"])


def globetrotter(game: Game, figures: Figures) -> Paid:
    done = {color: len(figures[color]["completed"]) for color in game.colors}
    return to_all_with_most(done, game.sheet.variants[game.variant].bonuses["globetrotter"])


def mandala(game: Game, figures: Figures) -> Paid:
    table = game.sheet.scoring["mandala"]["table"]
    tickets = game.sheet.tickets_of(game.variant)
    paid = {}
    for color in game.colors:
        goals = [tickets[name].goals[0] for name in figures[color]["completed"]]
        rings = [g for g in goals if doubly_joined(game.sheet, g[0], g[1], game.own(color))]
        paid[color] = table[str(min(len(rings), 5))]
    return paid


def attractions(game: Game, _figures: Figures) -> Paid:
    each = game.sheet.scoring["attractions"]["points_each"]
    seen = {c: {p for t in game.own(c) for p in t.ends if game.sheet.places[p].attraction} for c in game.colors}
    return {color: each * len(places) for color, places in seen.items()}


def regions(game: Game, _figures: Figures) -> Paid:
    rule, sheet = game.sheet.scoring["regions"], game.sheet

    def value(net: set[str]) -> int:
        seen = {sheet.places[place].region for place in net} - {""}
        number = len(seen)
        for region in rule["double_if_complete"]:
            number += {p.id for p in sheet.places.values() if p.region == region} <= net
        return rule["table"].get(str(min(number, rule["most"])), 0)

    return {color: sum(value(net) for net in networks(sheet, game.own(color))) for color in game.colors}


def districts(game: Game, _figures: Figures) -> Paid:
    sheet = game.sheet

    def value(nets: list[set[str]], number: str) -> int:
        whole = {place.id for place in sheet.places.values() if place.region == number}
        return int(number) if any(whole <= net for net in nets) else 0

    return {
        color: sum(value(networks(sheet, game.own(color)), number) for number in "12345") for color in game.colors
    }


def merchandise(game: Game, _figures: Figures) -> Paid:
    return {color: game.number(color, "merchandise") for color in game.colors}


def passengers(game: Game, _figures: Figures) -> Paid:
    rule = game.sheet.scoring["passengers"]
    paid = dict.fromkeys(game.colors, 0)
    for kind in rule["colors"]:
        have = {color: game.number(color, f"passengers-{kind}") for color in game.colors}
        for color, points in by_rank(have, [rule["first"], rule["second"]]).items():
            paid[color] += points if have[color] else 0
    return paid


def shares(game: Game, _figures: Figures) -> Paid:
    paid = dict.fromkeys([*game.colors, "neutral"], 0)
    for railroad in game.sheet.scoring["shares"]["railroads"]:
        name = railroad["id"]
        have = {owner: game.number(owner, name) for owner in paid}
        keys = {owner: (number, -lowest_share(game, owner, name)) for owner, number in have.items() if number}
        for owner, points in by_rank(keys, railroad["points"]).items():
            paid[owner] += points
    return {color: paid[color] for color in game.colors}


def lowest_share(game: Game, owner: str, railroad: str) -> int:
    counted = game.counted(owner, f"{railroad}-lowest")
    if counted is not None:
        return counted
    taken = [c.player for c in game.claims for name in c.entry.get("takes", []) if name == railroad]
    return taken.index(owner) + 1 if owner in taken else UNKNOWN


def loans(game: Game, _figures: Figures) -> Paid:
    each = game.sheet.scoring["loan"]["points_each"]
    return {color: each * game.number(color, "loans") for color in game.colors}


def money(game: Game, _figures: Figures) -> Paid:
    left = {c: game.counted(c, "money") for c in game.colors if not game.number(c, "loans")}
    ranked = {color: number for color, number in left.items() if number is not None}
    values = game.sheet.scoring["toll-money"]["table"][str(len(game.colors))]
    return dict.fromkeys(game.colors, 0) | by_rank(ranked, values)


def bullet_train(game: Game, _figures: Figures) -> Paid:
    rule = game.sheet.scoring["bullet-train"]
    at = {}
    for color in game.colors:
        counted = game.counted(color, "bullet-track")
        far = sum(claim.track.length for claim in game.claims if claim.player == color and claim.free)
        at[color] = min(rule["track_most"], far if counted is None else counted)
    ranked = by_rank(at, rule["table"][str(len(game.colors))])
    return {color: ranked[color] if at[color] else rule["none"] for color in game.colors}


def province_lines(game: Game, _figures: Figures) -> Paid:
    rule = game.sheet.scoring["provinces"]
    paid = dict.fromkeys(game.colors, 0)
    for line in rule["lines"]:
        keys = {}
        for color in game.colors:
            highest = game.counted(color, f"line-{line}-highest")
            if game.number(color, f"line-{line}"):
                keys[color] = (game.number(color, f"line-{line}"), -1 if highest is None else highest)
        for color, points in by_rank(keys, rule["by_rank"][str(len(game.colors))]).items():
            paid[color] += points
    return paid


def festivals(game: Game, _figures: Figures) -> Paid:
    paid = dict.fromkeys(game.colors, 0)
    for stack, values in game.sheet.scoring["festival"]["stacks"].items():
        for color in game.colors:
            held = game.number(color, f"festival-{stack}")
            paid[color] += values[min(held, len(values)) - 1] if held else 0
    return paid


def country_cards(game: Game, _figures: Figures) -> Paid:
    """Claim by claim: who brings a country to a network that then has two takes the top card of each of them."""
    sheet = game.sheet
    stacks = {name: list(values) for name, values in sheet.scoring["country-cards"]["stacks"].items()}
    paid = dict.fromkeys(game.colors, 0)
    for n, claim in enumerate(game.claims):
        before = [c.track for c in game.claims[:n] if c.player == claim.player]
        old = [countries_of(sheet, net, before) for net in networks(sheet, before) if net & set(claim.track.ends)]
        after = [*before, claim.track]
        new = next(countries_of(sheet, net, after) for net in networks(sheet, after) if net & set(claim.track.ends))
        if len(new) >= 2 and new not in old:
            for country in sorted(new):
                paid[claim.player] += stacks[country].pop(0) if stacks[country] else 0
    typed = {color: game.counted(color, "country-points") for color in game.colors}
    return {color: paid[color] if typed[color] is None else typed[color] for color in game.colors}


def countries_of(sheet: Any, net: set[str], tracks: Sequence[Any]) -> set[str]:
    """The countries that a network touches."""
    ends = {place for track in tracks if net & set(track.ends) for place in track.ends}
    return {sheet.places[place].country for place in ends if sheet.kind(place) == "border"}


def alvin(game: Game, _figures: Figures) -> Paid:
    rule = game.sheet.scoring["alvin"]
    return {
        c: rule["capture"] * game.number(c, "alvin-captures") + rule["end"] * game.number(c, "alvin-held")
        for c in game.colors
    }


def harbours(game: Game, figures: Figures) -> Paid:
    rule, most = game.sheet.scoring["harbours"], game.sheet.scoring["pieces"]["harbours"]
    tickets = game.sheet.tickets_of(game.variant)
    paid = {}
    for color in game.colors:
        built = [entry["city"] for entry in game.of_type("harbour", color)]
        paid[color] = rule["unbuilt_each"] * (most - len(built))
        for city in built:
            naming = [name for name in figures[color]["completed"] if city in tickets[name].ends]
            paid[color] += rule["table"][str(min(len(naming), rule["most_counted"]))]
    return paid


def exchange(game: Game, _figures: Figures) -> Paid:
    each = game.sheet.scoring["exchange"]["points_per_piece"]
    return {c: each * sum(entry["n"] for entry in game.of_type("exchange", c)) for c in game.colors}


def bonuses(game: Game, figures: Figures) -> dict[str, Paid]:
    """Every scoring of this board and variant, by its name in a tally."""
    own: dict[str, Callable[[Game, Figures], Paid]] = {
        "longest-path": longest, "globetrotter": globetrotter, "asian-explorer": asian_explorer,
    }  # fmt: skip
    found = {name: own[name](game, figures) for name in game.sheet.variants[game.variant].bonuses}
    rules: dict[str, dict[str, Callable[[Game, Figures], Paid]]] = {
        "mandala": {"mandala": mandala}, "attractions": {"attractions": attractions}, "regions": {"regions": regions},
        "districts": {"districts": districts}, "merchandise": {"merchandise": merchandise},
        "passengers": {"passengers": passengers}, "shares": {"shares": shares},
        "bullet-train": {"bullet-train": bullet_train},
        "provinces": {"province-lines": province_lines}, "festival": {"festivals": festivals},
        "country-cards": {"country-cards": country_cards}, "technologies": {"technologies": technologies},
        "pieces": {"harbours": harbours, "exchange": exchange},
        "toll-money": {"money": money, "loans": loans} if game.variant != "no-tolls" else {},
        "alvin": {"alvin": alvin} if game.variant == "alvin" else {},
    }  # fmt: skip
    for rule, functions in rules.items():
        if rule in game.sheet.scoring:
            found |= {name: function(game, figures) for name, function in functions.items()}
    if "bonus-cards" in game.sheet.scoring:
        found |= {card: bonus_cards(game, figures, card) for card in game.options["bonus-cards"]}
    return found
