"""Names and shapes: what no record of this board may hold, whatever the rules say of its place."""

from __future__ import annotations

from typing import Any

from tests.slow.boards.sheet import Sheet

MEMBERS: dict[str, tuple[set[str], set[str]]] = {  # what an entry must have and may have
    "claim": ({"player", "route"}, {"late"}),
    "draw": ({"player"}, set()),
    "keep": ({"player", "ticket"}, set()),
    "strike": ({"entry"}, set()),
    "amend": ({"entry", "with"}, set()),
    "catch-up": (set(), set()),
    "finish": (set(), set()),
    "hidden": (set(), set()),
    "count": ({"player", "what", "n"}, set()),
    "home": ({"player", "city"}, set()),
    "buy": ({"player", "card"}, set()),
    "exchange": ({"player", "n", "to"}, {"late"}),
    "harbour": ({"player", "city"}, {"late"}),
}
TURNS = {"claim", "draw", "exchange", "harbour"}


class WrongName(Exception):
    """Something that is no name or no shape here, and where it stands."""

    def __init__(self, place: int | str, what: str) -> None:
        super().__init__(place, what)
        self.place, self.what = place, what


def pieces(sheet: Sheet, player: dict[str, Any]) -> dict[str, int]:
    """What a player starts with, of each kind."""
    if "pieces" not in sheet.scoring:
        return {"train": sheet.trains}
    return player.get("pieces") or sheet.scoring["pieces"]["start"]


def claim_members(sheet: Sheet) -> set[str]:
    """What a claim may carry here beside `late`."""
    known = {"terrain": "doubled", "technologies": "shared", "provinces": "line", "city-control": "marker"}
    found = {name for rule, name in known.items() if rule in sheet.scoring}
    return found | ({"takes"} if taken_with_claims(sheet) else set())


def entry_types(sheet: Sheet) -> set[str]:
    known = {"city-control": {"home"}, "technologies": {"buy"}, "pieces": {"exchange", "harbour"}}
    types = {"claim", "draw", "keep", "strike", "amend", "catch-up", "finish", "hidden"}
    types |= {"count"} if any(counted(sheet, variant) for variant in sheet.variants) else set()
    return types.union(*(names for rule, names in known.items() if rule in sheet.scoring))


def taken_with_claims(sheet: Sheet) -> list[str]:
    """The things that a player takes with a claim."""
    if "passengers" in sheet.scoring:
        return [f"passengers-{color}" for color in sheet.scoring["passengers"]["colors"]]
    if "shares" in sheet.scoring:
        return [railroad["id"] for railroad in sheet.scoring["shares"]["railroads"]]
    if "festival" in sheet.scoring:
        return [f"festival-{stack}" for stack in sheet.scoring["festival"]["stacks"]]
    return []


def counted(sheet: Sheet, variant: str) -> list[str]:
    """Every thing that may be counted."""
    has = sheet.scoring
    found = list(taken_with_claims(sheet))
    if "shares" in has:
        found += [f"{railroad['id']}-lowest" for railroad in has["shares"]["railroads"]]
    if "toll-money" in has and variant != "no-tolls":
        found += ["money", "loans"]
    if "bullet-train" in has:
        found += ["bullet-track"]
    if "provinces" in has:
        found += [f"line-{color}{more}" for color in has["provinces"]["lines"] for more in ("", "-highest")]
    if "country-cards" in has:
        found += ["country-points"]
    if "bonus-cards" in has:
        found += ["locomotives"]
    if "merchandise" in has:
        found += ["merchandise"]
    if "city-control" in has:
        found += ["route-points"] + (["alvin-captures", "alvin-held"] if variant == "alvin" else [])
    return found


def check(sheet: Sheet, record: dict[str, Any]) -> None:
    """Raises WrongName at the first thing that is wrong."""
    if record.get("variant", "base") not in sheet.variants:
        raise WrongName("variant", record["variant"])
    if not sheet.least <= len(record["players"]) <= sheet.most:
        raise WrongName("players", "number")
    check_options(sheet, record.get("options", {}))
    for n, player in enumerate(record["players"], 1):
        if player["color"] not in sheet.colors:
            raise WrongName(f"player {n}", "color")
        if "pieces" in player:
            check_pieces(sheet, n, player["pieces"])
    for place, entry in enumerate(record["log"], 1):
        check_entry(sheet, record, place, entry)
        if entry["type"] == "amend":
            check_entry(sheet, record, place, entry["with"])
            check_amendment(record, place, entry)


