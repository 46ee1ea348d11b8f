"""Entries that the rules refuse, at the end of games that were right."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.slow.boards.game import Entry, Game, judged
from tests.slow.boards.names import claim_members, counted, entry_types
from tests.slow.boards.sheet import Sheet


def guesses(game: Game, rng: Random) -> list[Entry]:
    """Entries as somebody might make them who does not look."""
    sheet, types = game.sheet, entry_types(game.sheet)
    found: list[Entry] = []
    for _ in range(60):
        player, track = rng.choice(game.colors), rng.choice(list(sheet.tracks.values()))
        claim: Entry = {"type": "claim", "player": player, "route": track.id}
        found.append(claim)
        if game.claims:
            taken = rng.choice(game.claims).track
            found.append(claim | {"route": rng.choice([taken, *sheet.beside(taken, False)]).id})
        carried: dict[str, Any] = {"doubled": True, "shared": True, "line": True, "marker": rng.choice(track.ends)}
        found += [claim | {name: carried[name]} for name in claim_members(sheet) if name in carried]
        if "shared" in claim_members(sheet) and game.claims:
            found.append(found[-1] | {"route": rng.choice(game.claims).track.id, "shared": True})
        if sheet.typed:
            found += [kept | {"player": player} for kept in game.of_type("keep")[-3:]]
        else:
            found.append(
                {"type": "keep", "player": player, "ticket": rng.choice(list(sheet.tickets_of(game.variant)))}
            )
        if "home" in types:
            found.append({"type": "home", "player": player, "city": rng.choice(list(sheet.places))})
        if "harbour" in types:
            ports = [place.id for place in sheet.places.values() if place.port]
            found.append({"type": "harbour", "player": player, "city": rng.choice(ports)})
            found.append({"type": "exchange", "player": player, "n": rng.randint(1, 30), "to": "train"})
        if "buy" in types:
            found.append(
                {"type": "buy", "player": player, "card": rng.choice(["right-of-way", "wales", "boiler-lagging"])}
            )
    return found


def is_plain(game: Game, entry: Entry, code: str) -> bool:
    """Whether nothing else is wrong with the entry where it is nowhere said which breach is named first."""
    player, markers = entry["player"], list(game.markers().values())
    match entry["type"], code:
        case "claim", "not-shared":
            return game.refusal({name: entry[name] for name in ("type", "player", "route")}) is None
        case "claim", "city-taken":
            return markers.count(player) < 3
        case "claim", "no-markers":
            return entry["marker"] not in game.markers()
        case "home", _:
            wrong = [game.of_type("home", player), game.own(player), entry["city"] in game.markers()]
            return len([each for each in wrong if each]) == 1 and entry["city"] != "roswell"
        case "harbour", _:
            wrong = [
                not any(entry["city"] in track.ends for track in game.own(player)),
                entry["city"] in [built["city"] for built in game.of_type("harbour")],
                len(game.of_type("harbour", player)) >= 3,
            ]
            return wrong.count(True) == 1
    return True


def wrong_ends(sheet: Sheet, record: dict[str, Any], rng: Random) -> dict[str, dict[str, Any]]:
    """The record with one entry too many: a record for each code that was found."""
    log = record["log"]
    end = next((n for n, entry in enumerate(log) if entry["type"] == "finish"), len(log))
    right = record | {"log": log[:end]}
    game = judged(sheet, right)
    found: dict[str, dict[str, Any]] = {}
    for entry in guesses(game, rng):
        code = game.refusal(entry)
        if code and code not in found and is_plain(game, entry, code):
            found[code] = right | {"log": [*log[:end], entry]}
    late = {"type": "draw", "player": game.colors[0]}
    found["after-finish"] = right | {"log": [*log[:end], {"type": "finish"}, late]}
    if things := counted(sheet, game.variant):
        count = {"type": "count", "player": game.colors[0], "what": things[0], "n": 1}
        found["after-finish"]["log"][-1] = count
    return found
