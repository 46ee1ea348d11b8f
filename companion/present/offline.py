"""The data a page needs to go on without the server: words for entries not sent yet, and the board's figures.

The picture tells the rest: cities, routes, their lengths and colours, and whose they are.
"""

from typing import Any

from companion.i18n import Text, plural_forms
from companion.i18n import gettext as _
from companion.play.view import View
from companion.present import candidates
from companion.present.offers import points_of_others
from companion.prose import counts
from companion.prose.names import COLOURS, colour_name, pieces_in_words
from companion.rules.log import Claim, Turn


def words(game: View) -> dict[str, Any]:
    """The words for every page that keeps entries until they are sent."""
    return {
        "table": game.id,
        **_own_words(game),
        "claim": _("{player} claimed {route}"),
        "station": _("{player} built a station in {city}"),
        "draw": _("{player} drew cards"),
        "strike": _("Taken back: {entry}"),
        "amend": _("Given to {player}: {entry}"),
        "choice": _("Changed: {entry}"),
        "added": _("Added: {choice} ({entry})"),
        "removed": _("Removed: {choice} ({entry})"),
        "keep": _("A ticket"),
        "catch-up": _("Stopped tracking turns"),
        "finish": _("All tickets revealed"),
        "last": ["{entry}", _("Not sent yet: {entry}")],
        "more": plural_forms("{n} entry not sent yet. Latest: {entry}", "{n} entries not sent yet. Latest: {entry}"),
        "tickets": plural_forms(
            "{n} ticket isn't sent yet. It stays hidden here until it is.",
            "{n} tickets aren't sent yet. They stay hidden here until they are.",
        ),
        "refused": _(
            "Not accepted: {entry}. {why} Everything else you tapped counts. Check the log if that looks wrong."
        ),
        "hints": _hints(),
    }


def _own_words(game: View) -> dict[str, Any]:
    """The words of the entries that the board's rules bring, and what the things are called that these name."""
    mechanics = game.table.mechanics
    things = {name: _(says) for mechanic in mechanics for name, says in mechanic.names(game.board).items()}
    own = {kind.kind(): kind for mechanic in mechanics for kind in mechanic.entries if kind.says}
    usual = ("claim", "station", "draw")
    return {
        **{name: _(kind.says) for name, kind in own.items()},
        "things": things,
        # What Undo takes back, and whether it is a turn.
        "undone": dict.fromkeys(usual, True) | {name: issubclass(kind, Turn) for name, kind in own.items()},
    }


def offline(game: View) -> dict[str, Any]:
    """The data for the table's page, where claims go on without the server."""
    board, table = game.board, game.table
    doubles = [route for route in board.route.values() if table.twins(route)]
    usual = {str(n): (n, None if points_of_others(table) else worth) for n, worth in board.points_for.items()}
    own = _by_rules_of_the_board(game)
    costs = {**usual, **own}
    return words(game) | {
        "plays": game.plays,
        "seat": next(iter(game.seats)) if len(game.seats) == 1 else None,
        "closed": all(table.open_tracks(route) == 1 for route in doubles),
        "points": {name: worth for name, (_taken, worth) in costs.items()},
        "takes": {name: taken for name, (taken, _worth) in own.items()},
        "left": _piece_words(game),
        "worth": plural_forms("{n} point", "{n} points"),
        "facts": {name: _facts(game, name, *cost) for name, cost in costs.items()},
        "figures": [
            plural_forms(text, text) if isinstance(text, str) else plural_forms(*text) for text in _labels(game)
        ],
        "kinds": _kinds(game),
        "colours": {colour: f"{colour_name(colour)} · " for colour in COLOURS},
        "for": _("Claim for {name}"),
        "turn": _("{name}'s turn"),
        "has": _("{name} has it"),
        "few": _("Not enough trains") if board.only_trains else _("Not enough pieces"),
        "twin": _("Only one of these two tracks is open"),
    }


def _piece_words(game: View) -> dict[str, Any]:
    """What stands behind the number of a player's pieces."""
    if not game.board.only_trains:
        taxis = game.board.piece_name == "taxi"
        return plural_forms("taxi", "taxis") if taxis else plural_forms("piece", "pieces")
    return plural_forms("train", "trains")


def _labels(game: View) -> list[Text]:
    return [text for text, _n in game.table.figures(game.setup.colors[0])]


def _kinds(game: View) -> dict[str, int]:
    """Where there are pieces of several kinds: the place of a route's among the figures of a player's label."""
    kinds = list(game.table.pieces_left(game.setup.colors[0]) or ())
    return {route.id: kinds.index(route.pieces) for route in game.board.route.values()} if kinds else {}


def _by_rules_of_the_board(game: View) -> dict[str, tuple[int, int | None]]:
    """The pieces and points of the free routes where they aren't what is printed, or the pieces aren't trains."""
    table, player = game.table, game.setup.colors[0]
    if not table.mechanics and game.board.only_trains:
        return {}
    unknown = points_of_others(table)
    found: dict[str, tuple[int, int | None]] = {}
    for route in table.free_routes():
        claim = Claim(type="claim", player=player, route=route.id)
        taken, worth = table.pieces_for(claim), None if unknown else table.brought(claim)
        as_printed = taken == route.length and worth in (None, game.board.worth(route))
        if not as_printed or route.pieces != game.board.piece_name:
            found[route.id] = taken, worth
    return found


def _hints() -> dict[str, str]:
    """The hints that are on the page from the start and are shown when they apply."""
    return {
        "tickets": "",  # told by script, with their number
        "away": _("No connection right now. What you tap is kept on this phone and sent when you're back online."),
        "strange": _("Another page is answering instead of Trackside. You may need to sign in to this Wi-Fi first."),
        "full": _("This phone is out of storage. Keep this page open until everything is sent."),
        "gone": _("This phone is no longer at the table, so nothing can be sent. Ask for a new invitation."),
    }


def _facts(game: View, name: str, taken: int, worth: int | None) -> str:
    """What a route takes and brings, in words; of the points nothing where they are not known."""
    route = game.board.route.get(name)
    if route and (said := candidates.by_rule(game, route, game.setup.colors[0])):
        return said
    pieces = pieces_in_words(route.pieces if route else game.board.piece_name, taken, game.setup.one_token)
    return pieces if worth is None else f"{pieces} · {counts.points(worth)}"