def check_options(sheet: Sheet, options: dict[str, Any]) -> None:
    known: dict[str, Any] = {}
    if sheet.id in ("nordic", "uk", "italy"):
        known = {"unlike-pairs": ("double", "single")}
    if "bonus-cards" in sheet.scoring:
        known = {"capital-counts": ("tickets", "routes")}
        chosen = options.get("bonus-cards")
        if not isinstance(chosen, list) or len(chosen) != len(set(chosen)) or len(chosen) != 4:
            raise WrongName("options", "bonus-cards")
        if set(chosen) - {card["id"] for card in sheet.scoring["bonus-cards"]["cards"]}:
            raise WrongName("options", "bonus-cards")
    for name, value in options.items():
        if name == "bonus-cards" and name in sheet.scoring:
            continue
        if name not in known or value not in known[name]:
            raise WrongName("options", name)


def check_pieces(sheet: Sheet, n: int, given: dict[str, int]) -> None:
    limits = sheet.scoring.get("pieces")
    if not limits or set(given) != {"train", "ship"} or sum(given.values()) != limits["total"]:
        raise WrongName(f"player {n}", "pieces")
    if given["train"] > limits["trains_most"] or given["ship"] > limits["ships_most"] or min(given.values()) < 0:
        raise WrongName(f"player {n}", "pieces")


def check_entry(sheet: Sheet, record: dict[str, Any], place: int, entry: dict[str, Any]) -> None:
    variant, kind = record.get("variant", "base"), entry["type"]
    if kind not in entry_types(sheet):
        raise WrongName(place, "type")
    need, may = MEMBERS[kind]
    typed = kind == "keep" and sheet.typed
    need = need | ({"points"} if typed else set())
    may = may | (claim_members(sheet) if kind == "claim" else set())
    given = set(entry) - {"type", "id", "at"}
    if not need <= given or given - need - may:
        raise WrongName(place, "members")
    if kind in ("strike", "amend") and not 1 <= entry["entry"] < place:
        raise WrongName(place, "entry")
    known: dict[str, Any] = {
        "player": [player["color"] for player in record["players"]],
        "route": sheet.tracks,
        "ticket": [entry.get("ticket")] if typed and is_pair(sheet, entry["ticket"]) else sheet.tickets_of(variant),
        "city": [p.id for p in sheet.places.values() if p.port or kind != "harbour"],
        "what": counted(sheet, variant),
        "to": ("train", "ship"),
        "n": range(1 if kind == "exchange" else 0, most_of(sheet, entry.get("what", "")) + 1),
        "points": range(1, 41),
        "card": [c["id"] for c in sheet.scoring.get("technologies", {}).get("cards", []) if fits(c, variant)],
        "doubled": (True,),
        "shared": (True,),
        "line": (True,),
        "late": (True, False),
    }
    if kind == "count" and "shares" in sheet.scoring and len(record["players"]) == 2:
        known["player"] = [*known["player"], "neutral"]
    for name in sorted(given & set(known)):
        if entry[name] not in known[name]:
            raise WrongName(place, name)
    if kind == "count" and entry["what"] == "alvin-held" and entry["n"] > 1:
        raise WrongName(place, "n")
    if (
        kind == "claim"
        and entry.get("marker", sheet.tracks[entry["route"]].a) not in sheet.tracks[entry["route"]].ends
    ):
        raise WrongName(place, "marker")
    if set(entry.get("takes", [])) - set(taken_with_claims(sheet)):
        raise WrongName(place, "takes")


def is_pair(sheet: Sheet, name: str) -> bool:
    """Whether a ticket could join such ends: cities, or a city and a country, in the order of the alphabet."""
    ends = name.split("--")
    cities = [place.id for place in sheet.places.values() if place.kind == "city"]
    if len(ends) != 2 or sorted(set(ends)) != ends or len(set(ends) & set(sheet.countries)) == 2:
        return False
    return all(end in cities or end in sheet.countries for end in ends)


def most_of(sheet: Sheet, what: str) -> int:
    """The highest number that may be typed for a thing."""
    return sheet.scoring["merchandise"]["most"] if what == "merchandise" else 300


def fits(card: dict[str, Any], variant: str) -> bool:
    return variant == "advanced" or not card.get("advanced")


def check_amendment(record: dict[str, Any], place: int, entry: dict[str, Any]) -> None:
    """A turn by a turn of any player; a ticket or a count by one of the same player, and of the same thing."""
    old, new = record["log"][entry["entry"] - 1], entry["with"]
    turns = old["type"] in TURNS and new["type"] in TURNS
    same = old["type"] == new["type"] in ("keep", "count") and old["player"] == new["player"]
    same = same and old.get("what") == new.get("what")
    if {"id", "at"} & set(new) or not (turns or same):
        raise WrongName(place, "with")
